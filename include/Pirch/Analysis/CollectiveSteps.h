//===- CollectiveSteps.h - Collectives in log2(WG_SIZE) steps ---*- C++ -*-===//
//
// Reductions and scans combine the values of a group's work items in trees that
// depend on the number of items alone (docs/Language.md). On a machine all
// items take part in each step: an item reads what another one holds, and
// combines it with what it holds itself.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_COLLECTIVESTEPS_H
#define PIRCH_ANALYSIS_COLLECTIVESTEPS_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <vector>

namespace pirch {

/// A step of a collective, in which each item combines its value with that of
/// another item.
struct CollectiveStep {
  /// For each item, the item whose value it reads; `kNoLane` for an item that
  /// keeps its value.
  llvm::SmallVector<int32_t> sources;
  /// Items whose index has this bit set hold the right operand, and read the
  /// left one.
  int64_t distance = 0;

  /// The lane table (`LaneMapOpInterface`) of what is read, for values of
  /// `extent` elements.
  llvm::SmallVector<int32_t> getTable(int64_t extent) const;
};

/// The steps after which every item holds the combination of the values of all
/// items. In the first step, items exchange values whose indices differ by half
/// the number of items, rounded up to a power of two; in the next one by a
/// quarter, and so on. After a step, items whose indices are equal modulo its
/// distance hold the same value.
std::vector<CollectiveStep> planReduction(int64_t numItems);

/// The steps after which every item holds the combination of the values of all
/// items up to itself. In the first step each odd item reads the item before
/// it; in the second one, the upper two of each four items read the second of
/// them; and so on.
std::vector<CollectiveStep> planScan(int64_t numItems);

} // namespace pirch

#endif // PIRCH_ANALYSIS_COLLECTIVESTEPS_H
