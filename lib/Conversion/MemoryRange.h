//===- MemoryRange.h - What loads and stores touch --------------*- C++ -*-===//

#ifndef PIRCH_LIB_CONVERSION_MEMORYRANGE_H
#define PIRCH_LIB_CONVERSION_MEMORYRANGE_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace pirch {

/// What a load or store touches: bytes `first` to `last` from `origin`, a
/// pointer into `parameter`. Unknown parts are null or unbounded.
struct MemoryRange {
  mlir::BlockArgument parameter;
  mlir::Value origin;
  int64_t first = INT64_MIN, last = INT64_MAX;
  /// Whether no other parameter's memory is reached through this one.
  bool isUnaliased = false;
  /// Of elements with gaps between them: bytes from one to the next, and of
  /// one.
  int64_t stride = 0, elementSize = 0;

  bool mayOverlap(const MemoryRange &other) const;
};

/// The memory that `op` reads or writes; nothing where it is no simple access.
std::optional<MemoryRange> memoryOf(mlir::Operation *op);

/// Whether `op` only reads what `memoryOf` says.
bool isLoad(mlir::Operation *op);

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_MEMORYRANGE_H
