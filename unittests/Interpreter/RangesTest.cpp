//===- RangesTest.cpp - Inferred ranges hold what is computed -------------===//
//
// What an operation infers of its integers, from ranges of its operands, is
// compared with what its evaluator makes of operands in these ranges. Passes
// compute integers in as few bits as their ranges need.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Interpreter/Interpreter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace mlir;
using namespace pirch;

namespace {

/// Each operation on infregs that infers ranges, on integers.
constexpr const char *kOperations = R"mlir(
!i = !pirch.infreg<?x4x2xi32>
!i1 = !pirch.infreg<?x4x1xi32>
!b = !pirch.infreg<?x4x2xi8>
!l = !pirch.infreg<?x4x2xi64>
!m = !pirch.infreg<?x4x2xi1>
!m1 = !pirch.infreg<?x4x1xi1>
pirch.kernel @ranges(%s: i32) attributes {wg_size = 4 : i64} {
  %item = pirch.wi_index : !i1
  %element = pirch.ix_index : !i
  %table = pirch.constant dense<[[1, -2], [3, 4], [300, 6], [7, -8]]> : tensor<4x2xi32> -> !i
  %mask = pirch.constant dense<[[true, false], [true, true], [false, true], [true, true]]> : tensor<4x2xi1> -> !m
  %mask1 = pirch.constant dense<[[true], [false], [true], [true]]> : tensor<4x1xi1> -> !m1
  %x = pirch.splat %s : i32 -> !i
  %x1 = pirch.splat %s : i32 -> !i1
  %reorder = pirch.reorder %x [1, _] : !i -> !i
  %permute = pirch.wg_permute %x [3, 0, _, 1] : !i -> !i
  %shuffle = pirch.wg_shuffle %x from %element : !i, !i
  %extract = pirch.extract %x[%item] : !i, !i1 -> !i1
  %insert = pirch.insert %x1 into %x[%item] mask %mask1 : !m1 : !i1, !i, !i1
  %merge = pirch.merge %x into %table lanes ["01" x 3, "10" x 1] : !i
  %select = pirch.select %mask, %x, %table : !m, !i
  %signed = pirch.convert extsi %x : !i -> !l
  %unsigned = pirch.convert extui %x : !i -> !l
  %low = pirch.convert trunci %x : !i -> !b
  %bit = pirch.convert extui %mask : !m -> !i
  %least = pirch.reduce minsi %x : !i
  %greatest = pirch.reduce maxui %x mask %mask : !m : !i
  %sum = pirch.reduce add %x : !i
  %both = pirch.reduce and %x : !i
  pirch.return
}
)mlir";

class RangesTest : public testing::Test {
protected:
  RangesTest() {
    context.loadDialect<PirchDialect, arith::ArithDialect>();
    module = parseSourceString<ModuleOp>(kOperations, &context);
  }

  /// A range of numbers with a sign, of a width that all magnitudes have a
  /// chance of.
  ConstantIntRanges makeRange(unsigned width) {
    auto number = [&] {
      uint64_t bits = (uint64_t(random()) << 32) ^ random();
      return APInt(64, bits).trunc(width).ashr(random() % width);
    };
    APInt a = number(), b = number();
    return a.slt(b) ? ConstantIntRanges::fromSigned(a, b)
                    : ConstantIntRanges::fromSigned(b, a);
  }

  /// Lanes of which each holds a number of `range`.
  Lanes makeLanes(Frame &frame, Type type, const ConstantIntRanges &range) {
    Lanes lanes =
        isa<InfRegType>(type) ? frame.makeLanes(type) : Lanes::scalar(type, {});
    APInt distance = range.smax() - range.smin();
    for (int64_t at = 0; at < lanes.size(); ++at) {
      APInt by = APInt(64, random()).zextOrTrunc(distance.getBitWidth());
      lanes[at] = toLane(range.smin() +
                         (distance.isAllOnes() ? by : by.urem(distance + 1)));
    }
    return lanes;
  }

  static void checkLanes(const Lanes &lanes, const ConstantIntRanges &range) {
    LaneFormat format(lanes.getElementType());
    ASSERT_EQ(format.width, range.smin().getBitWidth());
    for (int64_t at = 0; at < lanes.size(); ++at) {
      if (!lanes[at])
        continue;
      APInt number = format.toInteger(*lanes[at]);
      EXPECT_TRUE(number.sge(range.smin()) && number.sle(range.smax()) &&
                  number.uge(range.umin()) && number.ule(range.umax()))
          << "lane " << at << " holds " << format.toSigned(*lanes[at]);
    }
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
  std::minstd_rand random;
};

TEST_F(RangesTest, NoResultLiesOutside) {
  ASSERT_TRUE(module);
  EvaluatorTable table(context);
  KernelOp kernel = *module->getOps<KernelOp>().begin();
  kernel.walk([&](InferIntRangeInterface op) {
    SCOPED_TRACE(op->getName().getStringRef().str());
    const Evaluator *evaluator = table.find(op->getName());
    ASSERT_TRUE(evaluator);
    Frame frame(kernel, table, {}, /*endGroup=*/1);
    for (int repeat = 0; repeat < 200 && !HasFailure(); ++repeat) {
      SmallVector<IntegerValueRange> ranges;
      for (Value operand : op->getOperands()) {
        unsigned width =
            getElementTypeOrSelf(operand.getType()).getIntOrFloatBitWidth();
        ConstantIntRanges range = makeRange(width);
        ranges.push_back(range);
        frame.set(operand, makeLanes(frame, operand.getType(), range));
      }
      IntegerValueRange inferred;
      op.inferResultRangesFromOptional(
          ranges,
          [&](Value, const IntegerValueRange &range) { inferred = range; });
      ASSERT_FALSE(inferred.isUninitialized());
      ASSERT_TRUE(succeeded((*evaluator)(op, frame)));
      checkLanes(frame.get(op->getResult(0)), inferred.getValue());
    }
  });
}

/// An operation that is added and infers ranges is tested here as well.
TEST_F(RangesTest, AllOperationsAreTested) {
  ASSERT_TRUE(module);
  std::set<std::string> tested;
  module->walk([&](Operation *op) {
    tested.insert(op->getName().getStringRef().str());
  });
  for (RegisteredOperationName name :
       context.getRegisteredOperationsByDialect("pirch"))
    if (name.hasInterface<InferIntRangeInterface>())
      EXPECT_TRUE(tested.count(name.getStringRef().str()))
          << name.getStringRef().str() << " infers ranges";
}

} // namespace
