//===- WarpAccess.h - How the threads of a warp reach memory ----*- C++ -*-===//
//
// Where work items are threads, the items of the groups that share a warp
// access one array element each at a time: together a request, which memory
// serves by sectors. Rows side by side make requests of many sectors of which
// each is used in part. The paper leaves this to future work (sec. 4.2.1).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_WARPACCESS_H
#define PIRCH_ANALYSIS_WARPACCESS_H

#include "Pirch/Dialect/IR/WarpMemory.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>

namespace pirch {

/// What the warp's threads access by one operation.
struct WarpAccess {
  /// Work items of a group, groups that share the warp, elements of each item.
  int64_t items = 0, slots = 0, extent = 0;
  int64_t elementBytes = 0;
  /// As on the operation: one per item and element, kNoOffset where unused.
  llvm::ArrayRef<int64_t> offsets;
  /// Elements from group to group, where known.
  std::optional<int64_t> groupStride;
  bool isStore = false, isMasked = false;
};

enum class WarpPattern {
  /// Each thread its own elements, one request for each.
  direct,
  /// Each thread several neighbouring elements by one request.
  vectors,
  /// Together what is contiguous; from there each thread takes its own.
  transposed
};

llvm::StringRef stringifyWarpPattern(WarpPattern pattern);

struct WarpAccessPlan {
  WarpPattern pattern = WarpPattern::direct;
  /// Of `vectors`: elements of each.
  int64_t vectorElements = 1;
  /// Of `transposed`: the offsets that a group accesses are those from
  /// `windowStart` on, `windowSize` of them.
  int64_t windowStart = 0, windowSize = 0;
  /// After so many elements one is left free in shared memory, so that the
  /// threads fall on different banks; 0 for none. Divides the window.
  int64_t padEvery = 0;
  /// Cycles that the load and store unit is busy, by the pattern, and if the
  /// access were direct.
  double cycles = 0, directCycles = 0;
  /// Sectors that are moved, and that would be if the access were direct.
  int64_t sectors = 0, directSectors = 0;

  /// Where element `e` of the warp's windows lies in shared memory.
  int64_t place(int64_t e) const { return padEvery ? e + e / padEvery : e; }
  /// Elements of shared memory that a warp of `slots` groups needs.
  int64_t getSharedElements(int64_t slots, int64_t warpSize) const;
};

/// The pattern that costs least. The base is taken to be aligned.
WarpAccessPlan planWarpAccess(const WarpAccess &access,
                              const WarpMemory &memory, int64_t warpSize);

} // namespace pirch

#endif // PIRCH_ANALYSIS_WARPACCESS_H
