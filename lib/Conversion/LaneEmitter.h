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
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/ReorderPatterns.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace pirch {

/// Of one module: beyond, there is no time to look at them one by one.
inline constexpr int64_t kMaxMovedLanes = 1 << 27;

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
  /// A scalar in all lanes.
  virtual mlir::Value splat(mlir::Value scalar) = 0;
  /// A constant for each lane; null where the lane is padding.
  virtual mlir::Value constantChunk(mlir::Type element,
                                    llvm::ArrayRef<mlir::Attribute> lanes) = 0;
  /// A register of i1 that is set in these lanes; padding may be either.
  virtual mlir::Value laneMask(llvm::ArrayRef<bool> lanes) = 0;
  /// A register that nobody reads.
  virtual mlir::Value unreadChunk(mlir::Type element) = 0;
  /// Lanes that one instruction brings together, or, of more chunks than it
  /// takes, one after the other.
  virtual mlir::Value permute(const Chunks &source,
                              llvm::ArrayRef<ChunkLane> origins) = 0;
  /// Lanes moved by rotations in steps; only where no instruction permutes at
  /// will.
  virtual mlir::Value shiftLanes(mlir::Value chunk, const LaneShifts &shifts);
  /// Lanes brought together through memory.
  virtual mlir::Value gatherChunk(const Chunks &source,
                                  llvm::ArrayRef<ChunkLane> origins,
                                  mlir::Type element) = 0;
  /// Lanes of other work items by sources known at run time; by default all
  /// items' one after the other.
  virtual void emitShuffle(WgShuffleOp op);
  /// `bits` with the lanes cleared that are not `inside`.
  virtual mlir::Value clearPadding(mlir::Value bits,
                                   llvm::ArrayRef<bool> inside) = 0;
  /// Whether any lane of a register of i1 is set, a scalar.
  virtual mlir::Value vote(mlir::Value bits) = 0;
  /// The index of each lane's group; that of the only group, as a scalar.
  virtual Chunks groupIndexes(InfRegType type) = 0;
  virtual mlir::Value groupIndex(mlir::Type type) = 0;
  /// The index of each lane's work item.
  virtual Chunks itemIndexes(InfRegType type);
  virtual void emitLoad(LoadOp op) = 0;
  virtual void emitStore(StoreOp op) = 0;
  virtual void emitGather(GatherOp op) = 0;
  virtual void emitScatter(ScatterOp op) = 0;
  virtual void emitExtract(ExtractOp op);
  /// An error where the machine has no such operation on lanes.
  virtual mlir::LogicalResult checkOnLanes(mlir::Operation *) {
    return mlir::success();
  }
  /// A region of a loop, whose arguments are bound.
  virtual mlir::LogicalResult emitRegion(mlir::Block &block) {
    return emitBlock(block);
  }
  /// After a loop.
  virtual void leaveLoop() {}
  /// After the chunks of a value are known.
  virtual void noteDefined(mlir::Value) {}

  //===--------------------------------------------------------------------===//
  // LaneEmitter.cpp: blocks, loops and arithmetic
  //===--------------------------------------------------------------------===//

  mlir::LogicalResult emitBlock(mlir::Block &block);
  Chunks &chunksOf(mlir::Value value);
  void define(mlir::Value result, Chunks list);
  int64_t numChunks(InfRegType type) const {
    return mapping.get(type).getNumChunks();
  }
  /// One constant per lane of each chunk, from the lane's owner.
  Chunks constantChunks(InfRegType type,
                        llvm::function_ref<mlir::Attribute(LaneId)> value);
  /// For each lane of each chunk whether `test` holds; not on padding.
  std::vector<llvm::SmallVector<bool>>
  testLanes(InfRegType type, llvm::function_ref<bool(LaneId)> test) const;
  /// One constant in all lanes.
  mlir::Value constantAll(mlir::Attribute value);
  mlir::Value constant(mlir::TypedAttr value);
  mlir::Value constantInt(mlir::Type type, int64_t value);
  mlir::Value select(mlir::Value mask, mlir::Value a, mlir::Value b);
  Chunks select(const Chunks &mask, const Chunks &a, const Chunks &b);
  /// An unsigned integer as one of another width.
  mlir::Value resized(mlir::Value value, mlir::Type type);

  //===--------------------------------------------------------------------===//
  // LaneMoves.cpp: values moving between lanes
  //===--------------------------------------------------------------------===//

  /// Without `patterns`, each chunk takes the cheapest.
  Chunks moveLanes(const Chunks &source, InfRegType sourceType,
                   InfRegType resultType, llvm::ArrayRef<int32_t> table,
                   llvm::ArrayRef<ReorderPattern> patterns = {});
  /// Lane (wi, ix) of every group holds what its lane (item, ix) held.
  Chunks broadcastItem(const Chunks &source, InfRegType type, int64_t item);
  Chunks equalTo(const Chunks &index, int64_t value);

  KernelOp kernel;
  TargetAttrInterface target;
  KernelMapping mapping;
  ReorderSelector selector;
  int64_t lanes, pack;
  ChunkCounts &counts;
  mlir::OpBuilder builder;
  mlir::Location loc;
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, Chunks> chunks;
  /// One past the last group of the launch.
  mlir::Value endGroup;

private:
  mlir::LogicalResult emitOp(mlir::Operation *op);
  mlir::LogicalResult emitElementwise(mlir::Operation *op);
  mlir::LogicalResult emitScalar(mlir::Operation *op);
  mlir::LogicalResult emitWhile(mlir::scf::WhileOp op);
  void emitIndex(mlir::Operation *op);
  Chunks flatten(mlir::ValueRange values);
  void bindFlat(mlir::ValueRange originals, mlir::ValueRange flat);
  llvm::SmallVector<mlir::Type> flatTypes(mlir::TypeRange types) const;

  mlir::LogicalResult emitLaneMap(LaneMapOpInterface map);
  mlir::Value buildChunk(const Chunks &source,
                         llvm::ArrayRef<ChunkLane> origins, mlir::Type element,
                         ReorderPattern pattern);
  mlir::Value coverChunk(const Chunks &source,
                         llvm::ArrayRef<ChunkLane> origins);
  Chunks frozenChunksOf(mlir::Value value);
  void emitMerge(MergeOp op);
  void emitInsert(InsertOp op);
  void emitCollective(mlir::Operation *op);
  void emitActive(ActiveOp op);
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_LANEEMITTER_H
