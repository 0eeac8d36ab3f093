//===- WrappingIndex.h - Indexes that every work item has -------*- C++ -*-===//
//
// An index that is compared across work items must be a number in all of them,
// also in those that take no part, whose additions and products may overflow.
// This is such an index computed a second time, by operations that wrap around.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_WRAPPINGINDEX_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_WRAPPINGINDEX_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/Builders.h"

namespace pirch {

class WrappingIndex {
public:
  explicit WrappingIndex(mlir::Value index) : index(index) {}

  /// Whether what `emit` makes is a number in every lane.
  bool holdsNumbers();

  /// `hoist` gives what the index is computed of where `builder` is.
  mlir::Value emit(mlir::OpBuilder &builder,
                   llvm::function_ref<mlir::Value(mlir::Value)> hoist);

private:
  mlir::Value index;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_WRAPPINGINDEX_H
