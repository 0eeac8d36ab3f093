//===- ThreadEmitter.h - A packed kernel as one thread's program -*- C++
//-*-===//
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

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace pirch {

class ThreadEmitter {
public:
  using Scalars = llvm::SmallVector<mlir::Value>;

  explicit ThreadEmitter(KernelOp kernel);
  mlir::LogicalResult run(mlir::func::FuncOp function);

private:
  // Distribute.cpp
  void emitCoordinates(mlir::Block *entry);
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
  void define(mlir::Value result, Scalars list) {
    lists[result] = std::move(list);
  }
  mlir::Value constant(mlir::TypedAttr value);
  mlir::Value constantInt(mlir::Type type, int64_t value);
  mlir::Value select(mlir::Value mask, mlir::Value a, mlir::Value b);

  // DistributeLanes.cpp
  /// What each work item holds, known at compile time, as this one's value.
  mlir::Value byItem(mlir::Type type, llvm::ArrayRef<mlir::Attribute> values);
  mlir::Value bitByItem(llvm::ArrayRef<bool> bits);
  mlir::Value indexByItem(llvm::ArrayRef<int64_t> values);
  /// What work item `item`, or the one that each names, of the same group
  /// holds.
  mlir::Value exchange(mlir::Value value, mlir::Value item);
  mlir::Value vote(mlir::Value bit);
  void emitConstant(ConstantOp op);
  void emitLaneMap(LaneMapOpInterface map);
  void emitMerge(MergeOp op);
  void emitShuffle(WgShuffleOp op);
  void emitExtract(ExtractOp op);
  void emitInsert(InsertOp op);
  void emitCollective(mlir::Operation *op);
  void emitActive(ActiveOp op);

  // DistributeMemory.cpp
  void emitLoad(LoadOp op);
  void emitStore(StoreOp op);
  void emitGather(GatherOp op);
  void emitScatter(ScatterOp op);
  mlir::Value place(mlir::Value buffer, mlir::Type element, mlir::Value index);
  mlir::Value loadWhere(mlir::Value mask, mlir::Value pointer,
                        mlir::Type element);
  void storeWhere(mlir::Value mask, mlir::Value value, mlir::Value pointer);
  /// Threads of a warp see each other's stores from here on.
  void synchronize();

  KernelOp kernel;
  int64_t items, pack;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, Scalars> lists;
  /// Index of the work item, i32; the warp's thread that is item 0 of its
  /// group.
  mlir::Value item, firstThread;
  /// For each group of the pack: its index, and whether it is one to compute.
  Scalars groups, valid;
  /// One past the last group of the launch.
  mlir::Value endGroup;
  bool hasUnseenAccess = false;
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_SIMT_THREADEMITTER_H
