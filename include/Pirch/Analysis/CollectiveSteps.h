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

struct CollectiveStep {
  /// The item that each item reads; `kNoLane` for one that keeps its value.
  llvm::SmallVector<int32_t> sources;
  /// Items whose index has this bit set hold the right operand, and read the
  /// left one.
  int64_t distance = 0;

  /// The lane table (`LaneMapOpInterface`) of what is read, for values of
  /// `extent` elements.
  llvm::SmallVector<int32_t> getTable(int64_t extent) const;
};

/// The steps after which every item holds the combination of all: items that
/// are half of all apart, rounded up to a power of two, then a quarter, and so
/// on. All items that are equal modulo the distance of a step hold the same
/// after it.
std::vector<CollectiveStep> planReduction(int64_t numItems);

/// The steps after which every item holds the combination of the items up to
/// it: first the odd ones read their neighbours; then, of each four, the upper
/// two read the second; and so on.
std::vector<CollectiveStep> planScan(int64_t numItems);

} // namespace pirch

#endif // PIRCH_ANALYSIS_COLLECTIVESTEPS_H
