#include "Pirch/Analysis/OpCosts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace pirch;

namespace {

class OpCostsTest : public ::testing::Test {
protected:
  OpCostsTest() {
    context.loadDialect<PirchDialect, arith::ArithDialect, func::FuncDialect,
                        math::MathDialect>();
  }

  /// The operation `op %x, %y` on lanes of `type`, where `%y` is `divisor` in
  /// all lanes, or a second argument if that is empty.
  Operation *parse(const std::string &op, const std::string &type,
                   const std::string &divisor) {
    std::string lanes = "!pirch.infreg<?x4x1x" + type + ">";
    std::string known = divisor.empty()
                            ? ""
                            : "%c = arith.constant " + divisor + " : " + type +
                                  "\n%d = pirch.splat %c : " + type +
                                  " -> <?x4x1x" + type + ">\n";
    modules.push_back(parseSourceString<ModuleOp>(
        "func.func @f(%x: " + lanes + ", %y: " + lanes + ") {\n" + known +
            "%r = " + op + " %x, " + (divisor.empty() ? "%y" : "%d") + " : " +
            lanes + "\nreturn }",
        &context));
    EXPECT_TRUE(modules.back());
    Operation *found = nullptr;
    modules.back()->walk([&](Operation *inner) {
      if (inner->getName().getStringRef() == op)
        found = inner;
    });
    return found;
  }

  int64_t count(const std::string &op, const std::string &type,
                const std::string &divisor) {
    Operation *found = parse(op, type, divisor);
    EXPECT_EQ(classifyOp(found), OpClass::arith);
    EXPECT_FALSE(usesDivider(found));
    return countInstructions(found);
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> modules;
};

TEST_F(OpCostsTest, UnknownDivisorsAreDivisions) {
  for (const char *op :
       {"arith.divui", "arith.divsi", "arith.remui", "arith.remsi"}) {
    Operation *found = parse(op, "i32", "");
    EXPECT_EQ(classifyOp(found), OpClass::divide) << op;
    EXPECT_EQ(countInstructions(found), 1) << op;
  }
}

TEST_F(OpCostsTest, PowersOfTwoAreShiftsAndMasks) {
  EXPECT_EQ(count("arith.divui", "i32", "16"), 1);
  EXPECT_EQ(count("arith.remui", "i64", "16"), 1);
  EXPECT_GT(count("arith.divsi", "i32", "16"), 1);
  EXPECT_GT(count("arith.remsi", "i32", "16"),
            count("arith.divsi", "i32", "16"));
}

// Products of 64 bits take more than products of 32, and a remainder more than
// the quotient from which it is computed.
TEST_F(OpCostsTest, OtherConstantsAreProducts) {
  for (const char *sign : {"u", "s"}) {
    std::string divide = std::string("arith.div") + sign + "i";
    std::string rest = std::string("arith.rem") + sign + "i";
    EXPECT_GT(count(divide, "i32", "10"), count(divide, "i32", "16"));
    EXPECT_GT(count(divide, "i64", "10"), count(divide, "i32", "10"));
    EXPECT_GT(count(rest, "i32", "10"), count(divide, "i32", "10"));
  }
}

TEST_F(OpCostsTest, OtherOperationsAreOneInstruction) {
  EXPECT_EQ(countInstructions(parse("arith.muli", "i32", "10")), 1);
  EXPECT_EQ(countInstructions(parse("arith.addi", "i32", "")), 1);
}

// Only functions of lib/Math have a length of their own, and those of doubles
// take longer.
TEST_F(OpCostsTest, FunctionsHaveLengths) {
  EXPECT_EQ(getLengthOfFunction(parse("arith.divf", "f32", "")), 1);
  double ofFloats = getLengthOfFunction(parse("math.powf", "f32", ""));
  EXPECT_GT(ofFloats, getLengthOfFunction(parse("math.atan2", "f32", "")));
  EXPECT_GT(getLengthOfFunction(parse("math.powf", "f64", "")), ofFloats);
}

} // namespace
