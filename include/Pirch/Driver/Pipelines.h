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

namespace mlir {
class DialectRegistry;
class OpPassManager;
} // namespace mlir

namespace pirch {

struct PipelineOptions : PassOptions {
  /// Work groups per pack; 0 lets the cost model choose.
  int64_t wgPack = 0;
  /// With `lineTables`: whether only directives for another assembler say which
  /// lines code comes from (`Target::hasOwnAssembler`).
  bool onlyLineDirectives = false;
  /// Whether the module of functions that compute staged values is left beside
  /// the kernels.
  bool outlinesStagedValues = false;
};

/// The passes without which code is right as well, by their names on
/// pirch-opt's command line.
llvm::ArrayRef<llvm::StringLiteral> getOptionalPasses();

/// Kernels of other dialects to the work-item form. `shape` are the extents of
/// a group where a kernel does not say; empty: each kernel says.
/// `onlyKernel` is the one to convert; empty: all.
void buildImportPipeline(mlir::OpPassManager &manager,
                         llvm::ArrayRef<int64_t> shape = {},
                         llvm::StringRef onlyKernel = {});
/// Work-item form to InfReg form.
void buildFormPipeline(mlir::OpPassManager &manager,
                       const PipelineOptions &options);
/// InfReg form to packed form with lanes assigned.
void buildPackPipeline(mlir::OpPassManager &manager,
                       const PipelineOptions &options);
/// Packed form to functions over chunks, as the code generator of `target`, if
/// there is one, takes them.
void buildChunkPipeline(mlir::OpPassManager &manager,
                        const PipelineOptions &options,
                        TargetAttrInterface target = {});
/// Functions over chunks to the LLVM dialect, in which the code generator of
/// `target`, if there is one, takes them.
void buildLLVMPipeline(mlir::OpPassManager &manager,
                       const PipelineOptions &options,
                       TargetAttrInterface target = {});

/// Every dialect that PIRCH's forms of a kernel use, with their translations.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Every pass and pipeline of PIRCH, and the upstream ones they are used with.
void registerAllPasses();

} // namespace pirch

#endif // PIRCH_DRIVER_PIPELINES_H
