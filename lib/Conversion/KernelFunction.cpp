//===- KernelFunction.cpp - The function that a kernel becomes ------------===//

#include "KernelFunction.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace pirch;

func::FuncOp pirch::declareFunction(KernelOp kernel) {
  OpBuilder builder(kernel);
  SmallVector<Type> inputs;
  for (Type type : kernel.getArgumentTypes())
    inputs.push_back(isa<MemRefType>(type)
                         ? LLVM::LLVMPointerType::get(builder.getContext())
                         : type);
  inputs.append(2, builder.getI64Type());
  auto function =
      func::FuncOp::create(kernel.getLoc(), (kernel.getSymName() + "").str(),
                           builder.getFunctionType(inputs, {}));
  for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
    for (NamedAttribute attr :
         cast<FunctionOpInterface>(*kernel).getArgAttrs(index))
      function.setArgAttr(index, attr.getName(), attr.getValue());
  function->setAttr(kTargetAttrName, kernel.getTargetAttr());
  function->setAttr(kKernelAttrName, kernel.getSymNameAttr());
  // The kernel's symbol is free once it is erased; both live in one table
  // only within this pass.
  builder.insert(function);
  return function;
}
