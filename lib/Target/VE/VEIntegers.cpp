//===- VEIntegers.cpp - Integers and conversions on VE --------------------===//

#include "VELowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

/// Lanes of i32, extended by zeros to i64.
static Value zeroExtend(VEBuilder &b, Value value) {
  return b.reg("vand.vvvl",
               {b.broadcast(b.i64(UINT32_MAX)), value, b.length()});
}

namespace {

struct LowerShiftRight : OpConversionPattern<arith::ShRUIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::ShRUIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || kindOf(op) == LaneKind::mask)
      return failure();
    VEBuilder b(rewriter, op);
    Value value = adaptor.getLhs();
    if (kindOf(op) == LaneKind::i32)
      value = zeroExtend(b, value);
    rewriter.replaceOp(
        op, b.reg("vsrl.vvvl", {value, adaptor.getRhs(), b.length()}));
    return success();
  }
};

/// Lowers a remainder to x - x / y * y.
template <typename OpT> struct LowerRemainder : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || kindOf(op) == LaneKind::mask)
      return failure();
    VEBuilder b(rewriter, op);
    bool isWide = kindOf(op) == LaneKind::i64;
    bool isUnsigned = std::is_same_v<OpT, arith::RemUIOp>;
    Value x = adaptor.getLhs(), y = adaptor.getRhs();
    Value quotient =
        b.reg(isUnsigned ? (isWide ? "vdivul.vvvl" : "vdivuw.vvvl")
                         : (isWide ? "vdivsl.vvvl" : "vdivswsx.vvvl"),
              {x, y, b.length()});
    Value product = b.reg(isWide ? "vmulsl.vvvl" : "vmulswsx.vvvl",
                          {quotient, y, b.length()});
    rewriter.replaceOp(op, b.reg(isWide ? "vsubsl.vvvl" : "vsubswsx.vvvl",
                                 {x, product, b.length()}));
    return success();
  }
};

template <typename OpT> struct LowerExtend : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || !isRegister(op.getIn().getType()))
      return failure();
    VEBuilder b(rewriter, op);
    bool isSigned = std::is_same_v<OpT, arith::ExtSIOp>;
    Value value = adaptor.getIn();
    if (kindOf(op.getIn()) == LaneKind::mask) {
      bool isWide = kindOf(op) == LaneKind::i64;
      auto number = [&](int64_t n) {
        return b.broadcast(isWide ? b.i64(n) : b.i32(n));
      };
      Value zero = number(0), one = number(isSigned ? -1 : 1);
      rewriter.replaceOp(op,
                         b.reg("vmrg.vvvml", {zero, one, value, b.length()}));
      return success();
    }
    rewriter.replaceOp(
        op, isSigned ? b.reg("vaddswsx.vsvl", {b.i32(0), value, b.length()})
                     : zeroExtend(b, value));
    return success();
  }
};

struct LowerTruncate : OpConversionPattern<arith::TruncIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::TruncIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || !isRegister(op.getIn().getType()))
      return failure();
    VEBuilder b(rewriter, op);
    Value value = adaptor.getIn();
    if (kindOf(op) == LaneKind::mask) {
      Value bit =
          b.reg("vand.vvvl", {b.broadcast(b.i64(1)), value, b.length()});
      value = b.mask("vfmkwne.mvl", {bit, b.length()});
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// Converts through i64 and f64, which hold every value of a u32.
struct LowerUIToFP : OpConversionPattern<arith::UIToFPOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::UIToFPOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || !isRegister(op.getIn().getType()))
      return failure();
    VEBuilder b(rewriter, op);
    Value value = adaptor.getIn();
    if (kindOf(op.getIn()) == LaneKind::mask)
      value = b.maskToLanes(value);
    else if (kindOf(op.getIn()) != LaneKind::i32)
      return failure();
    Value result = b.reg("vcvtdl.vvl", {zeroExtend(b, value), b.length()});
    if (kindOf(op) == LaneKind::f32)
      result = b.reg("vcvtsd.vvl", {result, b.length()});
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerFPToUI : OpConversionPattern<arith::FPToUIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::FPToUIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || kindOf(op) != LaneKind::i32)
      return failure();
    VEBuilder b(rewriter, op);
    Value value = adaptor.getIn();
    if (kindOf(op.getIn()) == LaneKind::f32)
      value = b.reg("vcvtds.vvl", {value, b.length()});
    rewriter.replaceOp(op, b.reg("vcvtldrz.vvl", {value, b.length()}));
    return success();
  }
};

/// An f32 lies in the upper half of a lane, an i32 in the lower one.
struct LowerBitcast : OpConversionPattern<arith::BitcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::BitcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || !isRegister(op.getIn().getType()))
      return failure();
    VEBuilder b(rewriter, op);
    LaneKind from = kindOf(op.getIn()), to = kindOf(op);
    Value value = adaptor.getIn();
    if (from == LaneKind::f32 && to == LaneKind::i32)
      value = b.reg("vsrl.vvvl", {value, b.broadcast(b.i64(32)), b.length()});
    else if (from == LaneKind::i32 && to == LaneKind::f32)
      value = b.reg("vsll.vvvl", {value, b.broadcast(b.i64(32)), b.length()});
    else if (from == LaneKind::mask || to == LaneKind::mask)
      return failure();
    rewriter.replaceOp(op, value);
    return success();
  }
};

} // namespace

void ve::populateIntegerPatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<LowerShiftRight, LowerRemainder<arith::RemSIOp>,
               LowerRemainder<arith::RemUIOp>, LowerExtend<arith::ExtSIOp>,
               LowerExtend<arith::ExtUIOp>, LowerTruncate, LowerUIToFP,
               LowerFPToUI, LowerBitcast>(converter, patterns.getContext());
}
