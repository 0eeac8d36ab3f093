//===- SlowOperations.h - Which operations are slow, and why ----*- C++ -*-===//
//
// The analysis behind `--remarks=missed`: operations that the author of a
// kernel could avoid, in the author's words. docs/Remarks.md explains each
// kind.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_SLOWOPERATIONS_H
#define PIRCH_ANALYSIS_SLOWOPERATIONS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include <vector>

namespace pirch {

/// An operation that takes long on its kernel's target because of how the
/// kernel is written, in words for the author of the kernel.
struct SlowOperation {
  mlir::Operation *op;
  /// The kind, as in `Gather`: the first column of a row of the table in
  /// docs/Remarks.md.
  llvm::StringRef kind;
  /// What the operation does, as in "each lane's element of 'x' is read by
  /// itself".
  std::string what;
  /// What in the kernel's source is the reason that it is slow.
  std::string reason;
  /// What the author could write instead.
  std::string suggestion;
  /// The cost for one pack of groups, or for one iteration where the operation
  /// is in a loop, in the target's unit (an addition of one register); 0 where
  /// it is not known.
  double cost = 0;
};

/// The slow operations of `kernel`, in the order of the code. The kernel has a
/// target and a lane order, and its lane maps have reorder patterns
/// (pirch-select-reorders).
std::vector<SlowOperation> findSlowOperations(KernelOp kernel);

} // namespace pirch

#endif // PIRCH_ANALYSIS_SLOWOPERATIONS_H
