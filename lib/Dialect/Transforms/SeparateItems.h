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

/// Replace the loads of variables of one element that are stored once, before
/// all loads, by what is stored.
void forwardSingleStores(KernelOp kernel);

/// Erase variables that are never read, and operations whose results are
/// unused: kernels often ask for indices that they do not use.
void eraseUnread(KernelOp kernel);

/// Whether each work item of `kernel`, whose variables are forwarded, loads
/// from buffers that the kernel writes only the elements that it stores itself.
bool ownsStores(KernelOp kernel);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_SEPARATEITEMS_H
