//===- ScalarBounds.h - Bounds of integers before the launch ----*- C++ -*-===//
//
// What is known of an integer that a kernel computes, before the kernel runs: a
// bound, as a polynomial of the kernel's parameters and of the group's index.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_SCALARBOUNDS_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_SCALARBOUNDS_H

#include "IndexPolynomials.h"
#include "llvm/ADT/SmallVector.h"

namespace pirch {

/// Whether `polynomial` cannot be negative; no atom is.
bool isNonNegative(const Polynomial &polynomial);

/// How often the group's index is a factor of `monomial`.
size_t countGroupFactors(const Monomial &monomial);

/// Whether the groups in which `polynomial` is in some range follow one another
/// and can be computed when the kernel is called: it is linear in the group's
/// index, and all factors of that are positive or all are negative.
bool isSolvable(const Polynomial &polynomial);

/// What is known of an integer, read with a sign. The atoms of the polynomials
/// are the group's index and the kernel's parameters, read without a sign.
struct ScalarBound {
  /// A number that the integer does not exceed in any iteration of the loops
  /// around it. Where `exact` is given, the integer's negation does not exceed
  /// it either.
  Polynomial most;
  /// The integer as a polynomial; nothing if it is not known to be one.
  std::optional<Polynomial> exact;
  /// Whether the integer may be negative, if `exact` is not given.
  bool mayBeNegative = false;
  /// Numbers that must not be negative in a group, or else the other members
  /// say nothing about the integer in that group.
  llvm::SmallVector<Polynomial, 1> conditions;

  /// Whether the integer is negative in no group in which `most` is below 2^31
  /// and the conditions hold.
  bool isNonNegative() const;
};

/// What is known of `scalar`, an integer or index of a kernel that is being
/// formed. It holds in the groups in which `most` of the result is below 2^31.
/// Returns nothing unless `scalar` is computed from parameters, from the
/// group's index, and from counters of the loops around it that their
/// conditions compare with such numbers.
std::optional<ScalarBound> findBound(mlir::Value scalar);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_SCALARBOUNDS_H
