//===- ThreadEmitter.h - A kernel as one thread's program -------*- C++ -*-===//
//
// Translates one kernel into a function that every thread of a GPU runs. A work
// item is a thread. The threads that compute the same groups are a *team*: a
// warp, in which as many groups as fit lie side by side, each in a *slot* of
// `WG_SIZE` threads, or, where a group has more items than a warp has threads,
// all warps of a block. A team computes `slots` consecutive groups for each
// *replica*, that is for each group index within the pack.
//
// A chunk is a register of the team: one scalar in each of its threads. An
// infreg has one chunk for each replica and array element, in this order.
//
// Threads of a team for which no work item is left compute what another thread
// computes, but store nothing. No exchange lies under a branch that depends on
// the thread, since the whole team must take part in it. An exchange is a
// shuffle within a warp, and goes through the block's shared memory otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H
#define PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H

#include "../LaneEmitter.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {

/// The offsets that the work items of a group access through one array element.
struct ItemOffsets {
  /// The offset of each item; of an item that accesses nothing, the offset of
  /// the first item that accesses something.
  llvm::SmallVector<int64_t> offsets;
  /// Whether each item makes an access.
  llvm::SmallVector<bool> used;

  /// `table` holds the offsets of an operation on `type`, as the operation has
  /// them. With `onlyLast`, only the last item that has an offset makes the
  /// access: of several stores to one place without a mask, one suffices.
  ItemOffsets(llvm::ArrayRef<int64_t> table, InfRegType type, int64_t ix,
              bool onlyLast = false);
  bool isUnused() const {
    return llvm::none_of(used, [](bool bit) { return bit; });
  }
};

/// A number that each item computes from its index, as the steps of collectives
/// do: some of the lowest bits are cleared, some bits flipped, and a result
/// past the last item is the last item.
struct ItemFormula {
  int64_t kept = -1, flipped = 0;

  int64_t get(int64_t item, int64_t items) const;
  /// The formula that gives all `values`, one for each item, as far as there
  /// are any.
  static std::optional<ItemFormula>
  find(llvm::ArrayRef<std::optional<int64_t>> values);
};

/// A number that each item computes from its index: `first + item * step`, and
/// `more` beside for each 2 to the power of `shift` items, as places in memory
/// with padding are.
struct StepFormula {
  int64_t first = 0, step = 0, more = 0, shift = 0;

  int64_t get(int64_t item) const {
    return first + item * step + (item >> shift) * more;
  }
  /// The formula that gives all `values`, one for each item.
  static std::optional<StepFormula> find(llvm::ArrayRef<int64_t> values);
};

/// Where tables of constants lie: in global memory, number 1 on the GPUs that
/// LLVM knows. Threads that read different elements of constant memory would
/// wait for each other.
inline constexpr unsigned kGlobalSpace = 1;

class ThreadEmitter : public LaneEmitter {
public:
  /// The numbers of loads and stores by how they reach memory: one element
  /// of each thread at a time, several (`AccessWindow`), or through shared
  /// memory (`AccessStaging`); and of arrays that are kept in local memory.
  struct Statistics {
    int64_t direct = 0, vectors = 0, transposed = 0;
    int64_t localArrays = 0;
  };

  ThreadEmitter(KernelOp kernel, bool emitRemarks, ChunkCounts &counts);
  mlir::LogicalResult run(mlir::gpu::GPUFuncOp function);
  const Statistics &getStatistics() const { return statistics; }

private:
  // Distribute.cpp
  /// Whether a team has more than one warp.
  bool isWide() const { return lanes > warpSize; }
  mlir::Value emitTeam(mlir::Block *entry);
  mlir::Value emitRow(mlir::Block *entry, mlir::Value block, mlir::Value team,
                      mlir::Value first);
  void emitCoordinates(mlir::Value start);
  mlir::Type chunkType(mlir::Type element) const override { return element; }
  mlir::Value splat(mlir::Value scalar) override { return scalar; }
  mlir::Value unreadChunk(mlir::Type element) override;
  /// There is nothing to clear: a thread without a work item holds a copy of
  /// another thread's bit.
  mlir::Value clearPadding(mlir::Value bits, llvm::ArrayRef<bool>) override {
    return bits;
  }
  Chunks groupIndexes(InfRegType type) override;
  mlir::Value groupIndex(mlir::Type type) override;
  mlir::Value readLane(mlir::Value chunk, int64_t lane) override {
    return broadcast(chunk, lane);
  }
  Chunks itemIndexes(InfRegType type) override;
  mlir::LogicalResult checkOnLanes(mlir::Operation *op) override;
  mlir::LogicalResult emitRegion(mlir::Block &block) override;
  void leaveLoop() override;
  void noteDefined(mlir::Value value) override;

  // DistributeLanes.cpp
  mlir::Value constantChunk(mlir::Type element,
                            llvm::ArrayRef<mlir::Attribute> values) override;
  mlir::Value laneMask(llvm::ArrayRef<bool> bits) override;
  /// A scalar that is `values[i]` in the threads of work item `i`. All groups
  /// have the same values.
  mlir::Value byItem(mlir::Type type, llvm::ArrayRef<mlir::Attribute> values);
  /// `byItem` for bits and for integers, as a comparison or a linear formula of
  /// the item's index where there is one, and from a table of constants in
  /// memory.
  mlir::Value bitByItem(llvm::ArrayRef<bool> bits);
  mlir::Value indexByItem(mlir::Type type, llvm::ArrayRef<int64_t> values);
  mlir::Value emitSteps(mlir::Type type, const StepFormula &formula);
  mlir::Value emitFormula(mlir::Type type, const ItemFormula &formula);
  mlir::Value tableByItem(mlir::Type type,
                          llvm::ArrayRef<mlir::Attribute> values);
  /// What work item `item` (i32, may differ between threads) of the thread's
  /// own group holds of `value`. With `isInWarp`, every thread asks an item
  /// that is in its own warp.
  mlir::Value exchange(mlir::Value value, mlir::Value item,
                       bool isInWarp = false);
  /// `exchange` for teams of several warps; `word` is `value`, extended to at
  /// least 32 bits.
  mlir::Value exchangeThroughMemory(mlir::Value value, mlir::Value word,
                                    mlir::Value item);
  /// What work item `from` of the thread's own group holds of `value`.
  mlir::Value broadcast(mlir::Value value, int64_t from);
  mlir::Value permute(const Chunks &source,
                      llvm::ArrayRef<ChunkLane> origins) override;
  mlir::Value gatherChunk(const Chunks &source,
                          llvm::ArrayRef<ChunkLane> origins,
                          mlir::Type element) override;
  mlir::Value vote(mlir::Value bit) override;
  void emitShuffle(WgShuffleOp op) override;
  /// Choose, for each array that is read at run-time subscripts, between
  /// registers and local memory.
  void planArrays();
  void remarkInsertions();
  void putInLocalMemory(mlir::Value array);
  void emitExtract(ExtractOp op) override;

  // DistributeMemory.cpp
  /// Choose how each load and store reaches memory (`plans`).
  void planMemory();
  void emitLoad(LoadOp op) override;
  void emitStore(StoreOp op) override;
  void emitGather(GatherOp op) override;
  void emitScatter(ScatterOp op) override;
  /// An element in memory: a pointer to it or, in memory that the threads of a
  /// block share, the memref and the index.
  struct ElementPlace {
    mlir::Value memory, index;
    mlir::Type element;
    mlir::Value load(mlir::OpBuilder &builder, mlir::Location loc) const;
    void store(mlir::OpBuilder &builder, mlir::Location loc,
               mlir::Value value) const;
  };
  static bool isOwn(mlir::Value buffer) {
    return static_cast<bool>(buffer.getDefiningOp<AllocaOp>());
  }
  ElementPlace placeIn(mlir::Value buffer, mlir::Value index, int64_t replica);
  ElementPlace rowPlace(mlir::Value buffer, mlir::Value base, mlir::Value index,
                        int64_t ix);
  mlir::Value storesTo(mlir::Value buffer, int64_t replica);
  mlir::Value takesPart(mlir::Value buffer, InfRegType type, mlir::Value mask,
                        size_t lane);
  void beforeStore(mlir::Value buffer);
  void emitLoadRows(LoadRowsOp op) override;
  void emitStoreRows(StoreRowsOp op) override;
  /// The element of the buffer (i64) that offset 0 of `group` stands for.
  template <typename OpT> mlir::Value startOf(OpT op, mlir::Value group);
  /// Access the thread's array by vectors of `elements` elements.
  Chunks loadVectors(LoadOp op, int64_t elements);
  void storeVectors(StoreOp op, int64_t elements);
  /// A pointer to element `index` of `buffer`.
  mlir::Value place(mlir::Value buffer, mlir::Type element, mlir::Value index);
  mlir::Value isAligned(mlir::Value pointer, int64_t bytes);
  /// The element where `mask` holds, 0 elsewhere; without a mask in all
  /// threads.
  mlir::Value loadWhere(mlir::Value mask, const ElementPlace &place);
  void storeWhere(mlir::Value mask, mlir::Value value,
                  const ElementPlace &place);
  /// Emit what `emit` emits under the condition `mask`.
  void where(mlir::Value mask,
             llvm::function_ref<void(mlir::OpBuilder &)> emit);
  /// Make the threads of a team see each other's accesses from here on.
  void barrier();
  /// Make the stores so far visible to the loads that follow.
  void synchronize() {
    if (hasUnseenAccess)
      barrier();
  }

  // DistributeVariables.cpp
  void planSlots();
  mlir::LogicalResult planVariables();
  /// Declare the shared memory of the teams of a block, and set how many
  /// threads a block has.
  void declareShared(const WarpMemory &memory, mlir::gpu::GPUFuncOp function);
  mlir::LogicalResult emitAlloca(AllocaOp op) override;
  void emitTable(TableOp op) override;
  using EmitAtomic = llvm::function_ref<mlir::Value(
      mlir::OpBuilder &, mlir::Location, const ElementPlace &,
      llvm::ArrayRef<mlir::Value>)>;
  Chunks emitAtomically(AccessOpInterface op, mlir::Value index,
                        llvm::ArrayRef<mlir::Value> operands, EmitAtomic emit);
  void emitAtomicRMW(AtomicRMWOp op) override;
  void emitAtomicCmpXchg(AtomicCmpXchgOp op) override;

  // DistributeTransposed.cpp
  void emitTransposedLoads(LoadOp first);
  void emitTransposedStore(StoreOp op);
  /// Which elements of its team's windows this thread moves: for each request
  /// one number (i32), counted over the windows of all slots.
  Chunks windowElements(const AccessStaging &staging);
  /// The element of the buffer (i64) that element `element` of the team's
  /// windows is, for replica `replica`.
  template <typename OpT>
  mlir::Value windowPlace(OpT op, const AccessStaging &staging, int64_t replica,
                          mlir::Value element);
  /// The index in the team's shared memory of element `element` of its windows.
  mlir::Value sharedPlace(const AccessStaging &staging, mlir::Value element);
  /// The index in the team's shared memory of element `ix` of the array of this
  /// thread's own work item, for replica `replica`.
  mlir::Value ownSharedPlace(const AccessStaging &staging, InfRegType type,
                             llvm::ArrayRef<int64_t> offsets, int64_t replica,
                             int64_t ix);
  /// How many requests move the team's windows of one replica.
  int64_t countRequests(const AccessStaging &staging) const;
  /// What this thread loads of the windows of each load, one after the other.
  Chunks fetchWindows(llvm::ArrayRef<LoadOp> loads, int64_t replica);
  /// Pass what the team's threads fetched of their windows (`window` in this
  /// thread) on to the threads whose elements they are.
  void spread(LoadOp op, int64_t replica, llvm::ArrayRef<mlir::Value> window);
  /// Copy the windows of replica `replica` from shared memory to the buffer.
  void storeWindow(StoreOp op, int64_t replica);

  /// The numbers of work items of a group, of groups that lie side by side in a
  /// team, and of threads of a warp.
  int64_t items, slots, warpSize;
  /// The results of `broadcast` that the current region may use, by value and
  /// source item.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> broadcasts;
  /// For each array that is kept in the thread's local memory, a pointer for
  /// each replica; no pointers before the array is defined.
  llvm::DenseMap<mlir::Value, Chunks> localArrays;
  mlir::Block *functionEntry = nullptr;
  /// Three i32: the index of the thread's work item in its group, the index in
  /// the team of the thread that computes item 0 of this group, and the index
  /// of the thread in the team.
  mlir::Value item, firstThread, threadInTeam;
  /// Whether no other thread of the team computes the same work item in place
  /// of this one (i1).
  mlir::Value hasItem;
  /// For each replica: the index of the thread's group in the launch (i64),
  /// and whether the thread stores what it computes (i1). Groups past the end
  /// of the launch are replaced by the last one, and not stored.
  Chunks groups, valid;
  /// For each replica: the first of the consecutive groups that the team
  /// computes (i64), how far the thread's own group is from it (i32), and from
  /// how many of the groups the team loads, at least one, and to how many it
  /// stores (i32).
  Chunks windowGroup, groupInWindow, numLoaded, numStored;
  /// The shared memory of the team, seen as elements of each type that passes
  /// through it; empty if nothing does.
  llvm::MapVector<mlir::Type, mlir::Value> shared;
  /// The bytes of shared memory that a team needs for exchanges.
  int64_t sharedBytes = 0;
  /// For each `__local` variable in memory, the first byte of its copies behind
  /// those bytes; and the bytes of all of them.
  llvm::MapVector<mlir::Operation *, int64_t> sharedVariables;
  int64_t variableBytes = 0;
  /// The number of threads of a block.
  int64_t blockThreads = 0;
  /// The plan of each load and store.
  llvm::DenseMap<mlir::Operation *, AccessPlan> plans;
  /// The value that lies in shared memory for exchanges, one element for each
  /// thread of the team; null if there is none.
  mlir::Value published;
  /// Since the last barrier: whether threads may have stored to buffers, so
  /// that a load must wait, and whether threads may have read shared memory, so
  /// that a write to it must wait.
  bool hasUnseenAccess = false, isSharedInUse = false;
  bool emitRemarks;
  Statistics statistics;
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H
