//===- IntegerConversions.h - Integers of other widths ----------*- C++ -*-===//
//
// Extensions and truncations of the integers of both forms: of infregs, which
// `pirch.convert` converts, and of scalars and vectors, which operations of
// `arith` do.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CODEGEN_INTEGERCONVERSIONS_H
#define PIRCH_LIB_CODEGEN_INTEGERCONVERSIONS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace pirch {

/// The width in bits of an integer, or of each lane of a vector or infreg of
/// integers.
unsigned getIntegerWidth(mlir::Type type);

/// `type`, an integer or a vector or infreg of integers, with integers of
/// `bits` bits.
mlir::Type withIntegerWidth(mlir::Type type, unsigned bits);

/// Whether `op`, which may be null, extends the lanes of its operand, as
/// numbers with a sign or without one.
bool isExtension(mlir::Operation *op, bool isSigned);
bool isTruncation(mlir::Operation *op);

/// The operand by the extension of which `value` was made; else null.
mlir::Value getExtended(mlir::Value value);

/// `value` extended to `type`, as a number with a sign or without one.
mlir::Value extendInteger(mlir::OpBuilder &builder, mlir::Type type,
                          mlir::Value value, bool isSigned);

/// The low `bits` bits of `value`, an integer, or a vector or infreg of
/// integers. Where `value` was extended from fewer bits, the other ones are
/// those of its extension.
mlir::Value toIntegerWidth(mlir::OpBuilder &builder, mlir::Value value,
                           unsigned bits);

} // namespace pirch

#endif // PIRCH_LIB_CODEGEN_INTEGERCONVERSIONS_H
