//===- ImportMLIR.cpp - Kernels from files of MLIR ------------------------===//

#include "Pirch/Driver/ImportMLIR.h"
#include "Pirch/Driver/Pipelines.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace pirch;

bool pirch::isMLIRSource(llvm::StringRef fileName) {
  return fileName.ends_with(".mlir");
}

/// Keep the kernels that are asked for and nothing else.
static LogicalResult keepKernels(ModuleOp module, StringRef onlyKernel) {
  for (Operation &op : llvm::make_early_inc_range(*module.getBody())) {
    auto kernel = dyn_cast<KernelOp>(op);
    if (!kernel || (!onlyKernel.empty() && kernel.getSymName() != onlyKernel))
      op.erase();
  }
  if (!module.getBody()->empty())
    return success();
  return onlyKernel.empty() ? module.emitError("no kernel in this file")
                            : module.emitError("no kernel '")
                                  << onlyKernel << "' in this file";
}

/// Whether kernels are to be taken from operations of linalg and from loops:
/// where the module has such operations, or no kernel of another kind. Loops in
/// a program that launches kernels are the host's.
static bool isProgram(ModuleOp module) {
  bool hasLinalg = false, hasKernels = false;
  module.walk([&](Operation *op) {
    hasLinalg |= isa_and_nonnull<linalg::LinalgDialect>(op->getDialect());
    hasKernels |=
        isa_and_nonnull<gpu::GPUDialect, PirchDialect>(op->getDialect());
  });
  return hasLinalg || !hasKernels;
}

OwningOpRef<ModuleOp> pirch::importMLIR(StringRef source, StringRef fileName,
                                        const SourceOptions &options,
                                        MLIRContext &context) {
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(source, &context, fileName);
  if (!module)
    return {};
  if (options.globalOffset) {
    module->emitError("not supported: a global offset for kernels in MLIR");
    return {};
  }
  PassManager manager(&context);
  if (isProgram(*module))
    buildLinalgPipeline(manager);
  buildImportPipeline(manager, options.wgShape, options.onlyKernel);
  if (failed(manager.run(*module)) ||
      failed(keepKernels(*module, options.onlyKernel)))
    return {};
  return module;
}

/// `diagnostic` in a line, behind its place in the source.
static std::string printDiagnostic(const Diagnostic &diagnostic) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn() << ": ";
  os << diagnostic.str();
  return text;
}

llvm::Expected<Extents>
pirch::findMLIRGroupShape(StringRef source, StringRef fileName,
                          const SourceOptions &options, std::string &problem) {
  DialectRegistry registry;
  registerAllDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  std::string error;
  ScopedDiagnosticHandler silence(&context, [&](Diagnostic &diagnostic) {
    if (error.empty() && diagnostic.getSeverity() == DiagnosticSeverity::Error)
      error = printDiagnostic(diagnostic);
    return success();
  });
  SourceOptions unknown = options;
  unknown.wgShape.clear();
  OwningOpRef<ModuleOp> module = importMLIR(source, fileName, unknown, context);
  Extents shape;
  if (!module) {
    problem = error;
    return shape;
  }
  for (KernelOp kernel : module->getOps<KernelOp>()) {
    Extents own = {static_cast<int64_t>(kernel.getWgSize())};
    if (std::optional<ArrayRef<int64_t>> extents = kernel.getWgShape())
      own = Extents(*extents);
    if (!shape.empty() && shape != own)
      return llvm::createStringError(
          "the kernels of this file have different work groups, of " +
          printExtents(shape) + " and of " + printExtents(own) +
          " work items: compile one by its name (--kernel)");
    shape = own;
  }
  return shape;
}
