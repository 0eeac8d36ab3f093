//===- LaneEmitter.h - A packed kernel in registers -------------*- C++ -*-===//
//
// Walks a packed kernel and emits what it computes on the registers of a
// machine, chunk by chunk (`LaneMapping`): blocks, loops, arithmetic,
// constants, lane maps, elements at run-time subscripts, votes and collectives.
// What a register is, and how lanes are permuted, merged, tested and moved to
// and from memory, a machine says by overriding the functions under "Machines":
// vectors (Chunker.h), the threads of a warp (SIMT/ThreadEmitter.h).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_LANEEMITTER_H
#define PIRCH_LIB_CONVERSION_LANEEMITTER_H

#include "OpMeter.h"
#include "Pirch/Analysis/CollectiveSteps.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/ReorderPatterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace pirch {

/// The most lanes that the conversion of a module may look at, summed over its
/// operations: with more it would take too long.
inline constexpr int64_t kMaxMovedLanes = 1 << 27;

/// What the conversion of one module has made so far: chunks of values,
/// shuffles and gathers of lane maps; and the lanes that it has looked at.
struct ChunkCounts {
  int64_t chunks = 0, shuffles = 0, gathers = 0, movedLanes = 0;
  OpMeter meter;
};

class LaneEmitter {
public:
  using Chunks = llvm::SmallVector<mlir::Value>;

  virtual ~LaneEmitter() = default;

protected:
  LaneEmitter(KernelOp kernel, ChunkCounts &counts);

  //===--------------------------------------------------------------------===//
  // Machines
  //===--------------------------------------------------------------------===//

  /// The type of a register with lanes of `element`.
  virtual mlir::Type chunkType(mlir::Type element) const = 0;
  /// A register that holds `scalar` in all lanes.
  virtual mlir::Value splat(mlir::Value scalar) = 0;
  /// A register that holds constant `lanes[l]` in lane `l`; null is padding.
  virtual mlir::Value constantChunk(mlir::Type element,
                                    llvm::ArrayRef<mlir::Attribute> lanes) = 0;
  /// A register of i1 that is set in these lanes; padding may be either.
  virtual mlir::Value laneMask(llvm::ArrayRef<bool> lanes) = 0;
  /// A register that nobody reads.
  virtual mlir::Value unreadChunk(mlir::Type element) = 0;
  /// The register whose lane `l` copies lane `origins[l]` of `source`, made by
  /// the machine's permute instruction; by several in sequence where the lanes
  /// come from more chunks than one instruction reads.
  virtual mlir::Value permute(const Chunks &source,
                              llvm::ArrayRef<ChunkLane> origins) = 0;
  /// `chunk` with its lanes moved by rotations. Only called for machines
  /// without an instruction that makes any permutation.
  virtual mlir::Value shiftLanes(mlir::Value chunk, const LaneShifts &shifts);
  /// The registers that the steps of `network` make of `registers`, its
  /// sources, and these before them. Only called for machines that shuffle two
  /// registers.
  virtual std::vector<mlir::Value>
  emitNetwork(const LaneNetwork &network, std::vector<mlir::Value> registers);
  /// The register whose lane `l` copies lane `origins[l]` of `source`, made by
  /// the pattern `gather`: for any number of source chunks.
  virtual mlir::Value gatherChunk(const Chunks &source,
                                  llvm::ArrayRef<ChunkLane> origins,
                                  mlir::Type element) = 0;
  /// Emit a shuffle whose source items are known at run time.
  virtual void emitShuffle(WgShuffleOp op);
  /// The register whose lane `l` is lane `index[l]` of the one or two registers
  /// `sources`, counted on from the first to the second. Only called where the
  /// target has a cost of it.
  virtual mlir::Value lookUp(llvm::ArrayRef<mlir::Value> sources,
                             mlir::Value index);
  /// The chunk that `lookup` describes, gathered from where the chunks of
  /// `source` were stored (pattern `gather`).
  virtual mlir::Value gatherLookup(mlir::Value source, const LaneLookup &lookup,
                                   mlir::Value index);
  /// `bits`, but cleared in the lanes where `inside` is false.
  virtual mlir::Value clearPadding(mlir::Value bits,
                                   llvm::ArrayRef<bool> inside) = 0;
  /// Whether any lane of a register of i1 is set, a scalar.
  virtual mlir::Value vote(mlir::Value bits) = 0;
  /// The index of each lane's group in the launch, as chunks of `type`.
  virtual Chunks groupIndexes(InfRegType type) = 0;
  /// The index of the group in the launch, a scalar, in single-group form.
  virtual mlir::Value groupIndex(mlir::Type type) = 0;
  /// What lane `lane` of a register holds, a scalar; of threads, what each
  /// holds that is in the same group.
  virtual mlir::Value readLane(mlir::Value chunk, int64_t lane) = 0;
  /// The index of each lane's work item in its group, as chunks of `type`.
  virtual Chunks itemIndexes(InfRegType type);
  /// For each lane of `type`, the number of lanes of the same group and element
  /// whose bit in `bits` is set and whose work item `counts` accepts, given the
  /// lane's own work item and the other one; nothing where combining them in
  /// steps is no worse.
  virtual std::optional<Chunks>
  countBits(const Chunks &, InfRegType,
            llvm::function_ref<bool(int64_t, int64_t)>) {
    return std::nullopt;
  }
  virtual void emitLoad(LoadOp op) = 0;
  virtual void emitStore(StoreOp op) = 0;
  virtual void emitGather(GatherOp op) = 0;
  virtual void emitScatter(ScatterOp op) = 0;
  virtual void emitLoadRows(LoadRowsOp op) = 0;
  virtual void emitStoreRows(StoreRowsOp op) = 0;
  /// Provide the memory of the variable's copies, and let `scalars` map it.
  virtual mlir::LogicalResult emitAlloca(AllocaOp op) = 0;
  /// Let `scalars` map the table to the address of its constants.
  virtual void emitTable(TableOp op) = 0;
  virtual void emitAtomicRMW(AtomicRMWOp op) = 0;
  virtual void emitAtomicCmpXchg(AtomicCmpXchgOp op) = 0;
  virtual void emitExtract(ExtractOp op);
  /// Report an error where the machine cannot compute `op` on lanes.
  virtual mlir::LogicalResult checkOnLanes(mlir::Operation *) {
    return mlir::success();
  }
  /// Emit a region of a loop, whose block arguments already have chunks.
  virtual mlir::LogicalResult emitRegion(mlir::Block &block) {
    return emitBlock(block);
  }
  /// Called after a loop is emitted, for a machine to forget what held before.
  virtual void leaveLoop() {}
  /// Called when the chunks of a value have been recorded.
  virtual void noteDefined(mlir::Value) {}

  //===--------------------------------------------------------------------===//
  // LaneEmitter.cpp: blocks, loops and arithmetic
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult emitBlock(mlir::Block &block);
  Chunks &chunksOf(mlir::Value value);
  /// Record `list` as the chunks of `result`.
  void define(mlir::Value result, Chunks list);
  int64_t numChunks(InfRegType type) const {
    return mapping.get(type).getNumChunks();
  }
  /// The chunks of `type` whose lanes hold the constants that `value` gives for
  /// them.
  Chunks constantChunks(InfRegType type,
                        llvm::function_ref<mlir::Attribute(LaneId)> value);
  /// Whether `test` holds, for each lane of each chunk of `type`; false for
  /// padding.
  std::vector<llvm::SmallVector<bool>>
  testLanes(InfRegType type, llvm::function_ref<bool(LaneId)> test) const;
  /// A register that holds the constant `value` in all lanes.
  mlir::Value constantAll(mlir::Attribute value);
  mlir::Value constant(mlir::TypedAttr value);
  mlir::Value constantInt(mlir::Type type, int64_t value);
  mlir::Value select(mlir::Value mask, mlir::Value a, mlir::Value b);
  Chunks select(const Chunks &mask, const Chunks &a, const Chunks &b);
  /// An integer, zero-extended or truncated to `type`.
  mlir::Value resized(mlir::Value value, mlir::Type type);

  //===--------------------------------------------------------------------===//
  // LaneMoves.cpp: values moving between lanes
  //===--------------------------------------------------------------------===//

  /// The result chunks of a lane map that have the pattern `network`; the
  /// others are null.
  Chunks joinChunks(const Chunks &source, llvm::ArrayRef<ChunkOrigins> origins,
                    llvm::ArrayRef<ReorderPattern> patterns);
  /// The chunks of `resultType` that copy lanes of `source` by the lane table
  /// `table` (`LaneMapOpInterface`). `patterns` names the reorder pattern of
  /// each result chunk; if it is empty, each is made by the cheapest.
  Chunks moveLanes(const Chunks &source, InfRegType sourceType,
                   InfRegType resultType, llvm::ArrayRef<int32_t> table,
                   llvm::ArrayRef<ReorderPattern> patterns = {});

  //===--------------------------------------------------------------------===//
  // LaneLookups.cpp: lanes chosen at run time
  //===--------------------------------------------------------------------===//

  /// The pattern of each chunk of a shuffle or of an element at a run-time
  /// subscript: what `pirch-select-reorders` chose, or else the cheapest.
  llvm::SmallVector<ReorderPattern>
  patternsOf(mlir::Operation *op, llvm::ArrayRef<LaneLookup> lookups);
  /// Emit `op`, whose result's lanes are lanes of `source` of which `index`
  /// chooses the coordinate along `axis`.
  void emitLookups(mlir::Operation *op, mlir::Value source, mlir::Value index,
                   Axis axis);
  /// An integer register, zero-extended or truncated to lanes of `bits` bits.
  mlir::Value resizedChunk(mlir::Value chunk, int64_t bits);
  /// `index`, below `candidates` in every lane.
  mlir::Value keptBelow(mlir::Value index, int64_t candidates);
  Chunks frozenChunksOf(mlir::Value value);
  mlir::Value selectByBits(Chunks values, mlir::Value number, int64_t bit);
  /// `index * step + first[l]` in each lane `l`.
  mlir::Value linear(mlir::Value index, int64_t step,
                     llvm::ArrayRef<int64_t> first);

  KernelOp kernel;
  TargetAttrInterface target;
  KernelMapping mapping;
  ReorderSelector selector;
  /// The numbers of lanes of a chunk and of groups of a pack.
  int64_t lanes, pack;
  ChunkCounts &counts;
  mlir::OpBuilder builder;
  mlir::Location loc;
  /// What the kernel's scalars and its infregs have become.
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, Chunks> chunks;
  /// The index of the last group of the launch, plus one (i64).
  mlir::Value endGroup;

private:
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitElementwise(mlir::Operation *op);
  mlir::LogicalResult emitScalar(mlir::Operation *op);
  mlir::LogicalResult emitWhile(mlir::scf::WhileOp op);
  void emitIndex(mlir::Operation *op);
  /// Loops carry each chunk of an infreg as a value of its own: `flatten` lists
  /// what scalars and infregs have become, `flatTypes` the types of this list,
  /// and `bindFlat` records such a list for the values `originals`.
  Chunks flatten(mlir::ValueRange values);
  void bindFlat(mlir::ValueRange originals, mlir::ValueRange flat);
  llvm::SmallVector<mlir::Type> flatTypes(mlir::TypeRange types) const;

  mlir::LogicalResult emitLaneMap(LaneMapOpInterface map);
  /// The register whose lane `l` copies lane `origins[l]` of `source`, made by
  /// `pattern`.
  mlir::Value buildChunk(const Chunks &source,
                         llvm::ArrayRef<ChunkLane> origins, mlir::Type element,
                         ReorderPattern pattern);
  /// `buildChunk` by the pattern `cover`, or by one that has a single piece.
  mlir::Value coverChunk(const Chunks &source,
                         llvm::ArrayRef<ChunkLane> origins);
  mlir::Value testBit(mlir::Value number, int64_t bit);
  mlir::Value selectSlot(const LaneLookup &lookup, const Chunks &source,
                         mlir::Value index, mlir::Type element);
  mlir::Value selectCandidate(const LaneLookup &lookup, const Chunks &source,
                              mlir::Value index, mlir::Type element);
  mlir::Value lookUpChunk(const LaneLookup &lookup, const Chunks &source,
                          mlir::Value index, mlir::Type element, bool isBelow);
  void emitMerge(MergeOp op);
  void emitInsert(InsertOp op);

  //===--------------------------------------------------------------------===//
  // LaneCollectives.cpp: votes, reductions and scans
  //===--------------------------------------------------------------------===//

  Chunks combineStep(const Chunks &value, InfRegType type, CombiningKind kind,
                     const CollectiveStep &step);
  /// `value` combined over all items of each group, in every item.
  Chunks reduceInTree(Chunks value, InfRegType type, CombiningKind kind);
  /// `value` combined over the items up to each, or before each; then nothing
  /// defined in the first item.
  Chunks scanInTree(Chunks value, InfRegType type, CombiningKind kind,
                    bool isExclusive);
  /// The chunks in which lane (wi, ix) of every group copies lane (`item`, ix)
  /// of the same group of `source`.
  Chunks broadcastItem(const Chunks &source, InfRegType type, int64_t item);
  Chunks combineInOrder(const Chunks &value, InfRegType type,
                        CombiningKind kind, bool isScan, bool isExclusive);
  void takeFrom(Chunks &result, const Chunks &sum, InfRegType type,
                int64_t firstItem);
  InfRegType flagType(InfRegType type);
  Chunks toFlags(const Chunks &bits, InfRegType type);
  Chunks toBits(const Chunks &flags, InfRegType type);
  Chunks maskedValue(mlir::Value value, mlir::Value mask, CombiningKind kind);
  void emitVote(mlir::Operation *op);
  std::optional<Chunks>
  countItems(mlir::Value value, mlir::Value mask, CombiningKind kind,
             llvm::function_ref<bool(int64_t, int64_t)> counts);
  void emitReduce(ReduceOp op);
  void emitScan(ScanOp op);
  void emitActive(ActiveOp op);
  mlir::LogicalResult emitReadFirstLane(ReadFirstLaneOp op);
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_LANEEMITTER_H
