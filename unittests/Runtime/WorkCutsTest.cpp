//===- WorkCutsTest.cpp - Where launches are cut --------------------------===//

#include "Pirch/Runtime/Scheduler.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

/// The first groups of all pieces that are not empty, and the end.
std::vector<int64_t> cut(int64_t pack, int64_t first, int64_t count,
                         int64_t width = 0) {
  LoadedKernel kernel;
  kernel.info.wgPack = pack;
  kernel.info.wgShape = {8};
  int64_t height = 1;
  void *args[] = {&width, &height};
  if (width) {
    kernel.info.wgShape = {8, 1};
    kernel.info.numGridParams = 2;
    kernel.info.params.resize(2);
  }
  WorkCuts cuts(Work{kernel, args, first, count});
  std::vector<int64_t> groups;
  for (int64_t piece = 0; piece <= cuts.size(); ++piece)
    if (groups.empty() || cuts.firstGroup(piece) != groups.back())
      groups.push_back(cuts.firstGroup(piece));
  return groups;
}

using Groups = std::vector<int64_t>;

TEST(WorkCutsTest, ArePacksFromTheFirstGroupOn) {
  EXPECT_EQ(cut(4, 0, 10), (Groups{0, 4, 8, 10}));
  EXPECT_EQ(cut(4, 3, 8), (Groups{3, 7, 11}));
  EXPECT_EQ(cut(16, 5, 3), (Groups{5, 8}));
}

TEST(WorkCutsTest, AreThoseOfEachRowOfAGrid) {
  EXPECT_EQ(cut(4, 0, 12, 6), (Groups{0, 4, 6, 10, 12}));
  EXPECT_EQ(cut(4, 5, 10, 6), (Groups{5, 6, 10, 12, 15}));
  EXPECT_EQ(cut(4, 7, 2, 6), (Groups{7, 9}));
}

TEST(WorkCutsTest, NoGroupsHaveNoPieces) {
  LoadedKernel kernel;
  kernel.info.wgPack = 4;
  EXPECT_EQ(WorkCuts(Work{kernel, nullptr, 5, 0}).size(), 0);
}

} // namespace
