//===- ExactArithmetic.h - Integers that do not wrap around -----*- C++ -*-===//
//
// Addresses are simplified in the arithmetic of 64 bits. What an operation on
// fewer bits computes is the same number only if it does not wrap around there.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_EXACTARITHMETIC_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_EXACTARITHMETIC_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"

namespace pirch {

/// Whether the sum, difference or product `op`, of integers or of infregs of
/// integers, is what it would be in 64 bits: because it is of 64 bits or of
/// indices, or because it says of itself that it does not wrap around.
inline bool isExact(mlir::Operation *op) {
  mlir::Type type = mlir::getElementTypeOrSelf(op->getResult(0).getType());
  if (type.isIndex() || type.isInteger(64))
    return true;
  auto flags =
      mlir::dyn_cast<mlir::arith::ArithIntegerOverflowFlagsInterface>(op);
  return flags && flags.hasNoSignedWrap();
}

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_EXACTARITHMETIC_H
