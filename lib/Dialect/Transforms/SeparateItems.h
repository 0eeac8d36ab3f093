//===- SeparateItems.h - Kernels whose work items do not meet ---*- C++ -*-===//
//
// What passes ask that compute the work items of a launch in other groups than
// the launch has.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_SEPARATEITEMS_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_SEPARATEITEMS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <optional>

namespace pirch {

/// The other operand of a sum or product of two operands.
mlir::Value getOtherOperand(mlir::Operation *op, mlir::Value operand);

/// The products `wg_index * wg_size` of `kernel`, which is in work-item form,
/// if the indices of work groups and work items are used in global indices
/// alone: each product is added to `wi_index` and to nothing else.
std::optional<llvm::SmallVector<mlir::arith::MulIOp>>
findGlobalIndices(KernelOp kernel);

/// Whether the work items of `kernel`, which is in work-item form, meet nowhere
/// but in buffers. A kernel that asks for the number of groups passes only with
/// `mayAskForGroups`.
bool hasSeparateItems(KernelOp kernel, bool mayAskForGroups);

/// The type of which a chunk of `kernel`, which is in work-item form, holds as
/// many elements as a register: the widest type of floating-point numbers, or
/// without these of integers in buffers.
mlir::Type getWidestType(KernelOp kernel);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_SEPARATEITEMS_H
