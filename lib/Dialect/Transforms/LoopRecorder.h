//===- LoopRecorder.h - What a loop's iterations read and write -*- C++ -*-===//
//
// What an iteration of a loop reads and writes, recorded while it is executed,
// for index sets.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_LOOPRECORDER_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_LOOPRECORDER_H

#include "Former.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {

/// What a loop's iterations access. It is recorded while all iterations are
/// emitted at once, iteration `i` at lane position `i`.
struct Former::Recorder {
  /// An access to a private array of `size` elements whose subscript is the
  /// same for all WIs: iteration `i` touches element `elements[i]`, or none if
  /// that is negative.
  struct Column {
    int64_t size;
    bool isWrite;
    llvm::SmallVector<int64_t> elements;
  };

  llvm::SmallVector<LoopAccess> accesses;
  llvm::SmallVector<Column> columns;
  /// The variables of which every iteration has its own: those declared in the
  /// loop, and its control variables.
  llvm::DenseSet<mlir::Value> own;
  /// Whether the loop contains something that keeps its iterations from sharing
  /// lanes.
  bool failed = false;

  void recordVariable(mlir::Value variable, const Variable &info,
                      const LaneValue &index, const Mask &mask,
                      const IterationSpace &space, bool isWrite);
  void recordMemory(mlir::Value buffer, const std::optional<LinearForm> &linear,
                    int64_t indexExtent, const Mask &mask,
                    const IterationSpace &space, bool isWrite);
  /// Make all accesses to a buffer touch one location if their addresses cannot
  /// be compared at compile time.
  void finish();

private:
  /// The part of a linear form that all lanes have in common. Addresses that
  /// are equal in it are compared by their offsets.
  struct Address {
    mlir::Value base;
    int64_t stride;
    mlir::Value scaledStride;
    bool operator==(const Address &other) const {
      return base == other.base && stride == other.stride &&
             scaledStride == other.scaledStride;
    }
  };
  struct BufferUse {
    /// The address of the access recorded last.
    std::optional<Address> first;
    /// Whether all accesses have the same `Address`.
    bool comparable = true;
    /// The numbers of the buffer's accesses in `accesses`.
    llvm::SmallVector<unsigned> accesses;
  };
  LoopAccess &addAccess(mlir::Value variable, bool isWrite, int64_t iterations);

  /// The numbers of the variables and buffers (`LoopAccess::variable`).
  llvm::MapVector<mlir::Value, unsigned> ids;
  llvm::MapVector<mlir::Value, BufferUse> buffers;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_LOOPRECORDER_H
