#include "Pirch/Analysis/WarpAccess.h"
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
  std::vector<int64_t> offsets;
  WarpAccess access;

  Rows(int64_t items, int64_t columns, int64_t elementBytes) {
    for (int64_t offset = 0; offset < items * columns; ++offset)
      offsets.push_back(offset);
    access.items = items;
    access.slots = 32 / items;
    access.extent = columns;
    access.elementBytes = elementBytes;
    access.offsets = offsets;
    access.groupStride = items * columns;
  }
  WarpAccessPlan plan() { return planWarpAccess(access, makeMemory(), 32); }
};

TEST(WarpAccess, OneElementEachIsDirect) {
  WarpAccessPlan plan = Rows(8, 1, 8).plan();
  EXPECT_EQ(plan.pattern, WarpPattern::direct);
  EXPECT_EQ(plan.sectors, 8);
}

TEST(WarpAccess, ShortRowsAreVectors) {
  WarpAccessPlan plan = Rows(8, 2, 8).plan();
  EXPECT_EQ(plan.pattern, WarpPattern::vectors);
  EXPECT_EQ(plan.vectorElements, 2);
  EXPECT_EQ(plan.sectors, 16);
  EXPECT_EQ(plan.directSectors, 32);
  EXPECT_EQ(Rows(4, 4, 4).plan().vectorElements, 4);
}

TEST(WarpAccess, VectorsStayInTheRow) {
  EXPECT_NE(Rows(8, 3, 8).plan().pattern, WarpPattern::vectors);
  Rows apart(8, 2, 8);
  apart.access.groupStride = 17; // every other group is not aligned
  EXPECT_NE(apart.plan().pattern, WarpPattern::vectors);
}

TEST(WarpAccess, LongRowsAreTransposed) {
  for (int64_t size : {4, 5, 8, 16, 31, 32}) {
    WarpAccessPlan plan = Rows(size, size, 8).plan();
    EXPECT_EQ(plan.pattern, WarpPattern::transposed) << size;
    EXPECT_EQ(plan.windowSize, size * size);
    EXPECT_LT(plan.cycles, plan.directCycles);
  }
}

/// Most threads that fall on one bank at once, over all columns.
int64_t worstConflict(const WarpAccessPlan &plan, const WarpAccess &access) {
  int64_t atOnce = 128 / access.elementBytes, worst = 0;
  for (int64_t ix = 0; ix < access.extent; ++ix)
    for (int64_t first = 0; first < access.slots * access.items;
         first += atOnce) {
      std::map<int64_t, std::set<int64_t>> banks;
      for (int64_t thread = first;
           thread < std::min(first + atOnce, access.slots * access.items);
           ++thread) {
        int64_t place = plan.place(thread * access.extent + ix);
        banks[place % atOnce].insert(place);
      }
      for (const auto &[bank, places] : banks)
        worst = std::max<int64_t>(worst, places.size());
    }
  return worst;
}

TEST(WarpAccess, PaddingAvoidsBankConflicts) {
  for (int64_t bytes : {4, 8})
    for (int64_t size : {5, 8, 12, 16, 20, 24, 28, 31, 32}) {
      Rows rows(size, size, bytes);
      WarpAccessPlan plan = rows.plan();
      ASSERT_EQ(plan.pattern, WarpPattern::transposed);
      EXPECT_EQ(worstConflict(plan, rows.access), 1)
          << size << " of " << bytes << " bytes, padded every "
          << plan.padEvery;
      if (plan.padEvery)
        EXPECT_EQ(plan.windowSize % plan.padEvery, 0);
    }
}

TEST(WarpAccess, PlacesAreDistinctAndInside) {
  Rows rows(12, 12, 4);
  WarpAccessPlan plan = rows.plan();
  std::set<int64_t> places;
  for (int64_t e = 0; e < 2 * 144; ++e)
    EXPECT_TRUE(places.insert(plan.place(e)).second);
  EXPECT_LT(*places.rbegin(), plan.getSharedElements(2, 32));
}

TEST(WarpAccess, MasksAndHolesAreDirect) {
  Rows masked(8, 8, 8);
  masked.access.isMasked = true;
  EXPECT_EQ(masked.plan().pattern, WarpPattern::direct);
  Rows holes(8, 8, 8);
  holes.offsets[9] = kNoOffset;
  EXPECT_EQ(holes.plan().pattern, WarpPattern::direct);
}

TEST(WarpAccess, WhatSharedMemoryCannotHoldIsNotTransposed) {
  EXPECT_NE(Rows(32, 400, 4).plan().pattern, WarpPattern::transposed);
}

TEST(WarpAccess, StoresOfOneElementByManyAreNotTransposed) {
  Rows rows(8, 8, 8);
  std::fill(rows.offsets.begin() + 8, rows.offsets.begin() + 16, 0);
  for (int64_t ix = 0; ix < 8; ++ix)
    rows.offsets[8 + ix] = ix; // item 1 stores row 0 as well
  rows.access.isStore = true;
  EXPECT_NE(rows.plan().pattern, WarpPattern::transposed);
}

} // namespace
