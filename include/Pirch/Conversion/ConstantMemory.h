//===- ConstantMemory.h - Constants in an object's data ---------*- C++ -*-===//
//
// Read-only arrays that compiled code refers to: tables of the source, and
// registers that a target loads instead of computing them.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_CONVERSION_CONSTANTMEMORY_H
#define PIRCH_CONVERSION_CONSTANTMEMORY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"

namespace pirch {

/// Create at `builder` the address (`!llvm.ptr`) of memory that holds `value`,
/// an array of one dimension whose elements take whole bytes. The memory is a
/// private constant of the module around the insertion point, of the innermost
/// one where there are several; equal constants of a module share it. It lies
/// in address space `space` and begins at a multiple of 64 bytes, the largest
/// vector that a machine loads at once.
mlir::Value createConstantMemory(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::DenseElementsAttr value,
                                 unsigned space = 0);

} // namespace pirch

#endif // PIRCH_CONVERSION_CONSTANTMEMORY_H
