//===- RangesTest.cpp - Where the oracle's work items are in a range ------===//

#include "Pirch/Oracle/Oracle.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace pirch;
using testing::ElementsAre;

namespace {
/// What each of the groups `first` to `first + count - 1` of a range writes in
/// a[0] to a[3] of its last work item.
std::vector<int64_t> run(const char *values, const Extents &shape,
                         const Oracle::Range &range, int64_t first,
                         int64_t count) {
  std::string source = std::string("kernel void k(long *a) { long v[] = {") +
                       values + "}; for (int i = 0; i < 4; ++i) a[i] = v[i]; }";
  std::string text;
  llvm::raw_string_ostream diag(text);
  SourceOptions options;
  options.wgShape = shape;
  auto oracle = Oracle::create(source, "test.cl", options, diag);
  if (!oracle) {
    ADD_FAILURE() << llvm::toString(oracle.takeError()) << text;
    return {};
  }
  (*oracle)->setRange(range);
  std::vector<int64_t> data(4);
  void *args[] = {data.data()};
  llvm::Error error = (*oracle)->run("k", args, first, count);
  EXPECT_FALSE(static_cast<bool>(error)) << llvm::toString(std::move(error));
  return data;
}
} // namespace

TEST(Ranges, CountsGroupsAlongXFirst) {
  const char *ids = "get_group_id(0), get_group_id(1), get_group_id(2), "
                    "get_work_dim()";
  EXPECT_THAT(run(ids, {2, 2, 2}, {{3, 4, 5}, {}}, 0, 1),
              ElementsAre(0, 0, 0, 3));
  EXPECT_THAT(run(ids, {2, 2, 2}, {{3, 4, 5}, {}}, 0, 3 * 4 + 3 + 3),
              ElementsAre(2, 1, 1, 3));
  EXPECT_THAT(run(ids, {2, 2}, {{3, 4}, {}}, 7, 1), ElementsAre(1, 2, 0, 2));
}

TEST(Ranges, CountsWorkItemsAlongXFirst) {
  const char *ids = "get_local_id(0), get_local_id(1), get_local_id(2), "
                    "get_local_linear_id()";
  EXPECT_THAT(run(ids, {4, 3, 2}, {{1, 1, 1}, {}}, 0, 1),
              ElementsAre(3, 2, 1, 23));
}

TEST(Ranges, AddsTheOffsetToGlobalIdsAlone) {
  const char *ids = "get_global_id(0), get_global_id(1), get_group_id(0), "
                    "get_global_linear_id()";
  EXPECT_THAT(run(ids, {4, 2}, {{3, 2}, {100, 1000}}, 5, 1),
              ElementsAre(100 + 11, 1000 + 3, 2, 3 * 12 + 11));
}

TEST(Ranges, GivesExtentsOfTheWholeRange) {
  const char *sizes = "get_num_groups(1), get_global_size(1), "
                      "get_local_size(1), get_global_offset(1)";
  EXPECT_THAT(run(sizes, {4, 2}, {{3, 5}, {7, 9}}, 2, 1),
              ElementsAre(5, 10, 2, 9));
}

TEST(Ranges, GivesOneOrNoneForDimensionsThatAreMissing) {
  const char *sizes = "get_num_groups(2) * 10 + get_local_size(2), "
                      "get_global_size(3), get_global_id(2) + get_group_id(2), "
                      "get_global_offset(2) + get_local_id(3)";
  EXPECT_THAT(run(sizes, {4, 2}, {{3, 5}, {7, 9}}, 14, 1),
              ElementsAre(11, 1, 0, 0));
}
