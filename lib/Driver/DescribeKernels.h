//===- DescribeKernels.h - What callers must know of kernels ----*- C++ -*-===//
//
// Fills in `KernelInfo` stage by stage, as a compilation finds things out. What
// targets know of launches, they add themselves (`Target::describeLaunch`).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DRIVER_DESCRIBEKERNELS_H
#define PIRCH_LIB_DRIVER_DESCRIBEKERNELS_H

#include "Pirch/CInterface/Kernel.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace pirch {

/// The kernels of a module in work-item form: their names, groups and
/// parameters.
std::vector<KernelInfo> describeKernels(mlir::ModuleOp module);

/// Whether a kernel was imported without the layouts of its buffers, since the
/// number of elements of a group is not known.
bool lacksElements(const KernelInfo &kernel);

/// Choose the names of the kernels' C functions, and give the kernels of the
/// module these names.
void nameFunctions(mlir::ModuleOp module, std::vector<KernelInfo> &kernels);

/// Note in `kernels` how many elements of its buffers each kernel of a module
/// in InfReg form accesses.
void describeExtents(mlir::ModuleOp module, std::vector<KernelInfo> &kernels);

/// Take the functions that compute staged values out of a module in InfReg
/// form, give them their final names, and note in `kernels` what they compute.
/// Null if there are none.
mlir::OwningOpRef<mlir::ModuleOp>
takeStagedFunctions(mlir::ModuleOp module, std::vector<KernelInfo> &kernels);

/// Note in `kernels` the pack, the lane order and the estimated cost of each
/// kernel of a module in packed form.
void describeChoices(mlir::ModuleOp module, std::vector<KernelInfo> &kernels);

} // namespace pirch

#endif // PIRCH_LIB_DRIVER_DESCRIBEKERNELS_H
