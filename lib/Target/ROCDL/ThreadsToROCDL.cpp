//===- ThreadsToROCDL.cpp - From the gpu dialect to ROCDL -----------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Target/GPU/GPUConversion.h"
#include "Pirch/Target/ROCDL/Passes.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/GPUCommon/GPUCommonPass.h"
#include "mlir/Conversion/GPUToROCDL/GPUToROCDLPass.h"
#include "mlir/Conversion/GPUToROCDL/Runtimes.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Dialect/AMDGPU/Utils/Chipset.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/DialectConversion.h"

namespace pirch {
#define GEN_PASS_DEF_CONVERTTHREADSTOROCDL
#include "Pirch/Target/ROCDL/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The address spaces of LLVM's back end.
static constexpr unsigned kGlobalSpace = 1, kLocalSpace = 3, kPrivateSpace = 5;
/// The benefit of the patterns below, so that they win over MLIR's patterns for
/// the same operations.
static constexpr unsigned kOurs = 10;

static Value constant(OpBuilder &builder, Location loc, int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), value);
}

namespace {
struct LowerShuffle : public ConvertOpToLLVMPattern<gpu::ShuffleOp> {
  explicit LowerShuffle(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, kOurs) {}

  LogicalResult
  matchAndRewrite(gpu::ShuffleOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type type = adaptor.getValue().getType();
    if (op.getMode() != gpu::ShuffleMode::IDX ||
        type.getIntOrFloatBitWidth() != 32)
      return rewriter.notifyMatchFailure(op, "is no exchange of 32 bits");
    if (!op.getValid().use_empty())
      return rewriter.notifyMatchFailure(op, "asks whether it is valid");
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value word = adaptor.getValue();
    if (type != i32)
      word = LLVM::BitcastOp::create(rewriter, loc, i32, word);
    Value address = LLVM::ShlOp::create(rewriter, loc, adaptor.getOffset(),
                                        constant(rewriter, loc, 2));
    Value result =
        ROCDL::DsBpermuteOp::create(rewriter, loc, i32, address, word);
    if (type != i32)
      result = LLVM::BitcastOp::create(rewriter, loc, type, result);
    Value valid = LLVM::ConstantOp::create(rewriter, loc, rewriter.getI1Type(),
                                           rewriter.getBoolAttr(true));
    rewriter.replaceOp(op, {result, valid});
    return success();
  }
};

/// Replace the block's size by the constant that the function requires.
struct LowerBlockDim : public ConvertOpToLLVMPattern<gpu::BlockDimOp> {
  explicit LowerBlockDim(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, kOurs) {}

  LogicalResult
  matchAndRewrite(gpu::BlockDimOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    std::optional<uint32_t> size = getKnownSize(op);
    if (!size)
      return rewriter.notifyMatchFailure(op, "has no known value");
    rewriter.replaceOpWithNewOp<LLVM::ConstantOp>(
        op, getTypeConverter()->convertType(op.getType()), *size);
    return success();
  }

private:
  /// The required block size; the function may have been converted already.
  static std::optional<uint32_t> getKnownSize(gpu::BlockDimOp op) {
    if (auto function = op->getParentOfType<gpu::GPUFuncOp>()) {
      std::optional<ArrayRef<int32_t>> sizes = function.getKnownBlockSize();
      if (!sizes)
        return std::nullopt;
      return (*sizes)[static_cast<uint32_t>(op.getDimension())];
    }
    auto function = op->getParentOfType<LLVM::LLVMFuncOp>();
    auto sizes = function ? function->getAttrOfType<DenseI32ArrayAttr>(
                                ROCDL::ROCDLDialect::
                                    ReqdWorkGroupSizeAttrHelper::getNameStr())
                          : DenseI32ArrayAttr();
    if (!sizes)
      return std::nullopt;
    return sizes[static_cast<uint32_t>(op.getDimension())];
  }
};

/// Whether `bit` is set in any thread of the wavefront.
Value ballot(OpBuilder &builder, Location loc, Value bit, bool isWave32) {
  Type mask = builder.getIntegerType(isWave32 ? 32 : 64);
  Value bits = ROCDL::BallotOp::create(builder, loc, mask, bit);
  Value none = LLVM::ConstantOp::create(builder, loc, mask, 0);
  return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne, bits,
                              none);
}

struct LowerVote : public ConvertOpToLLVMPattern<gpu::SubgroupReduceOp> {
  LowerVote(const LLVMTypeConverter &converter, bool isWave32)
      : ConvertOpToLLVMPattern(converter, kOurs), isWave32(isWave32) {}

  LogicalResult
  matchAndRewrite(gpu::SubgroupReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(simt::matchVote(op, rewriter)))
      return failure();
    rewriter.replaceOp(
        op, ballot(rewriter, op.getLoc(), adaptor.getValue(), isWave32));
    return success();
  }

private:
  bool isWave32;
};

/// A vote of all threads of a block, through a word of local memory that they
/// clear, set and read, with barriers between.
struct LowerBlockVote : public ConvertOpToLLVMPattern<gpu::AllReduceOp> {
  explicit LowerBlockVote(const LLVMTypeConverter &converter)
      : ConvertOpToLLVMPattern(converter, kOurs) {}

  LogicalResult
  matchAndRewrite(gpu::AllReduceOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(simt::matchVote(op, rewriter)))
      return failure();
    Location loc = op.getLoc();
    Type i32 = rewriter.getI32Type();
    Value word =
        LLVM::AddressOfOp::create(rewriter, loc, getWord(op, rewriter));
    gpu::BarrierOp::create(rewriter, loc);
    LLVM::StoreOp::create(rewriter, loc, constant(rewriter, loc, 0), word);
    gpu::BarrierOp::create(rewriter, loc);
    Value bit = LLVM::ZExtOp::create(rewriter, loc, i32, adaptor.getValue());
    LLVM::AtomicRMWOp::create(rewriter, loc, LLVM::AtomicBinOp::_or, word, bit,
                              LLVM::AtomicOrdering::monotonic, "workgroup");
    gpu::BarrierOp::create(rewriter, loc);
    Value any = LLVM::LoadOp::create(rewriter, loc, i32, word);
    rewriter.replaceOpWithNewOp<LLVM::TruncOp>(op, op.getType(), any);
    return success();
  }

private:
  static LLVM::GlobalOp getWord(gpu::AllReduceOp op,
                                ConversionPatternRewriter &rewriter) {
    constexpr StringLiteral kName = "__pirch_vote";
    auto device = op->getParentOfType<gpu::GPUModuleOp>();
    if (auto known = device.lookupSymbol<LLVM::GlobalOp>(kName))
      return known;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(device.getBody());
    return LLVM::GlobalOp::create(rewriter, op.getLoc(), rewriter.getI32Type(),
                                  /*isConstant=*/false, LLVM::Linkage::Internal,
                                  kName, Attribute(),
                                  /*alignment=*/4, kLocalSpace);
  }
};

/// The threads of a wavefront run in lockstep, so that only the compiler must
/// be kept from moving accesses across the barrier.
struct LowerSubgroupBarrier : public ConvertOpToLLVMPattern<SubgroupBarrierOp> {
  using ConvertOpToLLVMPattern::ConvertOpToLLVMPattern;

  LogicalResult
  matchAndRewrite(SubgroupBarrierOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    LLVM::FenceOp::create(rewriter, loc, LLVM::AtomicOrdering::release,
                          "wavefront");
    LLVM::CallIntrinsicOp::create(
        rewriter, loc, rewriter.getStringAttr("llvm.amdgcn.wave.barrier"),
        ValueRange());
    LLVM::FenceOp::create(rewriter, loc, LLVM::AtomicOrdering::acquire,
                          "wavefront");
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertThreadsToROCDLPass
    : public pirch::impl::ConvertThreadsToROCDLBase<ConvertThreadsToROCDLPass> {
  using ConvertThreadsToROCDLBase::ConvertThreadsToROCDLBase;

  void runOnOperation() override {
    std::string chipName = findChip();
    FailureOr<amdgpu::Chipset> chipset = amdgpu::Chipset::parse(chipName);
    if (failed(chipset)) {
      getOperation().emitError("'") << chipName << "' is no chip of AMD's";
      return signalPassFailure();
    }
    simt::splitShuffles(getOperation());
    if (failed(convert(*chipset)))
      return signalPassFailure();
    getOperation().walk(moveToPrivateSpace);
    getOperation().walk(setThreads);
  }

  /// The chip that the kernels' target names, or else the option.
  std::string findChip() {
    for (Operation &op : getOperation().getBody()->getOperations())
      if (auto target = op.getAttrOfType<TargetAttrInterface>(kTargetAttrName))
        return target.getTargetCpu().str();
    return chip;
  }

  LogicalResult convert(amdgpu::Chipset chipset) {
    MLIRContext *context = &getContext();
    LLVMTypeConverter converter(context);
    populateGpuMemorySpaceAttributeConversions(
        converter, [](gpu::AddressSpace space) -> unsigned {
          switch (space) {
          case gpu::AddressSpace::Workgroup:
            return kLocalSpace;
          case gpu::AddressSpace::Private:
            return kPrivateSpace;
          default:
            return kGlobalSpace;
          }
        });
    RewritePatternSet patterns(context);
    populateGpuToROCDLConversionPatterns(converter, patterns,
                                         gpu::amd::Runtime::Unknown, chipset);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    patterns
        .add<LowerBlockDim, LowerBlockVote, LowerShuffle, LowerSubgroupBarrier>(
            converter);
    patterns.add<LowerVote>(converter,
                            /*isWave32=*/chipset.majorVersion >= 10);
    ConversionTarget target(*context);
    target.addLegalDialect<LLVM::LLVMDialect, ROCDL::ROCDLDialect>();
    target.addLegalOp<gpu::GPUModuleOp, UnrealizedConversionCastOp>();
    return applyFullConversion(getOperation(), target, std::move(patterns));
  }

  /// Allocate private memory in the address space where the back end has it.
  static void moveToPrivateSpace(LLVM::AllocaOp op) {
    auto type = cast<LLVM::LLVMPointerType>(op.getType());
    if (type.getAddressSpace() == kPrivateSpace)
      return;
    OpBuilder builder(op);
    auto place = LLVM::AllocaOp::create(
        builder, op.getLoc(),
        LLVM::LLVMPointerType::get(op.getContext(), kPrivateSpace),
        op.getElemType(), op.getArraySize(), op.getAlignment().value_or(0));
    op.replaceAllUsesWith(
        LLVM::AddrSpaceCastOp::create(builder, op.getLoc(), type, place)
            .getResult());
    op.erase();
  }

  /// Require blocks of exactly the size that the program is made for.
  static void setThreads(LLVM::LLVMFuncOp function) {
    ROCDL::ROCDLDialect::ReqdWorkGroupSizeAttrHelper required(
        function.getContext());
    DenseI32ArrayAttr size = required.getAttr(function);
    if (!size)
      return;
    std::string threads = std::to_string(size[0]);
    ROCDL::ROCDLDialect::FlatWorkGroupSizeAttrHelper(function.getContext())
        .setAttr(function, StringAttr::get(function.getContext(),
                                           threads + "," + threads));
  }
};
} // namespace
