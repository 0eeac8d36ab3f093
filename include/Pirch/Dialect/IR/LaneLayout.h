//===- LaneLayout.h - Where each lane of an infreg lies ---------*- C++ -*-===//
//
// The one place that turns (wg, wi, ix) into a position along the lanes of a
// packed register and back. Everything that lays out, splits or moves lanes
// asks here.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_LANELAYOUT_H
#define PIRCH_DIALECT_IR_LANELAYOUT_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// One lane's owner.
struct LaneId {
  int64_t wg, wi, ix;
  bool operator==(const LaneId &other) const {
    return wg == other.wg && wi == other.wi && ix == other.ix;
  }
};

/// A bijection between the lanes of `groups x items x extent` and the positions
/// `0 .. size() - 1`. With `#pirch.lanes<wg, wi, ix>` position
/// `(wg * items + wi) * extent + ix` holds lane `(wg, wi, ix)`.
class LaneLayout {
public:
  LaneLayout(llvm::ArrayRef<int64_t> extents, llvm::ArrayRef<Axis> order);
  /// The layout of a packed type with lanes assigned.
  explicit LaneLayout(InfRegType type);

  int64_t size() const { return extents[0] * extents[1] * extents[2]; }
  /// Extent of the ix axis.
  int64_t getExtent() const { return extents[2]; }
  int64_t position(LaneId lane) const;
  LaneId lane(int64_t position) const;

private:
  int64_t extents[3];
  int64_t strides[3];
};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_LANELAYOUT_H
