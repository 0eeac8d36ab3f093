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
class ChunkCosts;

/// What one group costs, in the unit of the target's costs.
struct GroupCost {
  double all;
  /// The part of it that is waiting for memory, because a pack goes on by many
  /// cache lines.
  double steps;
};

/// Estimates what choices for one kernel cost. The kernel must not change
/// meanwhile. What was estimated for an equal kernel of the same context is
/// not estimated again.
class GroupEstimator {
public:
  explicit GroupEstimator(KernelOp kernel);

  /// The cost of a group of the kernel under `choice`. Infinity where it is
  /// more than `limit`: finding that out takes less time than the cost itself.
  GroupCost estimate(const LaneChoice &choice,
                     double limit = std::numeric_limits<double>::infinity());

private:
  /// What `estimate` returns under the choice of `model`, computed anew.
  GroupCost compute(ChunkCosts &model);
  bool isCertainlyMore(ChunkCosts &model, double limit);
  /// Which lanes of its values are read, which is the same for all choices.
  LaneDemand &getDemand();

  KernelOp kernel;
  TargetAttrInterface target;
  std::optional<LaneDemand> demand;
  /// The beginning of the keys of the kernel's results: a hash of it. Two
  /// kernels with one hash would get one estimate, which decides how fast their
  /// code is, but not what it computes.
  ResultCache::Key kernelKey;
};

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_LANECOST_H
