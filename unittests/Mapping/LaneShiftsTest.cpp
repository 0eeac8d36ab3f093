#include "Pirch/Mapping/LaneShifts.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace pirch;

namespace {

/// What lanes numbered 0, 1, ... become.
std::vector<int32_t> apply(const LaneShifts &plan, int64_t count) {
  std::vector<int32_t> lanes(count);
  for (int64_t lane = 0; lane < count; ++lane)
    lanes[lane] = static_cast<int32_t>((lane + plan.rotation) % count);
  for (const LaneShifts::Step &step : plan.steps) {
    std::vector<int32_t> before = lanes;
    for (int64_t lane = 0; lane < count; ++lane)
      if (step.lanes.test(lane))
        lanes[lane] = before[(lane + step.distance) % count];
  }
  return lanes;
}

void expectRight(const std::vector<int32_t> &source, const LaneShifts &plan) {
  std::vector<int32_t> got = apply(plan, source.size());
  for (size_t lane = 0; lane < source.size(); ++lane)
    if (source[lane] >= 0)
      EXPECT_EQ(got[lane], source[lane]) << "lane " << lane;
}

template <typename Function>
std::vector<int32_t> makeMap(int32_t count, Function from) {
  std::vector<int32_t> source;
  for (int32_t lane = 0; lane < count; ++lane)
    source.push_back(from(lane));
  return source;
}

TEST(LaneShifts, RotationIsOneStep) {
  auto source = makeMap(256, [](int32_t lane) { return (lane + 3) % 256; });
  source[253] = source[254] = source[255] = -1;
  auto plan = planShifts(source);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->count(), 1);
  expectRight(source, *plan);
}

TEST(LaneShifts, SegmentedBroadcastIsLogarithmic) {
  for (int32_t segment : {2, 4, 16, 64})
    for (int32_t from : {0, segment / 2, segment - 1}) {
      auto source = makeMap(
          256, [&](int32_t lane) { return lane / segment * segment + from; });
      auto plan = planShifts(source);
      ASSERT_TRUE(plan);
      EXPECT_EQ(static_cast<int64_t>(plan->steps.size()),
                llvm::Log2_64(segment));
      expectRight(source, *plan);
    }
}

TEST(LaneShifts, VectorBroadcastMovesWholeRows) {
  // Rows of 12 lanes, of which one goes to all, as for 12 work items.
  for (int32_t row : {0, 5, 11}) {
    auto source =
        makeMap(144, [&](int32_t lane) { return row * 12 + lane % 12; });
    source.resize(256, -1);
    auto plan = planShifts(source);
    ASSERT_TRUE(plan);
    EXPECT_LE(plan->count(), 5);
    expectRight(source, *plan);
  }
}

TEST(LaneShifts, EveryPlanIsRightOrThereIsNone) {
  std::mt19937 random(1);
  int plans = 0;
  for (int round = 0; round < 500; ++round) {
    int32_t count = round % 2 ? 64 : 256;
    // Neighbours mostly come from neighbours.
    int32_t jump = 1 + random() % 8;
    int32_t from = 0;
    auto source = makeMap(count, [&](int32_t) -> int32_t {
      if (random() % 5 == 0)
        return -1;
      from = (from + random() % jump) % count;
      return from;
    });
    auto plan = planShifts(source);
    if (!plan)
      continue;
    ++plans;
    expectRight(source, *plan);
  }
  EXPECT_GT(plans, 50);
}

TEST(LaneShifts, ReversalGetsInItsOwnWay) {
  auto source = makeMap(256, [](int32_t lane) { return 255 - lane; });
  auto plan = planShifts(source);
  if (plan)
    expectRight(source, *plan);
  EXPECT_FALSE(planShifts(source, /*maxCount=*/2));
}

} // namespace
