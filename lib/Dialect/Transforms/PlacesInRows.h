//===- PlacesInRows.h - Numbers of work items, row by row -------*- C++ -*-===//
//
// What a kernel computes from the number of the work item, where the work items
// of a launch are cut into rows.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_PLACESINROWS_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_PLACESINROWS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

namespace pirch {

/// The value that `value` is converted from, through any number of conversions
/// between integer types that keep the number of a work item: extensions, and
/// conversions to `index` and to types of 32 bits or more.
mlir::Value beforeConversions(mlir::Value value);

/// Of the numbers of work items that a kernel computes from a quotient or
/// remainder, those that are `row * n + x`, where `n` is the length of the rows
/// and `x` the number in the row.
class PlacesInRows {
public:
  PlacesInRows(KernelOp kernel, mlir::Value length, mlir::Value column,
               mlir::Value row)
      : kernel(kernel), length(length), column(column), row(row) {}

  /// Find such numbers, beginning with `places`, which are numbers of work
  /// items in the launch, and replace quotients and remainders of them by what
  /// is computed from the row and the column. Returns how many it replaced.
  int64_t rewrite(llvm::ArrayRef<mlir::Operation *> places);

private:
  /// A number that is `row * n + x`; `x` alone if `row` is null.
  struct Place {
    mlir::Value row;
  };

  /// A number that is `columns * x + lengths * n + constant`.
  struct Neighbour {
    int64_t columns = 0, lengths = 0, constant = 0;
  };

  /// What a place was divided by: the length of rows and `factors`. The
  /// division of the row by these is `op`, or null without factors.
  struct Quotient {
    mlir::Value row;
    llvm::SmallVector<mlir::Value> factors;
    mlir::Operation *op;
  };

  bool isLength(mlir::Value value) const;
  bool isProductOf(llvm::ArrayRef<mlir::Value> factors,
                   llvm::ArrayRef<mlir::Value> others) const;
  mlir::Value convert(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value, mlir::Type type);
  bool rewriteDivision(mlir::Operation *op);
  bool rewriteRest(mlir::arith::SubIOp op);
  bool addTerms(mlir::Value value, bool isNegated, Neighbour &sum);
  bool rewriteNeighbour(mlir::Operation *op);
  std::optional<llvm::SmallVector<mlir::Value>>
  findOtherFactors(mlir::Value divisor);
  void replaceByPlace(mlir::Operation *op, Place place);
  void divide(mlir::Operation *op, Place place,
              llvm::ArrayRef<mlir::Value> factors, bool isRemainder);

  KernelOp kernel;
  mlir::Value length, column, row;
  llvm::DenseMap<mlir::Value, Place> places;
  llvm::DenseMap<mlir::Value, Quotient> quotients;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_PLACESINROWS_H
