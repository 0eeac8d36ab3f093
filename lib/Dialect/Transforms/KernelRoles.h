//===- KernelRoles.h - Kernels beside a main kernel -------------*- C++ -*-===//
//
// How a kernel refers to its copies for other groups of a launch
// (`#pirch.role`).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_KERNELROLES_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_KERNELROLES_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// Insert `form`, which belongs to no module yet, after `kernel`, give it the
/// role `role`, which is not `main`, and a symbol that is not taken,
/// `<kernel>.<suffix>` if it is free, and have `kernel` refer to it.
void attachForm(KernelOp kernel, KernelOp form, KernelRole role);

/// The kernel of role `single_group` that `kernel` refers to; null if it refers
/// to none.
KernelOp findSingleGroup(KernelOp kernel);
/// The same of the roles `remainder` and `fallback`.
KernelOp findRemainder(KernelOp kernel);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_KERNELROLES_H
