#include "Pirch/Dialect/IR/LaneLayout.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

TEST(LaneLayout, PaperOrderKeepsRowsTogether) {
  LaneLayout layout({2, 4, 3}, {Axis::wg, Axis::wi, Axis::ix});
  EXPECT_EQ(layout.position({0, 0, 2}), 2);
  EXPECT_EQ(layout.position({0, 1, 0}), 3);
  EXPECT_EQ(layout.position({1, 0, 0}), 12);
}

TEST(LaneLayout, InterleavedOrderPutsGroupsSideBySide) {
  LaneLayout layout({8, 4, 3}, {Axis::ix, Axis::wi, Axis::wg});
  EXPECT_EQ(layout.position({5, 0, 0}), 5);
  EXPECT_EQ(layout.position({0, 1, 0}), 8);
  EXPECT_EQ(layout.position({0, 0, 1}), 32);
}

TEST(LaneLayout, EveryOrderIsABijection) {
  Axis axes[] = {Axis::wg, Axis::wi, Axis::ix};
  std::sort(std::begin(axes), std::end(axes));
  do {
    for (auto extents : {llvm::SmallVector<int64_t>{1, 1, 1},
                         {3, 5, 2},
                         {1, 7, 1},
                         {8, 1, 4}}) {
      LaneLayout layout(extents, axes);
      for (int64_t position = 0; position < layout.size(); ++position)
        EXPECT_EQ(layout.position(layout.lane(position)), position);
    }
  } while (std::next_permutation(std::begin(axes), std::end(axes)));
}

} // namespace
