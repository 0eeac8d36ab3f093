#include "Pirch/Analysis/ReorderPatterns.h"
#include "Pirch/Target/AVX512/AVX512Attr.h"
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

/// Lane maps in registers of sixteen lanes.
class VectorMaps : public testing::Test {
protected:
  VectorMaps() {
    mlir::DialectRegistry registry;
    registerAVX512Attr(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<PirchDialect>();
    target = AVX512Attr::get(&context, "sapphirerapids");
  }

  /// Sixteen registers that hold a matrix by rows, from those that hold it by
  /// columns.
  static std::vector<ChunkOrigins> transposition() {
    std::vector<ChunkOrigins> rows(16, ChunkOrigins(16));
    for (int32_t row = 0; row < 16; ++row)
      for (int32_t column = 0; column < 16; ++column)
        rows[row][column] = {column, row};
    return rows;
  }
  llvm::SmallVector<ReorderSelector::Choice>
  select(llvm::ArrayRef<ChunkOrigins> origins,
         llvm::ArrayRef<ReorderPattern> disabled = {}) {
    return ReorderSelector(target, disabled).selectAll(origins);
  }
  static int64_t cost(llvm::ArrayRef<ReorderSelector::Choice> choices) {
    int64_t sum = 0;
    for (const auto &choice : choices)
      sum += choice.cost;
    return sum;
  }

  mlir::MLIRContext context;
  TargetAttrInterface target;
};

// Four rounds of sixteen shuffles; each row by itself takes fifteen.
TEST_F(VectorMaps, RowsOfATranspositionShareShuffles) {
  auto choices = select(transposition());
  auto apart = select(transposition(), {ReorderPattern::network});
  for (auto [joined, alone] : llvm::zip_equal(choices, apart)) {
    EXPECT_EQ(joined.pattern, ReorderPattern::network);
    EXPECT_NE(alone.pattern, ReorderPattern::network);
  }
  int64_t step = *target.getReorderCost(ReorderPattern::permute2);
  EXPECT_GT(cost(apart), 2 * cost(choices));
  EXPECT_GE(cost(choices), 16 * 4 * step);
  EXPECT_LT(cost(choices), 16 * 5 * step);
}

// What two registers give takes one shuffle in any case.
TEST_F(VectorMaps, PairsStayAlone) {
  std::vector<ChunkOrigins> pairs = transposition();
  for (ChunkOrigins &origins : pairs)
    for (ChunkLane &origin : origins)
      origin.chunk %= 2;
  for (const auto &choice : select(pairs))
    EXPECT_EQ(choice.pattern, ReorderPattern::permute2);
}

TEST_F(VectorMaps, OnlyChunksOfTheNetworkAreItsResults) {
  std::vector<ChunkOrigins> origins = transposition();
  origins.insert(origins.begin(), ChunkOrigins(16, ChunkLane{3, 5}));
  llvm::SmallVector<ReorderPattern> patterns;
  for (const auto &choice : select(origins))
    patterns.push_back(choice.pattern);
  EXPECT_EQ(patterns.front(), ReorderPattern::broadcast);
  LaneNetwork network = ReorderSelector(target).connect(origins, patterns, 20);
  ASSERT_EQ(network.results.size(), origins.size());
  EXPECT_EQ(network.results.front(), -1);
  for (int32_t result : llvm::drop_begin(network.results))
    EXPECT_GE(result, 20);
}

} // namespace
