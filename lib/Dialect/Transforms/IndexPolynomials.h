//===- IndexPolynomials.h - Subscripts as polynomials -----------*- C++ -*-===//
//
// Subscripts as sums of products of scalars, the group's index and quotients,
// with constants for the lanes of a group, so that two places in a buffer can
// be compared however a kernel has computed them.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_INDEXPOLYNOMIALS_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_INDEXPOLYNOMIALS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace pirch {

/// What a polynomial does not look into: a value, or the quotient of two
/// values. The group's index is the atom of two null values.
struct Atom {
  mlir::Value value, divisor;
  /// The quotient is that of numbers without a sign, or the value is extended
  /// with zeros.
  bool isUnsigned = false;

  bool isGroup() const { return !value; }
  bool isScalar() const {
    return value && !divisor && !mlir::isa<InfRegType>(value.getType());
  }
  bool operator==(const Atom &other) const {
    return value == other.value && divisor == other.divisor &&
           isUnsigned == other.isUnsigned;
  }
  bool operator<(const Atom &other) const {
    auto key = [](const Atom &atom) {
      return std::tuple(atom.value.getAsOpaquePointer(),
                        atom.divisor.getAsOpaquePointer(), atom.isUnsigned);
    };
    return key(*this) < key(other);
  }
};

/// A product of atoms, in order.
using Monomial = std::vector<Atom>;

/// A sum of constants, one for each lane of a group or one for all, and of
/// products of atoms and constants.
struct Polynomial {
  llvm::SmallVector<int64_t> lanes = {0};
  std::map<Monomial, int64_t> terms;
};

/// `number` in all lanes.
Polynomial polynomialOf(int64_t number);
Polynomial polynomialOf(Atom atom);

/// `a + factor * b`; nothing where a number is too great.
std::optional<Polynomial> add(Polynomial a, const Polynomial &b,
                              int64_t factor);

/// The product; nothing where lanes with different constants are multiplied by
/// atoms, and where a number is too great.
std::optional<Polynomial> multiply(const Polynomial &a, const Polynomial &b);

/// Whether all lanes of a group have the same numbers in both.
bool areEqual(const Polynomial &a, const Polynomial &b);

/// Expands values to polynomials, whose arithmetic is that of unbounded
/// integers: an operation that may wrap around in less than 64 bits is an atom.
/// Answers are kept, so the kernel must not change meanwhile. Not safe in
/// several threads at once.
class IndexPolynomials {
public:
  std::optional<Polynomial> expand(mlir::Value value);
  /// The elements that the lanes of `load` read; nothing where a lane reads
  /// none.
  std::optional<Polynomial> expandPlace(LoadOp load);

private:
  std::optional<Polynomial> compute(mlir::Value value);
  std::optional<Polynomial> computeOp(mlir::Operation *op);
  std::optional<Polynomial> extendWithZeros(mlir::Value scalar);
  /// Whether `value` grows from group to group and has constants for lanes.
  bool isOfGroups(mlir::Value value);
  static std::optional<Polynomial> computeTable(ConstantOp op);
  std::optional<Polynomial> computeArithmetic(mlir::Operation *op);
  /// Whether `value`, a multiple of the group's index beside constants, is
  /// negative in no group.
  bool isPlaceOfGroups(mlir::Value value);
  /// `a % b` is `a - (a / b) * b`. Without a sign that holds of numbers that
  /// are extended with it only if `a` is not negative; others are left alone.
  std::optional<Polynomial> computeRemainder(mlir::Operation *op);

  llvm::DenseMap<mlir::Value, std::optional<Polynomial>> cache;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_INDEXPOLYNOMIALS_H
