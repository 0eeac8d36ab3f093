//===- UnmaskFinishedItems.cpp - Values of work items that left a loop ----===//

#include "MaskedLoop.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_UNMASKFINISHEDITEMS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Removes the selects of one loop that nothing depends on.
class Unmasker {
public:
  explicit Unmasker(scf::WhileOp loop) : loop(loop), masks(loop) {}

  /// Returns the number of selects that are gone.
  int64_t run() {
    if (!masks.isMasked())
      return 0;
    findCandidates();
    dropRead();
    for (unsigned index : candidates) {
      SelectOp select = masks.getKeepingSelect(index);
      select.getResult().replaceAllUsesWith(select.getTrueValue());
      select.erase();
    }
    return candidates.size();
  }

private:
  /// The values that finished items keep only by a select, and that nobody
  /// reads behind the loop.
  void findCandidates() {
    for (BlockArgument argument : loop.getBeforeArguments()) {
      unsigned index = argument.getArgNumber();
      if (!masks.getKeepingSelect(index))
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
    auto isCandidate = [&](unsigned index) {
      return candidates.contains(index);
    };
    auto isObserved = [&](Value value) {
      return llvm::any_of(value.getUses(), [&](OpOperand &use) {
        return masks.isObserved(use, isCandidate);
      });
    };
    while (true) {
      llvm::SmallVector<unsigned> read;
      for (unsigned index : candidates)
        if (isObserved(loop.getBeforeArguments()[index]) ||
            isObserved(masks.getKeepingSelect(index).getResult()))
          read.push_back(index);
      if (read.empty())
        return;
      for (unsigned index : read)
        candidates.remove(index);
    }
  }

  scf::WhileOp loop;
  MaskedLoop masks;
  /// The numbers of carried values whose selects may go.
  llvm::SetVector<unsigned> candidates;
};

struct UnmaskFinishedItemsPass
    : public pirch::impl::UnmaskFinishedItemsBase<UnmaskFinishedItemsPass> {
  using UnmaskFinishedItemsBase::UnmaskFinishedItemsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk(
          [&](scf::WhileOp loop) { numSelects += Unmasker(loop).run(); });
  }
};
} // namespace
