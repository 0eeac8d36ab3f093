#include "Pirch/Analysis/IndexSets.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

/// An access of `size` iterations, iteration `i` touching `place(i)`.
template <typename Place>
LoopAccess access(unsigned position, bool isWrite, unsigned variable,
                  int64_t size, Place place) {
  LoopAccess result;
  result.position = position;
  result.isWrite = isWrite;
  result.variable = variable;
  for (int64_t i = 0; i < size; ++i)
    result.locations.push_back({place(i)});
  return result;
}

std::string split(int64_t size, llvm::ArrayRef<LoopAccess> accesses) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printIndexSets(os, splitIterations(size, accesses));
  return text;
}

TEST(IndexSets, IndependentIterationsShareASet) {
  auto self = [](int64_t i) { return i; };
  EXPECT_EQ(
      split(4, {access(0, false, 0, 4, self), access(1, true, 0, 4, self)}),
      "[[0, 1, 2, 3]]");
}

TEST(IndexSets, PaperExample2KeepsTheOrderThatTheReadNeeds) {
  // a[ix] += b[3 - ix]; b[ix / 2] += c[ix / 2]
  auto reverse = [](int64_t i) { return 3 - i; };
  auto half = [](int64_t i) { return i / 2; };
  EXPECT_EQ(
      split(4, {access(0, false, 1, 4, reverse), access(1, false, 1, 4, half),
                access(2, true, 1, 4, half)}),
      "[[0], [1, 2], [3]]");
}

TEST(IndexSets, PaperExample2ReordersWithoutTheRead) {
  auto half = [](int64_t i) { return i / 2; };
  EXPECT_EQ(
      split(4, {access(0, false, 1, 4, half), access(1, true, 1, 4, half)}),
      "[[0, 2], [1, 3]]");
}

TEST(IndexSets, CarriedValueIsUnrolled) {
  // a[ix + 1] = a[ix]
  EXPECT_EQ(split(3, {access(0, false, 0, 3, [](int64_t i) { return i; }),
                      access(1, true, 0, 3, [](int64_t i) { return i + 1; })}),
            "[[0], [1], [2]]");
}

TEST(IndexSets, ReadingAheadOfTheWriteIsKept) {
  // a[ix] = a[ix + 1]: all reads come first in the vector order too.
  EXPECT_EQ(split(3, {access(0, false, 0, 3, [](int64_t i) { return i + 1; }),
                      access(1, true, 0, 3, [](int64_t i) { return i; })}),
            "[[0, 1, 2]]");
}

/// Executing set by set, operation by operation, gives what one iteration after
/// the other gives, for many random loops.
TEST(IndexSets, RandomLoopsKeepTheirMeaning) {
  uint32_t state = 1;
  auto random = [&](int bound) {
    state = state * 1664525u + 1013904223u;
    return static_cast<int>((state >> 16) % bound);
  };
  for (int round = 0; round < 2000; ++round) {
    int64_t size = 1 + random(6);
    std::vector<LoopAccess> accesses;
    int count = 1 + random(4);
    for (int position = 0; position < count; ++position)
      accesses.push_back(access(position, random(2), random(2), size,
                                [&](int64_t) { return random(4); }));
    // Every write stores a value that depends on all its iteration has read.
    auto execute = [&](auto &&order) {
      std::vector<uint64_t> memory(8, 1), seen(size, 7);
      for (auto [iteration, position] : order) {
        const LoopAccess &step = accesses[position];
        uint64_t &place =
            memory[step.variable * 4 + step.locations[iteration][0]];
        if (step.isWrite)
          place = seen[iteration] * 31 + iteration * 7 + position;
        else
          seen[iteration] = seen[iteration] * 17 + place;
      }
      return memory;
    };
    std::vector<std::pair<int64_t, int>> sequential, bySets;
    for (int64_t i = 0; i < size; ++i)
      for (int position = 0; position < count; ++position)
        sequential.emplace_back(i, position);
    for (const IndexSet &set : splitIterations(size, accesses))
      for (int position = 0; position < count; ++position)
        for (int64_t i : set)
          bySets.emplace_back(i, position);
    ASSERT_EQ(bySets.size(), sequential.size());
    EXPECT_EQ(execute(bySets), execute(sequential)) << "round " << round;
  }
}

} // namespace
