//===- Passes.h - Passes for AMD GPUs ---------------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_ROCDL_PASSES_H
#define PIRCH_TARGET_ROCDL_PASSES_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/ROCDLDialect.h"
#include "mlir/Pass/Pass.h"

namespace pirch {

#define GEN_PASS_DECL
#include "Pirch/Target/ROCDL/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pirch/Target/ROCDL/Passes.h.inc"

} // namespace pirch

#endif // PIRCH_TARGET_ROCDL_PASSES_H
