//===- ReorderPatterns.h - Lane maps on chunks ------------------*- C++ -*-===//
//
// The one place that says which source lanes a result chunk copies, and by
// which of the target's patterns they are best brought together (section 4.2 of
// the PIRCH paper). The selection pass, the cost model and the lowering to
// chunks ask here.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_REORDERPATTERNS_H
#define PIRCH_DIALECT_IR_REORDERPATTERNS_H

#include "Pirch/Dialect/IR/LaneLayout.h"
#include "Pirch/Dialect/IR/LaneShifts.h"
#include <map>

namespace pirch {

/// What a result lane copies: a lane of a source chunk; chunk -1 where nobody
/// reads the lane.
struct LaneOrigin {
  int32_t chunk = -1, lane = 0;

  bool isRead() const { return chunk >= 0; }
  bool operator==(const LaneOrigin &other) const {
    return chunk == other.chunk && lane == other.lane;
  }
};
/// One per lane of a chunk.
using ChunkOrigins = llvm::SmallVector<LaneOrigin, 8>;

/// The origins of every result chunk of a lane map (see
/// `LaneMapOpInterface::getLaneTable`) from lanes laid out as `from` to lanes
/// laid out as `to`, both of the same groups.
std::vector<ChunkOrigins> splitLaneMap(const LaneLayout &from,
                                       const LaneLayout &to,
                                       llvm::ArrayRef<int32_t> table,
                                       int64_t chunkLanes);

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
  Choice select(llvm::ArrayRef<LaneOrigin> origins) const;
  /// The same for every chunk of a map; chunks with equal origins are reused.
  llvm::SmallVector<Choice>
  selectAll(llvm::ArrayRef<ChunkOrigins> chunkOrigins) const;
  /// Parts of the lanes in the order in which they are blended, whose patterns
  /// are `reuse`, `broadcast`, `segmented`, `repeat`, `rotate` or `shifts`;
  /// empty where they do not cover the chunk, or cost more than `maxCost`.
  std::vector<ReorderPiece> cover(llvm::ArrayRef<LaneOrigin> origins,
                                  int64_t maxCost = INT64_MAX) const;

  /// Whether one instruction makes any lane map of one chunk.
  bool permutesAtWill() const;

private:
  std::optional<int64_t> cost(ReorderPattern pattern) const;
  int64_t pieceCost(const ReorderPiece &piece) const;
  int64_t coverCost(llvm::ArrayRef<ReorderPiece> pieces) const;
  /// The piece with most lanes for its cost first.
  std::vector<ReorderPiece> coverGreedily(llvm::ArrayRef<LaneOrigin> origins,
                                          int64_t maxCost) const;
  void addSimple(llvm::ArrayRef<LaneOrigin> origins,
                 const llvm::BitVector &open,
                 std::vector<ReorderPiece> &candidates) const;
  void addShifted(llvm::ArrayRef<LaneOrigin> origins,
                  const llvm::BitVector &open, int64_t maxCost,
                  std::vector<ReorderPiece> &candidates) const;

  Choice selectNew(llvm::ArrayRef<LaneOrigin> origins,
                   int64_t numSources) const;

  TargetAttrInterface target;
  llvm::SmallVector<ReorderPattern> disabled;
  /// What was chosen before.
  mutable std::map<std::vector<int32_t>, Choice> choices;
};

/// Source chunks in order of first use.
llvm::SmallVector<int32_t> sourceChunks(llvm::ArrayRef<LaneOrigin> origins);

} // namespace pirch

#endif // PIRCH_DIALECT_IR_REORDERPATTERNS_H
