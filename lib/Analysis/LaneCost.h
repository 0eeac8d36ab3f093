//===- LaneCost.h - What a WG_PACK and lane order cost ----------*- C++ -*-===//

#ifndef PIRCH_LIB_ANALYSIS_LANECOST_H
#define PIRCH_LIB_ANALYSIS_LANECOST_H

#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Analysis/LaneDemand.h"

namespace pirch {

/// `estimateCost(kernel, choice)`, given the kernel's demand, which is the same
/// for all choices.
double estimateCost(KernelOp kernel, const LaneChoice &choice,
                    LaneDemand &demand);

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_LANECOST_H
