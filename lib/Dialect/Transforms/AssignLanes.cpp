//===- AssignLanes.cpp - Fix the lane order -------------------------------===//

#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/LaneChoice.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "RetypeInfRegs.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_ASSIGNLANES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct AssignLanesPass : public pirch::impl::AssignLanesBase<AssignLanesPass> {
  using AssignLanesBase::AssignLanesBase;

  void runOnOperation() override {
    FailureOr<SmallVector<Axis>> order = parseLaneOrder(laneOrder);
    if (failed(order)) {
      getOperation().emitError("lane order '")
          << laneOrder << "' is not auto or a permutation of wg, wi and ix, as "
          << "in wg-wi-ix";
      return signalPassFailure();
    }
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      if (!kernel.getWgPack()) {
        kernel.emitError("pack work groups before assigning lanes "
                         "(pirch-pack-work-groups)");
        return signalPassFailure();
      }
      if (failed(checkInfRegForm(kernel)))
        return signalPassFailure();
      assign(kernel, *order);
    }
  }

  void assign(KernelOp kernel, ArrayRef<Axis> order) {
    MLIRContext *context = &getContext();
    auto lanes = LanesAttr::get(context, {Axis::wg, Axis::wi, Axis::ix});
    if (!order.empty())
      lanes = LanesAttr::get(context, order);
    else if (auto chosen = kernel->getAttrOfType<LanesAttr>("lane_order"))
      lanes = chosen;
    kernel->setAttr("lane_order", lanes);
    retypeInfRegs(kernel, [&](InfRegType type) {
      return type.getLanes() ? type
                             : InfRegType::get(type.getShape(),
                                               type.getElementType(), lanes);
    });
  }
};
} // namespace
