//===- LoopParts.cpp - Loops that can be split ----------------------------===//

#include "LoopParts.h"
#include "Pirch/Analysis/OpCosts.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

static bool isInfReg(Value value) { return isa<InfRegType>(value.getType()); }

/// Whether each chunk of the values that `loop` carries is computed without the
/// other chunks. Only loaded values may be operands of lane maps: a lane map of
/// computed values would have to be in every part.
static bool hasIndependentChunks(scf::WhileOp loop) {
  llvm::DenseSet<Value> carried;
  for (BlockArgument argument : loop.getAfterArguments())
    if (isInfReg(argument))
      carried.insert(argument);
  for (Operation &op : loop.getBeforeBody()->without_terminator())
    if (llvm::any_of(op.getOperands(), isInfReg))
      return false;
  for (Operation &op : loop.getAfterBody()->without_terminator()) {
    auto access = dyn_cast<AccessOpInterface>(op);
    if ((access && access.isWrite()) || op.getNumRegions())
      return false;
    bool isCarried = llvm::any_of(op.getOperands(), [&](Value operand) {
      return carried.contains(operand);
    });
    if (isCarried && !isLaneWise(&op))
      return false;
    if (isCarried)
      carried.insert(op.result_begin(), op.result_end());
    if (auto map = dyn_cast<LaneMapOpInterface>(op)) {
      Operation *source = map.getLaneSource().getDefiningOp();
      if (source && source->getBlock() == loop.getAfterBody() &&
          isLaneWise(source))
        return false;
    }
  }
  return !carried.empty();
}

int64_t pirch::countLoopParts(scf::WhileOp loop, TargetAttrInterface target,
                              llvm::function_ref<int64_t(Value)> chunksOf) {
  int64_t total = 0, parts = 0;
  for (BlockArgument argument : loop.getAfterArguments())
    if (isInfReg(argument)) {
      total += chunksOf(argument);
      parts = std::max(parts, chunksOf(argument));
    }
  llvm::SetVector<Value> outer;
  getUsedValuesDefinedAbove(loop.getAfter(), outer);
  for (Value value : outer)
    if (isInfReg(value))
      total += chunksOf(value);
  int64_t registers = getLoopRegisters(target);
  if (parts < 2 || total <= registers || !hasIndependentChunks(loop))
    return 1;
  int64_t together =
      std::max<int64_t>(1, registers / llvm::divideCeil(total, parts));
  return llvm::divideCeil(parts, together);
}
