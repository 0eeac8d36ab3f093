//===- PirchTransformOps.h - Choices for kernels as IR ----------*- C++ -*-===//
//
// The extension of MLIR's transform dialect with operations on kernels, and
// scripts of them.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_TRANSFORMOPS_PIRCHTRANSFORMOPS_H
#define PIRCH_DIALECT_TRANSFORMOPS_PIRCHTRANSFORMOPS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

#define GET_OP_CLASSES
#include "Pirch/Dialect/TransformOps/PirchTransformOps.h.inc"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace pirch {

/// Let the transform dialect have the operations `transform.pirch.*`.
void registerTransformDialectExtension(mlir::DialectRegistry &registry);

/// What a schedule says beside the choices that are in the kernels.
struct ScheduleValues {
  /// The limit of operations for unrolling, if it is not the pass's default.
  std::optional<int64_t> unroll;
  /// Known values, NAME=VALUE or INDEX=VALUE.
  llvm::ArrayRef<std::string> staged;
  /// What `#pirch.schedule` says where it is not -1.
  int64_t stream = -1;
};

/// Print a script of the transform dialect that chooses for the kernels of a
/// module what was chosen for `packed`, whose kernels were packed with
/// `record-schedule`.
void printSchedule(mlir::ModuleOp packed, const ScheduleValues &values,
                   llvm::raw_ostream &os);

/// Apply the script `text`, which messages call `name`, to the kernels of
/// `module`, in work-item form. Errors are reported through the module's
/// context.
mlir::LogicalResult applySchedule(mlir::ModuleOp module, llvm::StringRef text,
                                  llvm::StringRef name);

} // namespace pirch

#endif // PIRCH_DIALECT_TRANSFORMOPS_PIRCHTRANSFORMOPS_H
