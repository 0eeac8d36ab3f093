//===- CostTableTest.cpp - Every target prices every operation ------------===//

#include "Pirch/Target/SchedulingModel.h"
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

/// What CPU `cpu` of target `name` costs. The attribute must outlive the
/// answer.
TargetAttrInterface makeAttribute(mlir::MLIRContext &context,
                                  llvm::StringRef name, llvm::StringRef cpu) {
  for (const Target *target : getTargets())
    if (target->getName() == name)
      return llvm::cantFail(
          target->makeAttribute({{"cpu", cpu.str()}}, context));
  return nullptr;
}

TEST(CostTableTest, CPUsDiffer) {
  mlir::DialectRegistry registry;
  registerTargetDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadDialect<PirchDialect>();
  auto zen5 = makeAttribute(context, "avx512", "znver5");
  auto zen4 = makeAttribute(context, "avx512", "znver4");
  auto rapids = makeAttribute(context, "avx512", "sapphirerapids");
  EXPECT_NE(zen5.getCost(OpClass::divide), zen4.getCost(OpClass::divide));
  EXPECT_NE(zen4.getCost(OpClass::gather), rapids.getCost(OpClass::gather));
  EXPECT_NE(zen5.getCost(OpClass::gather), rapids.getCost(OpClass::gather));
  // Zen 4 computes 256 bits at a time; LLVM is not asked for Zen 5.
  EXPECT_EQ(zen4.getCosts().getHalfShare(), 0.5);
  EXPECT_EQ(zen5.getCosts().getHalfShare(), 1);
  EXPECT_EQ(rapids.getCosts().getHalfShare(), 1);
  EXPECT_EQ(zen5.getOperationsInFlight(), 448);
  EXPECT_EQ(zen4.getOperationsInFlight(), 320);
  EXPECT_EQ(rapids.getOperationsInFlight(), 512);
}

/// A CPU that LLVM has no model of has the costs of CPUs in general.
TEST(CostTableTest, LevelsAreNoCPUs) {
  mlir::DialectRegistry registry;
  registerTargetDialects(registry);
  mlir::MLIRContext context(registry);
  context.loadDialect<PirchDialect>();
  auto level = makeAttribute(context, "avx2", "x86-64-v3");
  EXPECT_EQ(level.getCost(OpClass::divide), 16);
  EXPECT_EQ(level.getOperationsInFlight(), 256);
}

TEST(SchedulingModelTest, AsksLLVM) {
  auto haswell = SchedulingModel::create("x86_64", "haswell");
  ASSERT_TRUE(haswell);
  EXPECT_EQ(haswell->getOperationsInFlight(), 192);
  EXPECT_EQ(haswell->getCycles("VADDPDYrr"), 1.0);
  EXPECT_EQ(haswell->getLatency("VADDPDYrr"), 3);
  EXPECT_FALSE(haswell->getCycles("NO_SUCH_OPCODE"));
  EXPECT_FALSE(haswell->isModelOf("znver4"));
  EXPECT_TRUE(haswell->isModelOf("haswell"));
  EXPECT_FALSE(SchedulingModel::create("x86_64", "no-such-cpu"));
  EXPECT_FALSE(SchedulingModel::create("no_such_arch", "haswell"));
  EXPECT_TRUE(SchedulingModel::create("aarch64-linux-gnu", "neoverse-v2"));
}

TEST(CostTableTest, ATableWithoutAClassIsIncomplete) {
  CostTable costs({{OpClass::arith, 1}}, {});
  EXPECT_FALSE(costs.isComplete());
  EXPECT_EQ(costs.get(ReorderPattern::permute), std::nullopt);
}

} // namespace
