//===- ImportMLIR.h - Kernels from files of MLIR ----------------*- C++ -*-===//
//
// Kernels that come as files of MLIR instead of OpenCL C.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DRIVER_IMPORTMLIR_H
#define PIRCH_DRIVER_IMPORTMLIR_H

#include "Pirch/Support/SourceOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace pirch {

/// Whether a source of this name is MLIR: it ends with ".mlir".
bool isMLIRSource(llvm::StringRef fileName);

/// The kernels of a module in work-item form: `pirch.kernel`s that have it, and
/// what the importers make of kernels of other dialects
/// (`buildImportPipeline`). What calls them is left out. `context` has the
/// dialects of `registerAllDialects`. Null after errors, which are diagnostics
/// of the context.
mlir::OwningOpRef<mlir::ModuleOp> importMLIR(llvm::StringRef source,
                                             llvm::StringRef fileName,
                                             const SourceOptions &options,
                                             mlir::MLIRContext &context);

/// The extents of a group that the kernels of the source have, as
/// `findGroupShape` for OpenCL C. Where nothing can be imported without the
/// extents, or at all, there are none, and `problem` becomes the first error,
/// behind its place.
llvm::Expected<Extents> findMLIRGroupShape(llvm::StringRef source,
                                           llvm::StringRef fileName,
                                           const SourceOptions &options,
                                           std::string &problem);

} // namespace pirch

#endif // PIRCH_DRIVER_IMPORTMLIR_H
