//===- WarpEmulation.h - A GPU's kernels on the host ------------*- C++ -*-===//
//
// The `Emulation` of GPUs, on top of Emulator.h.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_GPU_WARPEMULATION_H
#define PIRCH_TARGET_GPU_WARPEMULATION_H

#include "Pirch/Target/Emulation.h"
#include "Pirch/Target/GPU/Emulator.h"
#include <memory>

namespace pirch::simt {

/// Runs kernels in warps of `warpSize` threads, which are fibers of the host.
std::unique_ptr<Emulation> createWarpEmulation(const Intrinsics &intrinsics,
                                               int warpSize, bool traceMemory);

/// The number of groups that a block of `kernel` computes.
inline int64_t countGroupsOfBlock(const KernelInfo &kernel, int64_t warpSize) {
  // The threads that compute groups together: a warp, or several.
  int64_t team = (kernel.wgSize + warpSize - 1) / warpSize * warpSize;
  return kernel.blockThreads / team * (team / kernel.wgSize) * kernel.wgPack;
}

} // namespace pirch::simt

#endif // PIRCH_TARGET_GPU_WARPEMULATION_H
