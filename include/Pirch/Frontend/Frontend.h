//===- Frontend.h - OpenCL C to the work-item form --------------*- C++ -*-===//

#ifndef PIRCH_FRONTEND_FRONTEND_H
#define PIRCH_FRONTEND_FRONTEND_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <string>
#include <vector>

namespace pirch {

struct FrontendOptions {
  /// Work items per group; `WG_SIZE` in the source.
  int64_t wgSize = 0;
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

} // namespace pirch

#endif // PIRCH_FRONTEND_FRONTEND_H
