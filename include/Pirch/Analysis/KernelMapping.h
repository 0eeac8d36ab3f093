//===- KernelMapping.h - A kernel's infregs in registers --------*- C++ -*-===//
//
// The `LaneMapping` of each packed type of one kernel. All that converts or
// costs a packed kernel takes the places of lanes from here.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_KERNELMAPPING_H
#define PIRCH_ANALYSIS_KERNELMAPPING_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Mapping/LaneLookup.h"
#include <map>

namespace pirch {

/// The type that decides how many lanes a chunk has, so that equal lanes of all
/// values of `kernel` lie in equal chunks: the widest float that the kernel
/// computes with or keeps in memory, else its `chunk_type`, else the widest
/// integer that it keeps in memory.
mlir::Type getChunkElementType(KernelOp kernel);

/// The number of lanes of a native register of `kernel`'s target, with elements
/// of `getChunkElementType`; 1 if the kernel has no target.
int64_t getChunkLanes(KernelOp kernel);

/// The fewest bits, from 8 to 64, of integers that fill a register of `target`
/// with more lanes than wider ones do: 8 on most CPUs, 64 where all registers
/// have the same number of lanes.
unsigned getLeastIntegerBits(TargetAttrInterface target);

/// How the packed infregs of one kernel lie in the registers of its target.
class KernelMapping {
public:
  /// `kernel` must have a target.
  explicit KernelMapping(KernelOp kernel);

  /// The number of lanes of a chunk. On threads it exceeds `getChunkLanes`
  /// where a group has more items than a warp has threads.
  int64_t getLanes() const { return lanes; }
  /// The mapping of values of a packed type. A type without a lane order has
  /// the order of the paper, wg-wi-ix.
  LaneMapping get(InfRegType type) const;
  /// `planLookups` for an infreg of type `from` whose coordinate along `axis`
  /// an index chooses, with a result of type `to`. The plan is made once for
  /// the kernel, as its time grows with the square of the group; the reference
  /// is valid as long as this object is. Not safe in several threads at once.
  const std::vector<LaneLookup> &getLookups(InfRegType from, InfRegType to,
                                            Axis axis) const;

private:
  TargetAttrInterface target;
  int64_t groupItems, lanes;
  mutable std::map<std::tuple<const void *, const void *, Axis>,
                   std::vector<LaneLookup>>
      lookups;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_KERNELMAPPING_H
