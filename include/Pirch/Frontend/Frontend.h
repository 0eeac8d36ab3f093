//===- Frontend.h - OpenCL C to the work-item form --------------*- C++ -*-===//

#ifndef PIRCH_FRONTEND_FRONTEND_H
#define PIRCH_FRONTEND_FRONTEND_H

#include "Pirch/Support/SourceOptions.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"

namespace pirch {

/// Import every `__kernel` of `source`. Null after errors, which are printed to
/// `diag` as Clang prints them.
mlir::OwningOpRef<mlir::ModuleOp> importOpenCL(llvm::StringRef source,
                                               llvm::StringRef fileName,
                                               const SourceOptions &options,
                                               mlir::MLIRContext &context,
                                               llvm::raw_ostream &diag);

/// The extents of a group that the kernels of `source` demand by
/// `reqd_work_group_size`, or are meant for by `work_group_size_hint` if none
/// demands any and all hints are one; empty where neither says. Extents at the
/// end that are 1 are left out. An error where kernels demand different ones.
/// `options.wgShape` is not used. What is wrong with the source otherwise is
/// not reported.
llvm::Expected<Extents> findGroupShape(llvm::StringRef source,
                                       llvm::StringRef fileName,
                                       const SourceOptions &options);

} // namespace pirch

#endif // PIRCH_FRONTEND_FRONTEND_H
