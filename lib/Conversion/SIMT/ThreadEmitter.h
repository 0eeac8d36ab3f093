//===- ThreadEmitter.h - A kernel as one thread's program -------*- C++ -*-===//
//
// Translates one kernel into a function that a thread of a warp runs. A work
// item is a thread: `32 / WG_SIZE` groups share a warp, threads left over
// repeat what those of the last group do, without effects. An infreg is a list
// of scalars, one for each group of the pack and array element. No branch
// depends on the thread, so that all 32 take part in every exchange.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H
#define PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H

#include "../OpMeter.h"
#include "Pirch/Dialect/IR/ThreadMap.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

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

class ThreadEmitter {
public:
  using Scalars = llvm::SmallVector<mlir::Value>;

  /// How often each pattern of access was taken; arrays in local memory.
  struct Statistics {
    int64_t direct = 0, vectors = 0, transposed = 0;
    int64_t localArrays = 0;
  };

  ThreadEmitter(KernelOp kernel, TargetAttrInterface target, bool emitRemarks,
                OpMeter &meter);
  mlir::LogicalResult run(mlir::func::FuncOp function);
  const Statistics &getStatistics() const { return statistics; }

private:
  // Distribute.cpp
  mlir::Value emitWarp(mlir::Block *entry);
  void emitCoordinates(mlir::Value start);
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitElementwise(mlir::Operation *op);
  mlir::LogicalResult emitScalar(mlir::Operation *op);
  mlir::LogicalResult emitWhile(mlir::scf::WhileOp op);
  void emitIndex(mlir::Operation *op);
  Scalars flatten(mlir::ValueRange values);
  void bindFlat(mlir::ValueRange originals, mlir::ValueRange flat);
  llvm::SmallVector<mlir::Type> flatTypes(mlir::TypeRange types) const;
  int64_t numScalars(InfRegType type) const {
    return type.getNumGroups() * type.getExtent();
  }
  Scalars &scalarsOf(mlir::Value value) { return lists[value]; }
  void define(mlir::Value result, Scalars list);
  mlir::Value constant(mlir::TypedAttr value);
  mlir::Value constantInt(mlir::Type type, int64_t value);
  mlir::Value select(mlir::Value mask, mlir::Value a, mlir::Value b);

  // DistributeLanes.cpp
  /// What each work item holds, known at compile time, as this one's value.
  mlir::Value byItem(mlir::Type type, llvm::ArrayRef<mlir::Attribute> values);
  mlir::Value bitByItem(llvm::ArrayRef<bool> bits);
  mlir::Value indexByItem(mlir::Type type, llvm::ArrayRef<int64_t> values);
  /// What work item `item`, or the one that each names, of the same group
  /// holds.
  mlir::Value exchange(mlir::Value value, mlir::Value item);
  mlir::Value broadcast(mlir::Value value, int64_t from);
  mlir::Value itemToTakeFrom(const ThreadMap::Part &part);
  mlir::Value vote(mlir::Value bit);
  void emitConstant(ConstantOp op);
  void emitLaneMap(LaneMapOpInterface map);
  void emitMerge(MergeOp op);
  void emitShuffle(WgShuffleOp op);
  /// Choose where arrays lie that are read at run-time subscripts.
  void planArrays();
  void remarkInsertions();
  void putInLocalMemory(mlir::Value array);
  void emitExtract(ExtractOp op);
  void emitInsert(InsertOp op);
  void emitCollective(mlir::Operation *op);
  void emitActive(ActiveOp op);

  // DistributeMemory.cpp
  /// Choose how each load and store reaches memory.
  void planMemory();
  void emitLoad(LoadOp op);
  void emitStore(StoreOp op);
  void emitGather(GatherOp op);
  void emitScatter(ScatterOp op);
  /// Index of the first element that group `group` may access.
  template <typename OpT> mlir::Value startOf(OpT op, mlir::Value group);
  Scalars loadVectors(LoadOp op, int64_t elements);
  void storeVectors(StoreOp op, int64_t elements);
  mlir::Value place(mlir::Value buffer, mlir::Type element, mlir::Value index);
  mlir::Value isAligned(mlir::Value pointer, int64_t bytes);
  mlir::Value loadWhere(mlir::Value mask, mlir::Value pointer,
                        mlir::Type element);
  void storeWhere(mlir::Value mask, mlir::Value value, mlir::Value pointer);
  /// Threads of a warp see each other's accesses from here on.
  void barrier();
  void synchronize() {
    if (hasUnseenAccess)
      barrier();
  }

  // DistributeTransposed.cpp
  void declareShared(int64_t bytes, const WarpMemory &memory,
                     mlir::func::FuncOp function);
  void emitTransposedLoads(LoadOp first);
  void emitTransposedStore(StoreOp op);
  /// Elements of the warp's windows that this thread moves, one for each
  /// request, i32.
  Scalars windowElements(const WarpAccessPlan &plan);
  /// Where the warp's window element `element` lies in memory, for replica
  /// `replica`.
  template <typename OpT>
  mlir::Value windowPlace(OpT op, const WarpAccessPlan &plan, int64_t replica,
                          mlir::Value element);
  /// Shared memory of the warp, at the place of a window's element.
  mlir::Value sharedPlace(const WarpAccessPlan &plan, mlir::Type element,
                          mlir::Value index);
  /// The same for element `ix` of this thread's own array.
  mlir::Value ownSharedPlace(const WarpAccessPlan &plan, InfRegType type,
                             llvm::ArrayRef<int64_t> offsets, int64_t replica,
                             int64_t ix);
  int64_t countRequests(const WarpAccessPlan &plan) const;
  Scalars fetchWindows(llvm::ArrayRef<LoadOp> loads, int64_t replica);
  void spread(LoadOp op, int64_t replica, llvm::ArrayRef<mlir::Value> window);
  void storeWindow(StoreOp op, int64_t replica);

  KernelOp kernel;
  int64_t items, slots, pack;
  OpMeter &meter;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, Scalars> lists;
  /// Exchanges from one item that were made in this region, or around it.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> broadcasts;
  /// Arrays that are kept in the thread's local memory, for each group of the
  /// pack; none before they are defined.
  llvm::DenseMap<mlir::Value, Scalars> localArrays;
  mlir::Block *functionEntry = nullptr;
  /// Index of the work item, i32; the warp's thread that is item 0 of its
  /// group; the thread's index in the warp.
  mlir::Value item, firstThread, threadInWarp;
  /// For each group of the pack: its index, and whether it is one to compute.
  Scalars groups, valid;
  /// The groups that a warp computes of one place in the pack are neighbours,
  /// its window. For each place: the index of its first group, that of the
  /// thread's group from there (i32), how many groups there are to load and to
  /// store (i32).
  Scalars windowGroup, groupInWindow, numLoaded, numStored;
  /// One past the last group of the launch.
  mlir::Value endGroup;
  /// Memory of the warp's own that its threads share, if there is need.
  mlir::Value shared;
  int64_t sharedBytes = 0;
  /// Threads of a block.
  int64_t blockThreads = 0;
  llvm::DenseMap<mlir::Operation *, WarpAccessPlan> plans;
  /// Accesses of memory, or of shared memory, that a barrier must follow.
  bool hasUnseenAccess = false, isSharedInUse = false;
  TargetAttrInterface target;
  bool emitRemarks;
  Statistics statistics;
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H
