//===- CallKernels.cpp - Launches of kernels that became functions --------===//

#include "Pirch/Import/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace pirch;

namespace pirch {
#define GEN_PASS_DEF_CALLKERNELS
#include "Pirch/Import/Passes.h.inc"
} // namespace pirch

/// The function that computes the groups of the kernel that is launched, or
/// null, with an error.
static func::FuncOp findFunction(gpu::LaunchFuncOp launch, ModuleOp module) {
  auto function =
      module.lookupSymbol<func::FuncOp>(launch.getKernelName().getValue());
  if (function && function->hasAttr(kKernelAttrName))
    return function;
  launch.emitError(
      "launches a kernel that is no function on the host "
      "(convert-gpu-to-pirch, and what makes functions of kernels, "
      "come before)");
  return {};
}

static LogicalResult callKernel(gpu::LaunchFuncOp launch, ModuleOp module) {
  if (launch.getAsyncObject())
    return launch.emitError("not supported yet: a launch on a stream");
  func::FuncOp function = findFunction(launch, module);
  if (!function)
    return failure();
  OpBuilder builder(launch);
  Location loc = launch.getLoc();
  SmallVector<Value> arguments(launch.getKernelOperands());
  auto asI64 = [&](Value value) -> Value {
    return value.getType().isIndex()
               ? arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                            value)
                     .getResult()
               : value;
  };
  gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
  Value extents[] = {asI64(grid.x), asI64(grid.y), asI64(grid.z)};
  // Behind the parameters come those of a grid, the first group and the number
  // of groups.
  size_t known = arguments.size() + 2, wanted = function.getNumArguments();
  if (wanted < known || wanted > known + std::size(extents))
    return launch.emitError("passes ")
           << arguments.size() << " arguments to a function of " << wanted;
  llvm::append_range(arguments,
                     ArrayRef<Value>(extents).take_front(wanted - known));
  Value first =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0));
  Value count = extents[0];
  for (Value extent : ArrayRef<Value>(extents).drop_front())
    count = arith::MulIOp::create(builder, loc, count, extent);
  arguments.append({first, count});
  func::CallOp::create(builder, loc, function, arguments);
  return success();
}

/// Replace an operation on the memory of a device by what does it on the
/// host's.
static void replaceMemoryOp(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  if (auto alloc = dyn_cast<gpu::AllocOp>(op))
    alloc.getMemref().replaceAllUsesWith(memref::AllocOp::create(
        builder, loc, alloc.getType(), alloc.getDynamicSizes(),
        alloc.getSymbolOperands()));
  else if (auto dealloc = dyn_cast<gpu::DeallocOp>(op))
    memref::DeallocOp::create(builder, loc, dealloc.getMemref());
  else if (auto copy = dyn_cast<gpu::MemcpyOp>(op))
    memref::CopyOp::create(builder, loc, copy.getSrc(), copy.getDst());
}

/// Whether nothing is left in the module but declarations of kernels.
static bool hasOnlyDeclarations(gpu::GPUModuleOp module) {
  return llvm::all_of(module.getBody()->getOperations(), [](Operation &op) {
    auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
    return function && function.isExternal();
  });
}

namespace {
struct CallKernelsPass : pirch::impl::CallKernelsBase<CallKernelsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<Operation *> ops;
    module.walk([&](Operation *op) {
      if (isa<gpu::LaunchFuncOp, gpu::AllocOp, gpu::DeallocOp, gpu::MemcpyOp,
              gpu::HostRegisterOp, gpu::HostUnregisterOp, gpu::WaitOp>(op))
        ops.push_back(op);
    });
    // From the last one on, so that nobody takes the token of an operation any
    // more when it goes.
    for (Operation *op : llvm::reverse(ops)) {
      if (failed(replace(op)))
        return signalPassFailure();
    }
    for (auto gpuModule :
         llvm::make_early_inc_range(module.getOps<gpu::GPUModuleOp>()))
      if (hasOnlyDeclarations(gpuModule))
        gpuModule.erase();
    if (module.getOps<gpu::GPUModuleOp>().empty())
      module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  }

private:
  LogicalResult replace(Operation *op) {
    if (auto async = dyn_cast<gpu::AsyncOpInterface>(op))
      if (Value token = async.getAsyncToken(); token && !token.use_empty())
        return op->emitError("not supported yet: a token that an operation of "
                             "another dialect takes");
    auto launch = dyn_cast<gpu::LaunchFuncOp>(op);
    if (launch && failed(callKernel(launch, getOperation())))
      return failure();
    numCalls += launch ? 1 : 0;
    replaceMemoryOp(op);
    op->erase();
    return success();
  }
};
} // namespace
