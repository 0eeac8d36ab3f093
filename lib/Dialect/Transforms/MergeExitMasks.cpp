//===- MergeExitMasks.cpp - One mask for the ways to leave a loop ---------===//

#include "MaskedLoop.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pirch {
#define GEN_PASS_DEF_MERGEEXITMASKS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Erase `op`, and what computes its operands, as far as nobody uses it.
static void eraseUnused(Operation *op) {
  llvm::SetVector<Operation *> pending;
  pending.insert(op);
  while (!pending.empty()) {
    Operation *next = pending.pop_back_val();
    if (!isOpTriviallyDead(next))
      continue;
    for (Value operand : next->getOperands())
      if (Operation *def = operand.getDefiningOp())
        pending.insert(def);
    next->erase();
  }
}

namespace {

/// One loop with a mask of the work items that are left, which its condition
/// makes smaller, and with masks of those that no `break` has ended.
class ExitMasks {
public:
  explicit ExitMasks(scf::WhileOp loop) : loop(loop), masks(loop) {}

  /// Returns the number of masks that are parts of the loop's mask now.
  int64_t run() {
    int64_t merged = 0;
    for (; findLoopMask() && mergeOne(); ++merged)
      masks = MaskedLoop(loop);
    return merged;
  }

private:
  bool findLoopMask();
  bool mergeOne();
  bool isExitMask(BlockArgument argument);
  bool isReadWithLoopMask(Value mask, unsigned index);
  Value findConjunction(Value a, Value b);
  void merge(unsigned index);

  /// The argument of the body that the condition hands `argument` to; null if
  /// there is none, or more than one.
  BlockArgument getAfterArgument(Value argument) {
    BlockArgument found;
    for (auto [handed, after] : llvm::zip_equal(loop.getConditionOp().getArgs(),
                                                loop.getAfterArguments()))
      if (handed == argument) {
        if (found)
          return {};
        found = after;
      }
    return found;
  }

  /// The masks that `condition` is the conjunction of.
  SmallVector<Value> getParts() {
    SmallVector<Value> parts;
    findMaskParts(condition.getLhs(), parts);
    findMaskParts(condition.getRhs(), parts);
    return parts;
  }

  scf::WhileOp loop;
  MaskedLoop masks;
  /// The loop's mask in front of the condition, the same mask as an argument of
  /// the body, and the conjunction that makes the second one from the first.
  BlockArgument mask, afterMask;
  arith::AndIOp condition;
};

} // namespace

/// Find the loop's mask: in front of the body only its conjunction with the
/// loop's condition reads it, and the work items that it has in the next
/// iteration are among those for which the body is executed in this one.
bool ExitMasks::findLoopMask() {
  for (BlockArgument argument : loop.getBeforeArguments()) {
    if (!masks.isFinished(argument) || !argument.hasOneUse())
      continue;
    condition = dyn_cast<arith::AndIOp>(*argument.getUsers().begin());
    if (!condition || condition->getBlock() != loop.getBeforeBody())
      continue;
    mask = argument;
    afterMask = getAfterArgument(condition.getResult());
    if (afterMask && masks.isFinished(masks.getYielded(mask.getArgNumber())))
      return true;
  }
  return false;
}

/// Whether `argument` is a mask that nobody reads but together with the loop's
/// mask, and that has all items that are in the loop's mask at first.
bool ExitMasks::isExitMask(BlockArgument argument) {
  unsigned index = argument.getArgNumber();
  BlockArgument after = getAfterArgument(argument);
  Value init = loop.getInits()[index];
  SmallVector<Value> parts = getParts();
  return argument != mask && after && isMask(argument) &&
         (init == loop.getInits()[mask.getArgNumber()] ||
          isMaskOf(init, true)) &&
         argument.hasNUses(2) && llvm::is_contained(parts, argument) &&
         loop.getResult(after.getArgNumber()).use_empty() &&
         masks.getYielded(index) != after && isReadWithLoopMask(after, index);
}

/// Whether all that reads `value`, a part of the body's mask of index `index`,
/// reads it together with the loop's mask, or is that mask's next value.
bool ExitMasks::isReadWithLoopMask(Value value, unsigned index) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *op = use.getOwner();
    if (op == loop.getYieldOp())
      return use.getOperandNumber() == index;
    if (isa<arith::AndIOp>(op))
      return masks.isFinished(op->getResult(0));
    auto select = dyn_cast<SelectOp>(op);
    return select && use.getOperandNumber() == 2 &&
           isMaskOf(select.getTrueValue(), false) &&
           isReadWithLoopMask(select.getResult(), index);
  });
}

/// The conjunction of two masks that the body has at its end; null if it has
/// none.
Value ExitMasks::findConjunction(Value a, Value b) {
  for (Operation *user : a.getUsers())
    if (isa<arith::AndIOp>(user) && user->getBlock() == loop.getAfterBody() &&
        llvm::is_contained(user->getOperands(), b))
      return user->getResult(0);
  return {};
}

/// Merge the first mask that can be; returns whether there is one.
bool ExitMasks::mergeOne() {
  for (BlockArgument argument : loop.getBeforeArguments())
    if (isExitMask(argument)) {
      merge(argument.getArgNumber());
      return true;
    }
  return false;
}

/// Let the loop's mask lose the items that the mask `index` loses.
void ExitMasks::merge(unsigned index) {
  BlockArgument before = loop.getBeforeArguments()[index];
  BlockArgument after = getAfterArgument(before);
  OpBuilder builder(condition);
  SmallVector<Value> parts = getParts();
  Value rest;
  for (Value part : parts)
    if (part != before)
      rest =
          rest ? arith::AndIOp::create(builder, condition.getLoc(), rest, part)
                     .getResult()
               : part;
  scf::YieldOp yield = loop.getYieldOp();
  builder.setInsertionPoint(yield);
  Value left = masks.getYielded(mask.getArgNumber());
  Value stayed = masks.getYielded(index);
  Value goingOn = findConjunction(left, stayed);
  if (!goingOn)
    goingOn = arith::AndIOp::create(builder, loop.getLoc(), left, stayed);
  yield->setOperand(mask.getArgNumber(), goingOn);
  condition.getResult().replaceAllUsesWith(rest);
  eraseUnused(condition);
  // Of the items in the loop's mask, the mask has all.
  builder.setInsertionPointToStart(loop.getAfterBody());
  Value all =
      SplatOp::create(builder, loop.getLoc(), after.getType(),
                      arith::ConstantOp::create(builder, loop.getLoc(),
                                                builder.getBoolAttr(true)));
  after.replaceAllUsesWith(all);
  yield->setOperand(index, all);
}

namespace {
struct MergeExitMasksPass
    : public pirch::impl::MergeExitMasksBase<MergeExitMasksPass> {
  using MergeExitMasksBase::MergeExitMasksBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk(
          [&](scf::WhileOp loop) { numMasks += ExitMasks(loop).run(); });
  }
};
} // namespace
