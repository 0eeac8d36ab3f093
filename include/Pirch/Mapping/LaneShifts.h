//===- LaneShifts.h - Lane maps as few rotations ----------------*- C++ -*-===//
//
// Machines with long registers cannot permute lanes at will, but they rotate
// whole registers and merge under a mask. To copy few lanes to many (the
// broadcasts of section 4.2 of the PIRCH paper), or to move lanes by different
// distances, takes a number of such steps that is logarithmic in the distances.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MAPPING_LANESHIFTS_H
#define PIRCH_MAPPING_LANESHIFTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace pirch {

/// A lane map within one register: all lanes rotated once, then steps that each
/// move some lanes on. To rotate by a distance means that lane `l` takes what
/// lane `l + distance` held, modulo the number of lanes.
struct LaneShifts {
  /// A rotation of the register, merged with what it held before.
  struct Step {
    int64_t distance;
    /// The lanes that take the rotated value; the others keep theirs.
    llvm::BitVector lanes;
  };
  /// The distance by which all lanes are rotated first, from 0 to the number of
  /// lanes minus one.
  int64_t rotation = 0;
  llvm::SmallVector<Step, 4> steps;

  /// The number of rotations, the first one included.
  int64_t count() const { return (rotation ? 1 : 0) + steps.size(); }
};

/// The rotations after which each lane `l` holds what lane `source[l]` held;
/// lanes whose source is negative may hold anything. Of the plans that are
/// tried, it is the one with the fewest rotations. Nothing if in all of them a
/// lane would have to hold two values at once, or if all take more than
/// `maxCount` rotations.
std::optional<LaneShifts> planShifts(llvm::ArrayRef<int32_t> source,
                                     int64_t maxCount = INT64_MAX);

} // namespace pirch

#endif // PIRCH_MAPPING_LANESHIFTS_H
