//===- ScalarSlices.cpp - Values that are computed again elsewhere --------===//

#include "ScalarSlices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pirch;

bool pirch::isOfParameters(Value value) {
  // The body of a kernel that is being formed is not the kernel's yet, and has
  // no parent.
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    Operation *parent = argument.getOwner()->getParentOp();
    return !parent || isa<KernelOp>(parent);
  }
  Operation *op = value.getDefiningOp();
  return !isa<InfRegType>(value.getType()) && isPure(op) &&
         op->getNumRegions() == 0 && !isa<WgIndexOp>(op) &&
         llvm::all_of(op->getOperands(), isOfParameters);
}

Value pirch::skipExtensions(Value value) {
  while (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

bool pirch::isOnlyLoaded(Value buffer) {
  return (isa<BlockArgument>(buffer) || buffer.getDefiningOp<TableOp>()) &&
         llvm::all_of(buffer.getUsers(), llvm::IsaPred<memref::LoadOp>);
}

bool pirch::isComputedFrom(Value value,
                           llvm::function_ref<bool(Value)> isInput) {
  if (isInput(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isComputedFrom(operand, isInput);
         });
}

Value pirch::computeAgain(Value value, OpBuilder &builder, IRMapping &mapping,
                          llvm::function_ref<bool(Value)> isInput) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  if (isa<BlockArgument>(value) || isInput(value))
    return value;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    mapping.map(operand, computeAgain(operand, builder, mapping, isInput));
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}
