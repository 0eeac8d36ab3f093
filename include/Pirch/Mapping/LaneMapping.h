//===- LaneMapping.h - Which register and lane holds what -------*- C++ -*-===//
//
// An infreg holds one value for every group of a pack, work item of a group and
// element of a work item's array. A machine holds it in registers of a fixed
// number of lanes: vectors, or the registers of a warp, whose lanes are its
// threads. A `LaneMapping` says which register (a *chunk*) and lane hold which
// value. All layouts, splits and movements of lanes are computed from it, for
// SIMD and for SIMT alike.
//
// A mapping is a list of *digits*, from the slowest to the fastest. A digit is
// an axis (wg, wi or ix) and a factor. The digits of a position are its
// mixed-radix number; the coordinate along an axis is the number that the
// digits of this axis make. Position `p` lies in chunk `p / used`, lane `p %
// used`, where `used` is how many lanes of a chunk hold values; the other
// lanes, and those behind the last position, are padding. A digit without an
// axis counts copies: its positions hold the same value.
//
// Vectors: the positions in the order of `#pirch.lanes`, cut into chunks.
//
//   LaneMapping::inOrder({1, 3, 2}, {wg, wi, ix}, 4): one group of three items
//   with two elements each, chunks of four lanes. Digits: wg 1, wi 3, ix 2.
//
//                lane 0      lane 1      lane 2      lane 3
//     chunk 0    wi 0 ix 0   wi 0 ix 1   wi 1 ix 0   wi 1 ix 1
//     chunk 1    wi 2 ix 0   wi 2 ix 1   -           -
//
// Warps: a thread is a work item; as many whole groups share a warp as fit (its
// slots), and array elements and further groups are registers of the thread.
//
//   LaneMapping::acrossThreads({1, 3, 2}, 3, 8): the same on warps of eight
//   threads, of which two groups of three items use six. Digits: wg 1, ix 2 |
//   wg 2, wi 3. The pack computes two groups at once.
//
//                lanes 0 to 2 (slot 0)   lanes 3 to 5 (slot 1)   lanes 6, 7
//     chunk 0    wg 0, wi = lane, ix 0   wg 1, wi = lane - 3     -
//     chunk 1    wg 0, wi = lane, ix 1   wg 1, wi = lane - 3     -
//
//   An infreg with one item (a `__local` variable) is held by every thread of
//   its group: acrossThreads({1, 1, 1}, 3, 8) has the digits wg 1, ix 1 | wg 2,
//   copies 3.
//
// `getOwner` goes from a lane to the value it holds, since several lanes may
// hold one value; `getPlace` inverts it. Laws
// (unittests/Mapping/LaneMappingTest.cpp): getOwner(getPlace(id)) == id for
// every id; every lane that is no padding has an owner, and without copies
// getPlace(getOwner(lane)) == lane; the origins of a composed lane map are the
// composed origins.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_MAPPING_LANEMAPPING_H
#define PIRCH_MAPPING_LANEMAPPING_H

#include "Pirch/Dialect/IR/PirchEnums.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace pirch {

/// The entry of a lane table for a result lane that nobody may read.
inline constexpr int32_t kNoLane = -1;

/// The group of the pack, the work item of the group and the array element
/// whose value a lane holds.
struct LaneId {
  int64_t wg, wi, ix;
  bool operator==(const LaneId &other) const {
    return wg == other.wg && wi == other.wi && ix == other.ix;
  }
};

/// A lane of a chunk. As the origin of a result lane that nobody reads, chunk
/// -1.
struct ChunkLane {
  int32_t chunk = -1, lane = 0;

  bool isRead() const { return chunk >= 0; }
  bool operator==(const ChunkLane &other) const {
    return chunk == other.chunk && lane == other.lane;
  }
};

class LaneMapping {
public:
  struct Digit {
    /// The axis that the digit counts along; none if it counts copies.
    std::optional<Axis> axis;
    /// How many values the digit takes.
    int64_t factor;

    bool operator==(const Digit &other) const {
      return axis == other.axis && factor == other.factor;
    }
  };

  /// `digits` are listed from the slowest to the fastest. A chunk has `lanes`
  /// lanes, of which the first `used` hold values.
  LaneMapping(llvm::ArrayRef<Digit> digits, int64_t lanes, int64_t used);

  /// The mapping for vectors: values in lane order, cut into chunks. `shape`
  /// has the extents of wg, wi and ix, `order` names the axes from the slowest
  /// to the fastest.
  static LaneMapping inOrder(llvm::ArrayRef<int64_t> shape,
                             llvm::ArrayRef<Axis> order, int64_t lanes);
  /// The mapping for threads: a lane is a work item, and a chunk holds one
  /// element of `lanes / groupItems` whole groups. `shape` has the numbers of
  /// groups that each thread computes, of items (`groupItems`, or 1 for a value
  /// of which each thread holds a copy) and of array elements.
  static LaneMapping acrossThreads(llvm::ArrayRef<int64_t> shape,
                                   int64_t groupItems, int64_t lanes);

  /// The number of lanes of a chunk, padding included.
  int64_t getLanes() const { return lanes; }
  /// The number of chunks that hold the values of an infreg.
  int64_t getNumChunks() const { return numChunks; }
  int64_t getExtent(Axis axis) const { return extents[static_cast<int>(axis)]; }
  /// The axes from the slowest to the fastest, each where its fastest digit is.
  llvm::SmallVector<Axis, 3> getAxes() const;
  /// The number of values of one group, and of the entries of a lane table.
  int64_t getLanesPerGroup() const {
    return getExtent(Axis::wi) * getExtent(Axis::ix);
  }
  /// The index of the entry for `id` in a lane table (`LaneMapOpInterface`).
  int64_t getTableIndex(LaneId id) const {
    return id.wi * getExtent(Axis::ix) + id.ix;
  }

  /// The value that a lane holds; nothing if the lane is padding.
  std::optional<LaneId> getOwner(int64_t chunk, int64_t lane) const;
  /// The lane that holds a value, the first of them if several hold copies.
  ChunkLane getPlace(LaneId id) const;
  /// The lane that holds a value: if several lanes of its chunk hold copies and
  /// lane `near` is one of them, lane `near`.
  ChunkLane getPlace(LaneId id, int64_t near) const;

  /// Append numbers to `key` that only equal mappings have in common.
  void appendTo(std::vector<int64_t> &key) const;

  bool operator==(const LaneMapping &other) const {
    return digits == other.digits && lanes == other.lanes && used == other.used;
  }

private:
  llvm::SmallVector<Digit, 4> digits;
  /// For each digit: what an increment of it adds to the position, and to the
  /// coordinate along its axis.
  llvm::SmallVector<int64_t, 4> strides, weights;
  /// The numbers of lanes of a chunk, of those that hold values, of positions,
  /// and of chunks.
  int64_t lanes, used, size, numChunks;
  int64_t extents[3] = {1, 1, 1};
  bool hasCopies = false;
};

/// For each lane of a result chunk, the lane of a source chunk that it copies.
using ChunkOrigins = llvm::SmallVector<ChunkLane, 8>;

/// The origins of every result chunk of a lane map. `table` is what
/// `LaneMapOpInterface::getLaneTable` gives; source lanes lie as `from` says,
/// result lanes as `to` says, both of the same groups. A result lane whose
/// value the same lane of the source chunk holds too (a copy) takes it from
/// there.
std::vector<ChunkOrigins> splitLaneMap(const LaneMapping &from,
                                       const LaneMapping &to,
                                       llvm::ArrayRef<int32_t> table);

/// The lane table of `inner` followed by `outer`: lane `l` of the result is
/// lane `inner[outer[l]]` of what `inner` reads.
llvm::SmallVector<int32_t> composeTables(llvm::ArrayRef<int32_t> outer,
                                         llvm::ArrayRef<int32_t> inner);

/// The source chunks that `origins` names, each once, in the order in which the
/// lanes first name them.
llvm::SmallVector<int32_t> sourceChunks(llvm::ArrayRef<ChunkLane> origins);

} // namespace pirch

#endif // PIRCH_MAPPING_LANEMAPPING_H
