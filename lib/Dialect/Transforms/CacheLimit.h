//===- CacheLimit.h - Calls whose data the caches hold ----------*- C++ -*-===//
//
// A pack of several groups reads as many streams of memory at once. That hides
// the latency of operations where the caches hold the data, and costs time
// where each line comes from memory, as one long stream is what machines
// prefetch best. Which of them is the case is known when the kernel is called:
// by the number of groups, times the distance between them.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_CACHELIMIT_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_CACHELIMIT_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

class CacheLimit {
public:
  explicit CacheLimit(KernelOp kernel);

  /// Whether the kernel reads streams in loops whose distances between groups
  /// are known when it is called.
  bool isKnown() const { return known && mostRead > 0; }

  /// The number of buffers that one loop reads, the most over all loops.
  int64_t countStreamsOfLoop() const { return mostRead; }

  /// Let the kernel compute only calls whose streams have up to `bytes` bytes,
  /// counted from the first group of the batch on (`from_cache`), and leave all groups of
  /// others to the kernel that its attribute `remainder` names.
  void emit(int64_t bytes);

private:
  struct Stream {
    mlir::Value buffer, groupStride;
    int64_t elementBytes;
  };

  KernelOp kernel;
  bool known = true;
  int64_t mostRead = 0;
  llvm::SmallVector<Stream> streams;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_CACHELIMIT_H
