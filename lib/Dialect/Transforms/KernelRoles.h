//===- KernelRoles.h - Kernels beside a main kernel -------------*- C++ -*-===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_KERNELROLES_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_KERNELROLES_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// Give `form`, which belongs to no module, the role `role` and a name of its
/// own, `<kernel>.<suffix>` where that is free; put it behind `kernel` and have
/// `kernel` name it.
void attachForm(KernelOp kernel, KernelOp form, KernelRole role);

/// The kernel of role `single_group` that `kernel` names; null where it names
/// none.
KernelOp findSingleGroup(KernelOp kernel);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_KERNELROLES_H
