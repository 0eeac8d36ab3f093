//===- LaneDemand.cpp - Which lanes somebody reads ------------------------===//

#include "Pirch/Analysis/LaneDemand.h"
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

/// Users come after their operands, so that one backward walk sees all demand
/// for a value before its definition.
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
                 llvm::all_of(op->getResultTypes(), llvm::IsaPred<InfRegType>);
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  llvm::BitVector wanted;
  if (onLanes)
    for (Value result : op->getResults())
      wanted |= lanesOf(result);
  if (onLanes && wanted.none() && isMemoryEffectFree(op) &&
      op->getNumRegions() == 0)
    return; // an operation without demand demands nothing
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<InfRegType>(operand.get().getType()))
      continue;
    llvm::BitVector &read = lanesOf(operand.get());
    if (lanes)
      lanes.addLanesRead(operand, wanted, read);
    else
      read.set();
  }
}
