//===- ThreadLanes.h - The lanes of a GPU's registers -----------*- C++ -*-===//
//
// What the attributes of all GPUs answer alike: a register of a warp has a lane
// of 32 bits for each of the warp's threads.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_GPU_THREADLANES_H
#define PIRCH_TARGET_GPU_THREADLANES_H

#include "Pirch/Mapping/LaneMapping.h"
#include "mlir/IR/Types.h"
#include "llvm/Support/MathExtras.h"

namespace pirch::simt {

/// The number of 32-bit registers that a value of `type` takes in each thread.
inline int64_t countRegisters(mlir::Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 32u);
}

/// See `TargetAttrInterface::mapLanes`, for warps of `warpThreads` threads. The
/// registers of all warps that a group of `groupItems` work items needs are one
/// chunk.
inline LaneMapping mapLanes(llvm::ArrayRef<int64_t> shape, int64_t groupItems,
                            int64_t warpThreads) {
  return LaneMapping::acrossThreads(
      shape, groupItems,
      std::max<int64_t>(warpThreads, llvm::alignTo(groupItems, warpThreads)));
}

} // namespace pirch::simt

#endif // PIRCH_TARGET_GPU_THREADLANES_H
