//===- CodeLimit.h - Errors about code that is too large --------*- C++ -*-===//
//
// Passes limit how much code a kernel may become, so that compilations end
// soon. The driver tells such an error from others by metadata of the
// diagnostic, which is not printed, and compiles the kernel again in a way that
// makes less code.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_CODELIMIT_H
#define PIRCH_DIALECT_IR_CODELIMIT_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

namespace pirch {

inline constexpr llvm::StringLiteral kCodeLimitMetadata = "pirch.code_limit";

/// Begin an error at `op` which says that the code would be too large, or would
/// need too many registers.
inline mlir::InFlightDiagnostic
emitCodeLimitError(mlir::Operation *op,
                   llvm::StringRef begin = "not supported: ") {
  mlir::InFlightDiagnostic error = op->emitError(begin);
  if (mlir::Diagnostic *diagnostic = error.getUnderlyingDiagnostic())
    diagnostic->getMetadata().push_back(
        mlir::DiagnosticArgument(kCodeLimitMetadata));
  return error;
}

/// Whether the diagnostic was begun by `emitCodeLimitError`.
inline bool isCodeLimitError(mlir::Diagnostic &diagnostic) {
  return llvm::any_of(
      diagnostic.getMetadata(), [](mlir::DiagnosticArgument &argument) {
        return argument.getKind() ==
                   mlir::DiagnosticArgument::DiagnosticArgumentKind::String &&
               argument.getAsString() == kCodeLimitMetadata;
      });
}

} // namespace pirch

#endif // PIRCH_DIALECT_IR_CODELIMIT_H
