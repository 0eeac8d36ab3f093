//===- Compare.h - How far two buffers are apart ----------------*- C++ -*-===//
//
// The comparison of results with those of an oracle, bit for bit, and what is
// reported of a difference.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNNER_COMPARE_H
#define PIRCH_RUNNER_COMPARE_H

#include "Pirch/Runner/Npy.h"

namespace pirch {

/// How far an array is from the expected one.
struct Difference {
  /// The number of elements whose bits differ. Two NaNs count as equal.
  int64_t count = 0;
  /// The index of the first such element, -1 if there is none, and the values
  /// that both arrays hold there.
  int64_t first = -1;
  double firstActual = 0, firstExpected = 0;
  /// The greatest absolute difference, and the greatest difference divided by
  /// the expected value.
  double maxAbsolute = 0, maxRelative = 0;
  /// The greatest difference in units in the last place of the expected value;
  /// for integers, the greatest difference.
  uint64_t maxUlp = 0;
};

/// Compare arrays of equal type and size.
Difference compareArrays(const Array &actual, const Array &expected);

} // namespace pirch

#endif // PIRCH_RUNNER_COMPARE_H
