#include "Pirch/Mapping/LaneLookup.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

constexpr Axis kRows[] = {Axis::wg, Axis::wi, Axis::ix};
constexpr Axis kGroups[] = {Axis::ix, Axis::wi, Axis::wg};

/// Every lane with every candidate finds what the mapping says.
void expectAll(const LaneMapping &from, const LaneMapping &to, Axis axis) {
  std::vector<LaneLookup> lookups = planLookups(from, to, axis);
  ASSERT_EQ(int64_t(lookups.size()), to.getNumChunks());
  for (int64_t chunk = 0; chunk < to.getNumChunks(); ++chunk)
    for (int64_t candidate = 0; candidate < from.getExtent(axis); ++candidate) {
      ChunkOrigins origins = lookups[chunk].getOrigins(candidate);
      for (int64_t lane = 0; lane < to.getLanes(); ++lane) {
        std::optional<LaneId> id = to.getOwner(chunk, lane);
        EXPECT_EQ(origins[lane].isRead(), id.has_value());
        if (!id)
          continue;
        (axis == Axis::wi ? id->wi : id->ix) = candidate;
        EXPECT_EQ(origins[lane], from.getPlace(*id));
      }
    }
}

TEST(LaneLookup, GroupsSideBySideKeepTheirLanes) {
  LaneMapping mapping = LaneMapping::inOrder({2, 2, 1}, kGroups, 2);
  LaneLookup lookup = planLookups(mapping, mapping, Axis::wi)[0];
  EXPECT_TRUE(lookup.keepsLanes());
  EXPECT_EQ(lookup.stride, 2);
  EXPECT_EQ(lookup.slots, (llvm::SmallVector<int32_t>{0, 1}));
  EXPECT_EQ(lookup.first[1], 1);
}

TEST(LaneLookup, RowsAreIndexedInOneChunk) {
  LaneMapping mapping = LaneMapping::inOrder({2, 2, 1}, kRows, 2);
  LaneLookup lookup = planLookups(mapping, mapping, Axis::wi)[1];
  EXPECT_FALSE(lookup.keepsLanes());
  EXPECT_EQ(lookup.stride, 1);
  EXPECT_EQ(lookup.countSources(), 1);
  EXPECT_EQ(lookup.slots.front(), 1);
}

TEST(LaneLookup, EverySizeOrderAndAxis) {
  for (auto order :
       {llvm::ArrayRef<Axis>(kRows), llvm::ArrayRef<Axis>(kGroups)})
    for (int64_t groups : {1, 2, 3, 8})
      for (int64_t items : {1, 3, 4, 12})
        for (int64_t extent : {1, 2, 5, 8}) {
          LaneMapping from =
              LaneMapping::inOrder({groups, items, extent}, order, 4);
          expectAll(from, from, Axis::wi);
          expectAll(from, LaneMapping::inOrder({groups, items, 1}, order, 4),
                    Axis::ix);
        }
}

} // namespace
