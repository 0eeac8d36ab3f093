//===- ThreadsToNVVM.cpp - From the gpu dialect to NVVM -------------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Target/GPU/GPUConversion.h"
#include "Pirch/Target/NVVM/Passes.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/DialectConversion.h"

namespace pirch {
#define GEN_PASS_DEF_CONVERTTHREADSTONVVM
#include "Pirch/Target/NVVM/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The mask of all threads of a warp.
static Value allThreads(OpBuilder &builder, Location loc) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                  builder.getI32IntegerAttr(-1));
}

namespace {
struct LowerSubgroupBarrier : public ConvertOpToLLVMPattern<SubgroupBarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(SubgroupBarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::SyncWarpOp>(
        op, allThreads(rewriter, op.getLoc()));
    return success();
  }
};

struct LowerVote : public ConvertOpToLLVMPattern<gpu::SubgroupReduceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::SubgroupReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(simt::matchVote(op, rewriter)))
      return failure();
    rewriter.replaceOpWithNewOp<NVVM::VoteSyncOp>(
        op, op.getType(), allThreads(rewriter, op.getLoc()), adaptor.getValue(),
        NVVM::VoteSyncKind::any);
    return success();
  }
};

/// A vote of all threads of a block, which meet at a barrier for it.
struct LowerBlockVote : public ConvertOpToLLVMPattern<gpu::AllReduceOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(gpu::AllReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(simt::matchVote(op, rewriter)))
      return failure();
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value bit = LLVM::ZExtOp::create(rewriter, loc, i32, adaptor.getValue());
    Value any =
        NVVM::BarrierOp::create(rewriter, loc, i32, /*barrierId=*/Value(),
                                /*numberOfThreads=*/Value(),
                                NVVM::BarrierReductionAttr::get(
                                    getContext(), NVVM::BarrierReduction::OR),
                                bit)
            .getResult(0);
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, op.getType(), any);
    return success();
  }
};

struct ConvertThreadsToNVVMPass
    : public pirch::impl::ConvertThreadsToNVVMBase<ConvertThreadsToNVVMPass> {
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    simt::splitShuffles(getOperation());
    LLVMTypeConverter converter(context);
    configureGpuToNVVMTypeConverter(converter);
    RewritePatternSet patterns(context);
    populateGpuToNVVMConversionPatterns(converter, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    patterns.add<LowerBlockVote, LowerSubgroupBarrier, LowerVote>(converter);
    ConversionTarget target(*context);
    target.addLegalDialect<LLVM::LLVMDialect, NVVM::NVVMDialect>();
    target.addLegalOp<gpu::GPUModuleOp, UnrealizedConversionCastOp>();
    if (failed(
            applyFullConversion(getOperation(), target, std::move(patterns))))
      return signalPassFailure();
    getOperation().walk(setThreads);
  }

  /// Require blocks of exactly the size that the program is made for.
  /// Nothing is said of how many blocks a multiprocessor has at least: ptxas
  /// takes more registers for one block than it needs (docs/Targets/NVVM.md).
  static void setThreads(LLVM::LLVMFuncOp function) {
    auto size = function->getAttrOfType<DenseI32ArrayAttr>(
        NVVM::NVVMDialect::getMaxntidAttrName());
    if (!size)
      return;
    Builder builder(function.getContext());
    function->removeAttr(NVVM::NVVMDialect::getMaxntidAttrName());
    function.setPassthroughAttr(builder.getArrayAttr(
        builder.getStrArrayAttr({"nvvm.reqntid", std::to_string(size[0])})));
  }
};
} // namespace
