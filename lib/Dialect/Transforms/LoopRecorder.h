//===- LoopRecorder.h - What a loop's iterations read and write -*- C++ -*-===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_LOOPRECORDER_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_LOOPRECORDER_H

#include "Former.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {

/// Filled while all iterations of a loop are executed at once, iteration `i` at
/// lane position `i`.
struct Former::Recorder {
  /// An array access whose subscript is the same for all WIs: iteration `i`
  /// touches element `column[i]`, or none where it is negative.
  struct Column {
    int64_t size;
    bool isWrite;
    llvm::SmallVector<int64_t> elements;
  };

  llvm::SmallVector<LoopAccess> accesses;
  llvm::SmallVector<Column> columns;
  /// Variables declared in the loop: every iteration has its own.
  llvm::DenseSet<mlir::Value> own;
  /// Whether something was met that keeps the iterations from sharing lanes.
  bool failed = false;

  void recordVariable(mlir::Value variable, const Variable &info,
                      const LaneValue &index, const Mask &mask,
                      const IterationSpace &space, bool isWrite);
  void recordMemory(mlir::Value buffer, const std::optional<LinearForm> &linear,
                    int64_t indexExtent, const Mask &mask,
                    const IterationSpace &space, bool isWrite);
  /// Make accesses to one buffer meet wherever their addresses cannot be
  /// compared.
  void finish();

private:
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
    std::optional<Address> first;
    bool comparable = true;
    llvm::SmallVector<unsigned> accesses;
  };
  LoopAccess &addAccess(mlir::Value variable, bool isWrite, int64_t iterations);

  llvm::MapVector<mlir::Value, unsigned> ids;
  llvm::MapVector<mlir::Value, BufferUse> buffers;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_LOOPRECORDER_H
