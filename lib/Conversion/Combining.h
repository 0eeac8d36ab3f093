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

/// What combines with every value to that value.
mlir::TypedAttr getIdentity(mlir::Builder &builder, CombiningKind kind,
                            mlir::Type type);

bool isIntegerDivision(mlir::Operation *op);

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
