//===- LaneCost.h - What a WG_PACK and lane order cost ----------*- C++ -*-===//
//
// The cost of a whole kernel under one choice, the sum of what ChunkCosts.h
// says of its operations.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ANALYSIS_LANECOST_H
#define PIRCH_LIB_ANALYSIS_LANECOST_H

#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Analysis/LaneDemand.h"
#include <limits>

namespace pirch {

/// What one group costs, in the unit of the target's costs.
struct GroupCost {
  double all;
  /// The part of it that is waiting for memory, because a pack goes on by many
  /// cache lines.
  double steps;
};

/// The cost of a group of `kernel` under `choice`, given the kernel's demand,
/// which is the same for all choices. Infinity where it is more than `limit`:
/// finding that out takes less time than the cost itself.
GroupCost estimateGroup(KernelOp kernel, const LaneChoice &choice,
                        LaneDemand &demand,
                        double limit = std::numeric_limits<double>::infinity());

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_LANECOST_H
