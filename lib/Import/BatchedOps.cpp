//===- BatchedOps.cpp - Which operations become one kernel ----------------===//

#include "BatchedOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace pirch;

/// The greatest extent of a dimension other than the batch's. Loops over the
/// other dimensions are unrolled.
static constexpr int64_t kMaxExtent = 128;
/// The greatest number of iterations for one entry of the batch.
static constexpr int64_t kMaxIterations = 1 << 16;
/// The greatest number of operations on vectors of 8 lanes, by estimate, that a
/// kernel executes for one entry of the batch. All of them are unrolled, and
/// the compiler refuses 131072 in a file.
static constexpr int64_t kMaxOperations = 1 << 16;
/// The number of operations that compute a function of the math dialect, such
/// as an exponential function.
static constexpr int64_t kMathOperations = 64;
/// The most bytes of an entry's result whose last two dimensions are spread
/// over work items: a vector of 4 lanes would waste wide registers, and a
/// matrix of 4 x 4 `f32` is accessed as one vector. One of `f64` is not: by
/// rows, its product takes 3.4 ns on a Zen 4, and 4.0 by elements.
static constexpr int64_t kMaxFlattenedBytes = 64;

int64_t BatchedOps::getGroupSize() const {
  return llvm::product_of(items, int64_t(1));
}

std::optional<unsigned>
BatchedOp::findSubscript(OpOperand &operand,
                         std::optional<unsigned> dim) const {
  if (!dim)
    return std::nullopt;
  AffineMap map = linalg::LinalgOp(op).getMatchingIndexingMap(&operand);
  AffineExpr wanted = getAffineDimExpr(*dim, map.getContext());
  for (auto [place, expr] : llvm::enumerate(map.getResults()))
    if (expr == wanted)
      return place;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

Value pirch::findBuffer(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

/// Whether the buffer is known to be no other one's memory: a new one, a
/// global, or a parameter of the function, of which the pass's description says
/// that they do not overlap.
static bool isDistinct(Value buffer) {
  if (auto argument = dyn_cast<BlockArgument>(buffer)) {
    Block *block = argument.getOwner();
    return block->isEntryBlock() &&
           isa<FunctionOpInterface>(block->getParentOp());
  }
  return isa<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(
      buffer.getDefiningOp());
}

std::string pirch::findOverlap(ArrayRef<Value> memrefs,
                               const SmallPtrSetImpl<Value> &written) {
  for (Value memref : written) {
    Value buffer = findBuffer(memref);
    for (Value other : memrefs) {
      if (other == memref)
        continue;
      Value otherBuffer = findBuffer(other);
      if (buffer == otherBuffer)
        return "it accesses two views of one buffer and writes to it";
      if (!isDistinct(buffer) || !isDistinct(otherBuffer))
        return "a buffer that it writes to may be one that it accesses "
               "otherwise";
    }
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

std::optional<BatchedOp> pirch::findBatch(linalg::LinalgOp op,
                                          std::string &reason) {
  if (!op.hasPureBufferSemantics()) {
    reason = "it is on tensors (one-shot-bufferize comes before)";
    return std::nullopt;
  }
  OpOperand &first = *op.getDpsInitOperand(0);
  AffineMap map = op.getMatchingIndexingMap(&first);
  auto leading = map.getNumResults() > 0
                     ? dyn_cast<AffineDimExpr>(map.getResult(0))
                     : AffineDimExpr(nullptr);
  if (!leading || op.getIteratorTypesArray()[leading.getPosition()] !=
                      utils::IteratorType::parallel) {
    reason = "its result has no leading dimension for the batch";
    return std::nullopt;
  }
  BatchedOp batched{op, leading.getPosition()};
  for (OpOperand &init : op.getDpsInitsMutable())
    if (!batched.findSubscript(init, batched.batchDim)) {
      reason = "not all of its results have the batch's dimension";
      return std::nullopt;
    }
  if (!isSmall(batched, reason))
    return std::nullopt;
  return batched;
}

/// The operations on vectors of 8 lanes for one entry of the batch, by
/// estimate.
static int64_t countOperations(const BatchedOps &ops) {
  int64_t count = 0;
  for (const BatchedOp &batched : ops.ops) {
    linalg::LinalgOp op = batched.op;
    int64_t iterations = 1, body = 1;
    for (auto [dim, extent] : llvm::enumerate(op.getStaticLoopRanges()))
      if (batched.batchDim != dim)
        iterations *= extent;
    for (Operation &inner : op.getBlock()->without_terminator())
      body += isa<math::MathDialect>(inner.getDialect()) ? kMathOperations : 1;
    count += iterations * body;
  }
  return count / std::min<int64_t>(ops.getGroupSize(), 8);
}

bool pirch::areFew(const BatchedOps &ops, std::string &reason) {
  int64_t count = countOperations(ops);
  if (count > kMaxOperations)
    reason = "it needs about " + std::to_string(count) +
             " operations on vectors for each entry of the batch, more than " +
             std::to_string(kMaxOperations);
  return count <= kMaxOperations;
}

bool pirch::isSmall(const BatchedOp &batched, std::string &reason) {
  linalg::LinalgOp op = batched.op;
  int64_t iterations = 1;
  for (auto [dim, extent] : llvm::enumerate(op.getStaticLoopRanges())) {
    if (batched.batchDim == dim)
      continue;
    if (ShapedType::isDynamic(extent))
      reason = "the extent of dimension " + std::to_string(dim) +
               " is not known at compile time";
    else if (extent < 1 || extent > kMaxExtent)
      reason = "dimension " + std::to_string(dim) + " has an extent of " +
               std::to_string(extent) + ", not of 1 to " +
               std::to_string(kMaxExtent);
    else if ((iterations *= extent) > kMaxIterations)
      reason = "it has more than " + std::to_string(kMaxIterations) +
               " iterations for each entry of the batch";
    if (!reason.empty())
      return false;
  }
  // What it writes, it may read only at the same place.
  for (OpOperand &init : op.getDpsInitsMutable())
    for (OpOperand &operand : op->getOpOperands()) {
      if (&operand == &init || !isa<MemRefType>(operand.get().getType()) ||
          findBuffer(operand.get()) != findBuffer(init.get()))
        continue;
      if (op.isDpsInit(&operand) || operand.get() != init.get() ||
          op.getMatchingIndexingMap(&operand) !=
              op.getMatchingIndexingMap(&init)) {
        reason = "it reads a buffer elsewhere than it writes to it";
        return false;
      }
    }
  return true;
}

/// The parallel loops but the batch's, from the outermost one on.
static SmallVector<unsigned> findParallel(const BatchedOp &batched) {
  SmallVector<unsigned> dims;
  linalg::LinalgOp op = batched.op;
  op.getParallelDims(dims);
  llvm::erase_if(dims, [&](unsigned dim) { return batched.batchDim == dim; });
  return dims;
}

/// The loop of `next` that has the place among the subscripts of a shared
/// memref at which an earlier operation has the given one of its work items'
/// loops.
static std::optional<unsigned> followItems(ArrayRef<BatchedOp> assigned,
                                           const BatchedOp &next,
                                           unsigned number) {
  linalg::LinalgOp op = next.op;
  for (const BatchedOp &earlier : assigned)
    for (OpOperand &from : earlier.op->getOpOperands())
      for (OpOperand &to : op->getOpOperands()) {
        if (from.get() != to.get() || !isa<MemRefType>(to.get().getType()))
          continue;
        std::optional<unsigned> place =
            earlier.findSubscript(from, earlier.itemDims[number]);
        if (!place)
          continue;
        auto expr = dyn_cast<AffineDimExpr>(
            op.getMatchingIndexingMap(&to).getResult(*place));
        if (expr && llvm::is_contained(findParallel(next), expr.getPosition()))
          return expr.getPosition();
      }
  return std::nullopt;
}

static SmallVector<int64_t, 2> findExtents(const BatchedOp &batched,
                                           ArrayRef<unsigned> dims) {
  SmallVector<int64_t> ranges =
      linalg::LinalgOp(batched.op).getStaticLoopRanges();
  SmallVector<int64_t, 2> extents;
  for (unsigned dim : dims)
    extents.push_back(ranges[dim]);
  return extents;
}

/// The loops that an operation would spread over work items by itself.
static SmallVector<unsigned, 2> chooseItems(const BatchedOp &batched) {
  SmallVector<unsigned> parallel = findParallel(batched);
  ArrayRef<unsigned> dims(parallel);
  ArrayRef<unsigned> two = dims.take_back(2);
  Type element = getElementTypeOrSelf(
      linalg::LinalgOp(batched.op).getDpsInits()[0].getType());
  // An index has 64 bits; elements of other types are refused later.
  int64_t bytes = element.isIntOrFloat()
                      ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
                      : 8;
  bool areFew =
      llvm::product_of(findExtents(batched, two), int64_t(1)) * bytes <=
      kMaxFlattenedBytes;
  return SmallVector<unsigned, 2>(areFew ? two : dims.take_back(1));
}

bool pirch::assignItems(BatchedOps &ops) {
  ops.items.clear();
  for (BatchedOp &batched : ops.ops)
    batched.itemDims.clear();
  // Sums decide: where one has no dimension left beside the batch's, a work
  // item computes a whole entry. Thereby sums have the order of the loops.
  SmallVector<BatchedOp> assigned;
  bool hasWholeEntries = false;
  for (BatchedOp &batched : ops.ops) {
    if (batched.op.getNumReductionLoops() == 0)
      continue;
    batched.itemDims = chooseItems(batched);
    if (batched.itemDims.empty())
      hasWholeEntries = true;
    else
      assigned.push_back(batched);
  }
  if (hasWholeEntries)
    return assigned.empty();
  for (BatchedOp &batched : ops.ops) {
    if (!batched.itemDims.empty())
      continue;
    size_t count = assigned.empty() ? 0 : assigned.front().itemDims.size();
    for (size_t number = 0; number < count; ++number)
      if (auto followed = followItems(assigned, batched, number);
          followed && !llvm::is_contained(batched.itemDims, *followed))
        batched.itemDims.push_back(*followed);
    if (batched.itemDims.size() != count || count == 0)
      batched.itemDims = chooseItems(batched);
    if (!batched.itemDims.empty())
      assigned.push_back(batched);
  }
  ops.items = findExtents(ops.ops.front(), ops.ops.front().itemDims);
  return llvm::all_of(ops.ops, [&](const BatchedOp &batched) {
    return findExtents(batched, batched.itemDims) == ops.items;
  });
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

namespace {
/// How an operation accesses a memref.
struct MemRefAccess {
  Value memref;
  std::optional<unsigned> batchSubscript;
  bool isWritten;
};
} // namespace

static SmallVector<MemRefAccess> findAccesses(const BatchedOp &batched) {
  SmallVector<MemRefAccess> accesses;
  linalg::LinalgOp op = batched.op;
  for (OpOperand &operand : op->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()))
      accesses.push_back({operand.get(),
                          batched.findSubscript(operand, batched.batchDim),
                          op.isDpsInit(&operand)});
  return accesses;
}

/// Whether two operations access a memref with their batches at the same
/// subscript.
static bool shareEntries(const BatchedOp &a, const BatchedOp &b) {
  for (const MemRefAccess &from : findAccesses(a))
    for (const MemRefAccess &to : findAccesses(b))
      if (from.memref == to.memref && from.batchSubscript &&
          from.batchSubscript == to.batchSubscript)
        return true;
  return false;
}

/// Whether two operations are over the same batch, as far as types and shared
/// memrefs tell.
static bool haveSameBatch(const BatchedOp &a, const BatchedOp &b) {
  int64_t extent = linalg::LinalgOp(a.op).getStaticLoopRanges()[*a.batchDim];
  if (extent != linalg::LinalgOp(b.op).getStaticLoopRanges()[*b.batchDim])
    return false;
  if (!ShapedType::isDynamic(extent) || shareEntries(a, b))
    return true;
  // A third operation that shares memrefs with both, as a sum does with the
  // fill that it begins with.
  for (Value memref : linalg::LinalgOp(b.op).getDpsInits())
    for (Operation *user : memref.getUsers()) {
      auto op = dyn_cast<linalg::LinalgOp>(user);
      if (!op || user->getBlock() != b.op->getBlock())
        continue;
      std::string reason;
      std::optional<BatchedOp> third = findBatch(op, reason);
      if (third && shareEntries(a, *third) && shareEntries(*third, b))
        return true;
    }
  return false;
}

bool pirch::tryAppend(BatchedOps &ops, const BatchedOp &next) {
  bool isOfBatch = llvm::any_of(ops.ops, [&](const BatchedOp &earlier) {
    return haveSameBatch(earlier, next);
  });
  if (!isOfBatch)
    return false;
  // What one operation writes, each other one accesses at the same entry of the
  // batch and by the same memref.
  for (const BatchedOp &earlier : ops.ops)
    for (const MemRefAccess &from : findAccesses(earlier))
      for (const MemRefAccess &to : findAccesses(next)) {
        if (!from.isWritten && !to.isWritten)
          continue;
        if (from.memref == to.memref) {
          if (!from.batchSubscript || from.batchSubscript != to.batchSubscript)
            return false;
          continue;
        }
        Value a = findBuffer(from.memref), b = findBuffer(to.memref);
        if (a == b || !isDistinct(a) || !isDistinct(b))
          return false;
      }
  BatchedOps more = ops;
  more.ops.push_back(next);
  std::string reason;
  if (!assignItems(more) || !areFew(more, reason))
    return false;
  ops = std::move(more);
  return true;
}
