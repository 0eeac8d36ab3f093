#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/Target/AVX2/AVX2Attr.h"
#include "Pirch/Target/AVX512/AVX512Attr.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

class AccessHulls : public testing::Test {
protected:
  AccessHulls() {
    mlir::DialectRegistry registry;
    registerAVX2Attr(registry);
    registerAVX512Attr(registry);
    context.appendDialectRegistry(registry);
    context.loadDialect<PirchDialect>();
  }

  TargetAttrInterface avx2() {
    return mlir::cast<TargetAttrInterface>(
        mlir::Attribute(AVX2Attr::get(&context, "znver3")));
  }

  /// A masked load of bytes that lie `step` bytes apart, by packs of `groups`
  /// groups of 8 work items, which lie `stride` bytes apart.
  AccessShape makeShape(int64_t groups, int64_t step, int64_t stride) {
    AccessShape shape;
    shape.mapping = LaneMapping::inOrder({groups, 8, 1},
                                         {Axis::wg, Axis::wi, Axis::ix}, 32);
    for (int64_t item = 0; item < 8; ++item)
      shape.offsets.push_back(3 + item * step);
    shape.stride = stride;
    shape.isMasked = true;
    shape.hasMaskedLoads = false;
    return shape;
  }

  mlir::MLIRContext context;
};

TEST_F(AccessHulls, ReachFromTheFirstElementToTheLastOne) {
  for (int64_t groups : {1, 2, 4})
    for (int64_t step : {1, 2, 16})
      for (int64_t stride : {-128, 0, 8, 128}) {
        AccessShape shape = makeShape(groups, step, stride);
        std::optional<AccessHull> hull = findHull(shape, avx2());
        ASSERT_TRUE(hull);
        int64_t first = INT64_MAX, last = INT64_MIN;
        for (int64_t group = 0; group < groups; ++group)
          for (int64_t offset : shape.offsets) {
            first = std::min(first, offset + group * stride);
            last = std::max(last, offset + group * stride);
          }
        EXPECT_EQ(hull->first, first);
        EXPECT_EQ(hull->elements, last - first + 1);
      }
}

TEST_F(AccessHulls, ExistWhereTheMaskCannotBeTaken) {
  auto has = [&](auto change, TargetAttrInterface target) {
    AccessShape shape = makeShape(4, 16, 128);
    change(shape);
    return findHull(shape, target).has_value();
  };
  auto same = [](AccessShape &) {};
  EXPECT_TRUE(has(same, avx2()));
  EXPECT_FALSE(has([](AccessShape &shape) { shape.isMasked = false; }, avx2()));
  EXPECT_FALSE(has([](AccessShape &shape) { shape.isStore = true; }, avx2()));
  // Nobody knows how far apart the groups are, or it is too far for a page.
  EXPECT_FALSE(has([](AccessShape &shape) { shape.stride.reset(); }, avx2()));
  EXPECT_FALSE(has([](AccessShape &shape) { shape.stride = 2000; }, avx2()));
  // A machine with registers for masks loads under any mask.
  EXPECT_FALSE(has(same, mlir::cast<TargetAttrInterface>(mlir::Attribute(
                             AVX512Attr::get(&context, "znver5")))));
}

TEST_F(AccessHulls, PlansIgnoreTheMaskWhereLanesWouldBeLoadedOneByOne) {
  EXPECT_TRUE(planAccess(makeShape(2, 16, 128), avx2())->plan.hull);
  EXPECT_TRUE(planAccess(makeShape(4, 1, 8), avx2())->plan.hull);
  AccessShape floats = makeShape(1, 1, 8);
  floats.mapping =
      LaneMapping::inOrder({1, 8, 1}, {Axis::wg, Axis::wi, Axis::ix}, 8);
  floats.elementBytes = 4;
  floats.hasMaskedLoads = true;
  EXPECT_FALSE(planAccess(floats, avx2())->plan.hull); // one instruction
}

} // namespace
