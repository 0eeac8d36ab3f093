//===- CollectiveSteps.cpp - Collectives in log2(WG_SIZE) steps -----------===//

#include "Pirch/Analysis/CollectiveSteps.h"
#include "Pirch/Mapping/LaneMapping.h"
#include "llvm/ADT/bit.h"

using namespace pirch;

llvm::SmallVector<int32_t> CollectiveStep::getTable(int64_t extent) const {
  llvm::SmallVector<int32_t> table;
  for (int32_t source : sources)
    for (int64_t ix = 0; ix < extent; ++ix)
      table.push_back(source == kNoLane ? kNoLane : source * extent + ix);
  return table;
}

std::vector<CollectiveStep> pirch::planReduction(int64_t numItems) {
  std::vector<CollectiveStep> steps;
  for (int64_t distance = llvm::bit_ceil(uint64_t(numItems)) / 2; distance > 0;
       distance /= 2) {
    CollectiveStep &step = steps.emplace_back();
    step.distance = distance;
    for (int64_t item = 0; item < numItems; ++item) {
      // Any item that is equal modulo twice the distance holds the same; the
      // first of them exists if one does.
      int64_t source = item ^ distance;
      if (source >= numItems)
        source %= 2 * distance;
      step.sources.push_back(source < numItems ? source : kNoLane);
    }
  }
  return steps;
}

std::vector<CollectiveStep> pirch::planScan(int64_t numItems) {
  std::vector<CollectiveStep> steps;
  for (int64_t distance = 1; distance < numItems; distance *= 2) {
    CollectiveStep &step = steps.emplace_back();
    step.distance = distance;
    for (int64_t item = 0; item < numItems; ++item)
      step.sources.push_back(
          item & distance ? (item & -2 * distance) + distance - 1 : kNoLane);
  }
  return steps;
}
