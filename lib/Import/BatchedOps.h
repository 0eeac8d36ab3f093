//===- BatchedOps.h - Which operations become one kernel --------*- C++ -*-===//
//
// Operations of linalg over a batch: which dimension is the batch's, which one
// is spread over the work items, and which neighbours one kernel computes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_IMPORT_BATCHEDOPS_H
#define PIRCH_LIB_IMPORT_BATCHEDOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"

namespace pirch {

/// An operation of linalg on memrefs, as a kernel computes it.
struct BatchedOp {
  mlir::linalg::LinalgOp op;
  /// The loop that the work groups are; none for an operation within a loop
  /// over the batch.
  std::optional<unsigned> batchDim = std::nullopt;
  /// The loops that the work items of a group are, the last one the fastest.
  llvm::SmallVector<unsigned, 2> itemDims = {};

  /// The place of loop `dim` among the subscripts of an operand, if it is one
  /// of them as it is.
  std::optional<unsigned> findSubscript(mlir::OpOperand &operand,
                                        std::optional<unsigned> dim) const;
};

/// Operations that one kernel computes one after the other, for each entry of
/// the batch.
struct BatchedOps {
  llvm::SmallVector<BatchedOp> ops;
  /// The extents of the loops that the work items of a group are.
  llvm::SmallVector<int64_t, 2> items = {};

  /// The number of work items of a group.
  int64_t getGroupSize() const;
};

/// The buffer that a memref is a view of.
mlir::Value findBuffer(mlir::Value memref);

/// Why a kernel may not have these memrefs as its parameters, of which it
/// writes `written`: two of them may be the same memory. Empty if it may.
std::string findOverlap(llvm::ArrayRef<mlir::Value> memrefs,
                        const llvm::SmallPtrSetImpl<mlir::Value> &written);

/// Give each operation of `ops` the loops that are spread over the work items,
/// and the group its extents. False where they need different groups.
bool assignItems(BatchedOps &ops);

/// Find the batch's dimension of one operation. If there is none, return
/// nothing and set `reason` to a phrase for a remark that says why.
std::optional<BatchedOp> findBatch(mlir::linalg::LinalgOp op,
                                   std::string &reason);

/// Whether the loops of the operation but the batch's are few and small enough
/// for a kernel; if not, `reason` says which are not.
bool isSmall(const BatchedOp &op, std::string &reason);

/// Whether a kernel of `ops` has so few operations that it can be compiled; if
/// not, `reason` says how many there are.
bool areFew(const BatchedOps &ops, std::string &reason);

/// Add `next` to `ops` if one kernel can compute it behind them.
bool tryAppend(BatchedOps &ops, const BatchedOp &next);

} // namespace pirch

#endif // PIRCH_LIB_IMPORT_BATCHEDOPS_H
