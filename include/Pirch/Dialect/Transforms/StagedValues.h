//===- StagedValues.h - Known values of launches as constants ---*- C++ -*-===//
//
// Parameters and staged values (`pirch.stage`) that are known before a kernel
// is compiled (stages: section 3 of the PACXX paper).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_TRANSFORMS_STAGEDVALUES_H
#define PIRCH_DIALECT_TRANSFORMS_STAGEDVALUES_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// The parameter of that name in the source that is no buffer, or null.
mlir::Value findScalarParameter(KernelOp kernel, llvm::StringRef name);

/// Put a constant in place of what `known` names, in a kernel in work-item
/// form: NAME=VALUE for a parameter, INDEX=VALUE for a staged value,
/// groups_x=VALUE for the number of groups. Returns whether the kernel has it;
/// a value that is none of its type is an error at its location.
mlir::FailureOr<bool> applyStagedValue(KernelOp kernel, llvm::StringRef known);

} // namespace pirch

#endif // PIRCH_DIALECT_TRANSFORMS_STAGEDVALUES_H
