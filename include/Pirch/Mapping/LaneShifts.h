//===- LaneShifts.h - Lane maps as few rotations ----------------*- C++ -*-===//
//
// Machines with long registers cannot permute lanes at will, but they rotate
// whole registers and merge under a mask. A copy of few lanes to many (the
// broadcasts of section 4.2 of the PIRCH paper) and moves by many distances
// take logarithmically many such steps.
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
  struct Step {
    int64_t distance;
    /// The lanes that take the rotated value; the others keep theirs.
    llvm::BitVector lanes;
  };
  /// In 0 to the number of lanes - 1.
  int64_t rotation = 0;
  llvm::SmallVector<Step, 4> steps;

  /// Rotations in all.
  int64_t count() const { return (rotation ? 1 : 0) + steps.size(); }
};

/// How lane `l` comes to hold lane `source[l]`, where that is not negative: the
/// plan with the fewest rotations of those tried; nothing where steps would get
/// into each other's way, or are more than `maxCount`.
std::optional<LaneShifts> planShifts(llvm::ArrayRef<int32_t> source,
                                     int64_t maxCount = INT64_MAX);

} // namespace pirch

#endif // PIRCH_MAPPING_LANESHIFTS_H
