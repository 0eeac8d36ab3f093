//===- EvaluateIntegers.cpp - Integer arithmetic --------------------------===//
//
// The operations of `arith` with the meaning that it gives them, but for two:
//
// - Division and remainder by zero, and of the least value by -1, divide by 1
//   instead. All lanes divide, also those of work items that take no part, so
//   that it is no undefined behavior; every lowering does the same.
// - `andi` of masks is 0 where its left side is, whatever the right side holds:
//   the right side is a condition that only the work items of the left side
//   computed from loaded values.
//
//===----------------------------------------------------------------------===//

#include "Evaluate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/APInt.h"

using namespace mlir;
using namespace pirch;

namespace {
using BinaryFunction = APInt (*)(const APInt &, const APInt &);
/// Sets its last argument where the result wraps.
using WrappingFunction = APInt (APInt::*)(const APInt &, bool &) const;
/// Nothing where the result is poison.
using ShiftFunction = APInt (APInt::*)(const APInt &) const;
} // namespace

/// Operations that may say `overflow<nsw, nuw>`.
template <typename OpT>
static void addWrapping(EvaluatorTable &table, WrappingFunction isSigned,
                        WrappingFunction isUnsigned) {
  table.add<OpT>([isSigned, isUnsigned](OpT op, Frame &frame) {
    LaneFormat format = formatOf(op->getOperand(0));
    auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(*op);
    bool noSigned = flags.hasNoSignedWrap();
    bool noUnsigned = flags.hasNoUnsignedWrap();
    return evaluateLaneWise<2>(
        op, frame, [&](std::array<uint64_t, 2> bits) -> Lane {
          APInt a = format.toInteger(bits[0]), b = format.toInteger(bits[1]);
          bool signedWraps, unsignedWraps;
          APInt result = (a.*isSigned)(b, signedWraps);
          (void)(a.*isUnsigned)(b, unsignedWraps);
          if ((noSigned && signedWraps) || (noUnsigned && unsignedWraps))
            return {};
          return toLane(result);
        });
  });
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// The divisor, or 1 where the quotient is not defined.
static APInt guardSigned(const APInt &a, const APInt &b) {
  bool isBad = b.isZero() || (a.isMinSignedValue() && b.isAllOnes());
  return isBad ? APInt(b.getBitWidth(), 1) : b;
}

static APInt guardUnsigned(const APInt &b) {
  return b.isZero() ? APInt(b.getBitWidth(), 1) : b;
}

/// A quotient, or nothing where the operation says that it is exact and it is
/// not.
template <typename OpT>
static void addDivision(EvaluatorTable &table, BinaryFunction divide,
                        BinaryFunction remainder) {
  table.add<OpT>([divide, remainder](OpT op, Frame &frame) {
    LaneFormat format = formatOf(op->getOperand(0));
    bool isExact = op.getIsExact();
    return evaluateLaneWise<2>(
        op, frame, [&](std::array<uint64_t, 2> bits) -> Lane {
          APInt a = format.toInteger(bits[0]), b = format.toInteger(bits[1]);
          if (isExact && !remainder(a, b).isZero())
            return {};
          return toLane(divide(a, b));
        });
  });
}

static APInt divideSigned(const APInt &a, const APInt &b) {
  return a.sdiv(guardSigned(a, b));
}
static APInt divideUnsigned(const APInt &a, const APInt &b) {
  return a.udiv(guardUnsigned(b));
}
static APInt remainderSigned(const APInt &a, const APInt &b) {
  return a.srem(guardSigned(a, b));
}
static APInt remainderUnsigned(const APInt &a, const APInt &b) {
  return a.urem(guardUnsigned(b));
}

static void addDivisions(EvaluatorTable &table) {
  addDivision<arith::DivSIOp>(table, divideSigned, remainderSigned);
  addDivision<arith::DivUIOp>(table, divideUnsigned, remainderUnsigned);
  addBinary<arith::RemSIOp, APInt>(table, remainderSigned);
  addBinary<arith::RemUIOp, APInt>(table, remainderUnsigned);
  addBinary<arith::CeilDivUIOp, APInt>(
      table, [](const APInt &a, const APInt &b) {
        return llvm::APIntOps::RoundingUDiv(a, guardUnsigned(b),
                                            APInt::Rounding::UP);
      });
  addBinary<arith::CeilDivSIOp, APInt>(
      table, [](const APInt &a, const APInt &b) {
        return llvm::APIntOps::RoundingSDiv(a, guardSigned(a, b),
                                            APInt::Rounding::UP);
      });
  addBinary<arith::FloorDivSIOp, APInt>(
      table, [](const APInt &a, const APInt &b) {
        return llvm::APIntOps::RoundingSDiv(a, guardSigned(a, b),
                                            APInt::Rounding::DOWN);
      });
}

//===----------------------------------------------------------------------===//
// Shifts and bits
//===----------------------------------------------------------------------===//

/// A right shift; nothing for counts of the width and above, and where an exact
/// shift loses bits.
template <typename OpT>
static void addRightShift(EvaluatorTable &table, ShiftFunction shift) {
  table.add<OpT>([shift](OpT op, Frame &frame) {
    LaneFormat format = formatOf(op->getOperand(0));
    bool isExact = op.getIsExact();
    return evaluateLaneWise<2>(op, frame,
                               [&](std::array<uint64_t, 2> bits) -> Lane {
                                 APInt a = format.toInteger(bits[0]),
                                       count = format.toInteger(bits[1]);
                                 if (count.uge(count.getBitWidth()) ||
                                     (isExact && count.ugt(a.countr_zero())))
                                   return {};
                                 return toLane((a.*shift)(count));
                               });
  });
}

static LogicalResult evaluateLeftShift(arith::ShLIOp op, Frame &frame) {
  LaneFormat format = formatOf(op.getLhs());
  return evaluateLaneWise<2>(
      op, frame, [&](std::array<uint64_t, 2> bits) -> Lane {
        APInt a = format.toInteger(bits[0]), count = format.toInteger(bits[1]);
        if (count.uge(count.getBitWidth()))
          return {};
        APInt result = a.shl(count);
        if ((op.hasNoSignedWrap() && result.ashr(count) != a) ||
            (op.hasNoUnsignedWrap() && result.lshr(count) != a))
          return {};
        return toLane(result);
      });
}

static LogicalResult evaluateAnd(arith::AndIOp op, Frame &frame) {
  if (formatOf(op.getLhs()).width != 1)
    return evaluateLaneWise<2>(
        op, frame,
        [](std::array<uint64_t, 2> bits) -> Lane { return bits[0] & bits[1]; });
  auto operands = getOperands<2>(op, frame);
  if (failed(operands))
    return failure();
  Lanes result = frame.makeLanes(op.getType());
  for (int64_t at = 0; at < result.size(); ++at)
    if (Lane left = (*(*operands)[0])[at])
      result[at] = *left ? (*(*operands)[1])[at] : Lane(0);
  frame.set(op.getResult(), std::move(result));
  return success();
}

static void addBitwise(EvaluatorTable &table) {
  table.add<arith::AndIOp>(evaluateAnd);
  table.add<arith::ShLIOp>(evaluateLeftShift);
  addRightShift<arith::ShRSIOp>(table, &APInt::ashr);
  addRightShift<arith::ShRUIOp>(table, &APInt::lshr);
  addBinary<arith::OrIOp, APInt>(
      table, [](const APInt &a, const APInt &b) { return a | b; });
  addBinary<arith::XOrIOp, APInt>(
      table, [](const APInt &a, const APInt &b) { return a ^ b; });
  addUnary<math::CtPopOp, APInt>(table, [](const APInt &a) {
    return APInt(a.getBitWidth(), a.popcount(), false, /*implicitTrunc=*/true);
  });
  addUnary<math::CountLeadingZerosOp, APInt>(table, [](const APInt &a) {
    return APInt(a.getBitWidth(), a.countl_zero(), false,
                 /*implicitTrunc=*/true);
  });
  addUnary<math::CountTrailingZerosOp, APInt>(table, [](const APInt &a) {
    return APInt(a.getBitWidth(), a.countr_zero(), false,
                 /*implicitTrunc=*/true);
  });
}

//===----------------------------------------------------------------------===//
// Two results
//===----------------------------------------------------------------------===//

/// The low and the high half of a product of twice the width.
template <typename OpT>
static void addExtendedProduct(EvaluatorTable &table, BinaryFunction high) {
  table.add<OpT>([high](OpT op, Frame &frame) {
    auto operands = getOperands<2>(op, frame);
    if (failed(operands))
      return failure();
    LaneFormat format = formatOf(op.getLhs());
    Lanes lows = frame.makeLanes(op.getLow().getType()), highs = lows;
    for (int64_t at = 0; at < lows.size(); ++at) {
      const Lane &left = (*(*operands)[0])[at], &right = (*(*operands)[1])[at];
      if (!left || !right)
        continue;
      APInt a = format.toInteger(*left), b = format.toInteger(*right);
      lows[at] = toLane(a * b);
      highs[at] = toLane(high(a, b));
    }
    frame.set(op.getLow(), std::move(lows));
    frame.set(op.getHigh(), std::move(highs));
    return success();
  });
}

static LogicalResult evaluateExtendedSum(arith::AddUIExtendedOp op,
                                         Frame &frame) {
  auto operands = getOperands<2>(op, frame);
  if (failed(operands))
    return failure();
  LaneFormat format = formatOf(op.getLhs());
  Lanes sums = frame.makeLanes(op.getSum().getType());
  Lanes carries = frame.makeLanes(op.getOverflow().getType());
  for (int64_t at = 0; at < sums.size(); ++at) {
    const Lane &left = (*(*operands)[0])[at], &right = (*(*operands)[1])[at];
    if (!left || !right)
      continue;
    bool wraps;
    sums[at] = toLane(
        format.toInteger(*left).uadd_ov(format.toInteger(*right), wraps));
    carries[at] = wraps;
  }
  frame.set(op.getSum(), std::move(sums));
  frame.set(op.getOverflow(), std::move(carries));
  return success();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static LogicalResult evaluateCompare(arith::CmpIOp op, Frame &frame) {
  LaneFormat format = formatOf(op.getLhs());
  return evaluateLaneWise<2>(
      op, frame, [&](std::array<uint64_t, 2> bits) -> Lane {
        return arith::applyCmpPredicate(op.getPredicate(),
                                        format.toInteger(bits[0]),
                                        format.toInteger(bits[1]));
      });
}

void pirch::addIntegerEvaluators(EvaluatorTable &table) {
  addWrapping<arith::AddIOp>(table, &APInt::sadd_ov, &APInt::uadd_ov);
  addWrapping<arith::SubIOp>(table, &APInt::ssub_ov, &APInt::usub_ov);
  addWrapping<arith::MulIOp>(table, &APInt::smul_ov, &APInt::umul_ov);
  addDivisions(table);
  addBitwise(table);
  addBinary<arith::MinSIOp, APInt>(table, [](const APInt &a, const APInt &b) {
    return llvm::APIntOps::smin(a, b);
  });
  addBinary<arith::MaxSIOp, APInt>(table, [](const APInt &a, const APInt &b) {
    return llvm::APIntOps::smax(a, b);
  });
  addBinary<arith::MinUIOp, APInt>(table, [](const APInt &a, const APInt &b) {
    return llvm::APIntOps::umin(a, b);
  });
  addBinary<arith::MaxUIOp, APInt>(table, [](const APInt &a, const APInt &b) {
    return llvm::APIntOps::umax(a, b);
  });
  addUnary<math::AbsIOp, APInt>(table, [](const APInt &a) { return a.abs(); });
  addExtendedProduct<arith::MulSIExtendedOp>(table, llvm::APIntOps::mulhs);
  addExtendedProduct<arith::MulUIExtendedOp>(table, llvm::APIntOps::mulhu);
  table.add<arith::AddUIExtendedOp>(evaluateExtendedSum);
  table.add<arith::CmpIOp>(evaluateCompare);
}
