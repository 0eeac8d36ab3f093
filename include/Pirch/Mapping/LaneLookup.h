//===- LaneLookup.h - Lanes chosen at run time ------------------*- C++ -*-===//
//
// A shuffle whose source is known at run time, and an array element at a
// run-time subscript, have lanes that are each chosen among several: one
// *candidate* for each work item of the group, or for each element of the
// array. A `LaneLookup` says, for one result chunk, in which source chunks the
// candidates lie and by which formula an index finds them.
//
// The source chunks that any lane may ask for are numbered as *slots*. Lane `l`
// with index `i` takes the value at position `first[l] + i * stride`, that is
// lane `position % lanes` of the chunk in slot `position / lanes`.
//
//   Two groups of two items side by side, chunks of two lanes, lanes ordered
//   wi-wg: slots 0 and 1 are the chunks of items 0 and 1; first = {0, 1},
//   stride = 2. Every lane stays where it is: a selection among two chunks.
//
//   The same ordered wg-wi, first result chunk: slot 0 is the chunk of group 0;
//   first = {0, 0}, stride = 1: an index of one chunk.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MAPPING_LANELOOKUP_H
#define PIRCH_MAPPING_LANELOOKUP_H

#include "Pirch/Mapping/LaneMapping.h"

namespace pirch {

struct LaneLookup {
  /// The source chunk of each slot; -1 for a slot that no lane asks for.
  llvm::SmallVector<int32_t> slots;
  /// For each lane, the position of candidate 0; nothing for padding.
  llvm::SmallVector<std::optional<int64_t>> first;
  /// The distance of neighbouring candidates, and how many there are.
  int64_t stride = 0, candidates = 0;
  /// The number of lanes of a chunk.
  int64_t lanes = 0;

  /// Whether every lane takes its value from the same lane of some chunk.
  bool keepsLanes() const;
  /// The source lane of each lane that has index `candidate` in all lanes.
  ChunkOrigins getOrigins(int64_t candidate) const;
  /// The number of slots that some lane asks for.
  int64_t countSources() const;
};

/// How the chunks of a result that lies as `to` says are found among the chunks
/// of a source that lies as `from` says, where an index chooses the coordinate
/// along `axis` and the other coordinates are those of the result's lane. In
/// both mappings the axis must have one digit.
std::vector<LaneLookup> planLookups(const LaneMapping &from,
                                    const LaneMapping &to, Axis axis);

} // namespace pirch

#endif // PIRCH_MAPPING_LANELOOKUP_H
