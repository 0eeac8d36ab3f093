//===- ChooseChunkType.cpp - How many lanes a chunk of integers has -------===//

#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_CHOOSECHUNKTYPE
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct ChooseChunkTypePass
    : public pirch::impl::ChooseChunkTypeBase<ChooseChunkTypePass> {
  using ChooseChunkTypeBase::ChooseChunkTypeBase;

  void runOnOperation() override {
    FailureOr<SmallVector<Axis>> order =
        parseLaneOrder(laneOrder, getOperation());
    if (failed(order))
      return signalPassFailure();
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (kernel.getTargetAttr() && !kernel.getWgPack() &&
          !kernel.getChunkType() &&
          isa<IntegerType>(getChunkElementType(kernel)))
        if (IntegerType type = chooseChunkType(kernel, wgPack, *order)) {
          kernel.setChunkType(type);
          ++numChosen;
        }
  }
};
} // namespace
