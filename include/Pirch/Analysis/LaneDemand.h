//===- LaneDemand.h - Which lanes somebody reads ----------------*- C++ -*-===//
//
// An analysis of kernels in InfReg form: which lanes of each value anyone
// needs. pirch-eliminate-dead-lanes and the cost model use it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_LANEDEMAND_H
#define PIRCH_ANALYSIS_LANEDEMAND_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/BitVector.h"

namespace pirch {

/// For each infreg of a kernel, the lanes of a group whose values reach a
/// store, a vote or a loop. They are found by going backwards from stores,
/// votes and loops: each operation tells which lanes of its operands it reads
/// to compute given lanes of its result (`InfRegOpInterface`). Of an infreg
/// that a loop carries, all lanes count as read.
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
