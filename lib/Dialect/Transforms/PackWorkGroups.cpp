//===- PackWorkGroups.cpp - Make infregs finite ---------------------------===//

#include "Pirch/Dialect/IR/ChunkModel.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/LaneChoice.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "RetypeInfRegs.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_PACKWORKGROUPS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

static void packKernel(KernelOp kernel, int64_t pack) {
  kernel.setWgPack(pack);
  retypeInfRegs(kernel, [&](InfRegType type) {
    return type.cloneWith(
        ArrayRef<int64_t>{pack, type.getNumItems(), type.getExtent()},
        type.getElementType());
  });
}

namespace {
struct PackWorkGroupsPass
    : public pirch::impl::PackWorkGroupsBase<PackWorkGroupsPass> {
  using PackWorkGroupsBase::PackWorkGroupsBase;

  void runOnOperation() override {
    FailureOr<SmallVector<Axis>> order = parseLaneOrder(laneOrder);
    if (failed(order)) {
      getOperation().emitError("lane order '")
          << laneOrder << "' is not auto or a permutation of wg, wi and ix, as "
          << "in wg-wi-ix";
      return signalPassFailure();
    }
    if (wgPack < 0 || wgPack > 4096) {
      getOperation().emitError("cannot pack ")
          << wgPack << " work groups: expected 1 to 4096, or 0 to choose";
      return signalPassFailure();
    }
    for (KernelOp kernel :
         llvm::make_early_inc_range(getOperation().getOps<KernelOp>())) {
      if (kernel.getWgPack())
        continue;
      if (failed(checkInfRegForm(kernel)))
        return signalPassFailure();
      pack(kernel, *order);
    }
  }

  void pack(KernelOp kernel, ArrayRef<Axis> order) {
    LaneChoice choice = chooseLanes(kernel, wgPack, order);
    kernel->setAttr("lane_order", LanesAttr::get(&getContext(), choice.order));
    if (choice.wgPack > 1) {
      OpBuilder builder(kernel);
      auto remainder = cast<KernelOp>(builder.clone(*kernel));
      remainder.setSymName((kernel.getSymName() + ".remainder").str());
      remainder->moveAfter(kernel);
      packKernel(remainder, 1);
    }
    packKernel(kernel, choice.wgPack);
  }
};
} // namespace
