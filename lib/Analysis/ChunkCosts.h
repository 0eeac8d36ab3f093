//===- ChunkCosts.h - What operations cost in chunks ------------*- C++ -*-===//
//
// The cost and the latency of one operation of a kernel in InfReg form, under
// one choice of pack and lane order: the chunks that it will touch, times what
// the target says such an operation costs. Costs are in the target's unit, one
// addition of one register. What a block or a loop costs is in LaneCost.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ANALYSIS_CHUNKCOSTS_H
#define PIRCH_LIB_ANALYSIS_CHUNKCOSTS_H

#include "Pirch/Analysis/CollectiveSteps.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Analysis/LaneDemand.h"
#include "Pirch/Analysis/ReorderPatterns.h"
#include "Pirch/Analysis/UniformValues.h"
#include "Pirch/Analysis/Work.h"

namespace pirch {

/// Whether `value` was loaded from places in memory known at compile time.
bool isAffineLoad(mlir::Value value);

/// Counts chunks under one choice of pack and order.
class ChunkCosts {
public:
  ChunkCosts(TargetAttrInterface target, int64_t chunkLanes,
             const LaneChoice &choice, LaneDemand &demand);

  TargetAttrInterface getTarget() const { return target; }
  const LaneChoice &getChoice() const { return choice; }

  /// What `op` asks of the units of a core.
  Work work(mlir::Operation *op);

  /// The time, in the target's unit, that work takes.
  double getTime(const Work &work) const;

  /// The registers that a chunk of `type` takes.
  int64_t width(mlir::Type type) const;

  /// The time, in the target's unit, from the start of `op` on one chunk until
  /// its result may be used; 0 if `op` takes none, as it only renames chunks.
  double latency(mlir::Operation *op);

  int64_t chunksRead(mlir::Value value);

  /// The sum of what `work` has counted for the jump of each access to its
  /// first place, although the access goes on where that of the pack before
  /// ended.
  double getContinuedJumps() const;

  /// How many times as many iterations as that of one group `loop` takes, in
  /// the mean, because it goes round until the last group of the pack has left
  /// it.
  double getDivergence(mlir::Operation *loop);

  /// Whether each chunk of the result is a chunk of an operand.
  bool isRenaming(mlir::Operation *op);

private:
  static int64_t countDifferent(const LaneMapping &mapping);

  /// Keys of lookupCosts beside the axes.
  static constexpr int kCounted = 8;

  /// The result of `compute` for `key`, computed once.
  template <typename MapT, typename KeyT, typename ComputeT>
  typename MapT::mapped_type once(MapT &known, KeyT key, ComputeT compute) {
    if (auto found = known.find(key); found != known.end())
      return found->second;
    auto result = compute();
    known[key] = result;
    return result;
  }

  /// The work of so many operations of a class on one register.
  Work of(OpClass opClass, double times) const;

  /// The registers that the widest chunk of an operation takes.
  int64_t width(mlir::Operation *op) const;

  /// What `work` returns, computed anew.
  Work computeWork(mlir::Operation *op);

  /// What `op` asks for if its vectors are whole registers.
  Work workOnRegisters(mlir::Operation *op);

  /// What operations on values of `type` cost, as a share of those on whole
  /// registers: less than 1 where all lanes of the pack fit into half a
  /// register, which code computes alone (`pirch-narrow-vectors`); 0 for what
  /// is no infreg, and has no part in the share of an operation.
  double share(mlir::Type type) const;

  /// The number of chunks of a merge that take lanes of both operands.
  int64_t mixedChunks(MergeOp merge);

  int64_t countMixedChunks(MergeOp merge);

  /// How values of `type` will lie in registers.
  LaneMapping layout(InfRegType type) const;

  /// How values of `type` will lie in registers, with one lane for each `block`
  /// of neighbouring groups.
  LaneMapping blocks(InfRegType type) const;

  double costOfPattern(ReorderPattern pattern) const;

  /// The cost of the reorder patterns of all chunks of a lane map.
  Work costOfMap(LaneMapOpInterface map);

  /// The same on registers of one width, for a map of lanes by `table`;
  /// `isLoaded`: its source is a load, which can spread a lane itself.
  Work costOfMap(const LaneMapping &from, const LaneMapping &to,
                 llvm::ArrayRef<int32_t> table, bool isLoaded);

  /// What brings together the lanes of `op`, of which an index chooses the
  /// coordinate along `axis` of `source`.
  Work costOfLookups(mlir::Operation *op, mlir::Value source, Axis axis);

  /// The cost of the operations that wait for each other where one chunk is
  /// looked up: the index is computed, then a tree of selections among the
  /// source's chunks goes level by level.
  double latencyOfLookup(mlir::Operation *op);

  /// Whether a collective combines its work items one after the other.
  static bool isOrdered(mlir::Operation *op);

  Work costOfCollective(mlir::Operation *op);

  /// What a step of a tree costs. Chunks of one class hold the same; `classes`
  /// names a chunk of the class for each, before the step and after it. What is
  /// the same is computed once.
  Work costOfStep(const CollectiveStep &step, InfRegType type,
                  llvm::SmallVector<int32_t> &classes);

  /// Each work item's value is brought to all lanes and combined.
  Work costInOrder(InfRegType type, bool isScan);

  /// The latency of a collective: each of its steps waits for the step before
  /// it, and within a step the combination waits for the lanes to be moved.
  double latencyOfCollective(mlir::Operation *op);

  /// Each chunk of the array is compared and blended; where a work item's
  /// elements share a chunk, index, value and mask are spread to all of them.
  Work costOfInsert(InsertOp op);

  Work costOfAccess(AffineAccessOpInterface op);
  Work costOfAtomic(AccessOpInterface op);

  /// Rows that a group chooses at run time are loaded in pieces where their
  /// elements are neighbouring lanes (`pirch-contiguous-accesses`).
  Work costOfGather(GatherOp op);
  /// The number of elements that are loaded for one chunk of what `op` gathers
  /// if all work items of a group read the same element; 0 if an instruction
  /// gathers them.
  double countSharedElements(GatherOp op);
  /// The time, in the target's unit of costs, from when the index of `op` is
  /// there until the elements that it gathers are.
  double latencyOfGather(GatherOp op);
  bool isScalar(mlir::Value value);
  bool isOfQuotient(mlir::Value value);
  double shareOfScalar(mlir::Operation *op);
  /// The lanes of a piece of `type` whose elements lie in memory one after the
  /// other if neighbouring work items access neighbouring elements; 1 if there
  /// is no such piece.
  int64_t countLanesInPiece(InfRegType type);
  /// What it costs to gather or scatter (`access`) `chunks` chunks of `type`
  /// with the subscripts `index`, which may be loads or stores of pieces.
  Work costOfPieces(InfRegType type, mlir::Value index, OpClass access,
                    double chunks);
  Work costOfScatter(ScatterOp op);
  /// What it costs to load or store one row of `type` for each work item.
  Work costOfRows(InfRegType type, bool isStore, std::optional<int64_t> step);

  /// The cost of the cache lines of an access in a loop. From memory, machines
  /// wait for many short streams, although each line is prefetched one pack
  /// ahead: every group of a pack is read and written at a place of its own
  /// there. From the caches, each line comes from the second level.
  double costOfStreams(AffineAccessOpInterface op, InfRegType type);
  double costOfMisses(AffineAccessOpInterface op);

  /// Whether the next group's elements begin where a group's end.
  static bool isOneStream(AffineAccessOpInterface op);

  TargetAttrInterface target;
  ReorderSelector selector;
  int64_t chunkLanes;
  /// For each access that goes on where that of the pack before ended, the cost
  /// of the jump to its first place, in the target's unit.
  llvm::DenseMap<mlir::Operation *, double> continuedJumps;
  /// The bytes that the variables in memory of one group take, once an access
  /// of one has been priced.
  std::optional<int64_t> ownBytesPerGroup;
  const LaneChoice &choice;
  LaneDemand &demand;
  /// The number of neighbouring lanes of a chunk that hold the same element of
  /// neighbouring groups. All of them are treated alike, so that the model
  /// looks at one for all.
  int64_t block = 1;
  UniformValues uniform{UniformValues::Items::all};
  /// What `isOfQuotient` found.
  llvm::DenseMap<mlir::Value, bool> ofQuotients;
  llvm::DenseMap<mlir::Value, int64_t> readChunks;
  /// The costs of lane maps and of affine accesses.
  llvm::DenseMap<mlir::Operation *, Work> opCosts;
  /// The costs of whole results by the types of source and result and the axis.
  llvm::DenseMap<std::pair<std::pair<mlir::Type, mlir::Type>, int>, Work>
      lookupCosts;
  /// The costs of rows by their type and the elements from row to row, or 0
  /// where these are not known; of rows that are stored by `kStored`.
  static constexpr int64_t kStored = -1;
  llvm::DenseMap<std::pair<mlir::Type, int64_t>, Work> rowCosts;
  llvm::DenseMap<mlir::Operation *, int64_t> mixed;
};

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_CHUNKCOSTS_H
