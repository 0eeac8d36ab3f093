//===- UniformValues.h - Values that all work items share -------*- C++ -*-===//
//
// Which infregs of a kernel in InfReg form hold the same in all work items of a
// group.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_UNIFORMVALUES_H
#define PIRCH_ANALYSIS_UNIFORMVALUES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/DenseSet.h"

namespace pirch {

/// The infregs of a kernel that hold, for each array element, the same in all
/// work items of a group. Answers are kept, so the kernel must not change
/// meanwhile.
class UniformValues {
public:
  /// Which work items a value must be the same in: those that take part where
  /// the value is computed (a reduction under a mask gives no value to the
  /// others), or all of the group.
  enum class Items { taking_part, all };
  explicit UniformValues(Items items = Items::taking_part) : items(items) {}

  /// Whether `value` is the same in these work items. False where that is not
  /// known. Scalars are the same for all.
  bool contains(mlir::Value value);

private:
  bool compute(mlir::Value value);
  bool isArgumentUniform(mlir::BlockArgument argument);

  Items items;
  llvm::DenseSet<mlir::Value> same, others;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_UNIFORMVALUES_H
