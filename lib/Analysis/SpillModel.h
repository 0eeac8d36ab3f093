//===- SpillModel.h - What registers cannot hold ----------------*- C++ -*-===//
//
// What it costs that a kernel in InfReg form needs more registers, under one
// choice of pack and lane order, than its target has. Costs are in the target's
// unit.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ANALYSIS_SPILLMODEL_H
#define PIRCH_LIB_ANALYSIS_SPILLMODEL_H

#include "ChunkCosts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace pirch {

/// The number of iterations that a run-time loop is taken to have.
inline constexpr double kIterations = 16;

/// Estimates how many chunks are stored and loaded again since the registers of
/// a target do not hold them. Chunks are scheduled depth first, so that lanes
/// with one use are consumed at once; the others wait for their uses, in memory
/// in proportion to how far their number exceeds that of the registers.
class SpillModel {
public:
  SpillModel(KernelOp kernel, ChunkCosts &model, LaneDemand &demand,
             TargetAttrInterface target, int64_t wgPack, int64_t chunkLanes);

  /// What storing and loading the results of `op` takes each time that it runs.
  Work work(mlir::Operation *op);

  /// What storing and loading, once for each iteration, the values that a
  /// loop's iteration hands on to the next takes.
  Work workOfIteration(mlir::Block &block);

private:
  /// The number of uses of each lane of a group.
  using Uses = llvm::SmallVector<int64_t>;

  Uses &usesOf(mlir::Value value);

  /// Whether all uses follow within a few operations, so that registers keep
  /// the value, chunk by chunk.
  bool isShortLived(mlir::Value value) const;

  /// What storing and loading the lanes of `value` that wait for at least
  /// `atLeast` uses takes. A loaded value is in memory already, and its users
  /// load it as an operand; so do users of values that LLVM spills.
  Work trafficOf(mlir::Value value, int64_t atLeast);
  /// What it takes to store one register, if that is done, and to load it so
  /// often as an operand of other operations.
  Work inMemory(bool isStored, double loads) const;

  /// Count the uses that `op` makes of its operands. All users of its results
  /// must have been counted before.
  void countUses(mlir::Operation *op);

  /// The registers that hold what is read of `value`.
  int64_t registersOf(mlir::Value value);

  /// The largest number of registers that values fill at once where operations
  /// keep their order and loops are distributed. The values of a remainder loop
  /// count by one in kIterations.
  double peakRegisters();

  /// The registers that results of the lane-wise operation `op` take over from
  /// an operand that other operations use, too, but soon: chunk by chunk, those
  /// operations are done before the next chunk of `op` is. `left` has the
  /// registers that each value has not given away, and is brought up to date;
  /// `rootsOf` gives the values that a value renames.
  int64_t reuseRegisters(
      mlir::Operation *op, int64_t position,
      const llvm::DenseMap<mlir::Value, int64_t> &lastUse,
      llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value)> rootsOf,
      llvm::DenseMap<mlir::Value, int64_t> &left);

  /// The number of loops that `loop` will be split into.
  int64_t partsOf(mlir::scf::WhileOp loop);

  /// The position of the last operation of `region`, a region of the operation
  /// at `position`.
  size_t lastIn(mlir::Region &region, size_t position) const;

  ChunkCosts &model;
  LaneDemand &demand;
  TargetAttrInterface target;
  std::vector<mlir::Operation *> order;
  llvm::DenseMap<mlir::Operation *, int64_t> positions;
  llvm::DenseSet<mlir::Operation *> renamings;
  llvm::DenseMap<mlir::Value, Uses> uses;
  /// The number of chunks that hold one lane of each group of a pack, times the
  /// share of all chunks that registers do not hold.
  double share = 0;
};

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_SPILLMODEL_H
