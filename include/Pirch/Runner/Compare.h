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

struct Difference {
  /// Elements that are not equal bit for bit (two NaNs are).
  int64_t count = 0;
  /// The first of them, and what both sides hold.
  int64_t first = -1;
  double firstActual = 0, firstExpected = 0;
  double maxAbsolute = 0, maxRelative = 0;
  /// In units in the last place of the expected value; integers count as whole
  /// steps.
  uint64_t maxUlp = 0;
};

/// Compare arrays of equal type and size.
Difference compareArrays(const Array &actual, const Array &expected);

} // namespace pirch

#endif // PIRCH_RUNNER_COMPARE_H
