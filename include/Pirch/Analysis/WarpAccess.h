//===- WarpAccess.h - How the threads of a warp reach memory ----*- C++ -*-===//
//
// Where work items are threads, a load or store of an array is a sequence of
// requests: in each, all threads of a warp access one element of their arrays.
// Memory serves a request by sectors, and moves whole sectors. Where each
// work item's array lies in one piece, the threads of a request hit many
// sectors and use a part of each. The planner finds a cheaper pattern. The
// paper leaves this to future work (sec. 4.2.1).
//
// Costs are in cycles of one multiprocessor, sizes in elements unless they are
// named bytes. A group larger than a warp is planned like a warp with as many
// threads as the group's team has (`ThreadEmitter.h`).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_WARPACCESS_H
#define PIRCH_ANALYSIS_WARPACCESS_H

#include "Pirch/Dialect/IR/WarpMemory.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace pirch {

/// What the threads of a warp access by one load or store of an infreg, for one
/// group of the pack.
struct WarpAccess {
  /// The numbers of work items of a group, of groups that lie side by side in
  /// the warp, and of elements of an item's array.
  int64_t items = 0, slots = 0, extent = 0;
  /// The bytes of one element.
  int64_t elementBytes = 0;
  /// The offsets of the operation: of element `ix` of work item `wi` at `wi *
  /// extent + ix`, kNoOffset where nothing is accessed.
  llvm::ArrayRef<int64_t> offsets;
  /// The distance between the accesses of two consecutive groups, if it is
  /// known at compile time.
  std::optional<int64_t> groupStride;
  bool isStore = false, isMasked = false;
};

enum class WarpPattern {
  /// Each thread accesses its own elements, one in each request.
  direct,
  /// Each thread accesses its own elements, several neighbours in each request.
  vectors,
  /// The threads access consecutive elements in each request and exchange them
  /// through shared memory, so that each gets its own.
  transposed
};

llvm::StringRef stringifyWarpPattern(WarpPattern pattern);

struct WarpAccessPlan {
  WarpPattern pattern = WarpPattern::direct;
  /// If `pattern` is `vectors`: the number of elements of a vector.
  int64_t vectorElements = 1;
  /// If `pattern` is `transposed`: a group accesses the `windowSize` offsets
  /// from `windowStart` on, without gaps: its window.
  int64_t windowStart = 0, windowSize = 0;
  /// If `pattern` is `transposed`: after every `padEvery` elements, shared
  /// memory has one element that is not used, so that the elements that threads
  /// access at a time lie in different banks. It divides `windowSize`; 0 stands
  /// for no such elements.
  int64_t padEvery = 0;
  /// The cycles that the operation keeps the load and store unit busy, by this
  /// plan and by the pattern `direct`.
  double cycles = 0, directCycles = 0;
  /// The sectors that the operation moves, by this plan and by the pattern
  /// `direct`.
  int64_t sectors = 0, directSectors = 0;

  /// The element of shared memory that holds element `e` of the windows of all
  /// slots, one window after the other.
  int64_t place(int64_t e) const { return padEvery ? e + e / padEvery : e; }
  /// The elements of shared memory that the windows of `slots` groups need.
  int64_t getSharedElements(int64_t slots, int64_t warpSize) const;
};

/// The plan that costs least, if the buffer's element at offset 0 of the first
/// group is the first of a sector.
WarpAccessPlan planWarpAccess(const WarpAccess &access,
                              const WarpMemory &memory, int64_t warpSize);

} // namespace pirch

#endif // PIRCH_ANALYSIS_WARPACCESS_H
