//===- Passes.h - Kernels of other dialects ---------------------*- C++ -*-===//
//
// The passes of lib/Import, which Passes.td describes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_IMPORT_PASSES_H
#define PIRCH_IMPORT_PASSES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"

namespace pirch {

#define GEN_PASS_DECL
#include "Pirch/Import/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pirch/Import/Passes.h.inc"

} // namespace pirch

#endif // PIRCH_IMPORT_PASSES_H
