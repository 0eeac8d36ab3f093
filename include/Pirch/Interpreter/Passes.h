//===- Passes.h - The interpreter as a pass ---------------------*- C++ -*-===//
//
// The pass that runs kernels, which Passes.td describes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_INTERPRETER_PASSES_H
#define PIRCH_INTERPRETER_PASSES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Pass/Pass.h"

namespace pirch {

#define GEN_PASS_DECL
#include "Pirch/Interpreter/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "Pirch/Interpreter/Passes.h.inc"

} // namespace pirch

#endif // PIRCH_INTERPRETER_PASSES_H
