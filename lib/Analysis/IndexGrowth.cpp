//===- IndexGrowth.cpp - Subscripts that count up -------------------------===//

#include "Pirch/Analysis/IndexGrowth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pirch;

Value pirch::getInitialValue(Value value) {
  if (auto result = dyn_cast<OpResult>(value)) {
    unsigned number = result.getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
      return loop.getInitArgs()[number];
    if (auto loop = dyn_cast<scf::WhileOp>(result.getOwner()))
      return loop.getConditionOp().getArgs()[number];
    return {};
  }
  auto argument = cast<BlockArgument>(value);
  unsigned number = argument.getArgNumber();
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return number == 0 ? Value() : loop.getInitArgs()[number - 1];
  auto loop = dyn_cast<scf::WhileOp>(parent);
  if (!loop)
    return {};
  return argument.getOwner() == loop.getAfterBody()
             ? loop.getConditionOp().getArgs()[number]
             : loop.getInits()[number];
}

static bool countsUp(ConstantOp constant) {
  auto numbers = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  if (!numbers)
    return false;
  auto all = llvm::to_vector(numbers.getValues<APInt>());
  for (size_t item = 1; item < all.size(); ++item)
    if (all[item] != all[item - 1] + 1)
      return false;
  return true;
}

/// What all items share is added to what is known at compile time, and there
/// may be limits.
Growth pirch::findGrowth(Value index, UniformValues &uniform) {
  if (Value initial = getInitialValue(index))
    return std::min(findGrowth(initial, uniform), Growth::likely);
  Operation *op = index.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op))
    return countsUp(constant) ? Growth::proven : Growth::unknown;
  if (auto convert = dyn_cast_or_null<ConvertOp>(op)) {
    Growth growth = findGrowth(convert.getOperand(), uniform);
    return convert.getKind() == ConversionKind::extsi
               ? growth
               : std::min(growth, Growth::likely);
  }
  bool isSum = isa_and_nonnull<arith::AddIOp>(op);
  if (!isSum && !isa_and_nonnull<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp,
                                 arith::MinUIOp, arith::RemSIOp, arith::RemUIOp,
                                 arith::AndIOp>(op))
    return Growth::unknown;
  Value left = op->getOperand(0), right = op->getOperand(1);
  if (uniform.contains(left))
    std::swap(left, right);
  if (!uniform.contains(right))
    return Growth::unknown;
  Growth growth = findGrowth(left, uniform);
  return isSum ? growth : std::min(growth, Growth::likely);
}
