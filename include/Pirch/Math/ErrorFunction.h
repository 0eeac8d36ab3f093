//===- ErrorFunction.h - erf ------------------------------------*- C++ -*-===//

#ifndef PIRCH_MATH_ERRORFUNCTION_H
#define PIRCH_MATH_ERRORFUNCTION_H

#include "Pirch/Math/Exponential.h"

namespace pirch::elementary {

/// A polynomial in x^2 up to 1; from there on 1 - erfc(x), where the logarithm
/// of erfc is a polynomial.
template <typename R> R erf(R x) {
  constexpr double most = R::isDouble ? 6 : 4; // from there on it is 1
  R magnitude = absolute(x);
  R limited = select(magnitude > most, x.constant(most), magnitude);
  R near = fma(limited, polynomial(limited * limited, PIRCH_TABLE(R, erfNear)),
               limited);
  R logarithm = polynomial(limited - 1.0, PIRCH_TABLE(R, erfFar));
  R far = 1.0 - exp(logarithm);
  return flip(select(magnitude > 1.0, far, near), signBit(x));
}

} // namespace pirch::elementary

#endif // PIRCH_MATH_ERRORFUNCTION_H
