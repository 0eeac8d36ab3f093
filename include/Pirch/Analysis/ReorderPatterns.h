//===- ReorderPatterns.h - Lane maps on chunks ------------------*- C++ -*-===//
//
// The one place that says which source lanes a result chunk copies, and by
// which of the target's patterns they are best brought together (section 4.2 of
// the PIRCH paper). The selection pass, the cost model and the lowering to
// chunks ask here.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_REORDERPATTERNS_H
#define PIRCH_ANALYSIS_REORDERPATTERNS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Mapping/LaneShifts.h"
#include <map>

namespace pirch {

/// Lanes of a chunk that one pattern brings into place.
struct ReorderPiece {
  ReorderPattern pattern;
  int32_t chunk;
  /// For each lane of the result, the source's; -1 where another piece is.
  llvm::SmallVector<int32_t, 8> lanes;
  /// The rotations that make it, where there are several.
  std::optional<LaneShifts> shifts;
};

/// Chooses patterns by the costs of a target.
class ReorderSelector {
public:
  struct Choice {
    ReorderPattern pattern;
    int64_t cost;
  };

  /// `disabled` patterns count as missing on the target. `unread` and `gather`
  /// always exist.
  explicit ReorderSelector(TargetAttrInterface target,
                           llvm::ArrayRef<ReorderPattern> disabled = {});

  /// The cheapest pattern for one chunk; the more special one among equals.
  Choice select(llvm::ArrayRef<ChunkLane> origins) const;
  /// The same for every chunk of a map; chunks with equal origins are reused.
  llvm::SmallVector<Choice>
  selectAll(llvm::ArrayRef<ChunkOrigins> chunkOrigins) const;
  /// Parts of the lanes in the order in which they are blended, whose patterns
  /// are `reuse`, `broadcast`, `segmented`, `repeat`, `rotate` or `shifts`;
  /// empty where they do not cover the chunk, or cost more than `maxCost`.
  /// Where one instruction permutes one chunk at will, but not two, there is a
  /// part for each source chunk, which may be a `permute` as well.
  std::vector<ReorderPiece> cover(llvm::ArrayRef<ChunkLane> origins,
                                  int64_t maxCost = INT64_MAX) const;

  /// Whether one instruction makes any lane map of one chunk.
  bool permutesAtWill() const;

private:
  std::optional<int64_t> cost(ReorderPattern pattern) const;
  int64_t pieceCost(const ReorderPiece &piece) const;
  int64_t coverCost(llvm::ArrayRef<ReorderPiece> pieces) const;
  std::vector<ReorderPiece>
  coverBySource(llvm::ArrayRef<ChunkLane> origins) const;
  /// The piece with most lanes for its cost first.
  std::vector<ReorderPiece> coverGreedily(llvm::ArrayRef<ChunkLane> origins,
                                          int64_t maxCost) const;
  void addSimple(llvm::ArrayRef<ChunkLane> origins, const llvm::BitVector &open,
                 std::vector<ReorderPiece> &candidates) const;
  void addShifted(llvm::ArrayRef<ChunkLane> origins,
                  const llvm::BitVector &open, int64_t maxCost,
                  std::vector<ReorderPiece> &candidates) const;

  Choice selectNew(llvm::ArrayRef<ChunkLane> origins, int64_t numSources) const;

  TargetAttrInterface target;
  llvm::SmallVector<ReorderPattern> disabled;
  /// What was chosen before.
  mutable std::map<std::vector<int32_t>, Choice> choices;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_REORDERPATTERNS_H
