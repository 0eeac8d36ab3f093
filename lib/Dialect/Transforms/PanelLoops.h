//===- PanelLoops.h - Loops that change a panel -----------------*- C++ -*-===//
//
// A *panel* is a private array of which a loop writes elements and exchanges
// elements between work items, as an elimination does with the rows of a
// matrix. Each iteration needs what the one before it made of the whole panel,
// so that unrolled code keeps all of it alive. This file says what the program
// of one work item shows about such loops before it is executed.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_PANELLOOPS_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_PANELLOOPS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/DenseSet.h"

namespace pirch {

/// Add to `tainted` what depends on it within `root`, in the work-item form:
/// results of operations with tainted operands, and variables that take a
/// tainted value, take one at a tainted subscript, or, with `byConditions`,
/// take one under a tainted condition.
void propagateTaint(mlir::Operation *root, llvm::DenseSet<mlir::Value> &tainted,
                    bool byConditions = true);

/// Which values of the work-item form are known at compile time once all loops
/// are unrolled, which differ between work items, and which only say where in
/// memory something lies.
class KnownValues {
public:
  explicit KnownValues(KernelOp kernel);

  bool isKnown(mlir::Value value) const { return !atRunTime.contains(value); }
  bool isPerItem(mlir::Value value) const { return perItem.contains(value); }
  bool isPlace(mlir::Value value) const { return places.contains(value); }

private:
  void findPlaces(KernelOp kernel);

  /// Values, and the variables that hold them.
  llvm::DenseSet<mlir::Value> atRunTime, perItem, places;
};

/// Whether `loop` changes a panel.
bool changesPanel(LoopOp loop);

/// Whether `loop` writes elements of private arrays for work items that are
/// known at compile time, as `if (get_local_id(0) > s)` does: unrolled code
/// leaves the others out, where a loop computes them and drops the results.
bool selectsKnownItems(LoopOp loop, const KnownValues &values);

/// The instructions, on vectors of `lanes` lanes, that one execution of `block`
/// becomes for a group of `items` work items if loops are unrolled. Inner loops
/// count as often as `countIterations` says.
int64_t
estimateInstructions(mlir::Block &block, const KnownValues &values,
                     int64_t items, int64_t lanes,
                     llvm::function_ref<int64_t(LoopOp)> countIterations);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_PANELLOOPS_H
