//===- CostTableTest.cpp - Every target prices every operation ------------===//

#include "Pirch/Target/TargetRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace pirch;

namespace {

/// Calls `check` with the cost table of every target at its default options.
void forEachTable(
    llvm::function_ref<void(llvm::StringRef, const CostTable &)> check) {
  mlir::DialectRegistry registry;
  registerTargetDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadDialect<PirchDialect>();
  for (const Target *target : getTargets()) {
    llvm::Expected<TargetAttrInterface> attribute =
        target->makeAttribute(TargetOptions(), context);
    ASSERT_TRUE(static_cast<bool>(attribute))
        << target->getName().str() << ": "
        << llvm::toString(attribute.takeError());
    check(target->getName(), attribute->getCosts());
  }
}

TEST(CostTableTest, EveryClassOfOperationsIsListed) {
  forEachTable([](llvm::StringRef name, const CostTable &costs) {
    EXPECT_TRUE(costs.isComplete()) << name.str();
  });
}

TEST(CostTableTest, WhatIsThereAlreadyIsFree) {
  forEachTable([](llvm::StringRef name, const CostTable &costs) {
    EXPECT_EQ(costs.get(ReorderPattern::unread), 0) << name.str();
    EXPECT_EQ(costs.get(ReorderPattern::reuse), 0) << name.str();
  });
}

/// `ReorderSelector` falls back on a gather where no other pattern fits.
TEST(CostTableTest, AnyLaneMapHasAPrice) {
  forEachTable([](llvm::StringRef name, const CostTable &costs) {
    EXPECT_TRUE(costs.get(ReorderPattern::gather).has_value()) << name.str();
  });
}

TEST(CostTableTest, ATableWithoutAClassIsIncomplete) {
  CostTable costs({{OpClass::arith, 1}}, {});
  EXPECT_FALSE(costs.isComplete());
  EXPECT_EQ(costs.get(ReorderPattern::permute), std::nullopt);
}

} // namespace
