//===- FindPanels.cpp - Loops that are not worth unrolling ----------------===//

#include "PanelLoops.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_FINDPANELS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct FindPanelsPass : public pirch::impl::FindPanelsBase<FindPanelsPass> {
  using FindPanelsBase::FindPanelsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      auto target =
          dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
      if (target && !target.distributesWorkItems())
        markLoops(kernel);
    }
  }

  void markLoops(KernelOp kernel) {
    std::optional<KnownValues> values;
    kernel.walk([&](LoopOp loop) {
      if (!changesPanel(loop))
        return;
      if (!values)
        values.emplace(kernel);
      loop.setPanelLimit(selectsKnownItems(loop, *values) ? partialLimit
                                                          : limit);
      ++numPanelLoops;
    });
  }
};
} // namespace
