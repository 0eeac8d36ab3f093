//===- WarpEmulation.cpp - A GPU's kernels on the host --------------------===//

#include "Pirch/Target/GPU/WarpEmulation.h"
#include "Pirch/Target/CodeGenerator.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

using namespace pirch;
using namespace pirch::simt;

namespace {
class WarpEmulation : public Emulation {
public:
  WarpEmulation(const Intrinsics &intrinsics, int warpSize, bool traceMemory)
      : intrinsics(intrinsics), warpSize(warpSize), traceMemory(traceMemory) {}

  llvm::Error bind(llvm::Module &module,
                   llvm::ArrayRef<KernelInfo> kernels) override {
    if (llvm::Error error = bindEmulator(module, intrinsics, traceMemory))
      return error;
    for (const KernelInfo &kernel : kernels) {
      addPackedEntry(module, kernel);
      addBlockEntry(module, kernel.symbol, packedEntryName(kernel),
                    {kernel.groupsPerBlock, kernel.blockThreads, warpSize,
                     /*hasSeparateWarps=*/kernel.wgSize <= warpSize,
                     kernel.getWidthParam(), kernel.rowGroups});
    }
    return llvm::Error::success();
  }
  llvm::Error addSymbols(llvm::orc::LLJIT &jit) override {
    return addEmulatorSymbols(jit, intrinsics);
  }
  std::string takeError() override { return takeEmulatorError(); }
  std::string takeMemoryTrace() override {
    return traceMemory ? describe(takeAccessTrace()) : std::string();
  }

private:
  Intrinsics intrinsics;
  int warpSize;
  bool traceMemory;
};
} // namespace

std::unique_ptr<Emulation>
simt::createWarpEmulation(const Intrinsics &intrinsics, int warpSize,
                          bool traceMemory) {
  return std::make_unique<WarpEmulation>(intrinsics, warpSize, traceMemory);
}
