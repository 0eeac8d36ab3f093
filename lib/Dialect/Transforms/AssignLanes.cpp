//===- AssignLanes.cpp - Fix the lane order -------------------------------===//

#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Dialect/IR/KernelForms.h"
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
    FailureOr<SmallVector<Axis>> order =
        parseLaneOrder(laneOrder, getOperation());
    if (failed(order))
      return signalPassFailure();
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

  /// The order that an infreg of the kernel has already, if any has.
  static LanesAttr findAssigned(KernelOp kernel) {
    LanesAttr lanes;
    kernel.walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto infreg = dyn_cast<InfRegType>(type))
          lanes = infreg.getLanes();
      return lanes ? WalkResult::interrupt() : WalkResult::advance();
    });
    return lanes;
  }

  void assign(KernelOp kernel, ArrayRef<Axis> order) {
    MLIRContext *context = &getContext();
    LanesAttr lanes = findAssigned(kernel);
    if (!lanes && !order.empty())
      lanes = LanesAttr::get(context, order);
    if (!lanes)
      lanes = kernel.getLaneOrderAttr();
    if (!lanes)
      lanes = LanesAttr::get(context, {Axis::wg, Axis::wi, Axis::ix});
    kernel.setLaneOrderAttr(lanes);
    retypeInfRegs(kernel, [&](InfRegType type) {
      return type.getLanes() ? type
                             : InfRegType::get(type.getShape(),
                                               type.getElementType(), lanes);
    });
  }
};
} // namespace
