//===- Passes.h - Passes within the PIRCH dialect ---------------*- C++ -*-===//
//
// The passes of lib/Dialect/Transforms, which Passes.td describes, and the
// names by which later stages find what these leave in a module.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_TRANSFORMS_PASSES_H
#define PIRCH_DIALECT_TRANSFORMS_PASSES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Pass/Pass.h"

namespace pirch {

/// What `pirch-outline-staged-values` leaves: the name of the module of
/// functions, and the attributes of each.
inline constexpr llvm::StringLiteral kStagedModuleName = "pirch.staged";
inline constexpr llvm::StringLiteral kStagedIndicesAttrName = "staged_indices";
inline constexpr llvm::StringLiteral kStagedNamesAttrName = "staged_names";
inline constexpr llvm::StringLiteral kStagedParamsAttrName = "staged_params";

#define GEN_PASS_DECL
#include "Pirch/Dialect/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pirch/Dialect/Transforms/Passes.h.inc"

} // namespace pirch

#endif // PIRCH_DIALECT_TRANSFORMS_PASSES_H
