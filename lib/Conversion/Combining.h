//===- Combining.h - What combinations and divisions become -----*- C++ -*-===//
//
// How collectives combine values, and how operations on infregs are made on
// chunks: the same for vectors and for the scalars of threads.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_COMBINING_H
#define PIRCH_LIB_CONVERSION_COMBINING_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/Builders.h"

namespace pirch {

/// The scalars or vectors `a` and `b`, combined lane by lane.
mlir::Value combine(mlir::OpBuilder &builder, mlir::Location loc,
                    CombiningKind kind, mlir::Value a, mlir::Value b);

/// The value that combines with every `x` to `x`: -0 for sums of floating-point
/// values, NaN for their least and greatest, so that a work item which takes no
/// part changes nothing, also where all that take part hold NaN.
mlir::TypedAttr getIdentity(mlir::Builder &builder, CombiningKind kind,
                            mlir::Type type);

/// The value that an exclusive scan gives to a work item before which none
/// takes part, as OpenCL C says: +0 for sums, the infinities for the least and
/// the greatest of floating-point values, the identity otherwise.
mlir::TypedAttr getEmptyScan(mlir::Builder &builder, CombiningKind kind,
                             mlir::Type type);

/// The operation that does to one chunk what `op` does to infregs. `operands`
/// are the chunks of the operands of `op`.
mlir::Operation *createOnLanes(mlir::OpBuilder &builder, mlir::Operation *op,
                               mlir::ValueRange operands,
                               mlir::TypeRange resultTypes);

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_COMBINING_H
