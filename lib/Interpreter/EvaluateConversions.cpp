//===- EvaluateConversions.cpp - Lanes that change their type -------------===//

#include "Evaluate.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace pirch;

/// A float rounded to another type.
static Lane convertFloat(LaneFormat from, LaneFormat to, uint64_t bits) {
  APFloat value = from.toFloat(bits);
  bool losesInfo;
  value.convert(*to.semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return toLane(value);
}

static Lane integerToFloat(LaneFormat from, LaneFormat to, uint64_t bits,
                           bool isSigned) {
  APFloat value(*to.semantics);
  value.convertFromAPInt(from.toInteger(bits), isSigned,
                         APFloat::rmNearestTiesToEven);
  return toLane(value);
}

/// Nothing where the integer type cannot hold the value.
static Lane floatToInteger(LaneFormat from, LaneFormat to, uint64_t bits,
                           bool isSigned) {
  llvm::APSInt value(to.width, !isSigned);
  bool isExact;
  if (from.toFloat(bits).convertToInteger(value, APFloat::rmTowardZero,
                                          &isExact) == APFloat::opInvalidOp)
    return {};
  return toLane(value);
}

static Lane convertLane(ConversionKind kind, LaneFormat from, LaneFormat to,
                        uint64_t bits) {
  switch (kind) {
  case ConversionKind::extsi:
    return toLane(from.toInteger(bits).sext(to.width));
  case ConversionKind::extui:
    return toLane(from.toInteger(bits).zext(to.width));
  case ConversionKind::trunci:
    return toLane(from.toInteger(bits).trunc(to.width));
  case ConversionKind::sitofp:
  case ConversionKind::uitofp:
    return integerToFloat(from, to, bits, kind == ConversionKind::sitofp);
  case ConversionKind::fptosi:
  case ConversionKind::fptoui:
    return floatToInteger(from, to, bits, kind == ConversionKind::fptosi);
  case ConversionKind::extf:
  case ConversionKind::truncf:
    return convertFloat(from, to, bits);
  case ConversionKind::bitcast:
    return bits;
  }
  llvm_unreachable("all kinds are listed");
}

/// Every lane converted; nothing where `isPoison` says so of its integer.
static LogicalResult
evaluateConversion(Operation *op, Frame &frame, ConversionKind kind,
                   llvm::function_ref<bool(const APInt &)> isPoison = {}) {
  LaneFormat from = getElementTypeOrSelf(op->getOperand(0).getType());
  LaneFormat to = getElementTypeOrSelf(op->getResult(0).getType());
  return evaluateLaneWise<1>(
      op, frame, [&](std::array<uint64_t, 1> bits) -> Lane {
        if (isPoison && isPoison(from.toInteger(bits[0])))
          return {};
        return convertLane(kind, from, to, bits[0]);
      });
}

template <typename OpT>
static void addCast(EvaluatorTable &table, ConversionKind kind) {
  table.add<OpT>([kind](OpT op, Frame &frame) {
    return evaluateConversion(op, frame, kind);
  });
}

static LogicalResult evaluateTruncation(arith::TruncIOp op, Frame &frame) {
  unsigned width = LaneFormat(getElementTypeOrSelf(op.getType())).width;
  return evaluateConversion(
      op, frame, ConversionKind::trunci, [&](const APInt &value) {
        return (op.hasNoSignedWrap() && !value.isSignedIntN(width)) ||
               (op.hasNoUnsignedWrap() && !value.isIntN(width));
      });
}

static LogicalResult evaluateFloatTruncation(arith::TruncFOp op, Frame &frame) {
  if (op.getRoundingmode())
    return op.emitOpError("is not supported yet with a rounding mode");
  return evaluateConversion(op, frame, ConversionKind::truncf);
}

/// Casts to and from index, which has 64 bits.
template <typename OpT>
static void addIndexCast(EvaluatorTable &table, ConversionKind extension) {
  table.add<OpT>([extension](OpT op, Frame &frame) {
    unsigned from =
        LaneFormat(getElementTypeOrSelf(op.getIn().getType())).width;
    unsigned to = LaneFormat(getElementTypeOrSelf(op.getType())).width;
    return evaluateConversion(op, frame,
                              from < to   ? extension
                              : from > to ? ConversionKind::trunci
                                          : ConversionKind::bitcast);
  });
}

void pirch::addConversionEvaluators(EvaluatorTable &table) {
  table.add<ConvertOp>([](ConvertOp op, Frame &frame) {
    return evaluateConversion(op, frame, op.getKind());
  });
  addCast<arith::ExtSIOp>(table, ConversionKind::extsi);
  addCast<arith::ExtUIOp>(table, ConversionKind::extui);
  table.add<arith::TruncIOp>(evaluateTruncation);
  addCast<arith::SIToFPOp>(table, ConversionKind::sitofp);
  addCast<arith::UIToFPOp>(table, ConversionKind::uitofp);
  addCast<arith::FPToSIOp>(table, ConversionKind::fptosi);
  addCast<arith::FPToUIOp>(table, ConversionKind::fptoui);
  addCast<arith::ExtFOp>(table, ConversionKind::extf);
  table.add<arith::TruncFOp>(evaluateFloatTruncation);
  addCast<arith::BitcastOp>(table, ConversionKind::bitcast);
  addIndexCast<arith::IndexCastOp>(table, ConversionKind::extsi);
  addIndexCast<arith::IndexCastUIOp>(table, ConversionKind::extui);
}
