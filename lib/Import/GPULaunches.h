//===- GPULaunches.h - What launches say of a kernel, and get to know -----===//
//
// Launches of kernels in a module of the gpu dialect, and what they say of the
// kernels.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_IMPORT_GPULAUNCHES_H
#define PIRCH_LIB_IMPORT_GPULAUNCHES_H

#include "GPUImporter.h"
#include "mlir/IR/SymbolTable.h"

namespace pirch {

/// The launches of `function` in the module around it.
llvm::SmallVector<mlir::gpu::LaunchFuncOp>
findLaunches(mlir::ModuleOp module, mlir::gpu::GPUFuncOp function);

/// The extents of the blocks of `function`, one for each dimension that the
/// kernel has; an error at the function where they are not known, or where two
/// places say different things. `given` are the extents that an option names.
mlir::FailureOr<Extents>
findBlockShape(mlir::gpu::GPUFuncOp function,
               llvm::ArrayRef<mlir::gpu::LaunchFuncOp> launches,
               const std::optional<Extents> &given);

/// Put `kernel`, which was made of `function`, into the module. The function
/// goes; where something launches it, a declaration takes its place and the
/// launches pass what `sources` say.
void replaceFunction(mlir::gpu::GPUFuncOp function, KernelOp kernel,
                     llvm::ArrayRef<mlir::gpu::LaunchFuncOp> launches,
                     llvm::ArrayRef<ParameterSource> sources,
                     mlir::SymbolTable &symbols);

} // namespace pirch

#endif // PIRCH_LIB_IMPORT_GPULAUNCHES_H
