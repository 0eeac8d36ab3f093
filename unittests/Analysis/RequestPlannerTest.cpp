#include "../../lib/Analysis/RequestPlanner.h"
#include "Pirch/Target/NVVM/NVVMAttr.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <set>

using namespace pirch;

namespace {

/// As the target says.
WarpMemory makeMemory() {
  mlir::DialectRegistry registry;
  registerNVVMAttr(registry);
  mlir::MLIRContext context(registry);
  context.loadDialect<PirchDialect>();
  return NVVMAttr::get(&context, "sm_90").getWarpMemory();
}

/// Item `wi` holds row `wi` of a matrix.
struct Rows {
  AccessShape shape;

  Rows(int64_t items, int64_t columns, int64_t elementBytes) {
    shape.mapping = LaneMapping::acrossThreads({1, items, columns}, items, 32);
    for (int64_t offset = 0; offset < items * columns; ++offset)
      shape.offsets.push_back(offset);
    shape.elementBytes = elementBytes;
    shape.stride = items * columns;
  }

  /// The plan of a machine with threads. Each chunk is taken to be scattered.
  AccessPlan plan() const {
    AccessPlan eachChunk;
    eachChunk.chunks.resize(shape.mapping.getNumChunks());
    return planRequests(shape, makeMemory(), eachChunk);
  }
  RequestCost costOf(const AccessPlan &plan) const {
    return getRequestCost(plan, shape, makeMemory());
  }
};

bool isDirect(const AccessPlan &plan) {
  return !plan.isStaged() && plan.windows.empty();
}

TEST(RequestPlanner, OneElementEachIsDirect) {
  Rows rows(8, 1, 8);
  EXPECT_TRUE(isDirect(rows.plan()));
  EXPECT_EQ(rows.costOf(rows.plan()).sectors, 8);
}

TEST(RequestPlanner, ShortRowsAreVectors) {
  Rows rows(8, 2, 8);
  AccessPlan plan = rows.plan();
  ASSERT_EQ(plan.windows.size(), 1u);
  EXPECT_EQ(plan.getVectorElements(), 2);
  EXPECT_EQ(rows.costOf(plan).sectors, 16);
  EXPECT_EQ(rows.costOf(AccessPlan()).sectors, 32);
  EXPECT_EQ(Rows(4, 4, 4).plan().getVectorElements(), 4);
}

TEST(RequestPlanner, WindowsHoldTheChunksOfAllGroupsOfThePack) {
  Rows rows(8, 4, 4);
  rows.shape.mapping = LaneMapping::acrossThreads({2, 8, 4}, 8, 32);
  AccessPlan plan = rows.plan();
  ASSERT_EQ(plan.windows.size(), 2u);
  EXPECT_EQ(plan.windows[1].columns[3], std::make_pair(int64_t(3), int64_t(7)));
  // Thread 9 is item 1 of group 1 of the second four groups.
  EXPECT_EQ(plan.windows[1].rows[9], (LanePlace{0, 5 * 32 + 4}));
}

TEST(RequestPlanner, VectorsStayInTheRow) {
  EXPECT_TRUE(Rows(8, 3, 8).plan().windows.empty());
  Rows apart(8, 2, 8);
  apart.shape.stride = 17; // every other group is not aligned
  EXPECT_TRUE(apart.plan().windows.empty());
}

TEST(RequestPlanner, LongRowsAreTransposed) {
  for (int64_t size : {4, 5, 8, 16, 31, 32}) {
    Rows rows(size, size, 8);
    AccessPlan plan = rows.plan();
    EXPECT_TRUE(plan.isStaged()) << size;
    EXPECT_EQ(plan.staging.size, size * size);
    EXPECT_LT(rows.costOf(plan).cycles, rows.costOf(AccessPlan()).cycles);
  }
}

/// Most threads that fall on one bank at once, over all columns.
int64_t worstConflict(const AccessStaging &staging, const AccessShape &shape) {
  int64_t extent = shape.mapping.getExtent(Axis::ix);
  int64_t threads = 32 / shape.mapping.getExtent(Axis::wi) *
                    shape.mapping.getExtent(Axis::wi);
  int64_t atOnce = 128 / shape.elementBytes, worst = 0;
  for (int64_t ix = 0; ix < extent; ++ix)
    for (int64_t first = 0; first < threads; first += atOnce) {
      std::map<int64_t, std::set<int64_t>> banks;
      for (int64_t thread = first; thread < std::min(first + atOnce, threads);
           ++thread) {
        int64_t place = staging.place(thread * extent + ix);
        banks[place % atOnce].insert(place);
      }
      for (const auto &[bank, places] : banks)
        worst = std::max<int64_t>(worst, places.size());
    }
  return worst;
}

TEST(RequestPlanner, PaddingAvoidsBankConflicts) {
  for (int64_t bytes : {4, 8})
    for (int64_t size : {5, 8, 12, 16, 20, 24, 28, 31, 32}) {
      Rows rows(size, size, bytes);
      AccessPlan plan = rows.plan();
      ASSERT_TRUE(plan.isStaged());
      EXPECT_EQ(worstConflict(plan.staging, rows.shape), 1)
          << size << " of " << bytes << " bytes, padded every "
          << plan.staging.padEvery;
      if (plan.staging.padEvery)
        EXPECT_EQ(plan.staging.size % plan.staging.padEvery, 0);
    }
}

TEST(RequestPlanner, PlacesAreDistinctAndInside) {
  AccessStaging staging = Rows(12, 12, 4).plan().staging;
  std::set<int64_t> places;
  for (int64_t e = 0; e < 2 * 144; ++e)
    EXPECT_TRUE(places.insert(staging.place(e)).second);
  EXPECT_LT(*places.rbegin(), staging.getSharedElements(2, 32));
}

TEST(RequestPlanner, MasksAndHolesAreDirect) {
  Rows masked(8, 8, 8);
  masked.shape.isMasked = true;
  EXPECT_TRUE(isDirect(masked.plan()));
  Rows holes(8, 8, 8);
  holes.shape.offsets[9] = kNoOffset;
  EXPECT_TRUE(isDirect(holes.plan()));
}

TEST(RequestPlanner, WhatSharedMemoryCannotHoldIsNotTransposed) {
  EXPECT_FALSE(Rows(32, 400, 4).plan().isStaged());
}

TEST(RequestPlanner, StoresOfOneElementByManyAreNotTransposed) {
  Rows rows(8, 8, 8);
  std::fill(rows.shape.offsets.begin() + 8, rows.shape.offsets.begin() + 16, 0);
  for (int64_t ix = 0; ix < 8; ++ix)
    rows.shape.offsets[8 + ix] = ix; // item 1 stores row 0 as well
  rows.shape.isStore = true;
  EXPECT_FALSE(rows.plan().isStaged());
}

} // namespace
