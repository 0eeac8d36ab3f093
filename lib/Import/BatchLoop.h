//===- BatchLoop.h - Loops over a batch -------------------------*- C++ -*-===//
//
// Loops of scf whose iterations are the entries of a batch.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_IMPORT_BATCHLOOP_H
#define PIRCH_LIB_IMPORT_BATCHLOOP_H

#include "BatchedOps.h"

namespace pirch {

/// A loop that counts from 0 in steps of 1, and whose iterations may be
/// computed side by side.
struct BatchLoop {
  mlir::Operation *loop;
  mlir::Value index;
  mlir::OpFoldResult count;
  /// Memrefs, each with the dimension of which an iteration reads and writes
  /// only the entry that is its own, that are small enough for a variable.
  llvm::SmallVector<std::pair<mlir::Value, unsigned>> slices;
  /// The operations of linalg in it.
  BatchedOps ops;

  mlir::Block &getBody() const { return loop->getRegion(0).front(); }
};

/// Whether `op` is a loop that may be over a batch.
bool isLoop(mlir::Operation *op);

/// Find out how a kernel may compute the loop. If none may, return nothing and
/// set `reason` to a phrase for a remark that says why.
std::optional<BatchLoop> findBatchLoop(mlir::Operation *loop,
                                       std::string &reason);

} // namespace pirch

#endif // PIRCH_LIB_IMPORT_BATCHLOOP_H
