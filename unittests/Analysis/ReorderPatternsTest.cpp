#include "Pirch/Analysis/ReorderPatterns.h"
#include "Pirch/Target/NVVM/NVVMAttr.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

/// Lane maps where work items are the threads of a warp.
class WarpMaps : public testing::Test {
protected:
  WarpMaps() {
    mlir::DialectRegistry registry;
    registerNVVMAttr(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<PirchDialect>();
    target = NVVMAttr::get(&context, "sm_90");
  }

  std::vector<ChunkOrigins> split(int64_t fromItems, int64_t fromExtent,
                                  int64_t toItems, int64_t toExtent,
                                  llvm::ArrayRef<int32_t> table) {
    int64_t items = std::max(fromItems, toItems);
    return splitLaneMap(
        target.mapLanes({1, fromItems, fromExtent}, {}, items, 32),
        target.mapLanes({1, toItems, toExtent}, {}, items, 32), table);
  }
  std::vector<ReorderPattern> patterns(llvm::ArrayRef<ChunkOrigins> origins) {
    std::vector<ReorderPattern> result;
    for (const auto &choice : ReorderSelector(target).selectAll(origins))
      result.push_back(choice.pattern);
    return result;
  }
  int64_t cost(llvm::ArrayRef<ChunkOrigins> origins) {
    int64_t sum = 0;
    for (const auto &choice : ReorderSelector(target).selectAll(origins))
      sum += choice.cost;
    return sum;
  }

  mlir::MLIRContext context;
  TargetAttrInterface target;
};

TEST_F(WarpMaps, OwnElementsAreOtherNames) {
  auto origins = split(2, 2, 2, 2, {1, 0, 3, 2});
  EXPECT_EQ(patterns(origins), std::vector(2, ReorderPattern::reuse));
  EXPECT_EQ(origins[0][0], (ChunkLane{1, 0}));
}

TEST_F(WarpMaps, OneItemForAllIsASegmentOfEachGroup) {
  // Lane 5 is item 2's element 1; a warp has eight groups.
  auto origins = split(4, 2, 4, 1, {5, 5, 5, 5});
  EXPECT_EQ(patterns(origins), std::vector{ReorderPattern::segmented});
  EXPECT_EQ(origins[0][31], (ChunkLane{1, 30}));
  EXPECT_EQ(origins[0][3], (ChunkLane{1, 2}));
}

TEST_F(WarpMaps, OneItemOfAGroupAsWideAsTheWarpIsABroadcast) {
  EXPECT_EQ(patterns(split(32, 1, 32, 1, llvm::SmallVector<int32_t>(32, 7))),
            std::vector{ReorderPattern::broadcast});
}

TEST_F(WarpMaps, ItemsMayTakeFromOthers) {
  EXPECT_EQ(patterns(split(4, 1, 4, 1, {1, 2, 0, 3})),
            std::vector{ReorderPattern::permute});
}

TEST_F(WarpMaps, ATransposedRowIsAPieceOfEachElement) {
  // Item i takes element i of item 0: its own, and one exchange of each other.
  auto origins = split(4, 4, 4, 1, {0, 1, 2, 3});
  EXPECT_EQ(patterns(origins), std::vector{ReorderPattern::cover});
  std::vector<ReorderPiece> pieces = ReorderSelector(target).cover(origins[0]);
  ASSERT_EQ(pieces.size(), 4u);
  EXPECT_EQ(pieces[0].pattern, ReorderPattern::reuse);
  for (int32_t element = 0; element < 4; ++element) {
    EXPECT_EQ(pieces[element].chunk, element);
    EXPECT_EQ(pieces[element].lanes[element], 0);
    EXPECT_EQ(pieces[element].lanes[4 + element], 4); // the next group
  }
  EXPECT_EQ(cost(origins), 3 * 2 + 3 * 1);
}

TEST_F(WarpMaps, UnreadLanesAreNobodys) {
  auto origins = split(2, 1, 2, 2, {kNoLane, kNoLane, kNoLane, 0});
  EXPECT_EQ(patterns(origins)[0], ReorderPattern::unread);
  EXPECT_FALSE(origins[1][0].isRead());
  EXPECT_EQ(origins[1][1], (ChunkLane{0, 0}));
}

TEST_F(WarpMaps, WhatHasOneItemEveryThreadHolds) {
  EXPECT_EQ(patterns(split(1, 2, 4, 1, {1, 1, 1, 1})),
            std::vector{ReorderPattern::reuse});
}

TEST_F(WarpMaps, LeftOverThreadsAreNotRead) {
  auto origins = split(5, 1, 5, 1, {4, 3, 2, 1, 0});
  EXPECT_EQ(origins[0][29], (ChunkLane{0, 25}));
  EXPECT_FALSE(origins[0][30].isRead());
}

} // namespace
