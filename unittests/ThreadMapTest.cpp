#include "Pirch/Dialect/IR/ThreadMap.h"
#include "Pirch/Target/NVVM/NVVMAttr.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

class ThreadMapTest : public testing::Test {
protected:
  ThreadMapTest() {
    mlir::DialectRegistry registry;
    registerNVVMAttr(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<PirchDialect>();
  }

  InfRegType type(int64_t items, int64_t extent) {
    return InfRegType::get({1, items, extent}, mlir::Float64Type::get(&context),
                           {});
  }
  int64_t cost(const ThreadMap &map) {
    return map.getCost(NVVMAttr::get(&context, "sm_90"),
                       mlir::Float64Type::get(&context));
  }

  mlir::MLIRContext context;
};

TEST_F(ThreadMapTest, OwnElementsAreOtherNames) {
  ThreadMap map(type(2, 2), type(2, 2), {1, 0, 3, 2});
  ASSERT_EQ(map.elements.size(), 2u);
  ASSERT_EQ(map.elements[0].size(), 1u);
  EXPECT_EQ(map.elements[0][0].element, 1);
  EXPECT_TRUE(map.elements[0][0].isOwn);
  EXPECT_EQ(cost(map), 0);
}

TEST_F(ThreadMapTest, OneItemForAllIsABroadcast) {
  // Lane 3 is item 1's element 1.
  ThreadMap map(type(2, 2), type(2, 1), {3, 3});
  const ThreadMap::Part &part = map.elements[0][0];
  EXPECT_EQ(part.element, 1);
  EXPECT_FALSE(part.isOwn);
  EXPECT_EQ(part.getOnlyItem(), 1);
  EXPECT_EQ(cost(map), 4); // two words
}

TEST_F(ThreadMapTest, ItemsMayTakeFromOthers) {
  ThreadMap map(type(4, 1), type(4, 1), {1, 2, 3, 0});
  EXPECT_EQ(map.elements[0][0].getOnlyItem(), std::nullopt);
  EXPECT_EQ(map.elements[0][0].items, (llvm::SmallVector<int64_t>{1, 2, 3, 0}));
}

TEST_F(ThreadMapTest, ATransposedRowIsAPartForEachElement) {
  // Item i takes element i of item 0.
  ThreadMap map(type(4, 4), type(4, 1), {0, 1, 2, 3});
  ASSERT_EQ(map.elements[0].size(), 4u);
  for (int64_t element = 0; element < 4; ++element) {
    const ThreadMap::Part &part = map.elements[0][element];
    EXPECT_EQ(part.element, element);
    EXPECT_EQ(part.getOnlyItem(), 0);
    EXPECT_EQ(part.items[element], 0);
    EXPECT_EQ(llvm::count(part.items, -1), 3);
  }
  // Item 0's own element needs no exchange.
  EXPECT_TRUE(map.elements[0][0].isOwn);
  EXPECT_EQ(cost(map), 3 * 4 + 3 * 2);
}

TEST_F(ThreadMapTest, UnreadLanesAreNobodys) {
  ThreadMap map(type(2, 1), type(2, 2), {kNoLane, kNoLane, kNoLane, 0});
  EXPECT_TRUE(map.elements[0].empty());
  EXPECT_EQ(map.elements[1][0].items, (llvm::SmallVector<int64_t>{-1, 0}));
}

TEST_F(ThreadMapTest, WhatHasOneItemEveryThreadHolds) {
  ThreadMap map(type(1, 2), type(4, 1), {1, 1, 1, 1});
  EXPECT_TRUE(map.elements[0][0].isOwn);
  EXPECT_EQ(cost(map), 0);
}

} // namespace
