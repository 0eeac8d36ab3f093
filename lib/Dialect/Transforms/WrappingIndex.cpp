//===- WrappingIndex.cpp - Indexes that every work item has ---------------===//

#include "WrappingIndex.h"
#include "ScalarSlices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pirch;

/// Whether every lane of `value` holds a number, also in work items that take
/// no part. `path` has the arguments of loops that are being looked at.
static bool holdsNumbers(Value value, llvm::SmallPtrSet<Value, 8> &path);

/// As `holdsNumbers`, of an argument of a loop: for what the loop begins with,
/// and for what it hands on.
static bool argumentHoldsNumbers(BlockArgument argument,
                                 llvm::SmallPtrSet<Value, 8> &path) {
  auto loop = dyn_cast<scf::WhileOp>(argument.getOwner()->getParentOp());
  if (!loop)
    return false;
  if (!path.insert(argument).second)
    return true;
  unsigned index = argument.getArgNumber();
  if (argument.getOwner() == loop.getAfterBody())
    return holdsNumbers(loop.getConditionOp().getArgs()[index], path);
  return holdsNumbers(loop.getInits()[index], path) &&
         holdsNumbers(loop.getYieldOp().getOperand(index), path);
}

/// Whether `op` computes a number of any numbers unless it says of itself that
/// it does not wrap around.
static bool isTotal(Operation *op) {
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, SelectOp>(op))
    return true;
  // A floating-point number may be too large for the integer.
  auto convert = dyn_cast<ConvertOp>(op);
  return convert &&
         isa<IntegerType>(
             cast<InfRegType>(convert.getOperand().getType()).getElementType());
}

static bool mayBePoison(Operation *op) {
  auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.getOverflowAttr().getValue() !=
                      arith::IntegerOverflowFlags::none;
}

static bool holdsNumbers(Value value, llvm::SmallPtrSet<Value, 8> &path) {
  if (!isa<InfRegType>(value.getType()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argumentHoldsNumbers(argument, path);
  Operation *op = value.getDefiningOp();
  if (isa<ConstantOp, SplatOp, WgIndexOp>(op))
    return true;
  // What a select takes is computed by work items that take part.
  bool isChosen = llvm::all_of(op->getUsers(), [&](Operation *user) {
    return isa<SelectOp>(user) && user->getOperand(0) != value;
  });
  return isTotal(op) && (isChosen || !mayBePoison(op)) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return holdsNumbers(operand, path);
         });
}

/// Whether the index is computed again from `value` on, which is hoisted.
static bool isLeaf(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || !isTotal(op);
}

bool WrappingIndex::holdsNumbers() {
  bool all = true;
  (void)isComputedFrom(index, [&](Value value) {
    llvm::SmallPtrSet<Value, 8> path;
    all &= !isLeaf(value) || ::holdsNumbers(value, path);
    return isLeaf(value);
  });
  return all;
}

Value WrappingIndex::emit(OpBuilder &builder,
                          llvm::function_ref<Value(Value)> hoist) {
  IRMapping mapping;
  (void)isComputedFrom(index, [&](Value value) {
    if (!isLeaf(value))
      return false;
    mapping.map(value, hoist(value));
    return true;
  });
  Value copy = computeAgain(index, builder, mapping, isLeaf);
  for (auto [from, to] : mapping.getValueMap())
    if (Operation *op = to.getDefiningOp(); from != to && op && mayBePoison(op))
      cast<arith::ArithIntegerOverflowFlagsInterface>(op)->setAttr(
          "overflowFlags",
          arith::IntegerOverflowFlagsAttr::get(
              builder.getContext(), arith::IntegerOverflowFlags::none));
  return copy;
}
