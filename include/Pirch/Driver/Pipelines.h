//===- Pipelines.h - Registration and the named pipelines -------*- C++ -*-===//
//
// Which passes run in which order, and the registration of everything that a
// tool which reads PIRCH's IR needs. This library does not need Clang.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DRIVER_PIPELINES_H
#define PIRCH_DRIVER_PIPELINES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Driver/PassOptions.h"
#include <optional>

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace pirch {

struct PipelineOptions : PassOptions {
  /// The number of work groups of a pack; 0 lets the cost model choose.
  int64_t wgPack = 0;
  /// The number of operations up to which a loop is unrolled, if it is not the
  /// default of `pirch-vectorize-work-items`.
  std::optional<int64_t> unrollBudget;
  /// The number of registers that `pirch-spill-registers` leaves to vectors; 0
  /// lets the target say.
  int64_t vectorRegisters = 0;
  /// Whether packed kernels say in their `schedule` what was chosen.
  bool recordsSchedule = false;
  /// With `lineTables`: whether only directives for another assembler say which
  /// lines code comes from (`Target::hasOwnAssembler`).
  bool onlyLineDirectives = false;
  /// Whether the module of functions that compute staged values is left beside
  /// the kernels.
  bool outlinesStagedValues = false;
};

/// The names, as on pirch-opt's command line, of the passes that code is
/// correct without.
llvm::ArrayRef<llvm::StringLiteral> getOptionalPasses();

/// Add passes that take kernels of other dialects to the work-item form.
/// `shape` gives the extents of a group for kernels that do not say; it may be
/// empty if each kernel does. Only the kernel named `onlyKernel` is converted,
/// or every kernel if that is empty.
void buildImportPipeline(mlir::OpPassManager &manager,
                         llvm::ArrayRef<int64_t> shape = {},
                         llvm::StringRef onlyKernel = {});
/// Add passes that take operations of linalg and loops over a batch, on tensors
/// or memrefs, to kernels in work-item form and launches of them. What does not
/// fit is left, on memrefs.
void buildLinalgPipeline(mlir::OpPassManager &manager);
/// Add passes that take the work-item form to the InfReg form.
void buildFormPipeline(mlir::OpPassManager &manager,
                       const PipelineOptions &options);
/// Add passes that take the InfReg form to the packed form with lanes assigned.
void buildPackPipeline(mlir::OpPassManager &manager,
                       const PipelineOptions &options);
/// Add passes that take the packed form to functions over chunks, or to
/// programs of threads, with the optimizations and the passes of `target`
/// (null: without those of a target).
void buildChunkPipeline(mlir::OpPassManager &manager,
                        const PipelineOptions &options,
                        TargetAttrInterface target = {});
/// Add passes that take functions over chunks, or programs of threads, to the
/// LLVM dialect, as the code generator for `target` (or null) takes it.
void buildLLVMPipeline(mlir::OpPassManager &manager,
                       const PipelineOptions &options,
                       TargetAttrInterface target = {});

/// Register every dialect that PIRCH's forms of a kernel use, with the
/// translations of these dialects to LLVM IR, and those of programs from which
/// kernels are imported, with what their conversion to memrefs needs.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Register every pass and pipeline of PIRCH, and the passes of MLIR that tests
/// use with them.
void registerAllPasses();

} // namespace pirch

#endif // PIRCH_DRIVER_PIPELINES_H
