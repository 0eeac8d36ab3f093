//===- GPULaunches.cpp - What launches say of a kernel, and get to know ---===//

#include "GPULaunches.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

SmallVector<gpu::LaunchFuncOp> pirch::findLaunches(ModuleOp module,
                                                   gpu::GPUFuncOp function) {
  SmallVector<gpu::LaunchFuncOp> launches;
  module.walk([&](gpu::LaunchFuncOp launch) {
    if (SymbolTable::lookupNearestSymbolFrom(launch, launch.getKernel()) ==
        function)
      launches.push_back(launch);
  });
  return launches;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The constants that a launch has as the extents of a block.
static std::optional<Extents> findConstants(gpu::KernelDim3 dims) {
  Extents extents;
  for (Value value : {dims.x, dims.y, dims.z}) {
    APInt known;
    if (!matchPattern(value, m_ConstantInt(&known)))
      return std::nullopt;
    extents.push_back(known.getSExtValue());
  }
  return extents;
}

/// The number of dimensions that the function asks for by its operations.
static size_t countDimensions(gpu::GPUFuncOp function) {
  size_t dims = 1;
  auto note = [&](auto op) {
    dims = std::max(dims, static_cast<size_t>(op.getDimension()) + 1);
  };
  function.walk([&](gpu::BlockIdOp op) { note(op); });
  function.walk([&](gpu::GridDimOp op) { note(op); });
  function.walk([&](gpu::GlobalIdOp op) { note(op); });
  return dims;
}

FailureOr<Extents> pirch::findBlockShape(gpu::GPUFuncOp function,
                                         ArrayRef<gpu::LaunchFuncOp> launches,
                                         const std::optional<Extents> &given) {
  size_t dims = countDimensions(function);
  std::optional<Extents> shape;
  std::string origin;
  bool agree = true;
  auto say = [&](Extents extents, const Twine &place) {
    extents.resize(kMaxDimensions, 1);
    if (shape && *shape != extents) {
      function.emitError("a block has ")
          << printExtents(*shape) << " threads by " << origin << ", but "
          << printExtents(extents) << " by " << place.str();
      agree = false;
    } else if (!shape) {
      shape = extents;
      origin = place.str();
    }
    return agree;
  };
  if (std::optional<ArrayRef<int32_t>> known = function.getKnownBlockSize())
    if (!say(Extents(known->begin(), known->end()), "known_block_size"))
      return failure();
  for (gpu::LaunchFuncOp launch : launches) {
    if (auto extents = findConstants(launch.getBlockSizeOperandValues()))
      if (!say(*extents, "a launch"))
        return failure();
    gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
    Value blocks[] = {grid.x, grid.y, grid.z};
    for (size_t dim = 0; dim < std::size(blocks); ++dim)
      if (!matchPattern(blocks[dim], m_One()))
        dims = std::max(dims, dim + 1);
  }
  if (given) {
    dims = std::max(dims, given->size());
    if (!say(*given, "wg-size"))
      return failure();
  }
  if (!shape)
    return function.emitError(
        "how many threads has a block? known_block_size, the constants of a "
        "launch, or wg-size=N must say");
  if (llvm::any_of(*shape, [](int64_t extent) { return extent < 1; }) ||
      productOf(*shape) > kMaxGroupSize)
    return function.emitError("not supported: a block of ")
           << printExtents(*shape) << " threads; it may have 1 to "
           << kMaxGroupSize;
  while (shape->size() > dims && shape->back() == 1)
    shape->pop_back();
  return *shape;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// What a launch has for one parameter of the kernel.
static Value makeArgument(const ParameterSource &source, Value argument,
                          OpBuilder &builder, Location loc) {
  Type i64 = builder.getI64Type();
  auto asI64 = [&](Value value) -> Value {
    return value.getType().isIndex()
               ? arith::IndexCastOp::create(builder, loc, i64, value)
               : value;
  };
  if (!isa<MemRefType>(argument.getType()))
    return asI64(argument);
  if (source.part == ParameterPart::whole) {
    Value address =
        memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, argument);
    return LLVM::IntToPtrOp::create(
        builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
        asI64(address));
  }
  auto data = memref::ExtractStridedMetadataOp::create(builder, loc, argument);
  if (source.part == ParameterPart::offset)
    return asI64(data.getOffset());
  return asI64(source.part == ParameterPart::size
                   ? data.getSizes()[source.dim]
                   : data.getStrides()[source.dim]);
}

void pirch::replaceFunction(gpu::GPUFuncOp function, KernelOp kernel,
                            ArrayRef<gpu::LaunchFuncOp> launches,
                            ArrayRef<ParameterSource> sources,
                            SymbolTable &symbols) {
  auto gpuModule = function->getParentOfType<gpu::GPUModuleOp>();
  OpBuilder builder(function);
  Location loc = function.getLoc();
  SmallVector<Type> types;
  for (gpu::LaunchFuncOp launch : launches) {
    OpBuilder host(launch);
    SmallVector<Value> arguments;
    types.clear();
    for (const ParameterSource &source : sources) {
      arguments.push_back(
          makeArgument(source, launch.getKernelOperands()[source.argument],
                       host, launch.getLoc()));
      types.push_back(arguments.back().getType());
    }
    launch.getKernelOperandsMutable().assign(arguments);
  }
  function.erase();
  bool isEmpty = gpuModule.getBody()->empty();
  if (launches.empty() && isEmpty)
    symbols.erase(gpuModule);
  else if (gpuModule.getSymName() == kernel.getSymName())
    // Functions of a program and C code know the kernel by its name, and only
    // launches know the module by its.
    (void)symbols.renameToUnique(gpuModule, {});
  symbols.insert(kernel);
  if (launches.empty())
    return;
  builder.setInsertionPointToEnd(gpuModule.getBody());
  auto declaration = LLVM::LLVMFuncOp::create(
      builder, loc, kernel.getSymName(),
      LLVM::LLVMFunctionType::get(LLVM::LLVMVoidType::get(builder.getContext()),
                                  types));
  declaration->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                       builder.getUnitAttr());
  auto name =
      SymbolRefAttr::get(gpuModule.getSymNameAttr(),
                         {FlatSymbolRefAttr::get(kernel.getSymNameAttr())});
  for (gpu::LaunchFuncOp launch : launches)
    launch.setKernelAttr(name);
}
