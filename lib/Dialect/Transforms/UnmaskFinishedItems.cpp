//===- UnmaskFinishedItems.cpp - Values of work items that left a loop ----===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {
#define GEN_PASS_DEF_UNMASKFINISHEDITEMS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The mask of which `mask` is a copy for each element of a work item.
static Value getItemMask(Value mask) {
  while (auto reorder = mask.getDefiningOp<ReorderOp>())
    mask = reorder.getSource();
  return mask;
}

static bool isMask(Value value) {
  auto type = dyn_cast<InfRegType>(value.getType());
  return type && type.getElementType().isInteger(1);
}

namespace {

/// One loop that work items leave one by one, with a mask of those that are
/// left. An item is finished once that mask is false for it.
class MaskedLoop {
public:
  explicit MaskedLoop(scf::WhileOp loop) : loop(loop) {}

  /// Returns the number of selects that are gone.
  int64_t run() {
    if (!findMasks())
      return 0;
    findCandidates();
    dropRead();
    for (unsigned index : candidates) {
      OpOperand &yielded = loop.getYieldOp()->getOpOperand(index);
      auto select = cast<SelectOp>(yielded.get().getDefiningOp());
      yielded.set(select.getTrueValue());
      select.erase();
    }
    return candidates.size();
  }

private:
  /// The value that the loop's next iteration begins with.
  Value yielded(unsigned index) {
    return loop.getYieldOp().getResults()[index];
  }

  /// What `value` was before this iteration's body: an argument of the body is
  /// what the condition handed on.
  Value beforeBody(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == loop.getAfterBody()
               ? loop.getConditionOp().getArgs()[argument.getArgNumber()]
               : Value();
  }

  /// Find the masks that are false for finished items, from those which only
  /// lose items from one iteration to the next, and all masks that have the
  /// items of the next iteration. Returns whether there are any.
  bool findMasks() {
    for (BlockArgument argument : loop.getBeforeArguments()) {
      if (!isMask(argument) ||
          cast<InfRegType>(argument.getType()).getExtent() != 1)
        continue;
      llvm::SetVector<Value> holding;
      addHolding(yielded(argument.getArgNumber()), holding);
      if (!holding.contains(argument))
        continue;
      finished.insert(argument);
      all.insert(holding.begin(), holding.end());
    }
    if (finished.empty())
      return false;
    // What is computed of such a mask in the order of the program.
    loop.getBefore().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { addFinished(op); });
    for (BlockArgument argument : loop.getAfterArguments())
      if (finished.contains(beforeBody(argument)))
        finished.insert(argument);
    loop.getAfter().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { addFinished(op); });
    return true;
  }

  /// Add `mask` and all masks of which it is a part.
  void addHolding(Value mask, llvm::SetVector<Value> &holding) {
    SmallVector<Value> pending{mask};
    while (!pending.empty()) {
      Value part = pending.pop_back_val();
      if (!holding.insert(part))
        continue;
      if (auto both = part.getDefiningOp<arith::AndIOp>())
        pending.append({both.getLhs(), both.getRhs()});
      else if (Value before = beforeBody(part))
        pending.push_back(before);
    }
  }

  void addFinished(Operation *op) {
    auto isFinished = [&](Value mask) { return finished.contains(mask); };
    if (auto both = dyn_cast<arith::AndIOp>(op)) {
      if (isMask(both.getResult()) &&
          llvm::any_of(op->getOperands(), isFinished))
        finished.insert(both.getResult());
    } else if (auto reorder = dyn_cast<ReorderOp>(op)) {
      if (isFinished(reorder.getSource()))
        finished.insert(reorder.getResult());
    }
  }

  /// The values that finished items keep only by a select, and that nobody
  /// reads behind the loop.
  void findCandidates() {
    for (BlockArgument argument : loop.getBeforeArguments()) {
      unsigned index = argument.getArgNumber();
      auto select = yielded(index).getDefiningOp<SelectOp>();
      if (!select || !select->hasOneUse() ||
          select->getBlock() != loop.getAfterBody() ||
          !all.contains(getItemMask(select.getMask())) ||
          beforeBody(select.getFalseValue()) != argument)
        continue;
      bool isRead = false;
      for (auto [handed, result] :
           llvm::zip_equal(loop.getConditionOp().getArgs(), loop.getResults()))
        isRead |= handed == argument && !result.use_empty();
      if (!isRead)
        candidates.insert(index);
    }
  }

  /// Keep the selects of values that finished items do not keep to themselves.
  void dropRead() {
    while (true) {
      llvm::SmallVector<unsigned> read;
      for (unsigned index : candidates)
        if (isObserved(index))
          read.push_back(index);
      if (read.empty())
        return;
      for (unsigned index : read)
        candidates.remove(index);
    }
  }

  /// Whether anything but candidates and what masks leave out depends on what
  /// the carried value `index` is for finished items.
  bool isObserved(unsigned index) {
    llvm::SetVector<Value> affected;
    affected.insert(loop.getBeforeArguments()[index]);
    for (size_t at = 0; at < affected.size(); ++at)
      for (OpOperand &use : affected[at].getUses())
        if (!spread(use, affected))
          return true;
    return false;
  }

  /// Add to `affected` what depends on `use`; returns whether all of it is
  /// known.
  bool spread(OpOperand &use, llvm::SetVector<Value> &affected) {
    Operation *op = use.getOwner();
    if (op == loop.getYieldOp())
      return candidates.contains(use.getOperandNumber());
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

  scf::WhileOp loop;
  /// Masks that are false for finished items.
  llvm::DenseSet<Value> finished;
  /// Masks that are true at least for the items of the next iteration.
  llvm::DenseSet<Value> all;
  /// The numbers of carried values whose selects may go.
  llvm::SetVector<unsigned> candidates;
};

struct UnmaskFinishedItemsPass
    : public pirch::impl::UnmaskFinishedItemsBase<UnmaskFinishedItemsPass> {
  using UnmaskFinishedItemsBase::UnmaskFinishedItemsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk(
          [&](scf::WhileOp loop) { numSelects += MaskedLoop(loop).run(); });
  }
};
} // namespace
