//===- ReorderPatterns.h - Lane maps on chunks ------------------*- C++ -*-===//
//
// The one place that says by which of the target's reorder patterns a result
// chunk of a lane map is best made from the lanes that it copies (section 4.2
// of the PIRCH paper). The selection pass, the cost model and the conversion of
// lanes ask it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_REORDERPATTERNS_H
#define PIRCH_ANALYSIS_REORDERPATTERNS_H

#include "Pirch/Analysis/Work.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Mapping/LaneLookup.h"
#include "Pirch/Mapping/LaneNetwork.h"
#include "Pirch/Mapping/LaneShifts.h"

namespace pirch {

/// Some lanes of a result chunk, which one pattern makes from one source chunk.
struct ReorderPiece {
  ReorderPattern pattern;
  /// The source chunk.
  int32_t chunk;
  /// For each lane of the result chunk, the lane of the source chunk that it
  /// copies; -1 if the lane is not in this piece.
  llvm::SmallVector<int32_t, 8> lanes;
  /// The rotations that make the piece, if it takes several.
  std::optional<LaneShifts> shifts;
};

/// The lanes of a block of `TargetAttrInterface::getShuffleBlockBits`, where a
/// register has `lanes` lanes.
inline int64_t getShuffleBlockLanes(int64_t lanes, TargetAttrInterface target) {
  return target.getShuffleBlockBits() * lanes / target.getRegisterBits();
}

/// The work of the shuffles of a network.
Work getNetworkCost(const LaneNetwork &network, TargetAttrInterface target);

/// Chooses patterns by the costs of a target.
class ReorderSelector {
public:
  /// A pattern and its cost in the target's unit.
  struct Choice {
    ReorderPattern pattern;
    int64_t cost;
  };

  /// `disabled` patterns count as missing on the target. `unread` and `gather`
  /// always exist.
  explicit ReorderSelector(TargetAttrInterface target,
                           llvm::ArrayRef<ReorderPattern> disabled = {});

  /// The cheapest pattern for a chunk with these origins; among patterns of
  /// equal cost, the one that does less.
  Choice select(llvm::ArrayRef<ChunkLane> origins) const;
  /// The cheapest pattern for every chunk of a lane map. Of chunks with equal
  /// origins all but the first have the pattern `reuse`. The first chunk of the
  /// pattern `network` has the cost of the whole network.
  llvm::SmallVector<Choice>
  selectAll(llvm::ArrayRef<ChunkOrigins> chunkOrigins) const;
  /// The network of the chunks of a lane map that have the pattern `network`:
  /// its sources are the map's `numSources` source chunks, its results the
  /// map's result chunks, of which those of other patterns are not made.
  LaneNetwork connect(llvm::ArrayRef<ChunkOrigins> chunkOrigins,
                      llvm::ArrayRef<ReorderPattern> patterns,
                      int32_t numSources) const;
  /// The pieces of the pattern `cover`, in the order in which they are blended.
  /// Their patterns are `reuse`, `broadcast`, `segmented`, `repeat`, `rotate`
  /// or `shifts`. There are no pieces if these patterns cannot make the chunk,
  /// or cost more than `maxCost`. Where one instruction permutes one chunk at
  /// will, but not two, there is one piece for each source chunk, which may be
  /// a `permute` as well.
  std::vector<ReorderPiece> cover(llvm::ArrayRef<ChunkLane> origins,
                                  int64_t maxCost = INT64_MAX) const;

  /// The cheapest pattern for a chunk whose lanes are chosen at run time:
  /// `lookup`, `cover` or `gather`. The kernel's chunks have `chunkLanes` lanes
  /// (more than `lookup` where this stands for groups that are treated alike),
  /// here of `element`. Storing the sources for a gather costs `storeCost`.
  Choice selectLookup(const LaneLookup &lookup, mlir::Type element,
                      int64_t chunkLanes, int64_t storeCost) const;
  /// The cheapest pattern for every chunk of one operation's result. All
  /// gathers read the same stored chunks.
  llvm::SmallVector<Choice> selectLookups(llvm::ArrayRef<LaneLookup> lookups,
                                          mlir::Type element,
                                          int64_t chunkLanes) const;
  /// The type as which `pirch.lookup` moves lanes of `element`: bits have no
  /// lanes of their own and become integers that fill a register.
  mlir::Type getLookupType(mlir::Type element, int64_t chunkLanes) const;

  /// Whether the target has an instruction that makes any lane map within one
  /// chunk.
  bool permutesAtWill() const;

private:
  /// The target's cost of `pattern`; nothing if it is missing or disabled.
  std::optional<int64_t> cost(ReorderPattern pattern) const;
  int64_t pieceCost(const ReorderPiece &piece) const;
  int64_t coverCost(llvm::ArrayRef<ReorderPiece> pieces) const;
  /// One piece for each source chunk, with all lanes that come from it.
  std::vector<ReorderPiece>
  coverBySource(llvm::ArrayRef<ChunkLane> origins) const;
  /// Pieces chosen one after the other, each with the most lanes for its cost.
  std::vector<ReorderPiece> coverGreedily(llvm::ArrayRef<ChunkLane> origins,
                                          int64_t maxCost) const;
  /// Add pieces to `candidates` that make some or all of the `open` lanes: by
  /// one instruction (`addSimple`) or by several rotations (`addShifted`).
  void addSimple(llvm::ArrayRef<ChunkLane> origins, const llvm::BitVector &open,
                 std::vector<ReorderPiece> &candidates) const;
  void addShifted(llvm::ArrayRef<ChunkLane> origins,
                  const llvm::BitVector &open, int64_t maxCost,
                  std::vector<ReorderPiece> &candidates) const;

  /// The cost of selecting each lane among the source chunks or, if lanes move,
  /// among the chunks that each candidate gives. Nothing if finding out would
  /// take too long.
  std::optional<int64_t> costOfSelections(const LaneLookup &lookup) const;
  /// The cost of the lookup instructions (`pirch.lookup`) and of the selections
  /// among their results. Nothing if the target has no such instruction.
  std::optional<int64_t> costOfLookups(const LaneLookup &lookup,
                                       mlir::Type element,
                                       int64_t chunkLanes) const;

  Choice selectNew(llvm::ArrayRef<ChunkLane> origins, int64_t numSources) const;
  /// Let chunks of `choices` that take many shuffles be made by one network,
  /// if that costs less.
  void joinChunks(llvm::ArrayRef<ChunkOrigins> chunkOrigins,
                  llvm::MutableArrayRef<Choice> choices) const;

  TargetAttrInterface target;
  llvm::SmallVector<ReorderPattern> disabled;
  /// The results for the target that the context keeps, and the beginning of
  /// their keys: the disabled patterns.
  ResultCache &results;
  ResultCache::Key disabledKey;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_REORDERPATTERNS_H
