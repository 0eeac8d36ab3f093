//===- ChunkArithmetic.h - Which operations compute -------------*- C++ -*-===//
//
// Which operations of a function over chunks compute, as passes of this folder
// count them.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CODEGEN_CHUNKARITHMETIC_H
#define PIRCH_LIB_CODEGEN_CHUNKARITHMETIC_H

#include "Pirch/Dialect/IR/ElementwiseModel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace pirch {

/// Whether `op` is arithmetic on chunks, as opposed to addresses, constants and
/// what moves lanes.
inline bool isChunkArithmetic(mlir::Operation *op) {
  return isArithmetic(op) && op->getNumResults() == 1 &&
         op->getNumOperands() > 0 &&
         mlir::isa<mlir::VectorType>(op->getResult(0).getType());
}

} // namespace pirch

#endif // PIRCH_LIB_CODEGEN_CHUNKARITHMETIC_H
