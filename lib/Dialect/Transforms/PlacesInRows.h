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
#include <optional>

namespace pirch {

/// The value that `value` is converted from, through any number of conversions
/// between integer types that keep the number of a work item: extensions, and
/// conversions to `index` and to types of 32 bits or more.
mlir::Value beforeConversions(mlir::Value value);

/// A factor of a product of integers: `value`, which is extended to the type of
/// the product by zeros if `isUnsigned`, and else with its sign.
struct Factor {
  mlir::Value value;
  bool isUnsigned;

  bool operator==(const Factor &other) const {
    return value == other.value && isUnsigned == other.isUnsigned;
  }
};

/// The factors of a product of integers.
struct Factors {
  /// The product of the factors that are constants: at least 1, and less than
  /// 2^31.
  int64_t constant = 1;
  /// Those that are not.
  llvm::SmallVector<Factor> others;
};

/// The factors of `value`, where it is no product that may wrap around and has
/// no constant factors that are negative, zero or large.
std::optional<Factors> findFactors(mlir::Value value);

/// The length of the rows into which the work items of a launch are cut:
/// `constant` times the parameter, or `constant` alone where that is null.
struct RowLength {
  int64_t constant = 1;
  mlir::Value param;
};

/// Of the numbers of work items that a kernel computes from a quotient or
/// remainder, those that are `row * n + x`, where `n` is the length of the rows
/// divided by a constant, and `x` is the number in the row divided by it.
class PlacesInRows {
public:
  PlacesInRows(KernelOp kernel, RowLength length, mlir::Value column,
               mlir::Value row)
      : kernel(kernel), length(length), column(column), row(row) {}

  /// Find such numbers, beginning with `places`, which are numbers of work
  /// items in the launch, and replace quotients and remainders of them by what
  /// is computed from the row and the column. Returns how many it replaced.
  int64_t rewrite(llvm::ArrayRef<mlir::Operation *> places);

private:
  /// A number that is `row * n + column`; `column` alone if `row` is null. `n`
  /// is `constant` times the parameter in the length of rows, if that has one,
  /// and `column` is less.
  struct Place {
    mlir::Value row, column;
    int64_t constant;

    bool operator==(const Place &other) const {
      return row == other.row && column == other.column &&
             constant == other.constant;
    }
  };

  /// What a place is divided by: the product of the factors, and of the
  /// parameter in the length of rows where `hasParam` is set.
  struct Divisor {
    Factors factors;
    bool hasParam = false;
  };

  /// `place` divided by `divisor`, which `isUnsigned` or not.
  struct Quotient {
    Place place;
    Divisor divisor;
    bool isUnsigned;
  };

  /// A number that is `columns * x + lengths * n + constant`, where `n` is the
  /// length of the rows and `x` the number in the row.
  struct Neighbour {
    int64_t columns = 0, lengths = 0, constant = 0;
  };

  bool isLength(mlir::Value value) const;
  Divisor splitFactors(Factors factors) const;
  mlir::Value convert(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value, mlir::Type type);
  mlir::Value makeLength(mlir::OpBuilder &builder, mlir::Location loc,
                         int64_t constant);
  mlir::Value multiply(mlir::OpBuilder &builder, mlir::Location loc,
                       const Factors &factors, mlir::Type type);
  std::optional<Divisor> findDivisor(mlir::Value value) const;
  std::optional<Quotient> findQuotient(mlir::Value product, Place place) const;
  bool rewriteDivision(mlir::Operation *op);
  bool rewriteRest(mlir::arith::SubIOp op);
  bool addTerms(mlir::Value value, bool isNegated, Neighbour &sum);
  bool rewriteNeighbour(mlir::Operation *op);
  mlir::Value replaceByPlace(mlir::Operation *op, Place place);
  mlir::Value divide(mlir::Operation *op, const Quotient &quotient,
                     bool isRemainder);
  mlir::Value divideColumn(mlir::Operation *op, const Quotient &quotient,
                           bool isRemainder);
  mlir::Value divideRow(mlir::Operation *op, const Quotient &quotient,
                        const Factors &by, bool isRemainder);

  KernelOp kernel;
  RowLength length;
  /// The number in the row, and the row, as 64 bits.
  mlir::Value column, row;
  llvm::DenseMap<mlir::Value, Place> places;
  /// The quotients that a value is, which is no conversion.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Quotient>> quotients;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_PLACESINROWS_H
