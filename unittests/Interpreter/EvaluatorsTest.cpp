//===- EvaluatorsTest.cpp - Which operations the interpreter knows --------===//
//
// Adding an operation to the dialect without an evaluator fails here.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Interpreter/Interpreter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace pirch;

namespace {

/// Names of a dialect's operations without an evaluator, terminators (which
/// belong to the operation around them) left out.
std::vector<std::string> findUnknown(MLIRContext &context, StringRef dialect,
                                     const llvm::StringSet<> &exempt) {
  EvaluatorTable table(context);
  std::vector<std::string> unknown;
  // `getRegisteredOperationsByDialect` of LLVM 22 misses whole dialects.
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.getDialectNamespace() == dialect &&
        !name.hasTrait<OpTrait::IsTerminator>() && !table.find(name) &&
        !exempt.contains(name.stripDialect()))
      unknown.push_back(name.getStringRef().str());
  return unknown;
}

class EvaluatorsTest : public testing::Test {
protected:
  EvaluatorsTest() {
    context.loadDialect<PirchDialect, arith::ArithDialect, math::MathDialect,
                        scf::SCFDialect, ub::UBDialect>();
  }
  MLIRContext context{MLIRContext::Threading::DISABLED};
};

TEST_F(EvaluatorsTest, KnowAllOperationsOfTheInfRegForm) {
  // The kernel itself, a loop of the work-item form, and what a thread does.
  EXPECT_EQ(findUnknown(context, "pirch",
                        {"kernel", "loop", "lookup", "subgroup_barrier"}),
            std::vector<std::string>());
}

TEST_F(EvaluatorsTest, KnowArithmetic) {
  // Floats of 8 bits and less, which are no lanes; a cast between f16 and bf16.
  EXPECT_EQ(findUnknown(context, "arith",
                        {"convertf", "scaling_extf", "scaling_truncf"}),
            std::vector<std::string>());
}

TEST_F(EvaluatorsTest, KnowWhatTheCLibraryHas) {
  // Functions that no source can name.
  EXPECT_EQ(
      findUnknown(context, "math", {"clampf", "fpowi", "ipowi", "sincos"}),
      std::vector<std::string>());
}

/// Sees operations of the dialect `pirch` come and go.
struct CountingEvaluators : EvaluatorDialectInterface {
  using EvaluatorDialectInterface::EvaluatorDialectInterface;
  static inline int calls = 0;

  void addEvaluators(EvaluatorTable &table) const override {
    table.add<NumGroupsOp>([](NumGroupsOp op, Frame &frame) {
      ++calls;
      frame.set(op.getResult(), Lanes::scalar(op.getType(), 77));
      return success();
    });
  }
};

TEST_F(EvaluatorsTest, TakeThoseThatADialectBrings) {
  context.getLoadedDialect<PirchDialect>()->addInterfaces<CountingEvaluators>();
  auto module = parseSourceString<ModuleOp>(R"(
    pirch.kernel @k(%a: memref<?xi64>) attributes {wg_size = 1 : i64} {
      %c0 = arith.constant 0 : i64
      %n = pirch.num_groups : i64
      %x = pirch.splat %n : i64 -> <?x1x1xi64>
      pirch.store %x, %a[%c0 + wg * %c0] [0] : <?x1x1xi64>, memref<?xi64>
      pirch.return
    })",
                                            &context);
  ASSERT_TRUE(module);
  int64_t buffer = 0;
  EvaluatorTable table(context);
  EXPECT_TRUE(succeeded(interpret(*module->getOps<KernelOp>().begin(), table,
                                  {{&buffer, sizeof buffer}}, 0, 3)));
  EXPECT_EQ(buffer, 77);
  EXPECT_EQ(CountingEvaluators::calls, 3);
}

} // namespace
