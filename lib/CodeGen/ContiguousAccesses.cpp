//===- ContiguousAccesses.cpp - Gathers and scatters in pieces ------------===//
//
// `table[index[group] * n + item]` begins at another place in each group, which
// is known only at run time, but lies in one piece: the lanes of its subscript
// are one number plus 0, 1, 2 ... `LaneSegments` finds that out.
//
//===----------------------------------------------------------------------===//

#include "IndexedAccess.h"
#include "LaneSegments.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace pirch {
#define GEN_PASS_DEF_CONTIGUOUSACCESSES
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
/// An access that is loads or stores of `length` lanes, or a load of one
/// element for all lanes if `length` is 0.
struct PiecewiseAccess {
  IndexedAccess access;
  int64_t length;
};
} // namespace

/// One element for all lanes, all or none of which take part.
static Value loadOne(const IndexedAccess &access) {
  OpBuilder builder(access.op);
  Location loc = access.op->getLoc();
  VectorType type = access.type;
  Value pointer = pointToLane(builder, access, 0);
  if (isAllTrue(access.getMask())) {
    Value element = LLVM::LoadOp::create(builder, loc, type.getElementType(),
                                         pointer, access.alignment);
    return vector::BroadcastOp::create(builder, loc, type, element);
  }
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

/// The accesses of `function` that are loads and stores of pieces.
static SmallVector<PiecewiseAccess> findAccesses(func::FuncOp function,
                                                 bool splits) {
  KnownSegments segments;
  SmallVector<PiecewiseAccess> found;
  function.walk([&](Operation *op) {
    std::optional<IndexedAccess> access = IndexedAccess::of(op);
    if (!access)
      return;
    Value index = access->getIndex();
    LaneSegments &whole = segments.of(access->countLanes());
    if (!access->isWrite() && whole.areSame(index) &&
        whole.areSame(access->getMask()) &&
        whole.areSame(access->getOtherwise())) {
      found.push_back({*access, /*length=*/0});
      return;
    }
    if (int64_t length = findPieceLength(*access, splits, [&](int64_t length) {
          return segments.of(length).areConsecutive(index);
        }))
      found.push_back({*access, length});
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
    Value loaded = found.length
                       ? loadPieces(builder, access, found.length, isMasked)
                       : loadOne(access);
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
    // Pieces are put together by shuffles within a register.
    bool splits = target && target.getShuffleBlockBits() != 0;
    for (const PiecewiseAccess &found : findAccesses(function, splits)) {
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
