//===- CollectivesTest.cpp - What the oracle gives for collectives --------===//

#include "Pirch/Oracle/Oracle.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

std::vector<double> run(const char *body, int64_t wgSize, int64_t groups,
                        bool isOrdered = false) {
  std::string source =
      std::string("__kernel void k(__global double *a) { double x = a["
                  "get_global_id(0)]; ") +
      body + " a[get_global_id(0)] = x; }";
  SourceOptions options;
  options.wgShape = {wgSize};
  options.orderedReductions = isOrdered;
  auto oracle = Oracle::create(source, "test.cl", options, llvm::errs());
  EXPECT_TRUE(static_cast<bool>(oracle));
  std::vector<double> data(wgSize * groups);
  for (size_t i = 0; i < data.size(); ++i)
    data[i] = static_cast<double>(i);
  void *args[] = {data.data()};
  EXPECT_FALSE(static_cast<bool>((*oracle)->run("k", args, 0, groups)));
  return data;
}

TEST(CollectivesTest, ShuffleReadsTheValueBefore) {
  EXPECT_EQ(run("x = shuffle(x, (get_local_id() + 1) % WG_SIZE);", 3, 2),
            (std::vector<double>{1, 2, 0, 4, 5, 3}));
}

TEST(CollectivesTest, SourceOutsideTheGroupIsSomeMember) {
  EXPECT_EQ(run("x = shuffle(x, -1);", 2, 1), (std::vector<double>{1, 1}));
}

TEST(CollectivesTest, ReduceAndScan) {
  EXPECT_EQ(run("x = sub_group_reduce_add(x);", 4, 1),
            (std::vector<double>{6, 6, 6, 6}));
  EXPECT_EQ(run("x = sub_group_scan_inclusive_add(x);", 4, 1),
            (std::vector<double>{0, 1, 3, 6}));
  EXPECT_EQ(run("x = sub_group_scan_exclusive_max(x + 1);", 3, 1)[2], 2);
}

/// 1e16 swallows each 1 that is added to it, but not the sum of two.
TEST(CollectivesTest, TreesAndOrder) {
  const char *reduce =
      "x = sub_group_reduce_add(get_local_id() ? 1.0 : 1e16) - 1e16;";
  // ((0 + 4) + 2) + (1 + 3)
  EXPECT_EQ(run(reduce, 5, 1)[0], 2);
  EXPECT_EQ(run(reduce, 5, 1, true)[0], 0);
  const char *scan =
      "x = sub_group_scan_inclusive_add(get_local_id() ? 1.0 : 1e16) - 1e16;";
  // (0 + 1) + (2 + 3)
  EXPECT_EQ(run(scan, 4, 1), (std::vector<double>{0, 0, 0, 2}));
  EXPECT_EQ(run(scan, 4, 1, true), (std::vector<double>{0, 0, 0, 0}));
  // 0 + 2, 0 + (2 + 3): item 1 takes no part.
  EXPECT_EQ(run("if (get_local_id() != 1) "
                "x = sub_group_scan_inclusive_add(get_local_id() ? 1.0 : 1e16)"
                " - 1e16;",
                4, 1),
            (std::vector<double>{0, 1, 0, 2}));
}

TEST(CollectivesTest, MembersThatLeftDoNotTakePart) {
  EXPECT_EQ(run("if (get_local_id() > 1) x = sub_group_reduce_add(x);", 4, 1),
            (std::vector<double>{0, 1, 5, 5}));
}

} // namespace
