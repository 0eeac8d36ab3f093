//===- ChoiceTrees.h - Integers that are one of a few constants -*- C++ -*-===//
//
// How conditions choose an infreg of integers among constants, as the number of
// the row with the greatest element so far.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_CHOICETREES_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_CHOICETREES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>
#include <optional>

namespace pirch {

/// One step from an integer to another one: an operation of one operand that is
/// not a constant.
class IntegerStep {
public:
  /// The step that `value` is the result of; nothing if it is the result of
  /// another operation, or an argument.
  static std::optional<IntegerStep> match(mlir::Value value);

  mlir::Value getFrom() const { return from; }

  /// What becomes of `number`; nothing where the operation gives no number.
  std::optional<llvm::APInt> apply(const llvm::APInt &number) const;

private:
  IntegerStep(mlir::Operation *op, mlir::Value from,
              std::optional<llvm::APInt> constant)
      : op(op), from(from), constant(constant.value_or(llvm::APInt())) {}

  mlir::Operation *op;
  mlir::Value from;
  llvm::APInt constant;
};

/// How an integer comes about: a tree whose inner nodes choose by a condition,
/// and whose leaves are constants.
struct Choice {
  /// Of an inner node: an infreg of i1.
  mlir::Value condition;
  std::shared_ptr<Choice> yes, no;
  /// Of a leaf.
  llvm::APInt number;
  int64_t numLeaves = 1;
};
using ChoiceTree = std::shared_ptr<Choice>;

/// Finds the trees of integers, which have at most 16 leaves. The kernel must
/// not change meanwhile. Not safe in several threads at once.
class Choices {
public:
  /// The tree of `value`, which is looked for through at most `depth`
  /// operations; null if it may be other numbers than a few constants.
  ChoiceTree find(mlir::Value value, int depth = 64);

private:
  ChoiceTree build(mlir::Value value, int depth);

  llvm::DenseMap<mlir::Value, ChoiceTree> known;
};

/// Whether all conditions of `tree` have this shape, which is that of the
/// integers: one lane for each of them.
bool hasLanesOf(const ChoiceTree &tree, llvm::ArrayRef<int64_t> shape);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_CHOICETREES_H
