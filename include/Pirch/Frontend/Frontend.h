//===- Frontend.h - OpenCL C to the work-item form --------------*- C++ -*-===//
//
// What lib/Driver and lib/Runtime ask of the front end for OpenCL C.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_FRONTEND_FRONTEND_H
#define PIRCH_FRONTEND_FRONTEND_H

#include "Pirch/Support/SourceOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace pirch {

/// The name of a kernel's attribute that has, for each parameter in a compact
/// layout, the two numbers of `CompactLayout`: of groups, and of elements of a
/// group. If the latter is not known for a parameter, it is 0, and the kernel
/// is imported as if there were no layouts.
inline constexpr llvm::StringLiteral kLayoutsAttrName = "layouts";

/// Import every `__kernel` of `source`. Null after errors, which are printed to
/// `diag` as Clang prints them.
mlir::OwningOpRef<mlir::ModuleOp> importOpenCL(llvm::StringRef source,
                                               llvm::StringRef fileName,
                                               const SourceOptions &options,
                                               mlir::MLIRContext &context,
                                               llvm::raw_ostream &diag);

/// The extents of a group that the kernels of `source` demand by
/// `reqd_work_group_size`. If none demands any, the extents that their
/// `work_group_size_hint` names, if all hints are the same; else nothing.
/// Extents of 1 at the end are left out. An error where kernels demand
/// different ones; other errors of the source are not reported.
/// `options.wgShape` is not used.
llvm::Expected<Extents> findGroupShape(llvm::StringRef source,
                                       llvm::StringRef fileName,
                                       const SourceOptions &options);

/// Everything beside its own text and options on which the code for a source
/// depends: empty if the source has no directives that read or look for files;
/// else the preprocessor's output and the content of every file that was read.
/// Cache keys are made of it.
std::string readInclusions(llvm::StringRef source, llvm::StringRef fileName,
                           const SourceOptions &options);

} // namespace pirch

#endif // PIRCH_FRONTEND_FRONTEND_H
