//===- KernelFunction.h - The function that a kernel becomes ----*- C++ -*-===//

#ifndef PIRCH_LIB_CONVERSION_KERNELFUNCTION_H
#define PIRCH_LIB_CONVERSION_KERNELFUNCTION_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace pirch {

/// Insert a function without a body before `kernel`. Its parameters are those
/// of the kernel, the first group to compute, and the number of groups.
mlir::func::FuncOp declareFunction(KernelOp kernel);

/// Append a GPU kernel with these parameters and an empty body to `device`.
mlir::gpu::GPUFuncOp declareGPUFunction(KernelOp kernel,
                                        mlir::gpu::GPUModuleOp device);

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_KERNELFUNCTION_H
