//===- RequestPlanner.h - Accesses by the threads of a warp -----*- C++ -*-===//
//
// The part of access plans that is for threads. A chunk is a register of a
// warp, and its access a request: all threads of the warp access one element
// each. Memory serves a request by sectors, and moves whole sectors. Where each
// work item's array lies in one piece, the threads of a request hit many
// sectors and use a part of each. The planner finds cheaper requests. The paper
// leaves this to future work (sec. 4.2.1).
//
// Costs are in cycles of one multiprocessor. A group larger than a warp is
// planned like a warp with as many threads as its chunks have lanes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ANALYSIS_REQUESTPLANNER_H
#define PIRCH_LIB_ANALYSIS_REQUESTPLANNER_H

#include "Pirch/Analysis/AccessPlan.h"

namespace pirch {

/// The plan whose requests cost least, if the buffer's element at offset 0 of
/// the first group is the first of a sector. `eachChunk` makes one request of
/// each chunk.
AccessPlan planRequests(const AccessShape &shape, const WarpMemory &memory,
                        AccessPlan eachChunk);

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_REQUESTPLANNER_H
