//===- MemoryRange.h - What loads and stores touch --------------*- C++ -*-===//

#ifndef PIRCH_LIB_CODEGEN_MEMORYRANGE_H
#define PIRCH_LIB_CODEGEN_MEMORYRANGE_H

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

/// A load or store of native vectors or scalars.
struct MemoryAccess {
  enum Kind {
    /// Lanes in a row from one pointer, under a mask or not.
    inRow,
    /// Lanes equally far apart from one pointer.
    strided,
    /// A pointer for each lane.
    scattered
  };
  mlir::Value pointer;
  mlir::Type type;
  Kind kind = inRow;
  bool isWrite = false;
  /// Only for `strided`: bytes from one lane to the next, and lanes.
  mlir::Value stride = {}, length = {};
};

/// What kind of access `op` is; nothing where it is none that passes look into.
std::optional<MemoryAccess> accessOf(mlir::Operation *op);

/// The memory that `op` reads or writes; nothing where it is no such access.
std::optional<MemoryRange> memoryOf(mlir::Operation *op);

/// Whether `op` only reads what `memoryOf` says.
bool isLoad(mlir::Operation *op);

} // namespace pirch

#endif // PIRCH_LIB_CODEGEN_MEMORYRANGE_H
