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

/// Name of a kernel's attribute that has, for each parameter in a compact
/// layout, the groups and the elements of a group (`CompactLayout`). Where the
/// elements of one of them are not known, they are 0 and the kernel is imported
/// as if there were no layouts.
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

/// What the source takes from elsewhere than its own text: nothing if it
/// includes no file and asks for none; else what the preprocessor makes of it,
/// and the content of every file that was read. Two sources of the same text
/// and options of which this is the same compile to the same code.
std::string readInclusions(llvm::StringRef source, llvm::StringRef fileName,
                           const SourceOptions &options);

} // namespace pirch

#endif // PIRCH_FRONTEND_FRONTEND_H
