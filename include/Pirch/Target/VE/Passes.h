//===- Passes.h - Passes for NEC's vector engine ----------------*- C++ -*-===//

#ifndef PIRCH_TARGET_VE_PASSES_H
#define PIRCH_TARGET_VE_PASSES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/Pass.h"

namespace pirch {

#define GEN_PASS_DECL
#include "Pirch/Target/VE/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pirch/Target/VE/Passes.h.inc"

} // namespace pirch

#endif // PIRCH_TARGET_VE_PASSES_H
