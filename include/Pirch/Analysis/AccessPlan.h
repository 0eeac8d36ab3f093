//===- AccessPlan.h - How chunks reach memory -------------------*- C++ -*-===//
//
// The one place that decides how the chunks of a load or store touch memory.
// The cost model counts what it says, the lowering to chunks emits it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_ACCESSPLAN_H
#define PIRCH_ANALYSIS_ACCESSPLAN_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/BitVector.h"

namespace pirch {

/// What a `pirch.load` or `pirch.store` says about its lanes.
struct AccessShape {
  LaneMapping mapping;
  /// As on the operation: one per lane of a group, kNoOffset where unused.
  llvm::ArrayRef<int64_t> offsets;
  /// Elements from one group to the next, where known at compile time.
  std::optional<int64_t> stride;
  /// Whether a mask known at run time leaves lanes out.
  bool isMasked = false;
  bool isStore = false;
};

AccessShape describeAccess(AffineAccessOpInterface op,
                           const LaneMapping &mapping);

/// An element: `offset` from the base of the pack's group `wg`. With a known
/// stride `wg` is always 0.
struct LanePlace {
  int64_t wg = 0, offset = 0;
  bool operator==(const LanePlace &other) const {
    return wg == other.wg && offset == other.offset;
  }
  LanePlace operator+(const LanePlace &other) const {
    return {wg + other.wg, offset + other.offset};
  }
  LanePlace operator*(int64_t times) const {
    return {wg * times, offset * times};
  }
};

enum class AccessKind {
  /// No lane takes part.
  unused,
  /// All lanes read one element.
  uniform,
  /// The lanes lie in a row in memory.
  contiguous,
  /// The lanes are equally far apart; only where the target has such accesses.
  strided,
  /// The lanes fall into a few runs, each in a row in memory.
  runs,
  /// Part of a window.
  window,
  /// Each lane by itself.
  scattered
};

/// Lanes that lie in a row in memory, or equally far apart.
struct LaneRun {
  /// Where lane 0 would be.
  LanePlace place;
  llvm::BitVector lanes;
  /// From one lane to the next.
  LanePlace step = {0, 1};
};

/// One chunk of the accessed register.
struct ChunkAccess {
  AccessKind kind = AccessKind::unused;
  /// Where lane 0 is or would be.
  LanePlace place;
  /// From one lane to the next.
  LanePlace step = {0, 1};
  llvm::BitVector used;
  /// Only for `runs`.
  llvm::SmallVector<LaneRun, 0> runs;
  /// Whether unused lanes may be read all the same: others read them, or what
  /// lies around them.
  bool isInHull = false;
};

/// A square block of memory that holds several chunks as its columns: each of
/// its rows is contiguous and belongs to one lane. Transposed in registers.
struct AccessWindow {
  /// For every lane where column 0 is; nothing where no chunk uses the lane.
  llvm::SmallVector<std::optional<LanePlace>, 8> rows;
  /// Whether a row may be read beyond the columns in use.
  llvm::SmallVector<bool, 8> isWhole;
  /// Column and chunk, ascending.
  llvm::SmallVector<std::pair<int64_t, int64_t>, 8> columns;
};

struct AccessPlan {
  std::vector<ChunkAccess> chunks;
  std::vector<AccessWindow> windows;
};

/// How `target` best accesses the chunks of an infreg.
AccessPlan planAccess(const AccessShape &shape, TargetAttrInterface target);

} // namespace pirch

#endif // PIRCH_ANALYSIS_ACCESSPLAN_H
