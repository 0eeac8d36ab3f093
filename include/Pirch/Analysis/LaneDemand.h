//===- LaneDemand.h - Which lanes somebody reads ----------------*- C++ -*-===//

#ifndef PIRCH_ANALYSIS_LANEDEMAND_H
#define PIRCH_ANALYSIS_LANEDEMAND_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/BitVector.h"

namespace pirch {

/// For each infreg of a kernel, the lanes of a group that reach a store, a vote
/// or a loop: going backwards from those, each operation says which lanes it
/// reads for those of its result that are read (`InfRegOpInterface`). What
/// loops carry counts as read whole.
class LaneDemand {
public:
  explicit LaneDemand(KernelOp kernel);

  /// The lanes of `value` that are read: one bit for each lane of a group, at
  /// `wi * extent + ix`.
  const llvm::BitVector &get(mlir::Value value) { return lanesOf(value); }

private:
  void visitBlock(mlir::Block &block);
  void visit(mlir::Operation *op);
  llvm::BitVector &lanesOf(mlir::Value value);

  llvm::DenseMap<mlir::Value, llvm::BitVector> demanded;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_LANEDEMAND_H
