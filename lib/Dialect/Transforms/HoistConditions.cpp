//===- HoistConditions.cpp - Bounds are loaded once for a loop ------------===//

#include "AccessOrigin.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_HOISTCONDITIONS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Moves what the condition of one loop computes from memory alike in each
/// iteration before the loop.
class ConditionHoister {
public:
  explicit ConditionHoister(scf::WhileOp loop) : loop(loop) {}

  /// Returns the number of loads that were moved.
  int64_t run() {
    findInvariant();
    int64_t numLoads = llvm::count_if(
        invariant, [](Operation *op) { return isa<LoadOp>(op); });
    if (!numLoads)
      return 0;
    // A loop computes its condition at least once, so that nothing is computed
    // that was not computed before.
    for (Operation *op : invariant)
      op->moveBefore(loop);
    shareWithBody();
    return numLoads;
  }

private:
  /// Find the operations of the condition whose results are the same in each
  /// iteration.
  void findInvariant() {
    llvm::SmallDenseSet<Value> written;
    forEachEffect(loop, [&](Value buffer, bool isWrite) {
      if (isWrite)
        written.insert(buffer);
    });
    // An effect whose buffer is not known may be on any buffer.
    if (written.contains(Value()))
      return;
    Block *condition = loop.getBeforeBody();
    llvm::SmallDenseSet<Operation *> found;
    for (Operation &op : condition->without_terminator()) {
      auto load = dyn_cast<LoadOp>(op);
      bool repeats = load ? !written.contains(load.getBuffer())
                          : op.getNumRegions() == 0 && isPure(&op);
      bool dependsOnIteration =
          llvm::any_of(op.getOperands(), [&](Value operand) {
            Operation *def = operand.getDefiningOp();
            return operand.getParentBlock() == condition &&
                   !(def && found.contains(def));
          });
      if (!repeats || dependsOnIteration)
        continue;
      found.insert(&op);
      invariant.push_back(&op);
    }
  }

  /// Let the body use what it computes itself as the condition did.
  void shareWithBody() {
    Block *body = loop.getAfterBody();
    for (Operation &op :
         llvm::make_early_inc_range(body->without_terminator())) {
      auto same = llvm::find_if(invariant, [&](Operation *moved) {
        return OperationEquivalence::isEquivalentTo(
            &op, moved, OperationEquivalence::exactValueMatch,
            /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
      });
      if (same == invariant.end())
        continue;
      op.replaceAllUsesWith(*same);
      op.erase();
    }
  }

  scf::WhileOp loop;
  SmallVector<Operation *> invariant;
};

struct HoistConditionsPass
    : public pirch::impl::HoistConditionsBase<HoistConditionsPass> {
  using HoistConditionsBase::HoistConditionsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk(
          [&](scf::WhileOp loop) { numLoads += ConditionHoister(loop).run(); });
  }
};

} // namespace
