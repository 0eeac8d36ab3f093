//===- Passes.h - Passes within the PIRCH dialect ---------------*- C++ -*-===//

#ifndef PIRCH_DIALECT_TRANSFORMS_PASSES_H
#define PIRCH_DIALECT_TRANSFORMS_PASSES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Pass/Pass.h"

namespace pirch {

#define GEN_PASS_DECL
#include "Pirch/Dialect/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pirch/Dialect/Transforms/Passes.h.inc"

} // namespace pirch

#endif // PIRCH_DIALECT_TRANSFORMS_PASSES_H
