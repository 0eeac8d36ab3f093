//===- ContiguousAccesses.cpp - Gathers and scatters in pieces ------------===//
//
// `table[index[group] * n + item]` begins at another place in each group, which
// is known only at run time, but lies in one piece: the lanes of its subscript
// are one number plus 0, 1, 2 ... `LaneSegments` finds that out.
//
//===----------------------------------------------------------------------===//

#include "IndexedAccess.h"
#include "LaneSegments.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace pirch {
#define GEN_PASS_DEF_CONTIGUOUSACCESSES
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
/// An access that is loads or stores of pieces of `length` neighbouring lanes,
/// or loads of one element for all lanes of each piece if `isShared`.
struct PiecewiseAccess {
  IndexedAccess access;
  int64_t length;
  bool isShared;
};
} // namespace

/// One element for all lanes of each piece of `length` lanes.
static Value loadShared(const IndexedAccess &access, int64_t length) {
  OpBuilder builder(access.op);
  Location loc = access.op->getLoc();
  Value result;
  for (int64_t first = 0; first < access.countLanes(); first += length) {
    Value element = LLVM::LoadOp::create(
        builder, loc, access.type.getElementType(),
        pointToLane(builder, access, first), access.alignment);
    Value all = vector::BroadcastOp::create(builder, loc, access.type, element);
    SmallVector<int64_t> lanes;
    for (int64_t lane = 0; lane < access.countLanes(); ++lane)
      lanes.push_back(lane < first ? lane : access.countLanes() + lane);
    result = result
                 ? vector::ShuffleOp::create(builder, loc, result, all, lanes)
                       .getResult()
                 : all;
  }
  return result;
}

/// One element for all lanes, all or none of which take part.
static Value loadOneMasked(const IndexedAccess &access) {
  OpBuilder builder(access.op);
  Location loc = access.op->getLoc();
  VectorType type = access.type;
  Value pointer = pointToLane(builder, access, 0);
  // The first lane alone is loaded.
  SmallVector<bool> first(type.getNumElements(), false);
  first[0] = true;
  auto maskType = cast<VectorType>(access.getMask().getType());
  Value one = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(maskType, ArrayRef<bool>(first)));
  Value mask = arith::AndIOp::create(builder, loc, access.getMask(), one);
  Value loaded = LLVM::MaskedLoadOp::create(
      builder, loc, type, pointer, mask, access.getOtherwise(),
      builder.getI32IntegerAttr(access.alignment));
  SmallVector<int64_t> zeros(type.getNumElements(), 0);
  return vector::ShuffleOp::create(builder, loc, loaded, loaded, zeros);
}

/// Whether the gather `access` is known to read something in each piece of
/// `length` lanes, and nobody asks what it leaves of lanes that do not take
/// part.
static bool readsEachPiece(const IndexedAccess &access, int64_t length) {
  if (isAllTrue(access.getMask()))
    return true;
  DenseIntElementsAttr mask;
  if (!matchPattern(access.getMask(), m_Constant(&mask)) ||
      !access.getOtherwise().getDefiningOp<LLVM::PoisonOp>())
    return false;
  auto takesPart = llvm::to_vector(mask.getValues<bool>());
  for (size_t first = 0; first < takesPart.size(); first += length)
    if (!llvm::is_contained(ArrayRef(takesPart).slice(first, length), true))
      return false;
  return true;
}

/// The length of the longest pieces of the gather `access` whose lanes all read
/// one element; 0 if there are none that are long enough.
static int64_t findSharedLength(const IndexedAccess &access,
                                KnownSegments &segments) {
  int64_t lanes = access.countLanes();
  if (access.isWrite())
    return 0;
  for (int64_t length = lanes;
       length > 1 && lanes / length <= kMostSharedElements; length /= 2)
    if (lanes % length == 0 && readsEachPiece(access, length) &&
        segments.of(length).areSame(access.getIndex()))
      return length;
  return 0;
}

/// The accesses of `function` that are loads and stores of pieces.
static SmallVector<PiecewiseAccess> findAccesses(func::FuncOp function,
                                                 TargetAttrInterface target) {
  // Pieces are put together by shuffles within a register.
  bool splits = target && target.getShuffleBlockBits() != 0;
  KnownSegments segments;
  SmallVector<PiecewiseAccess> found;
  function.walk([&](Operation *op) {
    std::optional<IndexedAccess> access = IndexedAccess::of(op);
    if (!access)
      return;
    Value index = access->getIndex();
    LaneSegments &whole = segments.of(access->countLanes());
    // Machines without shuffles have no masked loads and stores, either.
    bool isImpossible = target && !splits && !isAllTrue(access->getMask());
    if (!access->isWrite() && whole.areSame(index) && !isImpossible &&
        whole.areSame(access->getMask()) &&
        whole.areSame(access->getOtherwise())) {
      found.push_back({*access, access->countLanes(), /*isShared=*/true});
      return;
    }
    if (int64_t length = findSharedLength(*access, segments)) {
      found.push_back({*access, length, /*isShared=*/true});
      return;
    }
    if (isImpossible)
      return;
    if (int64_t length = findPieceLength(*access, splits, [&](int64_t length) {
          return segments.of(length).areConsecutive(index, access->getMask());
        }))
      found.push_back({*access, length, /*isShared=*/false});
  });
  return found;
}

static void rewrite(const PiecewiseAccess &found) {
  const IndexedAccess &access = found.access;
  OpBuilder builder(access.op);
  bool isMasked = !isAllTrue(access.getMask());
  if (access.isWrite()) {
    storePieces(builder, access, found.length, isMasked);
  } else {
    Value loaded = !found.isShared
                       ? loadPieces(builder, access, found.length, isMasked)
                   : readsEachPiece(access, found.length)
                       ? loadShared(access, found.length)
                       : loadOneMasked(access);
    access.op->getResult(0).replaceAllUsesWith(loaded);
  }
  access.erase();
}

namespace {
struct ContiguousAccessesPass
    : public pirch::impl::ContiguousAccessesBase<ContiguousAccessesPass> {
  using ContiguousAccessesBase::ContiguousAccessesBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto target = function->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    for (const PiecewiseAccess &found : findAccesses(function, target)) {
      bool isWrite = found.access.isWrite();
      if (emitRemarks)
        emitRemark(found.access.op->getLoc())
            << (isWrite ? "scatter of elements in one piece: store"
                        : "gather of elements in one piece: load");
      ++(isWrite ? numStores : numLoads);
      rewrite(found);
    }
  }
};
} // namespace
