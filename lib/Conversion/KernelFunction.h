//===- KernelFunction.h - The function that a kernel becomes ----*- C++ -*-===//

#ifndef PIRCH_LIB_CONVERSION_KERNELFUNCTION_H
#define PIRCH_LIB_CONVERSION_KERNELFUNCTION_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace pirch {

/// An empty function over a range of groups, before the kernel: its parameters,
/// the first group and their number.
mlir::func::FuncOp declareFunction(KernelOp kernel);

/// The same as a kernel of a GPU, which every thread runs, with an empty body.
mlir::gpu::GPUFuncOp declareGPUFunction(KernelOp kernel,
                                        mlir::gpu::GPUModuleOp device);

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_KERNELFUNCTION_H
