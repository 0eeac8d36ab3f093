//===- KernelForms.h - What each form of a kernel may hold ------*- C++ -*-===//
//
// The verifiers accept any mix of dialects in a kernel. Passes do not: each
// checks first that the kernel has the form it works on.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_KERNELFORMS_H
#define PIRCH_DIALECT_IR_KERNELFORMS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace pirch {

/// Check that a kernel is in work-item form, the program of one WI: scalars,
/// variables, C's control flow. The error names an operation that does not
/// belong to it.
mlir::LogicalResult checkWorkItemForm(KernelOp kernel);

/// Whether no operation of the kernel computes with infregs: whether it is the
/// program of one WI, which `checkWorkItemForm` may still refuse.
bool isWorkItemForm(KernelOp kernel);

/// Check that a kernel is in InfReg form, SSA over infregs, packed or not. The
/// error names an operation that does not belong to it.
mlir::LogicalResult checkInfRegForm(KernelOp kernel);

/// Launches of at most so many work items are computed in rows of work items
/// (`whole_kernel`): kernels of rows hold the number of a work item in 32 bits.
constexpr int64_t kMostItemsInRows = int64_t(1) << 31;

/// The symbols of the kernels of `module` that other ones name as their
/// `whole_kernel`. They run only where those leave a launch to them.
llvm::StringSet<> findWholeKernels(mlir::ModuleOp module);

} // namespace pirch

#endif // PIRCH_DIALECT_IR_KERNELFORMS_H
