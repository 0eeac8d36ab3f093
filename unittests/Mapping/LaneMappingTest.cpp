#include "Pirch/Mapping/LaneMapping.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <numeric>
#include <set>

using namespace pirch;

namespace {

constexpr Axis kRows[] = {Axis::wg, Axis::wi, Axis::ix};

ChunkLane at(int32_t chunk, int32_t lane) { return {chunk, lane}; }

//===----------------------------------------------------------------------===//
// The examples of the header
//===----------------------------------------------------------------------===//

TEST(LaneMapping, VectorsCutLaneOrderIntoChunks) {
  LaneMapping mapping = LaneMapping::inOrder({1, 3, 2}, kRows, 4);
  EXPECT_EQ(mapping.getNumChunks(), 2);
  EXPECT_EQ(mapping.getPlace({0, 1, 0}), at(0, 2));
  EXPECT_EQ(mapping.getPlace({0, 2, 1}), at(1, 1));
  EXPECT_EQ(mapping.getOwner(1, 0), (LaneId{0, 2, 0}));
  EXPECT_EQ(mapping.getOwner(1, 2), std::nullopt);
}

TEST(LaneMapping, GroupsSideBySide) {
  constexpr Axis order[] = {Axis::ix, Axis::wi, Axis::wg};
  LaneMapping mapping = LaneMapping::inOrder({8, 4, 3}, order, 8);
  EXPECT_EQ(mapping.getPlace({5, 0, 0}), at(0, 5));
  EXPECT_EQ(mapping.getPlace({0, 1, 0}), at(1, 0));
  EXPECT_EQ(mapping.getPlace({0, 0, 1}), at(4, 0));
}

TEST(LaneMapping, WorkItemsAreThreads) {
  LaneMapping mapping = LaneMapping::acrossThreads({1, 3, 2}, 3, 8);
  EXPECT_EQ(mapping.getNumChunks(), 2);
  EXPECT_EQ(mapping.getExtent(Axis::wg), 2);
  EXPECT_EQ(mapping.getPlace({0, 2, 1}), at(1, 2));
  EXPECT_EQ(mapping.getPlace({1, 0, 0}), at(0, 3));
  EXPECT_EQ(mapping.getOwner(0, 5), (LaneId{1, 2, 0}));
  EXPECT_EQ(mapping.getOwner(0, 6), std::nullopt);
}

TEST(LaneMapping, FurtherGroupsAreRegistersOfAThread) {
  // Groups that share a warp are neighbours; the thread's next is behind them.
  LaneMapping mapping = LaneMapping::acrossThreads({2, 4, 3}, 4, 8);
  EXPECT_EQ(mapping.getExtent(Axis::wg), 4);
  EXPECT_EQ(mapping.getPlace({1, 0, 0}), at(0, 4));
  EXPECT_EQ(mapping.getPlace({2, 0, 0}), at(3, 0));
}

TEST(LaneMapping, EveryThreadHoldsWhatAGroupHoldsOnce) {
  LaneMapping mapping = LaneMapping::acrossThreads({1, 1, 1}, 3, 8);
  EXPECT_EQ(mapping.getOwner(0, 1), (LaneId{0, 0, 0}));
  EXPECT_EQ(mapping.getOwner(0, 4), (LaneId{1, 0, 0}));
  EXPECT_EQ(mapping.getPlace({1, 0, 0}), at(0, 3));
  EXPECT_EQ(mapping.getPlace({1, 0, 0}, 5), at(0, 5));
  EXPECT_EQ(mapping.getPlace({1, 0, 0}, 2), at(0, 3)); // of another group
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

struct Case {
  LaneMapping mapping;
  bool hasCopies;
};

/// Mappings of every kind for infregs of one shape.
std::vector<Case> allMappings(llvm::ArrayRef<int64_t> shape, int64_t items) {
  std::vector<Case> cases;
  llvm::SmallVector<Axis> order(std::begin(kRows), std::end(kRows));
  do {
    for (int64_t lanes : {1, 4, 5, 8, 256})
      cases.push_back({LaneMapping::inOrder(shape, order, lanes), false});
  } while (std::next_permutation(order.begin(), order.end()));
  for (int64_t lanes : {32, 64, 1024})
    if (items <= lanes)
      cases.push_back({LaneMapping::acrossThreads(shape, items, lanes),
                       shape[1] == 1 && items > 1});
  return cases;
}

const std::vector<std::array<int64_t, 4>> kShapes = {
    // groups, items of the infreg, elements, items of a group
    {1, 1, 1, 1},   {3, 5, 2, 5},  {1, 7, 1, 7},   {8, 1, 4, 6},
    {2, 32, 3, 32}, {1, 1, 2, 33}, {2, 33, 2, 33}, {1, 24, 5, 24}};

template <typename FnT> void eachMapping(FnT check) {
  for (auto [groups, items, extent, groupItems] : kShapes)
    for (const Case &c : allMappings({groups, items, extent}, groupItems))
      check(c);
}

TEST(LaneMapping, EveryValueIsAtItsPlace) {
  eachMapping([](const Case &c) {
    for (int64_t wg = 0; wg < c.mapping.getExtent(Axis::wg); ++wg)
      for (int64_t wi = 0; wi < c.mapping.getExtent(Axis::wi); ++wi)
        for (int64_t ix = 0; ix < c.mapping.getExtent(Axis::ix); ++ix) {
          ChunkLane place = c.mapping.getPlace({wg, wi, ix});
          ASSERT_EQ(c.mapping.getOwner(place.chunk, place.lane),
                    (LaneId{wg, wi, ix}));
        }
  });
}

TEST(LaneMapping, EveryLaneIsThePlaceOfItsOwner) {
  eachMapping([](const Case &c) {
    int64_t owned = 0;
    for (int64_t chunk = 0; chunk < c.mapping.getNumChunks(); ++chunk)
      for (int64_t lane = 0; lane < c.mapping.getLanes(); ++lane)
        if (auto id = c.mapping.getOwner(chunk, lane)) {
          ++owned;
          // Near itself, a copy is at its own place as well.
          ASSERT_EQ(c.mapping.getPlace(*id, lane), at(chunk, lane));
          if (!c.hasCopies)
            ASSERT_EQ(c.mapping.getPlace(*id), at(chunk, lane));
        }
    int64_t values =
        c.mapping.getExtent(Axis::wg) * c.mapping.getLanesPerGroup();
    if (!c.hasCopies)
      ASSERT_EQ(owned, values);
    else
      ASSERT_EQ(owned % values, 0);
  });
}

//===----------------------------------------------------------------------===//
// Lane maps
//===----------------------------------------------------------------------===//

/// A table from lanes of `from` to lanes of `to` that depends on `seed`; some
/// lanes are not read.
llvm::SmallVector<int32_t> makeTable(const LaneMapping &from,
                                     const LaneMapping &to, uint32_t seed) {
  llvm::SmallVector<int32_t> table;
  for (int64_t lane = 0; lane < to.getLanesPerGroup(); ++lane) {
    seed = seed * 1664525 + 1013904223;
    table.push_back(seed >> 28 == 0 ? kNoLane
                                    : (seed >> 8) % from.getLanesPerGroup());
  }
  return table;
}

TEST(LaneMapping, OriginsAreWhereTheTableSays) {
  eachMapping([](const Case &from) {
    eachMapping([&](const Case &to) {
      if (from.mapping.getExtent(Axis::wg) != to.mapping.getExtent(Axis::wg) ||
          from.mapping.getLanes() != to.mapping.getLanes())
        return;
      auto table = makeTable(from.mapping, to.mapping, 1);
      auto origins = splitLaneMap(from.mapping, to.mapping, table);
      for (auto [chunk, lanes] : llvm::enumerate(origins))
        for (auto [lane, origin] : llvm::enumerate(lanes)) {
          auto id = to.mapping.getOwner(chunk, lane);
          if (!id || table[to.mapping.getTableIndex(*id)] == kNoLane) {
            ASSERT_FALSE(origin.isRead());
            continue;
          }
          auto source = from.mapping.getOwner(origin.chunk, origin.lane);
          ASSERT_TRUE(source);
          ASSERT_EQ(source->wg, id->wg);
          ASSERT_EQ(from.mapping.getTableIndex(*source),
                    table[to.mapping.getTableIndex(*id)]);
        }
    });
  });
}

TEST(LaneMapping, OriginsOfComposedMapsCompose) {
  for (auto [groups, items, extent, groupItems] : kShapes)
    for (const Case &c : allMappings({groups, items, extent}, groupItems)) {
      if (c.hasCopies)
        continue; // several lanes hold what the table names
      auto inner = makeTable(c.mapping, c.mapping, 2);
      auto outer = makeTable(c.mapping, c.mapping, 3);
      auto first = splitLaneMap(c.mapping, c.mapping, inner);
      auto second = splitLaneMap(c.mapping, c.mapping, outer);
      auto both =
          splitLaneMap(c.mapping, c.mapping, composeTables(outer, inner));
      for (auto [chunk, lanes] : llvm::enumerate(second))
        for (auto [lane, origin] : llvm::enumerate(lanes))
          ASSERT_EQ(both[chunk][lane], origin.isRead()
                                           ? first[origin.chunk][origin.lane]
                                           : ChunkLane());
    }
}

TEST(LaneMapping, ChangingTheOrderAndBackChangesNothing) {
  llvm::SmallVector<int32_t> same(6 * 3);
  std::iota(same.begin(), same.end(), 0);
  constexpr Axis groups[] = {Axis::ix, Axis::wi, Axis::wg};
  LaneMapping a = LaneMapping::inOrder({8, 6, 3}, kRows, 8);
  LaneMapping b = LaneMapping::inOrder({8, 6, 3}, groups, 8);
  auto there = splitLaneMap(a, b, same), back = splitLaneMap(b, a, same);
  for (auto [chunk, lanes] : llvm::enumerate(back))
    for (auto [lane, origin] : llvm::enumerate(lanes))
      EXPECT_EQ(there[origin.chunk][origin.lane], at(chunk, lane));
}

} // namespace
