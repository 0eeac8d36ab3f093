//===- VELanes.cpp - Moving lanes on VE -----------------------------------===//

#include "VELowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

namespace {

struct LowerBroadcast : OpConversionPattern<vector::BroadcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::BroadcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getSource().getType()))
      return failure();
    VEBuilder b(rewriter, op);
    rewriter.replaceOp(op, b.broadcast(adaptor.getSource()));
    return success();
  }
};

/// Lowers the join of two vectors of f32 into one register.
struct LowerJoin : OpConversionPattern<vector::ShuffleOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::ShuffleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isPair(op.getType()))
      return failure();
    for (auto [lane, entry] : llvm::enumerate(op.getMask()))
      if (entry != static_cast<int64_t>(lane))
        return rewriter.notifyMatchFailure(op, "not side by side");
    VEBuilder b(rewriter, op);
    rewriter.replaceOp(op, b.join(adaptor.getV1(), adaptor.getV2()));
    return success();
  }
};

/// Lowers the extraction of one of two joined vectors.
struct LowerSlice : OpConversionPattern<vector::ExtractStridedSliceOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::ExtractStridedSliceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isPair(op.getSource().getType()) || !isRegister(op.getType()))
      return failure();
    int64_t offset = cast<IntegerAttr>(op.getOffsets()[0]).getInt();
    if (offset != 0 && offset != kLanes)
      return failure();
    VEBuilder b(rewriter, op);
    Value pair = adaptor.getSource();
    rewriter.replaceOp(op, offset == 0 ? pair : b.takeSecond(pair));
    return success();
  }
};

/// Lowers a shuffle of one register that rotates it, or copies one lane to all.
struct LowerShuffle : OpConversionPattern<vector::ShuffleOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::ShuffleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getV1() != op.getV2() || !isRegister(op.getType()))
      return rewriter.notifyMatchFailure(op, "of two registers");
    std::optional<int64_t> distance, source;
    bool isRotation = true, isOneLane = true;
    for (auto [lane, entry] : llvm::enumerate(op.getMask())) {
      if (entry < 0)
        continue;
      int64_t from = entry % kLanes;
      int64_t here = (from - static_cast<int64_t>(lane) + kLanes) % kLanes;
      isRotation &= here == distance.value_or(here);
      isOneLane &= from == source.value_or(from);
      distance = here;
      source = from;
    }
    if (!distance || !(isRotation || isOneLane))
      return rewriter.notifyMatchFailure(op, "neither rotates nor broadcasts");
    VEBuilder b(rewriter, op);
    bool isMask = kindOf(op) == LaneKind::mask;
    Value value = adaptor.getV1();
    if (isMask)
      value = b.maskToLanes(value);
    value = isRotation ? rotate(b, value, *distance)
                       : broadcastLane(b, value, *source,
                                       isMask ? LaneKind::i32 : kindOf(op));
    rewriter.replaceOp(op, isMask ? b.lanesToMask(value) : value);
    return success();
  }

  static Value rotate(VEBuilder &b, Value value, int64_t distance) {
    if (!distance)
      return value;
    return b.reg("vmv.vsvl", {b.i32(distance), value, b.i32(kLanes)});
  }

  static Value broadcastLane(VEBuilder &b, Value value, int64_t lane,
                             LaneKind kind) {
    Value index = b.i32(lane);
    if (kind == LaneKind::f64)
      return b.broadcast(
          b.scalar("lvsd.svs", b.builder.getF64Type(), {value, index}));
    if (kind == LaneKind::f32)
      return b.broadcast(
          b.scalar("lvss.svs", b.builder.getF32Type(), {value, index}));
    return b.broadcast(
        b.scalar("lvsl.svs", b.builder.getI64Type(), {value, index}));
  }
};

/// Lowers a scalar taken from one lane.
struct LowerExtract : OpConversionPattern<vector::ExtractOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::ExtractOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getSource().getType()) || op.hasDynamicPosition() ||
        op.getNumIndices() != 1 || kindOf(op.getSource()) == LaneKind::mask)
      return failure();
    VEBuilder b(rewriter, op);
    Type element = op.getType();
    Value index = b.i32(op.getStaticPosition()[0]);
    StringRef name = element.isF64()   ? "lvsd.svs"
                     : element.isF32() ? "lvss.svs"
                                       : "lvsl.svs";
    Value lane =
        b.scalar(name, element.isInteger() ? b.builder.getI64Type() : element,
                 {adaptor.getSource(), index});
    if (element.isInteger(32))
      lane = arith::TruncIOp::create(rewriter, op.getLoc(), element, lane);
    rewriter.replaceOp(op, lane);
    return success();
  }
};

/// Lowers a vote: whether any lane of a mask is set.
struct LowerReduction : OpConversionPattern<vector::ReductionOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::ReductionOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (kindOf(op.getVector()) != LaneKind::mask ||
        op.getKind() != vector::CombiningKind::OR || op.getAcc())
      return rewriter.notifyMatchFailure(op, "only votes are supported");
    VEBuilder b(rewriter, op);
    Value count = b.scalar("pcvm.sml", rewriter.getI64Type(),
                           {adaptor.getVector(), b.length()});
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(op, arith::CmpIPredicate::ne,
                                               count, b.i64(0));
    return success();
  }
};

} // namespace

void ve::populateLanePatterns(const TypeConverter &converter,
                              RewritePatternSet &patterns) {
  patterns.add<LowerBroadcast, LowerJoin, LowerSlice, LowerShuffle,
               LowerExtract, LowerReduction>(converter, patterns.getContext());
}
