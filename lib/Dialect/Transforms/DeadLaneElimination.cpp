//===- DeadLaneElimination.cpp - Remove lanes that nobody reads -----------===//

#include "Pirch/Analysis/LaneDemand.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pirch {
#define GEN_PASS_DEF_DEADLANEELIMINATION
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct DeadLaneEliminationPass
    : public pirch::impl::DeadLaneEliminationBase<DeadLaneEliminationPass> {
  using DeadLaneEliminationBase::DeadLaneEliminationBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      LaneDemand demand(kernel);
      kernel.walk<WalkOrder::PostOrder, mlir::ReverseIterator>(
          [&](Operation *op) {
            if (isOpTriviallyDead(op))
              op->erase();
            else if (auto map = dyn_cast<LaneMapOpInterface>(op))
              forgetUnread(map, demand);
            else if (auto merge = dyn_cast<MergeOp>(op))
              dropMerge(merge, demand);
          });
    }
  }

  /// Let the unread lanes of `map` copy nothing.
  void forgetUnread(LaneMapOpInterface map, LaneDemand &demand) {
    const llvm::BitVector &wanted = demand.get(map->getResult(0));
    SmallVector<int32_t> table = map.getLaneTable();
    bool changed = false;
    for (auto [lane, source] : llvm::enumerate(table)) {
      if (source == kNoLane || wanted.test(lane))
        continue;
      source = kNoLane;
      changed = true;
      ++numUnread;
    }
    if (changed)
      map.setLaneTable(table);
  }

  /// Replace a merge by one of its operands if only lanes of this operand are
  /// read.
  void dropMerge(MergeOp merge, LaneDemand &demand) {
    llvm::BitVector fresh = demand.get(merge.getResult()), kept = fresh;
    for (auto [lane, taken] : llvm::enumerate(merge.getLanes()))
      (taken ? kept : fresh).reset(lane);
    if (fresh.any() && kept.any())
      return;
    ++numMerges;
    merge.getResult().replaceAllUsesWith(fresh.any() ? merge.getValue()
                                                     : merge.getInto());
    merge.erase();
  }
};
} // namespace
