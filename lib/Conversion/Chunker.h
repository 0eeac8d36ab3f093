//===- Chunker.h - A packed kernel in native vectors ------------*- C++ -*-===//
//
// Translates one kernel with lanes assigned into a function over vectors.
// Shared by ChunkOps (arithmetic and control flow), ChunkLanes (lane maps and
// collectives) and ChunkMemory (loads and stores).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_CHUNKER_H
#define PIRCH_LIB_CONVERSION_CHUNKER_H

#include "OpMeter.h"
#include "Pirch/Dialect/IR/AccessPlan.h"
#include "Pirch/Dialect/IR/ReorderPatterns.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace pirch {

/// Of one module: beyond, there is no time to look at them one by one.
inline constexpr int64_t kMaxMovedLanes = 1 << 27;

struct ChunkCounts {
  int64_t chunks = 0, shuffles = 0, gathers = 0, movedLanes = 0;
  OpMeter meter;
};

class Chunker {
public:
  using Chunks = llvm::SmallVector<mlir::Value>;

  Chunker(KernelOp kernel, int64_t lanesPerChunk, ChunkCounts &counts);
  /// Emit the function before the kernel. `remainder` is called for the groups
  /// that do not fill a pack.
  mlir::LogicalResult run(mlir::func::FuncOp function,
                          mlir::func::FuncOp remainder);

private:
  // ChunkOps.cpp
  mlir::LogicalResult emitBlock(mlir::Block &block);
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitElementwise(mlir::Operation *op);
  mlir::LogicalResult emitScalar(mlir::Operation *op);
  mlir::LogicalResult emitWhile(mlir::scf::WhileOp op);
  void emitIndex(mlir::Operation *op);
  Chunks flatten(mlir::ValueRange values);
  void bindFlat(mlir::ValueRange originals, mlir::ValueRange flat);
  llvm::SmallVector<mlir::Type> flatTypes(mlir::TypeRange types) const;

  int64_t lanesInUse();
  int64_t numChunks(InfRegType type) const;
  mlir::VectorType chunkType(mlir::Type element) const {
    return mlir::VectorType::get({lanes}, element);
  }
  Chunks &chunksOf(mlir::Value value);
  void define(mlir::Value result, Chunks chunks);
  /// One constant per lane of each chunk, from the lane's owner.
  Chunks constantChunks(InfRegType type,
                        llvm::function_ref<mlir::Attribute(LaneId)> value);
  mlir::Value splat(mlir::Value scalar);
  mlir::Value constantMask(llvm::ArrayRef<bool> bits);

  // ChunkLanes.cpp
  mlir::LogicalResult emitLaneMap(LaneMapOpInterface map);
  /// Without `patterns`, each chunk takes the cheapest.
  Chunks moveLanes(const Chunks &source, InfRegType sourceType,
                   InfRegType resultType, llvm::ArrayRef<int32_t> table,
                   llvm::ArrayRef<ReorderPattern> patterns = {});
  mlir::Value buildChunk(const Chunks &source,
                         llvm::ArrayRef<LaneOrigin> origins, mlir::Type element,
                         ReorderPattern pattern);
  mlir::Value permuteChunks(const Chunks &source,
                            llvm::ArrayRef<LaneOrigin> origins);
  mlir::Value coverChunk(const Chunks &source,
                         llvm::ArrayRef<LaneOrigin> origins);
  mlir::Value gatherChunk(const Chunks &source,
                          llvm::ArrayRef<LaneOrigin> origins,
                          mlir::Type element);
  mlir::Value rotate(mlir::Value chunk, int64_t distance);
  mlir::Value shiftLanes(mlir::Value chunk, const LaneShifts &shifts);
  mlir::Value shuffle(mlir::Value a, mlir::Value b,
                      llvm::ArrayRef<int64_t> mask);
  /// Lane (wi, ix) of every group holds what its lane (item, ix) held.
  Chunks frozenChunksOf(mlir::Value value);
  Chunks broadcastItem(const Chunks &source, InfRegType type, int64_t item);
  void emitMerge(MergeOp op);
  void emitShuffle(WgShuffleOp op);
  void emitExtract(ExtractOp op);
  void emitInsert(InsertOp op);
  void emitCollective(mlir::Operation *op);
  void emitActive(ActiveOp op);
  Chunks equalTo(const Chunks &index, InfRegType type, int64_t value);
  Chunks select(const Chunks &mask, const Chunks &a, const Chunks &b);

  // ChunkMemory.cpp
  struct Access;
  Access makeAccess(mlir::Operation *op);
  void emitLoad(LoadOp op);
  void emitStore(StoreOp op);
  void emitGather(GatherOp op);
  void emitScatter(ScatterOp op);
  void loadWindow(const Access &access, const AccessWindow &window,
                  Chunks &result);
  mlir::Value insertPart(mlir::Value part, mlir::Value into, int64_t first);
  mlir::Value unloaded(bool isMasked, mlir::VectorType type);
  mlir::Value loadLanes(const Access &access, int64_t chunk, LanePlace place,
                        const llvm::BitVector &wanted, mlir::Value into = {});
  void storeLanes(const Access &access, int64_t chunk, LanePlace place,
                  const llvm::BitVector &wanted, mlir::Value vector);
  mlir::Value strideInBytes(const Access &access, LanePlace step);
  mlir::Value allLanes();
  mlir::Value loadStrided(const Access &access, int64_t chunk,
                          const LaneRun &run, bool mayReadHoles,
                          mlir::Value into = {});
  void storeStrided(const Access &access, int64_t chunk, const LaneRun &run,
                    mlir::Value vector);
  void transpose(llvm::MutableArrayRef<mlir::Value> rows);
  mlir::Value pointerTo(const Access &access, LanePlace place);
  mlir::Value lanePointers(const Access &access, int64_t chunk);
  mlir::Value accessMask(const Access &access, int64_t chunk);
  mlir::Value activeLanes(const Access &access, int64_t chunk,
                          const llvm::BitVector &wanted);

  KernelOp kernel;
  int64_t lanes;
  int64_t pack;
  TargetAttrInterface target;
  ReorderSelector selector;
  ChunkCounts &counts;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::Block *entryBlock = nullptr;
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, Chunks> chunks;
  /// First group of the pack, and one past the last of the launch.
  mlir::Value group, endGroup;
  /// Pointers already computed, by buffer, base, stride and group.
  llvm::DenseMap<std::pair<mlir::Value, std::pair<mlir::Value, mlir::Value>>,
                 llvm::DenseMap<int64_t, mlir::Value>>
      pointers;
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_CHUNKER_H
