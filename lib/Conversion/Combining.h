//===- Combining.h - What combinations and divisions become -----*- C++ -*-===//
//
// Rules that hold for vectors and for scalars of threads alike.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_COMBINING_H
#define PIRCH_LIB_CONVERSION_COMBINING_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/Builders.h"

namespace pirch {

/// Two scalars or vectors combined.
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

/// Integer division faults on lanes that nobody reads, or under a condition
/// that does not hold, and must not: a divisor of 0, or -1 under the least
/// dividend, becomes 1.
mlir::Value guardDivisor(mlir::OpBuilder &builder, mlir::Operation *op,
                         mlir::Value dividend, mlir::Value divisor);

/// An operation on infregs, done to some of their lanes: to operands that stand
/// for those of `op`.
mlir::Operation *createOnLanes(mlir::OpBuilder &builder, mlir::Operation *op,
                               mlir::ValueRange operands,
                               mlir::TypeRange resultTypes);

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_COMBINING_H
