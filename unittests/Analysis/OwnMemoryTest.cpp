#include "Pirch/Analysis/OwnMemory.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using namespace pirch;

namespace {

constexpr Axis kOrders[6][3] = {
    {Axis::wg, Axis::wi, Axis::ix}, {Axis::wg, Axis::ix, Axis::wi},
    {Axis::wi, Axis::wg, Axis::ix}, {Axis::wi, Axis::ix, Axis::wg},
    {Axis::ix, Axis::wg, Axis::wi}, {Axis::ix, Axis::wi, Axis::wg}};

/// A kernel with groups of `items` work items and one variable.
struct OneVariable {
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  AllocaOp variable;

  OneVariable(int64_t items, int64_t elements, unsigned space) {
    context.loadDialect<PirchDialect>();
    OpBuilder builder(&context);
    Location loc = builder.getUnknownLoc();
    module = ModuleOp::create(builder, loc);
    builder.setInsertionPointToEnd(module->getBody());
    auto kernel = KernelOp::create(builder, loc, "k",
                                   builder.getFunctionType({}, {}), items);
    builder.createBlock(&kernel.getBody());
    auto type = MemRefType::get({elements}, builder.getF32Type(),
                                MemRefLayoutAttrInterface(),
                                builder.getI64IntegerAttr(space));
    variable = AllocaOp::create(builder, loc, type);
  }
};

// The copies of a pack fill its memory without gaps and without overlap.
TEST(OwnMemory, CopiesArePlacedOnce) {
  constexpr int64_t kItems = 3, kPerItem = 5, kPack = 4;
  for (bool isPrivate : {false, true}) {
    OneVariable one(kItems, kItems * kPerItem,
                    isPrivate ? kPrivateMemorySpace : kLocalMemorySpace);
    for (const auto &order : kOrders) {
      auto mapping = LaneMapping::inOrder({kPack, kItems, 1}, order, 8);
      OwnLayout layout = getOwnLayout(one.variable, mapping);
      std::set<int64_t> places;
      for (int64_t wg = 0; wg < kPack; ++wg)
        for (int64_t element = 0; element < kItems * kPerItem; ++element)
          places.insert(
              layout.getStart(wg, isPrivate ? element / kPerItem : 0) +
              element * layout.elementStep);
      EXPECT_EQ(places.size(), size_t(kPack * kItems * kPerItem));
      EXPECT_EQ(*places.begin(), 0);
      EXPECT_EQ(*places.rbegin(), kPack * kItems * kPerItem - 1);
    }
  }
}

// Where all work items share a variable, its first element is theirs.
TEST(OwnMemory, WorkItemsShareLocalVariables) {
  OneVariable one(3, 15, kLocalMemorySpace);
  for (const auto &order : kOrders) {
    OwnLayout layout = getOwnLayout(
        one.variable, LaneMapping::inOrder({4, 3, 1}, order, 8));
    EXPECT_EQ(layout.getStart(2, 0), layout.getStart(2, 2));
  }
}

// Neighbouring lanes access neighbouring elements: of one copy, or of the
// copies of neighbouring groups.
TEST(OwnMemory, FastestAxisIsContiguous) {
  OneVariable one(3, 15, kPrivateMemorySpace);
  for (const auto &order : kOrders) {
    OwnLayout layout = getOwnLayout(
        one.variable, LaneMapping::inOrder({4, 3, 1}, order, 8));
    EXPECT_EQ(order[2] == Axis::wg   ? layout.groupStep
              : order[2] == Axis::wi ? layout.itemStep
                                     : layout.elementStep,
              1);
  }
}

} // namespace
