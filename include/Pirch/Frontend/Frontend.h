//===- Frontend.h - OpenCL C to the work-item form --------------*- C++ -*-===//

#ifndef PIRCH_FRONTEND_FRONTEND_H
#define PIRCH_FRONTEND_FRONTEND_H

#include "Pirch/Support/Extents.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace pirch {

struct FrontendOptions {
  /// Work items per group along each dimension of the range, x first. Their
  /// product is `WG_SIZE` in the source.
  Extents wgShape;
  /// Whether kernels take a global offset.
  bool globalOffset = false;
  /// As after -D: "X=Y" or "X".
  std::vector<std::string> defines;
  std::vector<std::string> includeDirs;
  /// Contract a product and a sum of one expression, by Clang's rule, where no
  /// pragma says otherwise.
  bool fpContract = true;
  /// Mathematical functions may be wrong by 4 instead of 1 unit in the last
  /// place: their operations have the flag `afn`.
  bool fastMath = false;
  /// Combine work items one after the other in reductions and scans.
  bool orderedReductions = false;
  /// The one kernel to import; empty: all of the source.
  std::string onlyKernel;
};

/// Import every `__kernel` of `source`. Null after errors, which are printed to
/// `diag` as Clang prints them.
mlir::OwningOpRef<mlir::ModuleOp> importOpenCL(llvm::StringRef source,
                                               llvm::StringRef fileName,
                                               const FrontendOptions &options,
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
                                       const FrontendOptions &options);

} // namespace pirch

#endif // PIRCH_FRONTEND_FRONTEND_H
