//===- KernelFunction.h - The function that a kernel becomes ----*- C++ -*-===//
//
// The functions that packed kernels become: their declarations, and the
// function of a grid kernel that goes through the rows. Bodies are made by the
// emitters.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_KERNELFUNCTION_H
#define PIRCH_LIB_CONVERSION_KERNELFUNCTION_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace pirch {

/// Insert a function without a body before `kernel`. Its parameters are those
/// of the kernel, the first group to compute, and the number of groups.
mlir::func::FuncOp declareFunction(KernelOp kernel);

/// Let a function be seen in its module only.
void makeInternal(mlir::func::FuncOp function);

/// The groups of a row of a kernel that computes rows: of a grid of `extents`
/// groups along each dimension, or as many as `row_groups` says.
mlir::Value getRowWidth(mlir::OpBuilder &builder, KernelOp kernel,
                        mlir::ValueRange extents);

/// The parameters of a kernel that say which row it computes, for row number
/// `row`: in a grid of `extents` groups along each dimension the row's index
/// along y, and along z where there are three dimensions.
llvm::SmallVector<mlir::Value> splitRow(mlir::OpBuilder &builder,
                                        KernelOp kernel, mlir::Value row,
                                        mlir::ValueRange extents);

/// Let `row`, the function of a grid kernel, be an internal function, and give
/// its name to a new one without parameters for the row, which calls it for
/// each row of the groups that it is called for. Groups are numbered along x
/// first, then along y and z. Returns the new function.
mlir::func::FuncOp addGridFunction(KernelOp kernel, mlir::func::FuncOp row);

/// Let `itemRow`, the function of a grid kernel that computes parts of rows of
/// work items, be an internal function, and give its name to a new one, which
/// takes groups of the launch in one row of the grid, and calls it for each row
/// of work items that they have. Returns the new function.
mlir::func::FuncOp addItemRowsFunction(KernelOp kernel,
                                       mlir::func::FuncOp itemRow);

/// Let `parts`, the function of a kernel that computes parts of groups, be an
/// internal function, and give its name to a new one, which takes groups of the
/// launch and calls it for their parts. Returns the new function.
mlir::func::FuncOp addGroupFunction(KernelOp kernel, mlir::func::FuncOp parts);

/// Let `row`, the function of a kernel that computes rows of work items, be an
/// internal function, and give its name to a new one, which takes groups of the
/// launch, of `itemsOfGroup` work items each, and calls `row` for each row that
/// they have work items of. Where rows are shorter than a group of `kernel`,
/// where the number of a work item in the launch or a product that `kernel`
/// takes to be exact does not fit into 31 bits, it calls `whole` instead, which
/// becomes an internal function. Returns the new function.
mlir::func::FuncOp addRowsFunction(KernelOp kernel, mlir::func::FuncOp row,
                                   mlir::func::FuncOp whole,
                                   int64_t itemsOfGroup);

/// Append a GPU kernel with an empty body to `device`. Its parameters are those
/// of `kernel`, but for a grid kernel's row, the first group to compute, and
/// the number of groups.
mlir::gpu::GPUFuncOp declareGPUFunction(KernelOp kernel,
                                        mlir::gpu::GPUModuleOp device);

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_KERNELFUNCTION_H
