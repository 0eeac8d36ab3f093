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

/// How often the group's index is a factor.
size_t countGroupFactors(const Monomial &monomial);

/// Whether the groups in which `polynomial` is in some range follow one another
/// and can be computed when the kernel is called: it is linear in the group's
/// index, and all factors of that are positive or all are negative.
bool isSolvable(const Polynomial &polynomial);

/// What is known of an integer. The atoms of its polynomials are the group's
/// index and the kernel's parameters, read without a sign.
struct ScalarBound {
  /// The integer is no more than this in any lane and iteration. Nor is its
  /// opposite, where the integer is known exactly.
  Polynomial most;
  /// The integer itself, if it is known.
  std::optional<Polynomial> exact;
  /// Whether an integer that is not known exactly may be negative.
  bool mayBeNegative = false;
  /// What is said here holds only where none of these is negative.
  llvm::SmallVector<Polynomial, 1> conditions;

  bool isNonNegative() const;
};

/// What is known of `scalar`, an integer or index of a kernel that is being
/// formed, where `most` is below 2^31: of what is computed from parameters, the
/// group's index and the counters of the loops around it. Nothing for others.
std::optional<ScalarBound> findBound(mlir::Value scalar);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_SCALARBOUNDS_H
