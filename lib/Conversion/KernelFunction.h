//===- KernelFunction.h - The function that a kernel becomes ----*- C++ -*-===//

#ifndef PIRCH_LIB_CONVERSION_KERNELFUNCTION_H
#define PIRCH_LIB_CONVERSION_KERNELFUNCTION_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace pirch {

/// An empty function over a range of groups, before the kernel: its parameters,
/// the first group and their number.
mlir::func::FuncOp declareFunction(KernelOp kernel);

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_KERNELFUNCTION_H
