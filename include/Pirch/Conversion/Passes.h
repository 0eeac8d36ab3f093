//===- Passes.h - Conversions out of the PIRCH dialect ----------*- C++ -*-===//
//
// The passes of lib/Conversion, which Passes.td describes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_CONVERSION_PASSES_H
#define PIRCH_CONVERSION_PASSES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace pirch {

#define GEN_PASS_DECL
#include "Pirch/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pirch/Conversion/Passes.h.inc"

} // namespace pirch

#endif // PIRCH_CONVERSION_PASSES_H
