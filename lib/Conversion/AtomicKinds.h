//===- AtomicKinds.h - Atomic operations on one element ---------*- C++ -*-===//
//
// The scalar atomic operation of the LLVM dialect that each lane, or thread,
// makes. OpenCL C 1.2 orders nothing by its atomic functions, so that they are
// monotonic.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_ATOMICKINDS_H
#define PIRCH_LIB_CONVERSION_ATOMICKINDS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace pirch {

/// Combine the element at `place` with `value`; returns what it held before.
mlir::Value createAtomicRMW(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::arith::AtomicRMWKind kind, mlir::Value place,
                            mlir::Value value);

/// Write `value` to the element at `place` if it holds the bits of `expected`;
/// returns what it held before.
mlir::Value createAtomicCmpXchg(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::Value place, mlir::Value expected,
                                mlir::Value value);

/// As `createAtomicRMW` and `createAtomicCmpXchg`, for memory that no other
/// thread accesses.
mlir::Value createPlainRMW(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::arith::AtomicRMWKind kind, mlir::Value place,
                           mlir::Value value);
mlir::Value createPlainCmpXchg(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::Value place, mlir::Value expected,
                               mlir::Value value);

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_ATOMICKINDS_H
