//===- MemoryRange.h - What loads and stores touch --------------*- C++ -*-===//
//
// Which bytes an operation on chunks accesses, and whether two operations may
// access the same. Passes of this folder that move or merge accesses ask it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CODEGEN_MEMORYRANGE_H
#define PIRCH_LIB_CODEGEN_MEMORYRANGE_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace pirch {

/// The memory that a load or store touches: the bytes from `first` to `last`,
/// both included, relative to the pointer `origin`. It is part of the buffer
/// that the function's parameter `parameter` points to, or of memory that
/// `allocation` gives: of the stack, or of the module's constants, which
/// nothing writes. What is not known is null or unbounded.
struct MemoryRange {
  mlir::BlockArgument parameter;
  mlir::Operation *allocation = nullptr;
  mlir::Value origin;
  int64_t first = INT64_MIN, last = INT64_MAX;
  /// Whether `parameter` is `noalias`: no other parameter reaches its buffer.
  bool isUnaliased = false;
  /// If only elements at equal distances are touched, and not what lies between
  /// them: the bytes from the start of one to that of the next, and the bytes
  /// of one. Else 0.
  int64_t stride = 0, elementSize = 0;

  bool mayOverlap(const MemoryRange &other) const;
};

/// A load or store of native vectors or scalars.
struct MemoryAccess {
  enum Kind {
    /// Neighbouring lanes are neighbouring elements from `pointer` on; a mask
    /// may leave some out.
    inRow,
    /// The elements of the lanes are equally far apart, from `pointer` on.
    strided,
    /// `pointer` is a vector with a pointer for each lane.
    scattered
  };
  mlir::Value pointer;
  /// The type of what is loaded or stored.
  mlir::Type type;
  Kind kind = inRow;
  bool isWrite = false;
  /// If `kind` is `strided`: the bytes from one lane's element to the next
  /// lane's, and the number of lanes.
  mlir::Value stride = {}, length = {};
};

/// The access that `op` makes; nothing if `op` is no load or store that
/// `MemoryAccess` describes.
std::optional<MemoryAccess> accessOf(mlir::Operation *op);

/// The memory that the load or store `op` touches; nothing if `accessOf` gives
/// nothing.
std::optional<MemoryRange> memoryOf(mlir::Operation *op);

/// Whether `op` is an access (`accessOf`) that does not write.
bool isLoad(mlir::Operation *op);

} // namespace pirch

#endif // PIRCH_LIB_CODEGEN_MEMORYRANGE_H
