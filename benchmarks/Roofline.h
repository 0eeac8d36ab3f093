//===- Roofline.h - What the machine can do at most -------------*- C++ -*-===//

#ifndef PIRCH_BENCHMARKS_ROOFLINE_H
#define PIRCH_BENCHMARKS_ROOFLINE_H

namespace bench {

/// Measured on one thread.
struct Roofline {
  /// Of a copy of arrays that fit no cache, reads and writes counted.
  double bytesPerSecond;
  double doubleFlops, floatFlops;

  double flopsPerSecond(bool isDouble) const {
    return isDouble ? doubleFlops : floatFlops;
  }
};

Roofline measureRoofline();

} // namespace bench

#endif // PIRCH_BENCHMARKS_ROOFLINE_H
