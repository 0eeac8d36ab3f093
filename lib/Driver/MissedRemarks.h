//===- MissedRemarks.h - Where remarks on slow operations go ----*- C++ -*-===//
//
// Where the remarks of --remarks=missed go: to diagnostics and to a YAML file.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DRIVER_MISSEDREMARKS_H
#define PIRCH_LIB_DRIVER_MISSEDREMARKS_H

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/Error.h"

namespace pirch {

/// Let missed-optimization remarks of the category `pirch` become diagnostics
/// of `context`, if `print` is set, and entries of the YAML file `file`, if its
/// name is not empty. The file is complete when the context is destroyed. An
/// error where the file cannot be written.
llvm::Error enableMissedRemarks(mlir::MLIRContext &context, bool print,
                                llvm::StringRef file);

} // namespace pirch

#endif // PIRCH_LIB_DRIVER_MISSEDREMARKS_H
