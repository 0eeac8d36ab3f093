//===- BatchLoop.cpp - Loops over a batch ---------------------------------===//

#include "BatchLoop.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace pirch;

/// The greatest number of elements of a matrix that a work item holds in
/// private variables while it changes them. Arrays of more elements would not
/// be held in registers, nor their loops unrolled.
static constexpr int64_t kMaxSlice = 256;
/// The greatest number of operations, by estimate, of one iteration, whose
/// loops are unrolled. The compiler refuses 131072 in a file, and makes two
/// kernels.
static constexpr int64_t kMaxUnrolled = 1 << 16;

bool pirch::isLoop(Operation *op) {
  return isa<scf::ForOp, scf::ForallOp, scf::ParallelOp>(op);
}

/// Set index and count, if the loop has one index that counts from 0 by 1.
static bool findRange(BatchLoop &batch, std::string &reason) {
  auto loop = cast<LoopLikeOpInterface>(batch.loop);
  std::optional<SmallVector<Value>> indices = loop.getLoopInductionVars();
  std::optional<SmallVector<OpFoldResult>> first = loop.getLoopLowerBounds(),
                                           end = loop.getLoopUpperBounds(),
                                           step = loop.getLoopSteps();
  if (!indices || !first || !end || !step || indices->size() != 1) {
    reason = "not supported yet: a loop over several dimensions";
    return false;
  }
  if (!isZeroInteger(first->front()) || !isOneInteger(step->front())) {
    reason = "not supported yet: a loop that does not count from 0 in steps "
             "of 1";
    return false;
  }
  if (batch.loop->getNumResults() > 0) {
    reason = "its iterations pass values to the next ones, or to what follows "
             "(tensors: one-shot-bufferize comes before)";
    return false;
  }
  batch.index = indices->front();
  batch.count = end->front();
  if (!batch.index.getType().isIndex()) {
    reason = "not supported yet: a loop whose index is not of type index";
    return false;
  }
  return true;
}

/// Whether `memref` is made outside of the loop.
static bool isOutside(Value memref, Operation *loop) {
  return !loop->isAncestor(memref.getParentBlock()->getParentOp());
}

/// The memrefs that `op` reads and writes.
static void findMemRefs(Operation *op, SmallVectorImpl<Value> &read,
                        SmallVectorImpl<Value> &written) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    for (OpOperand &operand : linalgOp->getOpOperands())
      if (isa<MemRefType>(operand.get().getType()))
        (linalgOp.isDpsInit(&operand) ? written : read)
            .push_back(operand.get());
    return;
  }
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    read.push_back(copy.getSource());
    written.push_back(copy.getTarget());
    return;
  }
  bool isLoad = isa<memref::LoadOp>(op);
  for (Value operand : op->getOperands())
    if (isa<MemRefType>(operand.getType()))
      (isLoad ? read : written).push_back(operand);
}

/// The dimension of `memref` of which `user` accesses only entry `index`; the
/// first one, if there are several.
static std::optional<unsigned> findOwnDimension(Operation *user, Value memref,
                                                Value index) {
  SmallVector<OpFoldResult> first, sizes;
  if (auto view = dyn_cast<memref::SubViewOp>(user)) {
    first = view.getMixedOffsets();
    sizes = view.getMixedSizes();
  } else if (auto load = dyn_cast<memref::LoadOp>(user)) {
    first = getAsOpFoldResult(load.getIndices());
  } else if (auto write = dyn_cast<memref::StoreOp>(user);
             write && write.getMemRef() == memref) {
    first = getAsOpFoldResult(write.getIndices());
  }
  for (auto [dim, place] : llvm::enumerate(first))
    if (place == OpFoldResult(index) &&
        (sizes.empty() || isOneInteger(sizes[dim])))
      return dim;
  return std::nullopt;
}

/// Whether each iteration reads and writes only its own entry of `memref`; if
/// it does, and if that is small and accessed by single elements, it becomes a
/// slice.
static bool isOwnEntry(BatchLoop &batch, Value memref) {
  std::optional<unsigned> dim;
  bool hasViews = false;
  for (Operation *user : memref.getUsers()) {
    if (!batch.loop->isAncestor(user))
      continue;
    std::optional<unsigned> own = findOwnDimension(user, memref, batch.index);
    if (!own || (dim && dim != own))
      return false;
    dim = own;
    hasViews |= isa<memref::SubViewOp>(user);
  }
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type)
    return false;
  int64_t elements = 1;
  for (auto [place, extent] : llvm::enumerate(type.getShape()))
    if (place != dim)
      elements = ShapedType::isDynamic(extent) || elements > kMaxSlice
                     ? kMaxSlice + 1
                     : elements * extent;
  if (dim && !hasViews && elements > 0 && elements <= kMaxSlice)
    batch.slices.push_back({memref, *dim});
  return dim.has_value();
}

/// Whether the memory that the iterations write to is distinct, and distinct
/// from what others read. Loops that are parallel by definition are believed
/// with buffers that are not sliced by the index.
static bool areIndependent(BatchLoop &batch, std::string &reason) {
  llvm::SetVector<Value> accessed, changed;
  SmallVector<Value> read, written;
  batch.loop->walk([&](Operation *op) {
    if (!isa<ViewLikeOpInterface, memref::DimOp, memref::DeallocOp>(op) &&
        op != batch.loop)
      findMemRefs(op, read, written);
  });
  // The outermost memref of each that is not made in the loop.
  auto outer = [&](Value memref) {
    while (!isOutside(memref, batch.loop)) {
      auto view = memref.getDefiningOp<ViewLikeOpInterface>();
      if (!view)
        return Value();
      memref = view.getViewSource();
    }
    return memref;
  };
  for (Value memref : read)
    if (Value from = outer(memref))
      accessed.insert(from);
  for (Value memref : written)
    if (Value from = outer(memref)) {
      accessed.insert(from);
      changed.insert(from);
    }
  if (changed.empty()) {
    reason = "it writes to no buffer";
    return false;
  }
  llvm::SmallPtrSet<Value, 4> set(changed.begin(), changed.end());
  reason = findOverlap(accessed.getArrayRef(), set);
  if (!reason.empty())
    return false;
  bool isParallel = !isa<scf::ForOp>(batch.loop);
  for (Value memref : changed)
    if (!isOwnEntry(batch, memref) && !isParallel) {
      reason = "its iterations may access what others write: they do not write "
               "only to the entry of a buffer that has their index";
      return false;
    }
  return true;
}

/// Whether all that the body does is done by operations of linalg, so that the
/// work items of a group can share them.
static bool isOnlyLinalg(BatchLoop &batch) {
  return !batch.loop
              ->walk([&](Operation *op) {
                if (isa<linalg::LinalgOp>(op))
                  return WalkResult::skip();
                return op == batch.loop || isMemoryEffectFree(op) ||
                               isa<memref::LoadOp, memref::AllocOp,
                                   memref::AllocaOp, memref::DeallocOp,
                                   scf::ForOp, scf::InParallelOp>(op)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// The iterations of a loop whose bounds are known. One that begins at the
/// index of another loop, or ends there, has half of them in the mean; one
/// whose bounds are known at run time only is not unrolled.
static int64_t countIterations(scf::ForOp loop) {
  std::optional<int64_t> first = getConstantIntValue(loop.getLowerBound()),
                         end = getConstantIntValue(loop.getUpperBound());
  if (first && end)
    return std::max<int64_t>(*end - *first, 0);
  if (auto index = dyn_cast<BlockArgument>(loop.getUpperBound()); index && !end)
    if (auto outer = dyn_cast<scf::ForOp>(index.getOwner()->getParentOp()))
      end = getConstantIntValue(outer.getUpperBound());
  return end ? std::max<int64_t>(*end / 2, 1) : 1;
}

/// The operations of a block once its loops are unrolled, without those of
/// linalg.
static int64_t countUnrolled(Block &block) {
  int64_t count = 0;
  for (Operation &op : block) {
    if (isa<linalg::LinalgOp>(op))
      continue;
    auto loop = dyn_cast<scf::ForOp>(op);
    int64_t inner = 0;
    for (Region &region : op.getRegions())
      for (Block &nested : region)
        inner += countUnrolled(nested);
    count += loop ? countIterations(loop) * inner : 1 + inner;
    if (count > kMaxUnrolled)
      break;
  }
  return count;
}

/// Whether operations of linalg use a memref that each iteration allocates:
/// work items would each have one of their own.
static bool hasOwnBuffers(BatchLoop &batch) {
  return llvm::any_of(batch.ops.ops, [&](const BatchedOp &batched) {
    return llvm::any_of(batched.op->getOperands(), [&](Value operand) {
      return isa<MemRefType>(operand.getType()) &&
             !isOutside(findBuffer(operand), batch.loop);
    });
  });
}

std::optional<BatchLoop> pirch::findBatchLoop(Operation *loop,
                                              std::string &reason) {
  BatchLoop batch{loop, {}, {}, {}, {}};
  if (!findRange(batch, reason))
    return std::nullopt;
  WalkResult found = loop->walk([&](Operation *op) {
    if (op != loop && isa<scf::ForallOp, scf::ParallelOp>(op))
      reason = "it holds another parallel loop";
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      return reason.empty() ? WalkResult::advance() : WalkResult::interrupt();
    batch.ops.ops.push_back({linalgOp});
    if (!linalgOp.hasPureBufferSemantics())
      reason = "it holds operations on tensors (one-shot-bufferize comes "
               "before)";
    else
      (void)isSmall(batch.ops.ops.back(), reason);
    return reason.empty() ? WalkResult::skip() : WalkResult::interrupt();
  });
  if (found.wasInterrupted() || !areIndependent(batch, reason))
    return std::nullopt;
  bool isShared = !batch.ops.ops.empty() && isOnlyLinalg(batch) &&
                  !hasOwnBuffers(batch) && assignItems(batch.ops);
  if (!isShared) {
    batch.ops.items.clear();
    for (BatchedOp &batched : batch.ops.ops)
      batched.itemDims.clear();
  }
  if (!areFew(batch.ops, reason))
    return std::nullopt;
  if (countUnrolled(batch.getBody()) > kMaxUnrolled) {
    reason = "one iteration has more than " + std::to_string(kMaxUnrolled) +
             " operations once its loops are unrolled";
    return std::nullopt;
  }
  return batch;
}
