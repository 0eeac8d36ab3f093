#include "Pirch/Analysis/CollectiveSteps.h"
#include "Pirch/Mapping/LaneMapping.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <string>

using namespace pirch;

namespace {

/// What each item holds after the steps, as an expression.
std::vector<std::string> combined(const std::vector<CollectiveStep> &steps,
                                  int64_t items) {
  std::vector<std::string> values(items);
  for (int64_t item = 0; item < items; ++item)
    values[item] = std::to_string(item);
  for (const CollectiveStep &step : steps) {
    std::vector<std::string> before = values;
    for (int64_t item = 0; item < items; ++item) {
      if (step.sources[item] == kNoLane)
        continue;
      std::string other = before[step.sources[item]];
      values[item] = item & step.distance
                         ? "(" + other + "+" + before[item] + ")"
                         : "(" + before[item] + "+" + other + ")";
    }
  }
  return values;
}

/// The tree of docs/Language.md: the upper half joins the lower.
std::string halves(int64_t items) {
  std::vector<std::string> values;
  for (int64_t item = 0; item < items; ++item)
    values.push_back(std::to_string(item));
  int64_t half = 1;
  while (half < items)
    half *= 2;
  for (half /= 2; half > 0; half /= 2)
    for (int64_t item = 0; item < half; ++item)
      if (item + half < items)
        values[item] = "(" + values[item] + "+" + values[item + half] + ")";
  return values[0];
}

/// Neighbours join, level by level.
std::string neighbours(int64_t items) {
  std::vector<std::string> values;
  for (int64_t item = 0; item < items; ++item)
    values.push_back(std::to_string(item));
  while (values.size() > 1) {
    std::vector<std::string> next;
    for (size_t even = 0; even < values.size(); even += 2)
      next.push_back(even + 1 < values.size()
                         ? "(" + values[even] + "+" + values[even + 1] + ")"
                         : values[even]);
    values = next;
  }
  return values[0];
}

TEST(CollectiveSteps, ReductionsAreHalves) {
  EXPECT_EQ(halves(6), "(((0+4)+2)+((1+5)+3))");
  for (int64_t items = 1; items <= 40; ++items)
    for (const std::string &value : combined(planReduction(items), items))
      EXPECT_EQ(value, halves(items));
}

TEST(CollectiveSteps, ScansAreNeighbours) {
  EXPECT_EQ(neighbours(6), "(((0+1)+(2+3))+(4+5))");
  for (int64_t items = 1; items <= 40; ++items) {
    std::vector<std::string> values = combined(planScan(items), items);
    for (int64_t item = 0; item < items; ++item)
      EXPECT_EQ(values[item], neighbours(item + 1));
  }
}

TEST(CollectiveSteps, TablesRepeatElements) {
  CollectiveStep step;
  step.sources = {1, kNoLane};
  EXPECT_EQ(step.getTable(2),
            (llvm::SmallVector<int32_t>{2, 3, kNoLane, kNoLane}));
}

} // namespace
