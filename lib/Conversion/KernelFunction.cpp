//===- KernelFunction.cpp - The function that a kernel becomes ------------===//

#include "KernelFunction.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace pirch;

static FunctionType typeOf(KernelOp kernel) {
  Builder builder(kernel.getContext());
  SmallVector<Type> inputs;
  for (Type type : kernel.getArgumentTypes())
    inputs.push_back(isa<MemRefType>(type)
                         ? LLVM::LLVMPointerType::get(builder.getContext())
                         : type);
  inputs.append(2, builder.getI64Type());
  return builder.getFunctionType(inputs, {});
}

static void copyAttributes(KernelOp kernel, FunctionOpInterface function) {
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    for (NamedAttribute attr :
         cast<FunctionOpInterface>(*kernel).getArgAttrs(index))
      function.setArgAttr(index, attr.getName(), attr.getValue());
  function->setAttr(kTargetAttrName, kernel.getTargetAttr());
  function->setAttr(kKernelAttrName, kernel.getSymNameAttr());
}

/// Whether the kernel both reads and writes `buffer`.
static bool isReadAndWritten(KernelOp kernel, Value buffer) {
  bool isRead = false, isWritten = false;
  kernel.walk([&](AccessOpInterface access) {
    if (access.getBuffer() == buffer)
      (access.isWrite() ? isWritten : isRead) = true;
  });
  return isRead && isWritten;
}

func::FuncOp pirch::declareFunction(KernelOp kernel) {
  OpBuilder builder(kernel);
  auto function = func::FuncOp::create(kernel.getLoc(), kernel.getSymName(),
                                       typeOf(kernel));
  copyAttributes(kernel, function);
  // The kernel's symbol is free once it is erased; both live in one table
  // only within this pass.
  builder.insert(function);
  return function;
}

gpu::GPUFuncOp pirch::declareGPUFunction(KernelOp kernel,
                                         gpu::GPUModuleOp device) {
  OpBuilder builder = OpBuilder::atBlockEnd(device.getBody());
  auto function = gpu::GPUFuncOp::create(builder, kernel.getLoc(),
                                         kernel.getSymName(), typeOf(kernel));
  function->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                    builder.getUnitAttr());
  copyAttributes(kernel, function);
  // Of one thread's program it does not hold that nobody else writes the
  // buffer: the other work items of the group are other threads. LLVM would
  // take a value that was loaded before a barrier for that after it.
  for (BlockArgument argument : kernel.getBody().getArguments())
    if (isReadAndWritten(kernel, argument))
      function.removeArgAttr(argument.getArgNumber(),
                             LLVM::LLVMDialect::getNoAliasAttrName());
  return function;
}
