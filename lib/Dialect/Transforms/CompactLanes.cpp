//===- CompactLanes.cpp - Expensive operations on the lanes that count ----===//

#include "Pirch/Dialect/IR/ChunkModel.h"
#include "Pirch/Dialect/IR/ReorderPatterns.h"
#include "Pirch/Dialect/Transforms/LaneDemand.h"
#include "Pirch/Dialect/Transforms/OpCosts.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_COMPACTLANES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Moves the lanes that somebody reads of one operation to a dense register and
/// its results back.
class Compaction {
public:
  Compaction(Operation *op, const llvm::BitVector &wanted,
             TargetAttrInterface target, int64_t chunkLanes)
      : op(op), type(cast<InfRegType>(op->getResult(0).getType())),
        target(target), selector(target), chunkLanes(chunkLanes) {
    spread.assign(type.getLanesPerGroup(), kNoLane);
    for (int32_t lane : wanted.set_bits()) {
      spread[lane] = dense.size();
      dense.push_back(lane);
    }
    oldChunks = countChunksRead(LaneLayout(type), wanted, chunkLanes);
  }

  bool pays() const {
    if (dense.empty())
      return false;
    InfRegType small = denseType(type.getElementType());
    int64_t newChunks = llvm::divideCeil(LaneLayout(small).size(), chunkLanes);
    if (newChunks >= oldChunks)
      return false;
    int64_t moves = costOfMap(small, type, spread);
    for (Value operand : distinctOperands())
      if (!operand.getDefiningOp<SplatOp>())
        moves += costOfMap(cast<InfRegType>(operand.getType()), small, dense);
    return newChunks * target.getCost(classifyOp(op)) + moves <
           oldChunks * target.getCost(classifyOp(op));
  }

  void apply() {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    IRMapping mapping;
    for (Value operand : distinctOperands()) {
      InfRegType small = denseType(getElementTypeOrSelf(operand.getType()));
      auto splat = operand.getDefiningOp<SplatOp>();
      mapping.map(operand,
                  splat
                      ? SplatOp::create(builder, loc, small, splat.getScalar())
                            .getResult()
                      : builder.createOrFold<WgPermuteOp>(
                            loc, small, operand, ArrayRef<int32_t>(dense)));
    }
    Operation *clone = builder.clone(*op, mapping);
    clone->getResult(0).setType(denseType(type.getElementType()));
    Value back =
        WgPermuteOp::create(builder, loc, type, clone->getResult(0), spread);
    op->getResult(0).replaceAllUsesWith(back);
    op->erase();
  }

private:
  InfRegType denseType(Type element) const {
    return InfRegType::get(
        {type.getNumGroups(), 1, static_cast<int64_t>(dense.size())}, element,
        type.getLanes());
  }

  llvm::SmallSetVector<Value, 3> distinctOperands() const {
    return llvm::SmallSetVector<Value, 3>(op->operand_begin(),
                                          op->operand_end());
  }

  int64_t costOfMap(InfRegType from, InfRegType to,
                    ArrayRef<int32_t> table) const {
    int64_t sum = 0;
    for (const ReorderSelector::Choice &choice : selector.selectAll(
             splitLaneMap(LaneLayout(from), LaneLayout(to), table, chunkLanes)))
      sum += choice.cost;
    return sum;
  }

  Operation *op;
  InfRegType type;
  TargetAttrInterface target;
  ReorderSelector selector;
  int64_t chunkLanes;
  /// Dense lane to lane, and back.
  SmallVector<int32_t> dense, spread;
  int64_t oldChunks;
};

struct CompactLanesPass
    : public pirch::impl::CompactLanesBase<CompactLanesPass> {
  using CompactLanesBase::CompactLanesBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      if (!kernel.getTargetAttr()) {
        kernel.emitOpError("has no target whose costs could be weighed");
        return signalPassFailure();
      }
      compact(kernel);
    }
  }

  /// Only operations on lanes in order of cost; those with lanes assigned.
  static bool isCandidate(Operation *op) {
    if (op->getNumResults() != 1 || op->getNumRegions() ||
        !op->hasTrait<OpTrait::Elementwise>())
      return false;
    auto type = dyn_cast<InfRegType>(op->getResult(0).getType());
    OpClass opClass = classifyOp(op);
    return type && type.getLanes() &&
           (opClass == OpClass::divide || opClass == OpClass::libcall) &&
           llvm::all_of(op->getOperandTypes(),
                        [](Type operand) { return isa<InfRegType>(operand); });
  }

  void compact(KernelOp kernel) {
    LaneDemand demand(kernel);
    auto target = cast<TargetAttrInterface>(kernel.getTargetAttr());
    int64_t chunkLanes = getChunkLanes(kernel);
    SmallVector<Operation *> candidates;
    kernel.walk([&](Operation *op) {
      if (isCandidate(op))
        candidates.push_back(op);
    });
    for (Operation *op : candidates) {
      Compaction compaction(op, demand.get(op->getResult(0)), target,
                            chunkLanes);
      if (!compaction.pays())
        continue;
      ++numCompacted;
      if (emitRemarks)
        op->emitRemark("computed on the lanes that are read only");
      compaction.apply();
    }
  }
};
} // namespace
