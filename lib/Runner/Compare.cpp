//===- Compare.cpp - How far two buffers are apart ------------------------===//

#include "Pirch/Runner/Compare.h"
#include <cmath>
#include <cstring>

using namespace pirch;

/// The bits of a float as an integer. Integers have the order of the floats,
/// and those of neighbouring floats differ by one; -0 and +0 are neighbours.
static int64_t ordered(int64_t bits, int64_t least) {
  return bits < 0 ? least - bits - 1 : bits;
}

namespace {
struct Element {
  double value;
  int64_t order;
  bool isNan;
};
} // namespace

static Element readElement(const Array &array, int64_t index) {
  const char *at = array.bytes.data() + index * array.elementSize();
  int64_t bits = 0;
  std::memcpy(&bits, at, array.elementSize());
  if (array.dtype == "f8") {
    double value;
    std::memcpy(&value, at, 8);
    return {value, ordered(bits, INT64_MIN), std::isnan(value)};
  }
  if (array.dtype == "f4") {
    float value;
    std::memcpy(&value, at, 4);
    int32_t narrow;
    std::memcpy(&narrow, at, 4);
    return {value, ordered(narrow, INT32_MIN), std::isnan(value)};
  }
  if (array.dtype[0] == 'i') {
    int shift = 64 - 8 * array.elementSize();
    bits = static_cast<int64_t>(static_cast<uint64_t>(bits) << shift) >> shift;
  }
  return {static_cast<double>(bits), bits, false};
}

Difference pirch::compareArrays(const Array &actual, const Array &expected) {
  Difference difference;
  for (int64_t i = 0, count = expected.numElements(); i < count; ++i) {
    Element a = readElement(actual, i), e = readElement(expected, i);
    if (a.order == e.order || (a.isNan && e.isNan))
      continue;
    if (difference.count++ == 0) {
      difference.first = i;
      difference.firstActual = a.value;
      difference.firstExpected = e.value;
    }
    uint64_t ulp = a.order > e.order ? static_cast<uint64_t>(a.order) - e.order
                                     : static_cast<uint64_t>(e.order) - a.order;
    if (a.isNan || e.isNan)
      ulp = UINT64_MAX;
    double absolute = std::fabs(a.value - e.value);
    difference.maxUlp = std::max(difference.maxUlp, ulp);
    difference.maxAbsolute = std::fmax(difference.maxAbsolute, absolute);
    if (e.value != 0)
      difference.maxRelative =
          std::fmax(difference.maxRelative, absolute / std::fabs(e.value));
  }
  return difference;
}
