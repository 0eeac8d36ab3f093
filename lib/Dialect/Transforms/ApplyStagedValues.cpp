//===- ApplyStagedValues.cpp - Known values of launches as constants ------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "Pirch/Dialect/Transforms/StagedValues.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace pirch {
#define GEN_PASS_DEF_APPLYSTAGEDVALUES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct ApplyStagedValuesPass
    : public pirch::impl::ApplyStagedValuesBase<ApplyStagedValuesPass> {
  using ApplyStagedValuesBase::ApplyStagedValuesBase;

  void runOnOperation() override {
    llvm::StringSet<> used;
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      stageParameters(kernel, used);
      for (StringRef known : values) {
        FailureOr<bool> isKnown = applyStagedValue(kernel, known);
        if (failed(isKnown))
          return signalPassFailure();
        if (*isKnown)
          used.insert(known.split('=').first);
      }
    }
    for (StringRef known : values)
      if (StringRef name = known.split('=').first; !used.contains(name))
        return fail("no kernel has a parameter or a staged value '" + name +
                    "' (--stage=" + known + ")");
    for (StringRef name : staged)
      if (!used.contains(name))
        return fail("no kernel has a scalar parameter '" + name +
                    "' (--staged=" + name + ")");
  }

private:
  void fail(const Twine &text) {
    getOperation().emitError(text);
    signalPassFailure();
  }

  /// Let a `pirch.stage` stand between the parameters that are to be staged and
  /// their uses.
  void stageParameters(KernelOp kernel, llvm::StringSet<> &used) {
    int64_t next = 0;
    kernel.walk(
        [&](StageOp op) { next = std::max<int64_t>(next, op.getIndex() + 1); });
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    auto stage = [&](Value value) {
      auto op = StageOp::create(builder, value.getLoc(), value, next++);
      value.replaceAllUsesExcept(op.getResult(), op);
    };
    for (StringRef name : staged) {
      unsigned number;
      Value param;
      if (name.getAsInteger(10, number))
        param = findScalarParameter(kernel, name);
      else if (number < kernel.getNumSourceParams())
        param = kernel.getArguments()[number];
      if (!param || isa<MemRefType>(param.getType()))
        continue;
      used.insert(name);
      stage(param);
    }
    if (!launch)
      return;
    if (unsigned grid = kernel.getNumGridParams()) {
      for (Value param :
           kernel.getArguments().slice(kernel.getNumSourceParams(), grid))
        stage(param);
      return;
    }
    SmallVector<NumGroupsOp> asked;
    kernel.walk([&](NumGroupsOp op) { asked.push_back(op); });
    for (NumGroupsOp op : asked) {
      builder.setInsertionPointAfter(op);
      auto staged = StageOp::create(builder, op.getLoc(), op.getResult(), next);
      op.getResult().replaceAllUsesExcept(staged.getResult(), staged);
    }
  }
};
} // namespace
