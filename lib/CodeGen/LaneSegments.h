//===- LaneSegments.h - Lanes that are alike or count up --------*- C++ -*-===//
//
// Which vectors of a function hold the same in neighbouring lanes, or numbers
// that follow each other. Chunks of values that a group shares are such
// vectors, and so are sums of these with the number of the work item.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CODEGEN_LANESEGMENTS_H
#define PIRCH_LIB_CODEGEN_LANESEGMENTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <optional>

namespace pirch {

/// The lanes of a vector of one dimension; 0 for other types.
inline int64_t countLanes(mlir::Value value) {
  auto vector = mlir::dyn_cast<mlir::VectorType>(value.getType());
  return vector && vector.getRank() == 1 && !vector.isScalable()
             ? vector.getNumElements()
             : 0;
}

/// What is known of vectors whose lanes are taken as segments of `length`
/// neighbouring lanes. Answers are kept, so the function must not change
/// meanwhile.
class LaneSegments {
public:
  explicit LaneSegments(int64_t length) : length(length) {}

  /// Whether the lanes of each segment hold the same. False where that is not
  /// known. Scalars are the same in all lanes.
  bool areSame(mlir::Value value);
  /// Whether the lanes of each segment of `index`, an integer vector, hold one
  /// number and those that follow it, without a wrap around once the lanes are
  /// extended with their signs to 64 bits. Lanes that `mask` is known to leave
  /// out may hold anything.
  bool areConsecutive(mlir::Value index, mlir::Value mask);
  /// Whether that is likely, but must be tested at run time: `index` counts up
  /// but for limits, as in `max(x - 1, 0)`, remainders, and wraps around.
  bool areLikelyConsecutive(mlir::Value index, mlir::Value mask);

private:
  /// By how much each lane exceeds the first one of its segment, modulo the
  /// number's range.
  struct Distances {
    llvm::SmallVector<int64_t> ofLanes;
    /// Whether that holds of the signed numbers without a wrap around.
    bool isExact = true;
  };

  bool computeSame(mlir::Value value);
  bool isArgumentSame(mlir::BlockArgument argument);
  std::optional<Distances> findDistances(mlir::Value value);
  std::optional<Distances> computeDistances(mlir::Value value);
  std::optional<Distances> combine(mlir::Operation *op, bool isSum);
  std::optional<Distances> multiply(mlir::Operation *op, bool isShift);
  std::optional<Distances> truncate(mlir::Operation *op);
  /// By how much lanes exceed the first one of their segment in most groups.
  std::optional<Distances> guessDistances(mlir::Value value);
  std::optional<Distances> computeGuess(mlir::Value value);
  std::optional<Distances> guessOfChoice(mlir::Value left, mlir::Value right);
  std::optional<Distances> guessOfProduct(mlir::Value left, mlir::Value right);
  /// Whether `value` is computed from constants, scalars and other values that
  /// each segment has in common, so that no lane has data of its own.
  bool isOfItems(mlir::Value value);
  /// Whether the lanes that may take part by `mask`, which may be null, count
  /// up in each segment.
  bool countsUp(const Distances &distances, mlir::Value mask) const;
  /// The distances of the lanes of a constant.
  Distances measure(mlir::DenseIntElementsAttr numbers) const;

  int64_t length;
  llvm::DenseSet<mlir::Value> same, others;
  llvm::DenseMap<mlir::Value, std::optional<Distances>> known, guessed;
  llvm::DenseMap<mlir::Value, bool> ofItems;
};

/// What is known of the vectors of a function, for segments of any length.
class KnownSegments {
public:
  LaneSegments &of(int64_t length) {
    return segments.try_emplace(length, length).first->second;
  }

private:
  std::map<int64_t, LaneSegments> segments;
};

} // namespace pirch

#endif // PIRCH_LIB_CODEGEN_LANESEGMENTS_H
