//===- ScalarSlices.h - Values that are computed again elsewhere *- C++ -*-===//
//
// Which values can be computed at another place of a kernel, since pure
// operations make them of values that are known there, and the copies of these
// operations. A slice of a value is the operations that it is computed by, back
// to such inputs.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_SCALARSLICES_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_SCALARSLICES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace pirch {

/// Whether `value` is a scalar that is computed from the kernel's parameters
/// alone, so that it is the same for all groups.
bool isOfParameters(mlir::Value value);

/// The value that `value` extends to more bits or to an index, through any
/// number of such operations; `value` if it extends none.
mlir::Value skipExtensions(mlir::Value value);

/// Whether `buffer` is a parameter that the kernel, in work-item form, only
/// loads from. What other parameters point to does not overlap it, so that each
/// of its elements is the same whenever it is loaded.
bool isOnlyLoaded(mlir::Value buffer);

/// Whether `value` is computed, by operations without regions that are pure,
/// from values for which `isInput` holds.
bool isComputedFrom(mlir::Value value,
                    llvm::function_ref<bool(mlir::Value)> isInput);

/// `value`, computed where `builder` is: what `mapping` has for it, `value`
/// itself where `isInput` holds or it is a block's argument, or else the result
/// of a copy of its operation, which is entered into `mapping`.
mlir::Value computeAgain(mlir::Value value, mlir::OpBuilder &builder,
                         mlir::IRMapping &mapping,
                         llvm::function_ref<bool(mlir::Value)> isInput);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_SCALARSLICES_H
