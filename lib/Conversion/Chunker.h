//===- Chunker.h - A packed kernel in native vectors ------------*- C++ -*-===//
//
// The registers of a vector unit: a chunk is a vector, lane maps are shuffles
// of one or two of them, and what each chunk accesses in memory is planned by
// AccessPlan.h. ChunkOps has the function and its loop over packs, ChunkLanes
// the movements of lanes, ChunkMemory loads and stores.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_CHUNKER_H
#define PIRCH_LIB_CONVERSION_CHUNKER_H

#include "LaneEmitter.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace pirch {

class Chunker : public LaneEmitter {
public:
  Chunker(KernelOp kernel, ChunkCounts &counts) : LaneEmitter(kernel, counts) {}
  /// Emit the function before the kernel. `remainder` is called for the groups
  /// that do not fill a pack.
  mlir::LogicalResult run(mlir::func::FuncOp function,
                          mlir::func::FuncOp remainder);

private:
  // ChunkOps.cpp
  int64_t lanesInUse();
  mlir::VectorType vectorType(mlir::Type element) const {
    return mlir::VectorType::get({lanes}, element);
  }
  mlir::Type chunkType(mlir::Type element) const override {
    return vectorType(element);
  }
  mlir::Value splat(mlir::Value scalar) override;
  mlir::Value constantChunk(mlir::Type element,
                            llvm::ArrayRef<mlir::Attribute> values) override;
  mlir::Value laneMask(llvm::ArrayRef<bool> bits) override;
  mlir::Value unreadChunk(mlir::Type element) override;
  mlir::Value clearPadding(mlir::Value bits,
                           llvm::ArrayRef<bool> inside) override;
  mlir::Value vote(mlir::Value bits) override;
  Chunks groupIndexes(InfRegType type) override;
  mlir::Value groupIndex(mlir::Type type) override;
  mlir::LogicalResult emitRegion(mlir::Block &block) override;

  // ChunkLanes.cpp
  mlir::Value permute(const Chunks &source,
                      llvm::ArrayRef<ChunkLane> origins) override;
  mlir::Value gatherChunk(const Chunks &source,
                          llvm::ArrayRef<ChunkLane> origins,
                          mlir::Type element) override;
  mlir::Value shiftLanes(mlir::Value chunk, const LaneShifts &shifts) override;
  mlir::Value rotate(mlir::Value chunk, int64_t distance);
  mlir::Value shuffle(mlir::Value a, mlir::Value b,
                      llvm::ArrayRef<int64_t> mask);

  // ChunkMemory.cpp
  struct Access;
  Access makeAccess(mlir::Operation *op);
  void emitLoad(LoadOp op) override;
  void emitStore(StoreOp op) override;
  void emitGather(GatherOp op) override;
  void emitScatter(ScatterOp op) override;
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

  mlir::Block *entryBlock = nullptr;
  /// First group of the pack.
  mlir::Value group;
  /// Pointers already computed, by buffer, base, stride and group.
  llvm::DenseMap<std::pair<mlir::Value, std::pair<mlir::Value, mlir::Value>>,
                 llvm::DenseMap<int64_t, mlir::Value>>
      pointers;
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_CHUNKER_H
