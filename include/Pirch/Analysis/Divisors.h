//===- Divisors.h - What is known of integer divisions ----------*- C++ -*-===//

#ifndef PIRCH_ANALYSIS_DIVISORS_H
#define PIRCH_ANALYSIS_DIVISORS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/APInt.h"
#include <optional>

namespace pirch {

/// Whether `op` divides integers, or computes the remainder of a division.
bool isIntegerDivision(mlir::Operation *op);

/// The constant that `divisor`, an integer or a vector of integers, is in all
/// lanes; nothing if it is not known or differs between lanes.
std::optional<llvm::APInt> getKnownDivisor(mlir::Value divisor);

} // namespace pirch

#endif // PIRCH_ANALYSIS_DIVISORS_H
