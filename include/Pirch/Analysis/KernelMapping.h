//===- KernelMapping.h - How a kernel's infregs lie in registers -*- C++
//-*-===//

#ifndef PIRCH_ANALYSIS_KERNELMAPPING_H
#define PIRCH_ANALYSIS_KERNELMAPPING_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Mapping/LaneMapping.h"

namespace pirch {

/// The type that decides how many lanes a chunk has: the widest float that the
/// kernel computes with, else the widest integer that it keeps in memory, so
/// that equal lanes of all its values lie in equal chunks.
mlir::Type getChunkElementType(KernelOp kernel);

/// Lanes of one chunk of `kernel` on its target; 1 where it has none.
int64_t getChunkLanes(KernelOp kernel);

/// How the packed infregs of one kernel lie in the registers of its target.
class KernelMapping {
public:
  /// The kernel has a target.
  explicit KernelMapping(KernelOp kernel);

  /// Lanes of a chunk.
  int64_t getLanes() const { return lanes; }
  /// Of a packed type; axes in the order of the paper where none is assigned.
  LaneMapping get(InfRegType type) const;

private:
  TargetAttrInterface target;
  int64_t groupItems, lanes;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_KERNELMAPPING_H
