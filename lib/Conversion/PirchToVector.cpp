//===- PirchToVector.cpp - Packed kernels to functions over vectors -------===//

#include "Chunker.h"
#include "KernelFunction.h"
#include "Pirch/Conversion/Passes.h"
#include "Pirch/Dialect/IR/ChunkModel.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace pirch {
#define GEN_PASS_DEF_CONVERTPIRCHTOVECTOR
#include "Pirch/Conversion/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Whether every infreg of the kernel has its lanes assigned; otherwise an
/// error names the operation.
static LogicalResult checkForm(KernelOp kernel) {
  if (!kernel.getTargetAttr())
    return kernel.emitOpError("has no target to make chunks for");
  if (failed(checkInfRegForm(kernel)))
    return failure();
  auto result = kernel.walk([&](Operation *op) -> WalkResult {
    for (Type type : op->getResultTypes())
      if (auto infreg = dyn_cast<InfRegType>(type);
          infreg && !infreg.getLanes())
        return op->emitOpError("has no lane order; assign lanes first "
                               "(pirch-assign-lanes)");
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct ConvertPirchToVectorPass
    : public pirch::impl::ConvertPirchToVectorBase<ConvertPirchToVectorPass> {
  using ConvertPirchToVectorBase::ConvertPirchToVectorBase;

  void runOnOperation() override {
    ChunkCounts counts;
    SmallVector<KernelOp> kernels(getOperation().getOps<KernelOp>());
    llvm::StringMap<func::FuncOp> functions;
    for (KernelOp kernel : kernels) {
      if (failed(checkForm(kernel)))
        return signalPassFailure();
      functions[kernel.getSymName()] = declareFunction(kernel);
    }
    for (KernelOp kernel : kernels) {
      std::string name = kernel.getSymName().str();
      func::FuncOp remainder = functions.lookup(name + ".remainder");
      Chunker chunker(kernel, getChunkLanes(kernel), counts);
      if (failed(chunker.run(functions[name], remainder)))
        return signalPassFailure();
      if (remainder) {
        remainder.setPrivate();
        remainder->setAttr(
            "llvm.linkage",
            LLVM::LinkageAttr::get(&getContext(), LLVM::Linkage::Internal));
      }
      kernel.erase();
    }
    numChunks += counts.chunks;
    numShuffles += counts.shuffles;
    numGathers += counts.gathers;
  }
};
} // namespace
