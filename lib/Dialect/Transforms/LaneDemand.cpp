//===- LaneDemand.cpp - Which lanes somebody reads ------------------------===//

#include "Pirch/Dialect/Transforms/LaneDemand.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pirch;

LaneDemand::LaneDemand(KernelOp kernel) {
  visitBlock(kernel.getBody().front());
}

llvm::BitVector &LaneDemand::lanesOf(Value value) {
  llvm::BitVector &lanes = demanded[value];
  if (lanes.empty())
    lanes.resize(cast<InfRegType>(value.getType()).getLanesPerGroup());
  return lanes;
}

void LaneDemand::demandAll(Value value) {
  if (isa<InfRegType>(value.getType()))
    lanesOf(value).set();
}

void LaneDemand::demand(Value value, const llvm::BitVector &lanes) {
  llvm::BitVector &held = lanesOf(value);
  if (held.size() == lanes.size())
    held |= lanes;
  else
    held.set();
}

/// Users come after their operands, so that one walk backwards sees all demand
/// of a value before its definition.
void LaneDemand::visitBlock(Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    for (Region &region : op.getRegions())
      for (Block &inner : llvm::reverse(region))
        visitBlock(inner);
    visit(&op);
  }
}

void LaneDemand::visit(Operation *op) {
  bool onLanes = op->getNumResults() > 0 &&
                 llvm::all_of(op->getResults(), [](Value result) {
                   return isa<InfRegType>(result.getType());
                 });
  if (onLanes && isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
      llvm::none_of(op->getResults(),
                    [&](Value result) { return lanesOf(result).any(); }))
    return; // nobody reads any of it
  if (auto map = dyn_cast<LaneMapOpInterface>(op))
    return visitMap(map);
  if (auto merge = dyn_cast<MergeOp>(op))
    return visitMerge(merge);
  if (auto store = dyn_cast<StoreOp>(op)) {
    llvm::BitVector lanes(store.getOffsets().size());
    for (auto [lane, offset] : llvm::enumerate(store.getOffsets()))
      if (offset != kNoOffset)
        lanes.set(lane);
    demand(store.getValue(), lanes);
    if (Value mask = store.getMask())
      demand(mask, lanes);
    return;
  }
  bool laneWise =
      isa<SelectOp, ConvertOp>(op) || op->hasTrait<OpTrait::Elementwise>();
  if (laneWise && onLanes && op->getNumResults() == 1) {
    llvm::BitVector lanes = lanesOf(op->getResult(0));
    for (Value operand : op->getOperands())
      if (isa<InfRegType>(operand.getType()))
        demand(operand, lanes);
    return;
  }
  for (Value operand : op->getOperands())
    demandAll(operand);
}

void LaneDemand::visitMap(LaneMapOpInterface map) {
  llvm::BitVector wanted = lanesOf(map->getResult(0));
  Value source = map.getLaneSource();
  llvm::BitVector read(cast<InfRegType>(source.getType()).getLanesPerGroup());
  for (auto [lane, from] : llvm::enumerate(map.getLaneTable()))
    if (from != kNoLane && wanted.test(lane))
      read.set(from);
  demand(source, read);
}

void LaneDemand::visitMerge(MergeOp merge) {
  llvm::BitVector fresh = lanesOf(merge.getResult()), kept = fresh;
  for (auto [lane, taken] : llvm::enumerate(merge.getLanes()))
    (taken ? kept : fresh).reset(lane);
  demand(merge.getValue(), fresh);
  demand(merge.getInto(), kept);
}
