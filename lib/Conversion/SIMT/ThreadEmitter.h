//===- ThreadEmitter.h - A kernel as one thread's program -------*- C++ -*-===//
//
// Translates one kernel into a function that every thread of a GPU runs. A work
// item is a thread. The threads that compute a group are a team: a warp, which
// `32 / WG_SIZE` groups share, or, where groups are larger than a warp, all
// warps of a block. A chunk is a register of the team, a scalar to each of its
// threads; an infreg is one scalar for each group of the pack and array
// element.
//
// Threads left over in a team repeat what others do, without effects. No branch
// depends on the thread, so that a whole team takes part in every exchange: a
// shuffle, or through the block's shared memory where a shuffle does not reach.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H
#define PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H

#include "../LaneEmitter.h"
#include "Pirch/Analysis/WarpAccess.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {

/// What the items access through one array element. Of several that store one
/// element without a mask the last one does it.
struct ItemOffsets {
  llvm::SmallVector<int64_t> offsets;
  llvm::SmallVector<bool> used;

  ItemOffsets(llvm::ArrayRef<int64_t> table, InfRegType type, int64_t ix,
              bool onlyLast = false);
  bool isUnused() const {
    return llvm::none_of(used, [](bool bit) { return bit; });
  }
};

class ThreadEmitter : public LaneEmitter {
public:
  /// How often each pattern of access was taken; arrays in local memory.
  struct Statistics {
    int64_t direct = 0, vectors = 0, transposed = 0;
    int64_t localArrays = 0;
  };

  ThreadEmitter(KernelOp kernel, bool emitRemarks, ChunkCounts &counts);
  mlir::LogicalResult run(mlir::gpu::GPUFuncOp function);
  const Statistics &getStatistics() const { return statistics; }

private:
  // Distribute.cpp
  /// Whether a team is more than a warp.
  bool isWide() const { return lanes > warpSize; }
  mlir::Value emitTeam(mlir::Block *entry);
  void emitCoordinates(mlir::Value start);
  mlir::Type chunkType(mlir::Type element) const override { return element; }
  mlir::Value splat(mlir::Value scalar) override { return scalar; }
  mlir::Value unreadChunk(mlir::Type element) override;
  /// Threads left over hold what those of the last group hold.
  mlir::Value clearPadding(mlir::Value bits, llvm::ArrayRef<bool>) override {
    return bits;
  }
  Chunks groupIndexes(InfRegType type) override;
  mlir::Value groupIndex(mlir::Type type) override;
  Chunks itemIndexes(InfRegType type) override;
  mlir::LogicalResult checkOnLanes(mlir::Operation *op) override;
  mlir::LogicalResult emitRegion(mlir::Block &block) override;
  void leaveLoop() override;
  void noteDefined(mlir::Value value) override;

  // DistributeLanes.cpp
  mlir::Value constantChunk(mlir::Type element,
                            llvm::ArrayRef<mlir::Attribute> values) override;
  mlir::Value laneMask(llvm::ArrayRef<bool> bits) override;
  /// What each work item holds, known at compile time, as this one's value.
  mlir::Value byItem(mlir::Type type, llvm::ArrayRef<mlir::Attribute> values);
  mlir::Value bitByItem(llvm::ArrayRef<bool> bits);
  mlir::Value indexByItem(mlir::Type type, llvm::ArrayRef<int64_t> values);
  mlir::Value tableByItem(mlir::Type type,
                          llvm::ArrayRef<mlir::Attribute> values);
  /// What work item `item`, or the one that each names, of the same group
  /// holds. `isInWarp`: of the same warp.
  mlir::Value exchange(mlir::Value value, mlir::Value item,
                       bool isInWarp = false);
  mlir::Value exchangeThroughMemory(mlir::Value value, mlir::Value word,
                                    mlir::Value item);
  mlir::Value broadcast(mlir::Value value, int64_t from);
  mlir::Value permute(const Chunks &source,
                      llvm::ArrayRef<ChunkLane> origins) override;
  mlir::Value gatherChunk(const Chunks &source,
                          llvm::ArrayRef<ChunkLane> origins,
                          mlir::Type element) override;
  mlir::Value vote(mlir::Value bit) override;
  void emitShuffle(WgShuffleOp op) override;
  /// Choose where arrays lie that are read at run-time subscripts.
  void planArrays();
  void remarkInsertions();
  void putInLocalMemory(mlir::Value array);
  void emitExtract(ExtractOp op) override;

  // DistributeMemory.cpp
  /// Choose how each load and store reaches memory.
  void planMemory();
  void emitLoad(LoadOp op) override;
  void emitStore(StoreOp op) override;
  void emitGather(GatherOp op) override;
  void emitScatter(ScatterOp op) override;
  /// Index of the first element that group `group` may access.
  template <typename OpT> mlir::Value startOf(OpT op, mlir::Value group);
  Chunks loadVectors(LoadOp op, int64_t elements);
  void storeVectors(StoreOp op, int64_t elements);
  mlir::Value place(mlir::Value buffer, mlir::Type element, mlir::Value index);
  mlir::Value isAligned(mlir::Value pointer, int64_t bytes);
  mlir::Value loadWhere(mlir::Value mask, mlir::Value pointer,
                        mlir::Type element);
  void storeWhere(mlir::Value mask, mlir::Value value, mlir::Value pointer);
  void where(mlir::Value mask,
             llvm::function_ref<void(mlir::OpBuilder &)> emit);
  /// Threads of a team see each other's accesses from here on.
  void barrier();
  void synchronize() {
    if (hasUnseenAccess)
      barrier();
  }

  // DistributeTransposed.cpp
  void declareShared(int64_t bytes, const WarpMemory &memory,
                     mlir::gpu::GPUFuncOp function);
  void emitTransposedLoads(LoadOp first);
  void emitTransposedStore(StoreOp op);
  /// Elements of the team's windows that this thread moves, one for each
  /// request, i32.
  Chunks windowElements(const WarpAccessPlan &plan);
  /// Where the team's window element `element` lies in memory, for replica
  /// `replica`.
  template <typename OpT>
  mlir::Value windowPlace(OpT op, const WarpAccessPlan &plan, int64_t replica,
                          mlir::Value element);
  /// Where a window's element lies in the team's shared memory, an index.
  mlir::Value sharedPlace(const WarpAccessPlan &plan, mlir::Value element);
  /// The same for element `ix` of this thread's own array.
  mlir::Value ownSharedPlace(const WarpAccessPlan &plan, InfRegType type,
                             llvm::ArrayRef<int64_t> offsets, int64_t replica,
                             int64_t ix);
  int64_t countRequests(const WarpAccessPlan &plan) const;
  Chunks fetchWindows(llvm::ArrayRef<LoadOp> loads, int64_t replica);
  void spread(LoadOp op, int64_t replica, llvm::ArrayRef<mlir::Value> window);
  void storeWindow(StoreOp op, int64_t replica);

  /// Work items of a group; groups that share a team; threads of a warp.
  int64_t items, slots, warpSize;
  /// Exchanges from one item that were made in this region, or around it.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> broadcasts;
  /// Arrays that are kept in the thread's local memory, for each group of the
  /// pack; none before they are defined.
  llvm::DenseMap<mlir::Value, Chunks> localArrays;
  mlir::Block *functionEntry = nullptr;
  /// Index of the work item, i32; the team's thread that is item 0 of its
  /// group; the thread's index in the team.
  mlir::Value item, firstThread, threadInTeam;
  /// For each group of the pack: its index, and whether it is one to compute.
  Chunks groups, valid;
  /// The groups that a team computes of one place in the pack are neighbours,
  /// its window. For each place: the index of its first group, that of the
  /// thread's group from there (i32), how many groups there are to load and to
  /// store (i32).
  Chunks windowGroup, groupInWindow, numLoaded, numStored;
  /// Memory of the team's own that its threads share, if there is need, as
  /// elements of each type that goes through it.
  llvm::MapVector<mlir::Type, mlir::Value> shared;
  int64_t sharedBytes = 0;
  /// Threads of a block.
  int64_t blockThreads = 0;
  llvm::DenseMap<mlir::Operation *, WarpAccessPlan> plans;
  /// The value that lies in shared memory, by threads.
  mlir::Value published;
  int64_t numTables = 0;
  /// Accesses of memory, or of shared memory, that a barrier must follow.
  bool hasUnseenAccess = false, isSharedInUse = false;
  bool emitRemarks;
  Statistics statistics;
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H
