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

/// `estimateCost(kernel, choice)`, given the kernel's demand, which is the same
/// for all choices. Infinity where the cost is more than `limit`: finding that
/// out takes less time than the cost itself.
double estimateCost(KernelOp kernel, const LaneChoice &choice,
                    LaneDemand &demand,
                    double limit = std::numeric_limits<double>::infinity());

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_LANECOST_H
