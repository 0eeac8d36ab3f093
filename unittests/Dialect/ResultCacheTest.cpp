//===- ResultCacheTest.cpp - Results that a context keeps -----------------===//

#include "Pirch/Dialect/IR/ResultCache.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"
#include <thread>

using namespace pirch;

struct Square {
  int64_t value;
};
struct Cube {
  int64_t value;
};

namespace {

class ResultCaches : public testing::Test {
protected:
  int64_t square(mlir::Attribute target, int64_t number) {
    return cache
        .get<Square>(target, {number},
                     [&] {
                       ++computed;
                       return Square{number * number};
                     })
        ->value;
  }

  mlir::MLIRContext context;
  mlir::Builder builder{&context};
  mlir::Attribute one = builder.getI64IntegerAttr(1),
                  two = builder.getI64IntegerAttr(2);
  ResultCache cache;
  int computed = 0;
};

TEST_F(ResultCaches, ComputeEachResultOnce) {
  EXPECT_EQ(square(one, 3), 9);
  EXPECT_EQ(square(one, 3), 9);
  EXPECT_EQ(computed, 1);
  EXPECT_EQ(square(one, 4), 16);
  EXPECT_EQ(computed, 2);
}

TEST_F(ResultCaches, TellTargetsAndKindsOfResultsApart) {
  square(one, 3);
  square(two, 3);
  EXPECT_EQ(computed, 2);
  EXPECT_EQ(cache.get<Cube>(one, {3}, [] { return Cube{27}; })->value, 27);
  EXPECT_EQ(square(one, 3), 9);
  EXPECT_EQ(cache.size(), 3u);
}

TEST_F(ResultCaches, AreBoundedAndLeaveResultsThatAreHeldAlone) {
  auto held = cache.get<Square>(one, {-1}, [] { return Square{1}; });
  for (int64_t number = 0; number < int64_t(ResultCache::kMostResults);
       ++number)
    square(one, number);
  EXPECT_LT(cache.size(), ResultCache::kMostResults);
  EXPECT_EQ(held->value, 1);
  EXPECT_EQ(square(one, 5), 25);
}

TEST_F(ResultCaches, ServeSeveralThreads) {
  std::vector<std::thread> threads;
  std::atomic<int64_t> sum = 0;
  for (int thread = 0; thread < 4; ++thread)
    threads.emplace_back([&] {
      for (int64_t number = 0; number < 1000; ++number)
        sum += cache
                   .get<Square>(one, {number},
                                [&] { return Square{number * number}; })
                   ->value;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(sum, 4 * int64_t(999) * 1000 * 1999 / 6);
  EXPECT_EQ(cache.size(), 1000u);
}

} // namespace
