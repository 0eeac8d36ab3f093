//===- Chunker.h - A packed kernel in native vectors ------------*- C++ -*-===//
//
// Emits a packed kernel for a vector unit: a chunk is a vector, a lane map is
// made of shuffles of one or two vectors, and an `AccessPlan` says how each
// chunk reaches memory. ChunkOps.cpp has the function and its loop over packs,
// ChunkLanes.cpp the movements of lanes, ChunkMemory.cpp, ChunkGathers.cpp and
// ChunkRows.cpp what reaches memory.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_CHUNKER_H
#define PIRCH_LIB_CONVERSION_CHUNKER_H

#include "LaneEmitter.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/Analysis/TableLookup.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace pirch {

inline unsigned alignmentOf(mlir::Type element) {
  return std::max(1u, element.getIntOrFloatBitWidth() / 8);
}

class Chunker : public LaneEmitter {
public:
  Chunker(KernelOp kernel, ChunkCounts &counts) : LaneEmitter(kernel, counts) {}
  /// Emit the body of `function`. It calls `remainder`, if there is one, for
  /// the groups that do not fill a pack.
  mlir::LogicalResult run(mlir::func::FuncOp function,
                          mlir::func::FuncOp remainder);

private:
  // ChunkOps.cpp
  mlir::LogicalResult checkAccesses();
  MainGroupsOp emitMainGroups(mlir::Block &body);
  void emitOthers(mlir::func::FuncOp remainder, mlir::Value first,
                  mlir::Value start, mlir::Value end);
  /// The number of lanes of a chunk that the largest infreg of the kernel
  /// fills.
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
  mlir::Value readLane(mlir::Value chunk, int64_t lane) override;
  mlir::LogicalResult emitRegion(mlir::Block &block) override;

  // ChunkLanes.cpp
  mlir::Value permute(const Chunks &source,
                      llvm::ArrayRef<ChunkLane> origins) override;
  mlir::Value gatherChunk(const Chunks &source,
                          llvm::ArrayRef<ChunkLane> origins,
                          mlir::Type element) override;
  mlir::Value shiftLanes(mlir::Value chunk, const LaneShifts &shifts) override;
  mlir::Value lookUp(llvm::ArrayRef<mlir::Value> sources,
                     mlir::Value index) override;
  mlir::Value gatherLookup(mlir::Value source, const LaneLookup &lookup,
                           mlir::Value index) override;
  /// Find the values that some lookup gathers (`panels`).
  void planPanels();
  void noteDefined(mlir::Value value) override;
  /// Memory on the stack for `count` chunks of `element`.
  mlir::Value allocateChunks(mlir::Type element, int64_t count);
  /// Store `source` in `memory`, one chunk after the other. Bits are stored as
  /// integers (`storedType`).
  void storeChunks(llvm::ArrayRef<mlir::Value> source, mlir::Value memory);
  /// The lanes of stored chunks at the positions `index`, where `read` is set.
  mlir::Value gatherStored(mlir::Value memory, mlir::Type element,
                           mlir::Value index, llvm::ArrayRef<bool> read);
  /// A lane of a mask has no address of its own.
  mlir::Type storedType(mlir::Type element) {
    return element.isInteger(1) ? builder.getI32Type() : element;
  }
  /// `chunk` with lane `l` taken from lane `l + distance`, modulo `lanes`.
  mlir::Value rotate(mlir::Value chunk, int64_t distance);
  mlir::Value shuffle(mlir::Value a, mlir::Value b,
                      llvm::ArrayRef<int64_t> mask);

  // ChunkMasks.cpp
  mlir::Value maskWord(mlir::Value bits);
  std::optional<Chunks>
  countBits(const Chunks &bits, InfRegType type,
            llvm::function_ref<bool(int64_t, int64_t)> counts) override;
  bool compacts(ScatterOp op);
  void emitCompaction(ScatterOp op);
  // ChunkMemory.cpp. `LanePlace` and other types of plans: AccessPlan.h.
  struct Access;
  Access makeAccess(mlir::Operation *op);
  void emitLoad(LoadOp op) override;
  void emitStore(StoreOp op) override;
  // ChunkGathers.cpp
  Chunks elementsOf(mlir::Value buffer, InfRegType type, const Chunks &index);
  mlir::Value lanesTakingPart(InfRegType type, mlir::Value mask, int64_t chunk);
  mlir::Value pointersTo(mlir::Value buffer, mlir::Type element,
                         mlir::Value index);
  void emitGather(GatherOp op) override;
  Chunks gatherLanes(GatherOp op);
  Chunks emitTableLookup(GatherOp op, const TableLookup &plan);
  Chunks windowRegisters(GatherOp op, const TableLookup &plan);
  Chunks lookUpLanes(GatherOp op, const TableLookup &plan,
                     const Chunks &registers);
  Chunks tableRegisters(TableOp table, int64_t width);
  void emitScatter(ScatterOp op) override;
  // ChunkVariables.cpp
  mlir::LogicalResult emitAlloca(AllocaOp op) override;
  void emitTable(TableOp op) override;
  mlir::Value storedList(unsigned use, const Chunks &list, mlir::Type element);
  using EmitAt = llvm::function_ref<void(mlir::Value)>;
  void forEachBit(mlir::Value word, int64_t first, EmitAt emit);
  void forEachLane(llvm::ArrayRef<mlir::Value> masks, int64_t numLanes,
                   EmitAt emit);
  using EmitLane =
      llvm::function_ref<mlir::Value(mlir::Value, llvm::ArrayRef<mlir::Value>)>;
  void emitLaneByLane(AccessOpInterface op, mlir::Value index,
                      llvm::ArrayRef<mlir::Value> operands, EmitLane emit);
  void emitAtomicRMW(AtomicRMWOp op) override;
  void emitAtomicCmpXchg(AtomicCmpXchgOp op) override;
  // ChunkRows.cpp
  llvm::SmallVector<mlir::Value> piecePointers(const RowPlan &plan,
                                               mlir::Value buffer,
                                               mlir::Value base,
                                               mlir::Value index);
  Chunks rowElementPointers(InfRegType type, mlir::Value buffer,
                            mlir::Value base, mlir::Value index);
  void emitLoadRows(LoadRowsOp op) override;
  void emitStoreRows(StoreRowsOp op) override;
  /// Load a window and enter its columns into `result`, by their chunks.
  void loadWindow(const Access &access, const AccessWindow &window,
                  Chunks &result);
  void storeWindow(const Access &access, const AccessWindow &window,
                   const Chunks &value);
  std::vector<mlir::Value>
  emitNetwork(const LaneNetwork &network,
              std::vector<mlir::Value> registers) override;
  mlir::Value spanMask(const Access &access, int64_t number);
  mlir::Value anyInSpan(const Access &access);
  mlir::Value expectTrue(mlir::Value condition);
  mlir::Value isInOnePage(mlir::Value first, int64_t bytes);
  mlir::Value isInOnePage(const Access &access);
  std::vector<mlir::Value> loadMaskedSpan(const Access &access);
  void loadSpan(const Access &access, Chunks &result);
  Chunks loadChunks(const Access &access);
  Chunks loadInPage(const Access &access);
  mlir::Value gatherChunk(const Access &access, int64_t chunk);
  mlir::Value anyActive(const Access &access);
  mlir::Value uniformMask(const Access &access);
  void storeSpan(const Access &access, const Chunks &value);
  mlir::Value insertPart(mlir::Value part, mlir::Value into, int64_t first);
  mlir::Value unloaded(bool isMasked, mlir::VectorType type);
  /// Enter the chunks whose lanes all load one element into `result`.
  void loadUniform(const Access &access, Chunks &result);
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
  mlir::Value loadRow(const Access &access, LanePlace place,
                      const llvm::BitVector &wanted, int64_t segment);
  mlir::Value concatenate(llvm::ArrayRef<mlir::Value> parts);
  void transpose(llvm::MutableArrayRef<mlir::Value> rows);
  mlir::Value pointerTo(const Access &access, LanePlace place);
  /// A vector of pointers to the elements that the lanes of `chunk` access.
  mlir::Value lanePointers(const Access &access, int64_t chunk);
  mlir::Value accessMask(const Access &access, int64_t chunk);
  mlir::Value activeLanes(const Access &access, int64_t chunk,
                          const llvm::BitVector &wanted);

  mlir::Block *entryBlock = nullptr;
  /// For each value whose lanes some lookup gathers, the memory on the stack
  /// where its chunks are stored as soon as they are computed; null before.
  llvm::DenseMap<mlir::Value, mlir::Value> panels;
  /// The lists of `storedList` and how many chunks they have room for, by use
  /// and type.
  llvm::DenseMap<std::pair<unsigned, mlir::Type>,
                 std::pair<mlir::Value, size_t>>
      laneLists;
  /// The index of the pack's first group in the launch (i64).
  mlir::Value group;
  /// The pointers to the start of a group's elements that were computed before
  /// in this region or around it, by buffer, base, stride and group of the
  /// pack.
  llvm::DenseMap<std::pair<mlir::Value, std::pair<mlir::Value, mlir::Value>>,
                 llvm::DenseMap<int64_t, mlir::Value>>
      pointers;
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_CHUNKER_H
