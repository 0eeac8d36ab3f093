//===- Divisors.h - What is known of integer divisions ----------*- C++ -*-===//
//
// The rules of integer division that passes and conversions share: which
// divisors are known, and what is divided by instead of a divisor that traps.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_DIVISORS_H
#define PIRCH_ANALYSIS_DIVISORS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/APInt.h"
#include <optional>

namespace pirch {

/// Whether `op` divides integers, or computes the remainder of a division.
bool isIntegerDivision(mlir::Operation *op);

/// The divisor to use for the integer division `op`. A lane that nobody reads,
/// or that a condition excludes, is divided as well and must not trap: where
/// the divisor is 0, or -1 and the dividend the least integer, it is 1.
mlir::Value guardDivisor(mlir::OpBuilder &builder, mlir::Operation *op,
                         mlir::Value dividend, mlir::Value divisor);

} // namespace pirch

#endif // PIRCH_ANALYSIS_DIVISORS_H
