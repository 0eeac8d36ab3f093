//===- Passes.h - Optimizations of code on chunks ---------------*- C++ -*-===//
//
// The passes of lib/CodeGen, which Passes.td describes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_CODEGEN_PASSES_H
#define PIRCH_CODEGEN_PASSES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace pirch {

#define GEN_PASS_DECL
#include "Pirch/CodeGen/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pirch/CodeGen/Passes.h.inc"

} // namespace pirch

#endif // PIRCH_CODEGEN_PASSES_H
