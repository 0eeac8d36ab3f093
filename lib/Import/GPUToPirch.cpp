//===- GPUToPirch.cpp - Kernels of the gpu dialect ------------------------===//

#include "GPUImporter.h"
#include "GPULaunches.h"
#include "Pirch/Import/Passes.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

namespace pirch {
#define GEN_PASS_DEF_CONVERTGPUTOPIRCH
#include "Pirch/Import/Passes.h.inc"
} // namespace pirch

LogicalResult GPUImporter::refuse(Operation *op, const Twine &what) {
  return op->emitError("not supported yet: ") << what;
}

Type GPUImporter::convertType(Type type, Operation *op) {
  if (type.isIndex())
    return builder.getI64Type();
  if (InfRegType::isLaneType(type))
    return type;
  (void)refuse(op, "a value of another type than a scalar or memref");
  return {};
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

LogicalResult GPUImporter::addMemRefParameter(BlockArgument argument,
                                              StringRef name) {
  Location loc = argument.getLoc();
  auto type = cast<MemRefType>(argument.getType());
  Type element = type.getElementType().isIndex() ? builder.getI64Type()
                                                 : type.getElementType();
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!KernelBuilder::isParameterType(element) ||
      failed(type.getStridesAndOffset(strides, offset)))
    return refuse(function, "parameter " + name +
                                ", of another element type than integers of 8 "
                                "to 64 bits, f32 and f64, or with a layout "
                                "that has no strides");
  unsigned number = argument.getArgNumber();
  auto add = [&](ParameterPart part, unsigned dim, const Twine &suffix,
                 Type parameterType, bool isNeeded) {
    sources.push_back({number, part, dim});
    return kernel.addParameter((name + suffix).str(), parameterType, loc,
                               sources.size() - 1, isNeeded);
  };
  // What is known, or a parameter.
  auto valueOf = [&](int64_t known, ParameterPart part, unsigned dim,
                     const Twine &suffix) {
    return ShapedType::isDynamic(known)
               ? add(part, dim, suffix, builder.getI64Type(),
                     /*isNeeded=*/false)
               : kernel.number(known, loc);
  };
  View view;
  view.buffer =
      add(ParameterPart::whole, 0, "",
          MemRefType::get({ShapedType::kDynamic}, element), /*isNeeded=*/true);
  view.offset = valueOf(offset, ParameterPart::offset, 0, "_offset");
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    view.sizes.push_back(
        valueOf(size, ParameterPart::size, dim, "_size" + Twine(dim)));
  if (type.getLayout().isIdentity())
    view.strides = makeStrides(view.sizes, loc);
  else
    for (auto [dim, stride] : llvm::enumerate(strides))
      view.strides.push_back(
          valueOf(stride, ParameterPart::stride, dim, "_stride" + Twine(dim)));
  views[argument] = view;
  return success();
}

LogicalResult GPUImporter::addParameters() {
  for (BlockArgument argument : function.getBody().getArguments().take_front(
           function.getNumArguments())) {
    std::string name = "arg" + std::to_string(argument.getArgNumber());
    if (auto named = argument.getLoc()->findInstanceOf<NameLoc>())
      name = named.getName().str();
    Type type = argument.getType();
    if (isa<MemRefType>(type)) {
      if (failed(addMemRefParameter(argument, name)))
        return failure();
      continue;
    }
    Type scalar = type.isIndex() ? builder.getI64Type() : type;
    if (!KernelBuilder::isParameterType(scalar))
      return refuse(function, "parameter " + name +
                                  ", which is no memref and no integer of 8 to "
                                  "64 bits, f32 or f64");
    sources.push_back({argument.getArgNumber(), ParameterPart::whole});
    define(argument, kernel.addParameter(name, scalar, argument.getLoc(),
                                         sources.size() - 1));
  }
  return success();
}

LogicalResult GPUImporter::addMemory(ArrayRef<BlockArgument> memrefs,
                                     bool isLocal) {
  for (BlockArgument memref : memrefs)
    if (failed(emitVariable(memref, isLocal, function)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult GPUImporter::emitConstant(arith::ConstantOp op) {
  Type type = convertType(op.getType(), op);
  if (!type)
    return failure();
  auto value = cast<TypedAttr>(op.getValue());
  if (op.getType().isIndex())
    value = builder.getI64IntegerAttr(cast<IntegerAttr>(value).getInt());
  define(op, arith::ConstantOp::create(builder, op.getLoc(), value));
  return success();
}

/// Any value will do.
LogicalResult GPUImporter::emitPoison(ub::PoisonOp op) {
  Type type = convertType(op.getType(), op);
  if (!type)
    return failure();
  define(op, arith::ConstantOp::create(builder, op.getLoc(),
                                       builder.getZeroAttr(type)));
  return success();
}

LogicalResult GPUImporter::emitIndexCast(Operation *op, bool isSigned) {
  Location loc = op->getLoc();
  Value from = lookup(op->getOperand(0));
  Type to = convertType(op->getResult(0).getType(), op);
  if (!to)
    return failure();
  unsigned before = from.getType().getIntOrFloatBitWidth(),
           after = to.getIntOrFloatBitWidth();
  Value result = from;
  if (before > after)
    result = builder.createOrFold<arith::TruncIOp>(loc, to, from);
  else if (before < after && isSigned)
    result = builder.createOrFold<arith::ExtSIOp>(loc, to, from);
  else if (before < after)
    result = builder.createOrFold<arith::ExtUIOp>(loc, to, from);
  define(op->getResult(0), result);
  return success();
}

/// The same operation on the kernel's values, in which an index is an i64.
LogicalResult GPUImporter::emitArithmetic(Operation *op) {
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands()) {
    if (!convertType(operand.getType(), op))
      return failure();
    state.addOperands(lookup(operand));
  }
  for (Type type : op->getResultTypes()) {
    Type result = convertType(type, op);
    if (!result)
      return failure();
    state.addTypes(result);
  }
  state.addAttributes(op->getDiscardableAttrDictionary().getValue());
  state.propertiesAttr = op->getPropertiesAsAttribute();
  Operation *imported = builder.create(state);
  for (auto [from, to] : llvm::zip(op->getResults(), imported->getResults()))
    define(from, to);
  return success();
}

LogicalResult GPUImporter::emitOp(Operation *op) {
  if (emitIndex(op) || isa<gpu::BarrierOp>(op))
    return success();
  if (isa<memref::MemRefDialect>(op->getDialect()))
    return emitMemory(op);
  return TypeSwitch<Operation *, LogicalResult>(op)
      .Case<arith::ConstantOp>([&](auto o) { return emitConstant(o); })
      .Case<ub::PoisonOp>([&](auto o) { return emitPoison(o); })
      .Case<arith::IndexCastOp>(
          [&](auto o) { return emitIndexCast(o, /*isSigned=*/true); })
      .Case<arith::IndexCastUIOp>(
          [&](auto o) { return emitIndexCast(o, /*isSigned=*/false); })
      .Case<scf::IfOp>([&](auto o) { return emitIf(o); })
      .Case<scf::ForOp>([&](auto o) { return emitFor(o); })
      .Case<scf::WhileOp>([&](auto o) { return emitWhile(o); })
      .Case<gpu::ShuffleOp>([&](auto o) { return emitShuffle(o); })
      .Case<gpu::RotateOp>([&](auto o) { return emitRotate(o); })
      .Case<gpu::AllReduceOp>([&](auto o) { return emitAllReduce(o); })
      .Case<gpu::SubgroupReduceOp>(
          [&](auto o) { return emitSubgroupReduce(o); })
      .Default([&](Operation *o) -> LogicalResult {
        if (isa_and_nonnull<arith::ArithDialect, math::MathDialect>(
                o->getDialect()) &&
            o->getNumRegions() == 0)
          return emitArithmetic(o);
        return refuse(o, "this operation in a kernel");
      });
}

LogicalResult GPUImporter::emitBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(emitOp(&op)))
      return failure();
  return success();
}

LogicalResult GPUImporter::import() {
  if (!function.getBody().hasOneBlock())
    return refuse(function.getBody().front().getTerminator(),
                  "branches between blocks (lift-cf-to-scf makes scf of them)");
  if (failed(addParameters()))
    return failure();
  kernel.addGridParameters(function.getLoc());
  if (failed(addMemory(function.getWorkgroupAttributions(), true)) ||
      failed(addMemory(function.getPrivateAttributions(), false)) ||
      failed(emitBlock(function.getBody().front())))
    return failure();
  ReturnOp::create(builder, function.getLoc());
  SmallVector<ParameterSource> left;
  for (int64_t tag : kernel.finish())
    left.push_back(sources[tag]);
  sources = left;
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ConvertGPUToPirchPass
    : pirch::impl::ConvertGPUToPirchBase<ConvertGPUToPirchPass> {
  using ConvertGPUToPirchBase::ConvertGPUToPirchBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (!llvm::isPowerOf2_64(subgroupSize) || subgroupSize > kMaxGroupSize) {
      module.emitError("subgroup-size=")
          << subgroupSize << " is no power of two of at most " << kMaxGroupSize;
      return signalPassFailure();
    }
    std::optional<Extents> given;
    if (!wgSize.empty() && !(given = parseExtents(wgSize))) {
      module.emitError("wg-size=")
          << wgSize << " is not of the form X, XxY or XxYxZ";
      return signalPassFailure();
    }
    SymbolTable symbols(module);
    for (auto gpuModule :
         llvm::make_early_inc_range(module.getOps<gpu::GPUModuleOp>())) {
      SmallVector<gpu::GPUFuncOp> kernels;
      for (auto function : gpuModule.getOps<gpu::GPUFuncOp>())
        if (function.isKernel() &&
            (kernelName.empty() || function.getName() == kernelName))
          kernels.push_back(function);
      for (gpu::GPUFuncOp function : kernels)
        if (failed(convert(function, given, symbols)))
          return signalPassFailure();
    }
  }

private:
  LogicalResult convert(gpu::GPUFuncOp function,
                        const std::optional<Extents> &given,
                        SymbolTable &symbols) {
    ModuleOp module = getOperation();
    SmallVector<gpu::LaunchFuncOp> launches = findLaunches(module, function);
    FailureOr<Extents> shape = findBlockShape(function, launches, given);
    if (failed(shape))
      return failure();
    OpBuilder builder(module.getContext());
    builder.setInsertionPointToEnd(module.getBody());
    GPUImporter importer(function, *shape, subgroupSize, builder,
                         function.getName());
    KernelOp kernel = importer.getKernel();
    kernel->remove();
    if (failed(importer.import())) {
      kernel->erase();
      return failure();
    }
    ++numKernels;
    numExchanges += importer.getNumExchanges();
    if (emitRemarks)
      function.emitRemark("groups of ")
          << printExtents(*shape) << " work items, parameters "
          << kernel.getArgNamesAttr();
    replaceFunction(function, kernel, launches, importer.getSources(), symbols);
    return success();
  }
};
} // namespace
