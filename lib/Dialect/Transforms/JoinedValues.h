//===- JoinedValues.h - Values that are computed alike ----------*- C++ -*-===//
//
// Several infregs of one element each that the same operations compute from the
// elements of the same infregs, and the one infreg that has all of them as its
// elements.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_JOINEDVALUES_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_JOINEDVALUES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

namespace pirch {

/// The elements of a work item in `value`, an infreg.
int64_t getExtentOf(mlir::Value value);

/// The element of the source that is element `ix` of the result in each work
/// item; nothing if work items differ, or if nobody may read it.
std::optional<int64_t> getElement(ReorderOp reorder, int64_t ix);

/// The first element of an infreg that `value` is computed from, by the order
/// of operands; 0 where there is none.
int64_t getFirstElement(mlir::Value value);

/// `count` elements of `value` from element `first` on.
mlir::Value takeElements(mlir::OpBuilder &builder, mlir::Value value,
                         int64_t first, int64_t count);

class JoinedValues {
public:
  using Values = llvm::SmallVector<mlir::Value>;

  /// Operations are created where `builder` stands; those that compute the
  /// values are in the same block.
  explicit JoinedValues(mlir::OpBuilder &builder) : builder(builder) {}

  /// Whether `values`, each an infreg of one element, are computed alike: they
  /// are elements of one infreg, or one value, or elements of one buffer, which
  /// the kernel does not write, that all work items load, or results of the
  /// same lane-wise operation on operands that are computed alike.
  bool areAlike(llvm::ArrayRef<mlir::Value> values);

  /// The number of operations that compute each of the values asked for, lane
  /// maps excepted.
  int64_t getNumOperations() const { return numOperations; }

  /// Whether only the operations that were found to be alike, and `users`, use
  /// the results of those operations, so that they are dead once the values
  /// have been joined.
  bool
  areUsedOnlyBy(const llvm::SmallPtrSetImpl<mlir::Operation *> &users) const;

  /// The infreg with the elements `values`, which are alike.
  mlir::Value join(llvm::ArrayRef<mlir::Value> values);

private:
  bool areAlikeInFact(llvm::ArrayRef<mlir::Value> values);
  bool areElementsOfOne(llvm::ArrayRef<mlir::Value> values);
  bool areLoadsOfOne(llvm::ArrayRef<mlir::Value> values);
  bool areResultsOfOne(llvm::ArrayRef<mlir::Value> values);
  /// Elements of one infreg that was joined before, in the order of `values`;
  /// null if there is none that has all of them.
  mlir::Value takeJoined(llvm::ArrayRef<mlir::Value> values);
  mlir::Value joinLoads(llvm::ArrayRef<mlir::Value> values);
  mlir::Value joinOperations(llvm::ArrayRef<mlir::Value> values);
  static Values getOperands(llvm::ArrayRef<mlir::Value> values, unsigned at);

  mlir::OpBuilder &builder;
  /// The answers of `areAlike` and `join` so far: a value may be used often.
  struct Less {
    bool operator()(const Values &a, const Values &b) const;
  };
  std::map<Values, bool, Less> alike;
  std::map<Values, mlir::Value, Less> joined;
  /// The infreg and the element in which each result of an operation is.
  llvm::DenseMap<mlir::Value, std::pair<mlir::Value, int32_t>> elements;
  llvm::SmallPtrSet<mlir::Operation *, 32> operations;
  int64_t numOperations = 0;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_JOINEDVALUES_H
