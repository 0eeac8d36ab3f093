//===- OwnMemory.h - Where groups' own variables lie ------------*- C++ -*-===//
//
// `pirch.alloca` is memory of which each work group has a copy. On machines
// with vectors the copies of a pack lie in one piece of memory. They follow
// each other as the lanes do, so that what neighbouring lanes access is side by
// side: in the order wg-wi-ix each copy is contiguous; where groups are the
// fastest axis, equal elements of neighbouring groups are.
//
// `__local float t[3]` in a pack of two groups, element e of group g:
//
//   lanes in the order wg-wi-ix:  g0e0 g0e1 g0e2 g1e0 g1e1 g1e2
//   lanes in the order ix-wi-wg:  g0e0 g1e0 g0e1 g1e1 g0e2 g1e2
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_OWNMEMORY_H
#define PIRCH_ANALYSIS_OWNMEMORY_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Mapping/LaneMapping.h"

namespace pirch {

/// Where the copies of one variable lie, in elements: `groupStep` is the
/// distance between the copies of neighbouring groups, `itemStep` that between
/// the first elements of neighbouring work items of a group if each has
/// elements of its own, `elementStep` that between neighbouring elements of one
/// group or work item. `perItem` is the number of elements of each work item,
/// or 0 if the work items of a group share all elements.
struct OwnLayout {
  int64_t groupStep = 0, itemStep = 0, elementStep = 1, perItem = 0;

  /// Where element `e` of the copy lies that work item `wi` of group `wg`
  /// accesses: at `getStart(wg, wi) + e * elementStep`.
  int64_t getStart(int64_t wg, int64_t wi) const {
    return wg * groupStep + wi * (itemStep - perItem * elementStep);
  }
};

/// The layout of `variable` where infregs lie in registers as `mapping` says,
/// the mapping of any infreg of the kernel.
OwnLayout getOwnLayout(AllocaOp variable, const LaneMapping &mapping);

/// The distance, in elements, from the first element of one group's copy of
/// `variable` to that of the next group's copy, where the copies of a pack of
/// `pack` groups lie one after the other.
int64_t countPaddedElements(AllocaOp variable, int64_t pack);

/// The number of bytes that the variables in memory of one group take: all of
/// them, or with `onlyShared` only those that the group's work items share.
int64_t getOwnBytesPerGroup(KernelOp kernel, bool onlyShared = false);

} // namespace pirch

#endif // PIRCH_ANALYSIS_OWNMEMORY_H
