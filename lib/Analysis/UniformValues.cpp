//===- UniformValues.cpp - Values that all work items share ---------------===//

#include "Pirch/Analysis/UniformValues.h"
#include "Pirch/Analysis/OpCosts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pirch;

/// Whether all lanes of the map's result are one lane of a group.
static bool isBroadcast(LaneMapOpInterface map) {
  SmallVector<int32_t> table = map.getLaneTable();
  return table.front() != kNoLane && llvm::all_equal(table);
}

bool UniformValues::contains(Value value) {
  if (!isa<InfRegType>(value.getType()))
    return true;
  if (others.contains(value))
    return false;
  // A loop hands on a value that is the same for all as long as all values that
  // it is computed from are.
  if (!same.insert(value).second)
    return true;
  if (compute(value)) {
    same.insert(value);
    return true;
  }
  // What was found to be the same while this value was taken to be, may not be.
  same.clear();
  others.insert(value);
  return false;
}

bool UniformValues::compute(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return isArgumentUniform(cast<BlockArgument>(value));
  Operation *op = result.getOwner();
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return contains(loop.getConditionOp().getArgs()[result.getResultNumber()]);
  if (isa<SplatOp, WgIndexOp, NumGroupsOp>(op))
    return true;
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return items == Items::taking_part || !reduce.getMask();
  if (auto map = dyn_cast<LaneMapOpInterface>(op))
    return isBroadcast(map);
  if (auto load = dyn_cast<LoadOp>(op))
    return llvm::all_equal(load.getOffsets()) &&
           (items == Items::taking_part || !load.getMask() ||
            contains(load.getMask()));
  if (auto gather = dyn_cast<GatherOp>(op))
    return contains(gather.getIndex()) &&
           (items == Items::taking_part || !gather.getMask() ||
            contains(gather.getMask()));
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    return elements && elements.isSplat();
  }
  return isLaneWise(op) && isMemoryEffectFree(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return contains(operand); });
}

bool UniformValues::isArgumentUniform(BlockArgument argument) {
  auto loop = dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp());
  if (!loop)
    return false;
  unsigned number = argument.getArgNumber();
  if (argument.getOwner() == loop.getAfterBody())
    return contains(loop.getConditionOp().getArgs()[number]);
  return contains(loop.getInits()[number]) &&
         contains(loop.getYieldOp().getResults()[number]);
}
