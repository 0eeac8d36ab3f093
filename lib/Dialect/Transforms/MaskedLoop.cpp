//===- MaskedLoop.cpp - Loops that work items leave one by one ------------===//

#include "MaskedLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

/// The mask of which `mask` is a copy for each element of a work item.
static Value getItemMask(Value mask) {
  while (auto reorder = mask.getDefiningOp<ReorderOp>())
    mask = reorder.getSource();
  return mask;
}

bool pirch::isMask(Value value) {
  auto type = dyn_cast<InfRegType>(value.getType());
  return type && type.getElementType().isInteger(1);
}

bool pirch::isMaskOf(Value value, bool bit) {
  auto splat = value.getDefiningOp<SplatOp>();
  return splat && matchPattern(splat.getScalar(), bit ? m_One() : m_Zero());
}

void pirch::findMaskParts(Value mask, SmallVectorImpl<Value> &parts) {
  Operation *op = mask.getDefiningOp();
  if (op && mask.hasOneUse()) {
    if (isa<arith::AndIOp>(op)) {
      findMaskParts(op->getOperand(0), parts);
      return findMaskParts(op->getOperand(1), parts);
    }
    auto select = dyn_cast<SelectOp>(op);
    if (select && isMaskOf(select.getFalseValue(), false)) {
      findMaskParts(select.getMask(), parts);
      return findMaskParts(select.getTrueValue(), parts);
    }
  }
  parts.push_back(mask);
}

/// Find the masks that the loop carries of which the mask of an iteration is a
/// conjunction.
void MaskedLoop::findRequired() {
  auto active = loop.getConditionOp().getCondition().getDefiningOp<ActiveOp>();
  if (!active)
    return;
  SmallVector<Value> parts = {active.getMask()};
  if (auto both = active.getMask().getDefiningOp<arith::AndIOp>())
    for (Value operand : both->getOperands())
      findMaskParts(operand, parts);
  for (Value part : parts)
    if (auto argument = dyn_cast<BlockArgument>(part);
        argument && argument.getOwner() == loop.getBeforeBody() &&
        cast<InfRegType>(argument.getType()).getExtent() == 1)
      required.insert(argument);
}

MaskedLoop::MaskedLoop(scf::WhileOp loop) : loop(loop) {
  findRequired();
  for (BlockArgument argument : loop.getBeforeArguments()) {
    if (!isMask(argument) ||
        cast<InfRegType>(argument.getType()).getExtent() != 1)
      continue;
    llvm::SetVector<Value> holding;
    addHolding(getYielded(argument.getArgNumber()), holding);
    if (!holding.contains(argument))
      continue;
    finished.insert(argument);
    all.insert(holding.begin(), holding.end());
  }
  if (finished.empty())
    return;
  for (Value argument : required)
    addHolding(getYielded(cast<BlockArgument>(argument).getArgNumber()), all);
  loop.getAfter().walk<WalkOrder::PreOrder>([&](arith::AndIOp both) {
    if (all.contains(both.getLhs()) && all.contains(both.getRhs()))
      all.insert(both.getResult());
  });
  // What is computed of such a mask in the order of the program.
  loop.getBefore().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { addFinished(op); });
  for (BlockArgument argument : loop.getAfterArguments())
    if (finished.contains(getBeforeBody(argument)))
      finished.insert(argument);
  loop.getAfter().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { addFinished(op); });
}

Value MaskedLoop::getBeforeBody(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == loop.getAfterBody()
             ? loop.getConditionOp().getArgs()[argument.getArgNumber()]
             : Value();
}

/// Add `mask` and all masks of which it is a part.
void MaskedLoop::addHolding(Value mask, llvm::SetVector<Value> &holding) {
  SmallVector<Value> pending{mask};
  while (!pending.empty()) {
    Value part = pending.pop_back_val();
    if (!holding.insert(part))
      continue;
    if (auto both = part.getDefiningOp<arith::AndIOp>())
      pending.append({both.getLhs(), both.getRhs()});
    else if (auto choice = part.getDefiningOp<SelectOp>();
             choice && isMaskOf(choice.getTrueValue(), false))
      pending.push_back(choice.getFalseValue());
    else if (Value before = getBeforeBody(part))
      pending.push_back(before);
  }
}

void MaskedLoop::addFinished(Operation *op) {
  auto isFinished = [&](Value mask) { return finished.contains(mask); };
  if (auto both = dyn_cast<arith::AndIOp>(op)) {
    if (isMask(both.getResult()) && llvm::any_of(op->getOperands(), isFinished))
      finished.insert(both.getResult());
  } else if (auto reorder = dyn_cast<ReorderOp>(op)) {
    if (isFinished(reorder.getSource()))
      finished.insert(reorder.getResult());
  }
}

SelectOp MaskedLoop::getKeepingSelect(unsigned index) {
  auto select = getYielded(index).getDefiningOp<SelectOp>();
  bool keeps =
      select && select->hasOneUse() &&
      select->getBlock() == loop.getAfterBody() &&
      all.contains(getItemMask(select.getMask())) &&
      getBeforeBody(select.getFalseValue()) == loop.getBeforeArguments()[index];
  return keeps ? select : SelectOp();
}

bool MaskedLoop::isObserved(OpOperand &use,
                            llvm::function_ref<bool(unsigned)> isFree) {
  llvm::SetVector<Value> affected;
  if (!spread(use, affected, isFree))
    return true;
  for (size_t at = 0; at < affected.size(); ++at)
    for (OpOperand &next : affected[at].getUses())
      if (!spread(next, affected, isFree))
        return true;
  return false;
}

/// Add to `affected` what depends on `use`; returns whether all of it is known.
bool MaskedLoop::spread(OpOperand &use, llvm::SetVector<Value> &affected,
                        llvm::function_ref<bool(unsigned)> isFree) {
  Operation *op = use.getOwner();
  if (op == loop.getYieldOp())
    return isFree(use.getOperandNumber());
  if (op == loop.getConditionOp()) {
    if (use.getOperandNumber() == 0)
      return false;
    unsigned handed = use.getOperandNumber() - 1;
    affected.insert(loop.getAfterArguments()[handed]);
    return loop.getResult(handed).use_empty();
  }
  // An item that takes no part has no effect.
  if (auto access = dyn_cast<AccessOpInterface>(op);
      access && access.getMask() && finished.contains(access.getMask()) &&
      use.get() != access.getMask()) {
    affected.insert(op->result_begin(), op->result_end());
    return true;
  }
  if (auto select = dyn_cast<SelectOp>(op);
      select && finished.contains(select.getMask()) &&
      use.getOperandNumber() == 1)
    return true;
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  if (!lanes || op->getNumRegions() || op->getNumResults() != 1 ||
      !isa<InfRegType>(op->getResult(0).getType()) ||
      !(lanes.getLaneRelation() == LaneRelation::lane_wise ||
        isa<ReorderOp>(op)))
    return false;
  if (!finished.contains(op->getResult(0)))
    affected.insert(op->getResult(0));
  return true;
}
