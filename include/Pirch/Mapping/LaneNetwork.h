//===- LaneNetwork.h - Lane maps of many registers --------------*- C++ -*-===//
//
// A lane map in which each of many result registers takes lanes from each of
// many source registers, as a transposition does, made of shuffles of two
// registers. Result registers that need lanes of the same sources share the
// shuffles that bring these together: a transposition of n registers takes
// n * log2(n) of them, where each result by itself would take n - 1.
//
// Example, four registers of four lanes that hold four records a, b, c, d each:
//
//   sources   abcd abcd abcd abcd
//   1st round aabb ccdd aabb ccdd     (of sources 0 and 1, and of 2 and 3)
//   2nd round aaaa bbbb cccc dddd     8 shuffles; by itself each result takes 3
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MAPPING_LANENETWORK_H
#define PIRCH_MAPPING_LANENETWORK_H

#include "Pirch/Mapping/LaneMapping.h"
#include <vector>

namespace pirch {

/// A shuffle of two registers. Registers are numbered: first the sources, then
/// the results of the steps, in order.
struct NetworkStep {
  int32_t first, second;
  /// For each lane of the result, the lane that it copies: of `first`, or, from
  /// the number of lanes on, of `second`; -1 if nobody reads the lane.
  llvm::SmallVector<int32_t, 16> lanes;
};

struct LaneNetwork {
  std::vector<NetworkStep> steps;
  /// For each result of the lane map, the register that holds it; -1 if no lane
  /// of it is read.
  llvm::SmallVector<int32_t> results;
};

/// Where a value waits that is neither in its source nor in its result.
enum class LanePlacement {
  /// In the lane that it had, if that is free: the step is a blend where all
  /// are.
  asInSource,
  /// In the lane where it will end, if that is free.
  asInResult
};

/// Steps that make all `results`, each of which has `lanes` lanes, from
/// `numSources` registers.
///
/// Where `blockLanes` is not 0, a transposition of as many registers as they
/// have lanes is made of shuffles that interleave two registers within each
/// block of `blockLanes` lanes, followed by shuffles that move whole blocks,
/// for both of which a machine with such blocks has instructions without a
/// table.
LaneNetwork planNetwork(llvm::ArrayRef<ChunkOrigins> results,
                        int32_t numSources, int64_t lanes,
                        LanePlacement placement, int64_t blockLanes = 0);

} // namespace pirch

#endif // PIRCH_MAPPING_LANENETWORK_H
