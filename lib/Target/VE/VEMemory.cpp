//===- VEMemory.cpp - Loads and stores on VE ------------------------------===//

#include "VELowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

namespace {
/// The instructions that move lanes of one kind.
struct MemoryNames {
  StringRef load, store, gather, scatter;
  int64_t bytes;
};
} // namespace

static std::optional<MemoryNames> namesFor(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  auto kind = vector ? laneKind(vector.getElementType()) : std::nullopt;
  if (!kind || !isRegister(type))
    return std::nullopt;
  switch (*kind) {
  case LaneKind::f64:
  case LaneKind::i64:
    return MemoryNames{"vld", "vst", "vgt", "vsc", 8};
  case LaneKind::f32:
    return MemoryNames{"vldu", "vstu", "vgtu", "vscu", 4};
  case LaneKind::i32:
    return MemoryNames{"vldlsx", "vstl", "vgtlsx", "vscl", 4};
  case LaneKind::mask:
    return std::nullopt;
  }
  return std::nullopt;
}

/// Whether a mask that was made for an access leaves no lane out.
static bool isAllTrue(Value mask) {
  DenseElementsAttr lanes;
  return matchPattern(mask, m_Constant(&lanes)) && lanes.isSplat() &&
         lanes.getSplatValue<bool>();
}

/// The addresses of the lanes of a strided access: `pointer` plus multiples of
/// `stride` bytes.
static Value addresses(VEBuilder &b, Value pointer, Value stride,
                       Value length) {
  Value index = b.reg("vseq.vl", {b.i32(kLanes)});
  Value offsets = b.reg("vmulsl.vsvl", {stride, index, length});
  Value base = LLVM::PtrToIntOp::create(b.builder, b.loc,
                                        b.builder.getI64Type(), pointer);
  return b.reg("vaddsl.vsvl", {base, offsets, length});
}

static Value gather(VEBuilder &b, const MemoryNames &names, Value where,
                    Value mask, Value length) {
  Value nothing = LLVM::PoisonOp::create(b.builder, b.loc, b.regType());
  std::string name = (names.gather + (mask ? ".vvssmvl" : ".vvssl")).str();
  if (!mask)
    return b.reg(name, {where, b.i64(0), b.i64(0), length});
  return b.reg(name, {where, b.i64(0), b.i64(0), mask, nothing, length});
}

namespace {

struct LowerStridedLoad : OpConversionPattern<LLVM::VPStridedLoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::VPStridedLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<MemoryNames> names = namesFor(op.getRes().getType());
    if (!names)
      return failure();
    VEBuilder b(rewriter, op);
    // VE has no masked load; a masked gather replaces it.
    if (isAllTrue(op.getMask()))
      rewriter.replaceOp(
          op, b.reg((names->load + ".vssl").str(),
                    {adaptor.getStride(), adaptor.getPtr(), adaptor.getEvl()}));
    else
      rewriter.replaceOp(
          op, gather(b, *names,
                     addresses(b, adaptor.getPtr(), adaptor.getStride(),
                               adaptor.getEvl()),
                     adaptor.getMask(), adaptor.getEvl()));
    return success();
  }
};

struct LowerStridedStore : OpConversionPattern<LLVM::VPStridedStoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::VPStridedStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<MemoryNames> names = namesFor(op.getVal().getType());
    if (!names)
      return failure();
    VEBuilder b(rewriter, op);
    Value value = adaptor.getVal();
    // The second vector of a pair is stored from the lower halves, where it is.
    auto slice = op.getVal().getDefiningOp<vector::ExtractStridedSliceOp>();
    if (slice && isPair(slice.getSource().getType()) &&
        cast<IntegerAttr>(slice.getOffsets()[0]).getInt() == kLanes) {
      value = rewriter.getRemappedValue(slice.getSource());
      names->store = "vstl";
    }
    SmallVector<Value> operands{value, adaptor.getStride(), adaptor.getPtr()};
    bool isMasked = !isAllTrue(op.getMask());
    if (isMasked)
      operands.push_back(adaptor.getMask());
    operands.push_back(adaptor.getEvl());
    b.effect((names->store + (isMasked ? ".vssml" : ".vssl")).str(), operands);
    rewriter.eraseOp(op);
    return success();
  }
};

/// Lowers the load of a whole register.
struct LowerLoad : OpConversionPattern<LLVM::LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<MemoryNames> names = namesFor(op.getType());
    if (!names)
      return failure();
    VEBuilder b(rewriter, op);
    rewriter.replaceOp(
        op, b.reg((names->load + ".vssl").str(),
                  {b.i64(names->bytes), adaptor.getAddr(), b.i32(kLanes)}));
    return success();
  }
};

struct LowerStore : OpConversionPattern<LLVM::StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<MemoryNames> names = namesFor(op.getValue().getType());
    if (!names)
      return failure();
    VEBuilder b(rewriter, op);
    b.effect((names->store + ".vssl").str(),
             {adaptor.getValue(), b.i64(names->bytes), adaptor.getAddr(),
              b.length()});
    rewriter.eraseOp(op);
    return success();
  }
};

/// Lowers a vector of pointers: base + (index << log2 of the size).
struct LowerPointers : OpConversionPattern<LLVM::GEPOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::GEPOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || op.getDynamicIndices().size() != 1 ||
        op.getRawConstantIndices().size() != 1)
      return failure();
    auto indexType = dyn_cast<VectorType>(op.getDynamicIndices()[0].getType());
    auto kind = indexType ? laneKind(indexType.getElementType()) : std::nullopt;
    if (!kind)
      return failure();
    VEBuilder b(rewriter, op);
    Value index = adaptor.getDynamicIndices()[0];
    if (kind == LaneKind::i32)
      index = b.reg("vaddswsx.vsvl", {b.i32(0), index, b.length()});
    int64_t bytes = op.getElemType().getIntOrFloatBitWidth() / 8;
    Value base = LLVM::PtrToIntOp::create(
        rewriter, op.getLoc(), rewriter.getI64Type(), adaptor.getBase());
    rewriter.replaceOp(
        op, b.reg("vsfa.vvssl",
                  {index, b.i64(llvm::Log2_64(bytes)), base, b.length()}));
    return success();
  }
};

/// Pointers and numbers of 64 bits are the same in registers.
template <typename OpT> struct LowerPointerCast : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || !isRegister(op.getArg().getType()) ||
        getElementTypeOrSelf(op.getType()).isInteger(32) ||
        getElementTypeOrSelf(op.getArg().getType()).isInteger(32))
      return failure();
    rewriter.replaceOp(op, adaptor.getArg());
    return success();
  }
};

struct LowerGather : OpConversionPattern<LLVM::masked_gather> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::masked_gather op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<MemoryNames> names = namesFor(op.getType());
    if (!names)
      return failure();
    VEBuilder b(rewriter, op);
    rewriter.replaceOp(
        op, gather(b, *names, adaptor.getPtrs(),
                   isAllTrue(op.getMask()) ? Value() : adaptor.getMask(),
                   b.length()));
    return success();
  }
};

struct LowerScatter : OpConversionPattern<LLVM::masked_scatter> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::masked_scatter op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<MemoryNames> names = namesFor(op.getValue().getType());
    if (!names)
      return failure();
    VEBuilder b(rewriter, op);
    SmallVector<Value> operands{adaptor.getValue(), adaptor.getPtrs(), b.i64(0),
                                b.i64(0)};
    bool isMasked = !isAllTrue(op.getMask());
    if (isMasked)
      operands.push_back(adaptor.getMask());
    operands.push_back(b.length());
    b.effect((names->scatter + (isMasked ? ".vvssml" : ".vvssl")).str(),
             operands);
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void ve::populateMemoryPatterns(const TypeConverter &converter,
                                RewritePatternSet &patterns) {
  patterns.add<LowerStridedLoad, LowerStridedStore, LowerLoad, LowerStore,
               LowerPointers, LowerGather, LowerScatter,
               LowerPointerCast<LLVM::IntToPtrOp>,
               LowerPointerCast<LLVM::PtrToIntOp>>(converter,
                                                   patterns.getContext());
}
