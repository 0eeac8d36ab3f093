//===- BlockScheduler.h - Orders of the operations of a block ---*- C++ -*-===//

#ifndef PIRCH_LIB_CODEGEN_BLOCKSCHEDULER_H
#define PIRCH_LIB_CODEGEN_BLOCKSCHEDULER_H

#include "MemoryRange.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"

namespace pirch {

/// Orders the operations of one block. Its *roots* are the operations whose
/// order must be kept: those with effects and the terminator. Walks go depth
/// first from the roots to their operands. Several walks take turns, each
/// placing one operation, so that chains that share operands proceed side by
/// side, and none waits for its own last result.
class BlockScheduler {
public:
  explicit BlockScheduler(mlir::Block &block) : block(block) { collect(); }

  /// Where the first walks start.
  enum class Start {
    /// At the block's first effects.
    first,
    /// At effects spread over the block. Effects that follow each other often
    /// need the same chain of operations, as the stores of one record do; walks
    /// that are spread go along chains of their own.
    spread
  };

  /// The order that `walks` walks give from the block's effects, then from
  /// each of `places`, then from the terminator.
  std::vector<mlir::Operation *>
  run(int64_t walks, Start start = Start::first,
      llvm::ArrayRef<mlir::Operation *> places = {});

  /// The number of the block's results that share operands with the first one,
  /// itself included: they are best computed side by side. 0 if the block has
  /// no results.
  int64_t getGroupSize() const { return groupSize; }

  int64_t getNumLoads() const { return loads.size(); }

  /// The operations whose vectors the terminator passes on, as the end of a
  /// loop's iteration does. Those that share operands follow each other.
  llvm::ArrayRef<mlir::Operation *> getResults() const { return results; }

  /// The operations that take time and are no roots, in the order of the block.
  /// For an unrolled loop this is the order of its iterations.
  llvm::ArrayRef<mlir::Operation *> getSteps() const { return steps; }

private:
  /// An operation that a walk has reached.
  struct Frame {
    mlir::Operation *op;
    /// The operations that must be placed before it, of which the first `done`
    /// have been.
    llvm::SmallVector<mlir::Operation *, 4> pending;
    size_t done = 0;
  };
  /// The way from a root to the operation that the walk has reached.
  using Walk = llvm::SmallVector<Frame>;

  void collect();

  /// Let `walks` walks start at roots as far apart as possible. The terminator
  /// stays the last one.
  void orderRoots(int64_t walks);

  void collectResults();

  /// Keep each load between two roots: the last one before it and the first one
  /// after it that may write what it reads.
  void orderMemory();

  /// The operations of this block whose results `op`, or an operation in its
  /// regions, uses. Those at the end of longer chains come first.
  llvm::SmallVector<mlir::Operation *, 4> operandsOf(mlir::Operation *op);

  /// Let `walk` go on to `op`.
  void open(Walk &walk, mlir::Operation *op);

  /// The number of `op` among the roots; -1 if it is none.
  int64_t rootIndex(mlir::Operation *op) const;

  /// Whether it is too early for the terminator: the last root before it, or
  /// one of `places`, has not been placed.
  bool isEarly(llvm::ArrayRef<mlir::Operation *> places) const;

  /// Go on until one operation that takes time is placed. Returns false if no
  /// operation could be placed, as other walks are at work on all that this one
  /// waits for.
  bool advance(Walk &walk, llvm::ArrayRef<mlir::Operation *> places);

  void place(mlir::Operation *op);

  /// Whether `op` has been placed, or takes no time and needs nothing else that
  /// has not been, as constants in all lanes do.
  bool isReady(mlir::Operation *op, int depth = 0);
  bool areOperandsReady(mlir::Operation *op, int depth = 0);

  /// Place `op`, and before it what its operands need, which is ready.
  void placeReady(mlir::Operation *op);

  /// Place what can be computed with the mask `op`, if it is one. Masks have
  /// few registers, and those of a chain of comparisons would wait for all of
  /// the chain: the number of the best of 32 states, which nothing but the end
  /// of the chain needs, would be computed at that end.
  void placeUsersOfMask(mlir::Operation *op);

  static bool givesMask(mlir::Operation *op);

  /// Whether `op` computes a vector from several. Loads take no time, as they
  /// are folded into their users.
  static bool takesTime(mlir::Operation *op);

  mlir::Block &block;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 4>>
      operands;
  /// For each operation, its number in the block, and the number of operations
  /// on the longest chain that ends with it.
  llvm::DenseMap<mlir::Operation *, int64_t> position, height;
  std::vector<std::pair<mlir::Operation *, MemoryRange>> loads;
  llvm::SmallVector<mlir::Operation *> roots;
  /// For each load, the root that it must come after, if there is one; for each
  /// root, the loads that must come before it.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> after;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 2>>
      loadsBefore;
  /// The roots in the order in which walks start from them.
  llvm::SmallVector<mlir::Operation *> rootOrder;
  /// The root of `rootOrder`, and the places, from which the next walks start.
  size_t nextRoot = 0;
  llvm::ArrayRef<mlir::Operation *> nextPlaces;
  /// What `getResults`, `getSteps` and `getGroupSize` return.
  llvm::SmallVector<mlir::Operation *> results, steps;
  int64_t groupSize = 0;
  /// The operations placed so far, in their order.
  std::vector<mlir::Operation *> order;
  llvm::DenseSet<mlir::Operation *> started, placed;
};

} // namespace pirch

#endif // PIRCH_LIB_CODEGEN_BLOCKSCHEDULER_H
