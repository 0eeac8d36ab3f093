//===- DemandedLanes.cpp - Forget lanes that nobody reads -----------------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"

namespace pirch {
#define GEN_PASS_DEF_DEMANDEDLANES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Which lanes of a group somebody reads, by value.
class Demand {
public:
  llvm::BitVector &of(Value value) {
    auto type = cast<InfRegType>(value.getType());
    llvm::BitVector &lanes = demanded[value];
    if (lanes.empty())
      lanes.resize(type.getLanesPerGroup());
    return lanes;
  }
  void all(Value value) {
    if (isa<InfRegType>(value.getType()))
      of(value).set();
  }
  void add(Value value, const llvm::BitVector &lanes) {
    llvm::BitVector &held = of(value);
    if (held.size() == lanes.size())
      held |= lanes;
    else
      held.set();
  }

private:
  llvm::DenseMap<Value, llvm::BitVector> demanded;
};

struct DemandedLanesPass
    : public pirch::impl::DemandedLanesBase<DemandedLanesPass> {
  using DemandedLanesBase::DemandedLanesBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      visitBlock(kernel.getBody().front());
  }

  /// Users come after their operands, so one walk backwards sees all demand of
  /// a value before its definition. Values that loops carry are demanded whole.
  void visitBlock(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (isOpTriviallyDead(&op)) {
        op.erase();
        continue;
      }
      for (Region &region : op.getRegions())
        for (Block &inner : llvm::reverse(region))
          visitBlock(inner);
      visit(&op);
    }
  }

  void visit(Operation *op) {
    if (auto map = dyn_cast<LaneMapOpInterface>(op))
      return visitMap(map);
    if (auto merge = dyn_cast<MergeOp>(op))
      return visitMerge(merge);
    if (auto store = dyn_cast<StoreOp>(op)) {
      llvm::BitVector lanes(store.getOffsets().size());
      for (auto [lane, offset] : llvm::enumerate(store.getOffsets()))
        if (offset != kNoOffset)
          lanes.set(lane);
      demand.add(store.getValue(), lanes);
      if (Value mask = store.getMask())
        demand.add(mask, lanes);
      return;
    }
    bool laneWise = isa<SelectOp, LoadOp, GatherOp>(op) ||
                    op->hasTrait<OpTrait::Elementwise>();
    if (laneWise && op->getNumResults() == 1 &&
        isa<InfRegType>(op->getResult(0).getType())) {
      llvm::BitVector lanes = demand.of(op->getResult(0));
      for (Value operand : op->getOperands())
        if (isa<InfRegType>(operand.getType()))
          demand.add(operand, lanes);
      return;
    }
    for (Value operand : op->getOperands())
      demand.all(operand);
  }

  void visitMap(LaneMapOpInterface map) {
    llvm::BitVector &wanted = demand.of(map->getResult(0));
    SmallVector<int32_t> table = map.getLaneTable();
    llvm::BitVector sources(
        cast<InfRegType>(map.getLaneSource().getType()).getLanesPerGroup());
    bool changed = false;
    for (auto [lane, source] : llvm::enumerate(table)) {
      if (source == kNoLane)
        continue;
      if (wanted.test(lane)) {
        sources.set(source);
        continue;
      }
      source = kNoLane;
      ++numUnread;
      changed = true;
    }
    demand.add(map.getLaneSource(), sources);
    if (changed)
      map.setLaneTable(table);
  }

  void visitMerge(MergeOp merge) {
    llvm::BitVector wanted = demand.of(merge.getResult());
    llvm::BitVector taken(wanted.size());
    for (auto [lane, isTaken] : llvm::enumerate(merge.getLanes()))
      if (isTaken)
        taken.set(lane);
    llvm::BitVector fresh = wanted, kept = wanted;
    fresh &= taken;
    kept.reset(taken);
    demand.add(merge.getValue(), fresh);
    demand.add(merge.getInto(), kept);
    if (fresh.any() && kept.any())
      return;
    ++numMerges;
    merge.getResult().replaceAllUsesWith(fresh.any() ? merge.getValue()
                                                     : merge.getInto());
    merge.erase();
  }

  Demand demand;
};
} // namespace
