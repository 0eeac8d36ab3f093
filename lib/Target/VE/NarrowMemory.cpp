//===- NarrowMemory.cpp - Loads and stores of 8 and 16 bits on VE ---------===//
//
// A load gathers the words of four bytes in which the elements lie. A word
// never crosses the end of a page, so that those of its bytes that are behind a
// buffer may be read. To write them would be wrong, so a store is a loop over
// lanes that stores the elements one after the other.
//
//===----------------------------------------------------------------------===//

#include "NarrowLanes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

/// The elements at `addresses` (i64), out of the words in which they lie.
static Value loadElements(Wide &w, Value addresses, Value mask, unsigned bits) {
  Type i32 = w.builder.getI32Type();
  auto pointers = w.typeOf(LLVM::LLVMPointerType::get(w.builder.getContext()));
  Value aligned = w.make<arith::AndIOp>(addresses, w.address(~int64_t{3}));
  Value where = LLVM::IntToPtrOp::create(w.builder, w.loc, pointers, aligned);
  Value words = LLVM::masked_gather::create(w.builder, w.loc, w.words(), where,
                                            mask, ValueRange{w.word(0)},
                                            w.builder.getI32IntegerAttr(4));
  Value byte = w.make<arith::AndIOp>(addresses, w.address(3));
  Value shift = w.make<arith::ShLIOp>(
      arith::TruncIOp::create(w.builder, w.loc, w.typeOf(i32), byte),
      w.word(3));
  return w.keep(w.make<arith::ShRUIOp>(words, shift), bits);
}

/// The addresses of lanes that lie `stride` bytes (i64) apart.
static Value stridedAddresses(Wide &w, Value base, Value stride) {
  Value start =
      LLVM::PtrToIntOp::create(w.builder, w.loc, w.builder.getI64Type(), base);
  Value offsets = w.make<arith::MulIOp>(w.laneNumbers(), w.broadcast(stride));
  return w.make<arith::AddIOp>(w.broadcast(start), offsets);
}

/// `mask`, without the lanes from number `length` (i32) on.
static Value maskOfLength(Wide &w, Value mask, Value length) {
  Value count =
      arith::ExtUIOp::create(w.builder, w.loc, w.builder.getI64Type(), length);
  Value inside =
      arith::CmpIOp::create(w.builder, w.loc, arith::CmpIPredicate::ult,
                            w.laneNumbers(), w.broadcast(count));
  return w.make<arith::AndIOp>(inside, mask);
}

/// A scalar for each lane, on the stack of the function around `op`.
static Value spread(Wide &w, Operation *op, Value lanes) {
  Value memory;
  {
    OpBuilder::InsertionGuard guard(w.builder);
    auto function = op->getParentOfType<func::FuncOp>();
    w.builder.setInsertionPointToStart(&function.getBody().front());
    auto type = cast<VectorType>(lanes.getType());
    Value count = arith::ConstantOp::create(
        w.builder, w.loc, w.builder.getI64IntegerAttr(type.getNumElements()));
    memory = LLVM::AllocaOp::create(
        w.builder, w.loc, LLVM::LLVMPointerType::get(w.builder.getContext()),
        type.getElementType(), count, /*alignment=*/8);
  }
  LLVM::StoreOp::create(w.builder, w.loc, lanes, memory);
  return memory;
}

/// Store `values`, of `bits` bits each, one after the other: `length` (i32) of
/// them where `mask` is set.
static void
storeElements(Wide &w, Operation *op, Value values, Value mask, Value length,
              unsigned bits,
              llvm::function_ref<Value(OpBuilder &, Value)> pointerOf) {
  OpBuilder &builder = w.builder;
  Location loc = w.loc;
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value set = arith::ExtUIOp::create(builder, loc, w.words(), mask);
  Value valueList = spread(w, op, values), maskList = spread(w, op, set);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  Value zero = constant(0), one = constant(1);
  Value count = arith::ExtUIOp::create(builder, loc, i64, length);
  OpBuilder::InsertionGuard guard(builder);
  auto loop = scf::ForOp::create(builder, loc, zero, count, one);
  builder.setInsertionPointToStart(loop.getBody());
  Value lane = loop.getInductionVar();
  auto listed = [&](Value list) -> Value {
    Value at = LLVM::GEPOp::create(builder, loc, list.getType(), i32, list,
                                   ValueRange{lane});
    return LLVM::LoadOp::create(builder, loc, i32, at);
  };
  Value isSet = arith::TruncIOp::create(builder, loc, builder.getI1Type(),
                                        listed(maskList));
  auto branch = scf::IfOp::create(builder, loc, isSet, /*withElse=*/false);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value element = arith::TruncIOp::create(
      builder, loc, builder.getIntegerType(bits), listed(valueList));
  LLVM::StoreOp::create(builder, loc, element, pointerOf(builder, lane),
                        bits / 8);
}

/// The mask of all lanes.
static Value allLanes(Wide &w) { return w.constant(w.builder.getI1Type(), 1); }

namespace {
struct WidenStridedLoad : OpConversionPattern<LLVM::VPStridedLoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::VPStridedLoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Wide w(rewriter, op.getLoc(), op.getRes().getType());
    rewriter.replaceOp(
        op, loadElements(
                w, stridedAddresses(w, adaptor.getPtr(), adaptor.getStride()),
                maskOfLength(w, adaptor.getMask(), adaptor.getEvl()),
                narrowBits(op.getRes().getType())));
    return success();
  }
};

struct WidenStridedStore : OpConversionPattern<LLVM::VPStridedStoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::VPStridedStoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Wide w(rewriter, op.getLoc(), op.getVal().getType());
    storeElements(
        w, op, adaptor.getVal(), adaptor.getMask(), adaptor.getEvl(),
        narrowBits(op.getVal().getType()), [&](OpBuilder &builder, Value lane) {
          Value distance = arith::MulIOp::create(builder, op.getLoc(), lane,
                                                 adaptor.getStride());
          return LLVM::GEPOp::create(builder, op.getLoc(),
                                     adaptor.getPtr().getType(),
                                     builder.getI8Type(), adaptor.getPtr(),
                                     ValueRange{distance})
              .getResult();
        });
    rewriter.eraseOp(op);
    return success();
  }
};

struct WidenGather : OpConversionPattern<LLVM::masked_gather> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::masked_gather op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Wide w(rewriter, op.getLoc(), op.getType());
    Value addresses = LLVM::PtrToIntOp::create(rewriter, op.getLoc(),
                                               w.typeOf(rewriter.getI64Type()),
                                               adaptor.getPtrs());
    rewriter.replaceOp(op, loadElements(w, addresses, adaptor.getMask(),
                                        narrowBits(op.getType())));
    return success();
  }
};

struct WidenScatter : OpConversionPattern<LLVM::masked_scatter> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::masked_scatter op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Wide w(rewriter, loc, op.getValue().getType());
    Type i64 = rewriter.getI64Type();
    Value addresses =
        spread(w, op,
               LLVM::PtrToIntOp::create(rewriter, loc, w.typeOf(i64),
                                        adaptor.getPtrs()));
    Value length = arith::ConstantOp::create(
        rewriter, loc, rewriter.getI32IntegerAttr(w.shape.getNumElements()));
    auto pointer = LLVM::LLVMPointerType::get(rewriter.getContext());
    storeElements(w, op, adaptor.getValue(), adaptor.getMask(), length,
                  narrowBits(op.getValue().getType()),
                  [&](OpBuilder &builder, Value lane) -> Value {
                    Value at = LLVM::GEPOp::create(builder, loc, pointer, i64,
                                                   addresses, ValueRange{lane});
                    Value address = LLVM::LoadOp::create(builder, loc, i64, at);
                    return LLVM::IntToPtrOp::create(builder, loc, pointer,
                                                    address);
                  });
    rewriter.eraseOp(op);
    return success();
  }
};

struct WidenLoad : OpConversionPattern<LLVM::LoadOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::LoadOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    unsigned bits = narrowBits(op.getType());
    Wide w(rewriter, op.getLoc(), op.getType());
    Value stride = arith::ConstantOp::create(
        rewriter, op.getLoc(), rewriter.getI64IntegerAttr(bits / 8));
    rewriter.replaceOp(
        op, loadElements(w, stridedAddresses(w, adaptor.getAddr(), stride),
                         allLanes(w), bits));
    return success();
  }
};

struct WidenStore : OpConversionPattern<LLVM::StoreOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::StoreOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    unsigned bits = narrowBits(op.getValue().getType());
    Wide w(rewriter, loc, op.getValue().getType());
    Value length = arith::ConstantOp::create(
        rewriter, loc, rewriter.getI32IntegerAttr(w.shape.getNumElements()));
    storeElements(w, op, adaptor.getValue(), allLanes(w), length, bits,
                  [&](OpBuilder &builder, Value lane) -> Value {
                    return LLVM::GEPOp::create(
                        builder, loc, adaptor.getAddr().getType(),
                        builder.getIntegerType(bits), adaptor.getAddr(),
                        ValueRange{lane});
                  });
    rewriter.eraseOp(op);
    return success();
  }
};
} // namespace

void ve::populateNarrowMemoryPatterns(const TypeConverter &converter,
                                      RewritePatternSet &patterns) {
  patterns.add<WidenStridedLoad, WidenStridedStore, WidenGather, WidenScatter,
               WidenLoad, WidenStore>(converter, patterns.getContext());
}
