//===- EvaluateFloats.cpp - Floating-point arithmetic ---------------------===//
//
// IEEE 754, rounded to nearest even, by LLVM's own soft floats: the result is
// the same on every host. Fast-math flags are permissions, and are not used.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace pirch;

namespace {
using Test = bool (*)(const APFloat &);
} // namespace

template <typename OpT> static void addTest(EvaluatorTable &table, Test test) {
  table.add<OpT>([test](OpT op, Frame &frame) {
    LaneFormat format = formatOf(op->getOperand(0));
    return evaluateLaneWise<1>(op, frame,
                               [&](std::array<uint64_t, 1> bits) -> Lane {
                                 return test(format.toFloat(bits[0]));
                               });
  });
}

/// Rounds to an integer in one of the ways of IEEE 754.
template <typename OpT, llvm::RoundingMode mode>
static void addRounding(EvaluatorTable &table) {
  addUnary<OpT, APFloat>(table, [](const APFloat &a) {
    APFloat result = a;
    result.roundToIntegral(mode);
    return result;
  });
}

static APFloat remainder(const APFloat &a, const APFloat &b) {
  APFloat result = a;
  result.mod(b);
  return result;
}

static LogicalResult evaluateFma(math::FmaOp op, Frame &frame) {
  LaneFormat format = formatOf(op.getResult());
  return evaluateLaneWise<3>(op, frame, [&](std::array<uint64_t, 3> bits) {
    APFloat result = format.toFloat(bits[0]);
    result.fusedMultiplyAdd(format.toFloat(bits[1]), format.toFloat(bits[2]),
                            APFloat::rmNearestTiesToEven);
    return toLane(result);
  });
}

static LogicalResult evaluateCompare(arith::CmpFOp op, Frame &frame) {
  LaneFormat format = formatOf(op.getLhs());
  return evaluateLaneWise<2>(
      op, frame, [&](std::array<uint64_t, 2> bits) -> Lane {
        return arith::applyCmpPredicate(op.getPredicate(),
                                        format.toFloat(bits[0]),
                                        format.toFloat(bits[1]));
      });
}

void pirch::addFloatEvaluators(EvaluatorTable &table) {
  addBinary<arith::AddFOp, APFloat>(
      table, [](const APFloat &a, const APFloat &b) { return a + b; });
  addBinary<arith::SubFOp, APFloat>(
      table, [](const APFloat &a, const APFloat &b) { return a - b; });
  addBinary<arith::MulFOp, APFloat>(
      table, [](const APFloat &a, const APFloat &b) { return a * b; });
  addBinary<arith::DivFOp, APFloat>(
      table, [](const APFloat &a, const APFloat &b) { return a / b; });
  addBinary<arith::RemFOp, APFloat>(table, remainder);
  addBinary<arith::MinNumFOp, APFloat>(table, llvm::minimumnum);
  addBinary<arith::MaxNumFOp, APFloat>(table, llvm::maximumnum);
  addBinary<arith::MinimumFOp, APFloat>(table, llvm::minimum);
  addBinary<arith::MaximumFOp, APFloat>(table, llvm::maximum);
  addBinary<math::CopySignOp, APFloat>(table,
                                       [](const APFloat &a, const APFloat &b) {
                                         return APFloat::copySign(a, b);
                                       });
  addUnary<arith::NegFOp, APFloat>(table,
                                   [](const APFloat &a) { return neg(a); });
  addUnary<math::AbsFOp, APFloat>(table,
                                  [](const APFloat &a) { return abs(a); });
  addRounding<math::FloorOp, APFloat::rmTowardNegative>(table);
  addRounding<math::CeilOp, APFloat::rmTowardPositive>(table);
  addRounding<math::TruncOp, APFloat::rmTowardZero>(table);
  addRounding<math::RoundOp, APFloat::rmNearestTiesToAway>(table);
  addRounding<math::RoundEvenOp, APFloat::rmNearestTiesToEven>(table);
  addTest<math::IsNaNOp>(table, [](const APFloat &a) { return a.isNaN(); });
  addTest<math::IsInfOp>(table,
                         [](const APFloat &a) { return a.isInfinity(); });
  addTest<math::IsFiniteOp>(table,
                            [](const APFloat &a) { return a.isFinite(); });
  addTest<math::IsNormalOp>(table,
                            [](const APFloat &a) { return a.isNormal(); });
  table.add<math::FmaOp>(evaluateFma);
  table.add<arith::CmpFOp>(evaluateCompare);
}
