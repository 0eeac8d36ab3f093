//===- Compilation.cpp - One compilation ----------------------------------===//

#include "Compilation.h"
#include "DescribeKernels.h"
#include "MissedRemarks.h"
#include "Pirch/Analysis/BufferExtents.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Driver/ImportMLIR.h"
#include "Pirch/Frontend/Frontend.h"
#include "llvm/Linker/Linker.h"

using namespace mlir;
using namespace pirch;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registerAllDialects(registry);
  return registry;
}

Compilation::Compilation(const CompileOptions &options, llvm::raw_ostream &diag)
    : options(options), diag(diag),
      context(makeRegistry(), MLIRContext::Threading::DISABLED),
      handler(&context, [&](Diagnostic &diagnostic) { report(diagnostic); }) {
  context.loadAllAvailableDialects();
  if (options.printIRAfterAll)
    context.printOpOnDiagnostic(false);
}

llvm::Expected<Plan> Compilation::prepare(llvm::StringRef emit) {
  if (llvm::Error error = enableMissedRemarks(context, options.missedRemarks,
                                              options.remarksFile))
    return error;
  return makePlan(options, emit, context);
}

void Compilation::report(Diagnostic &diagnostic) {
  if (auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    diag << loc.getFilename().getValue() << ':' << loc.getLine() << ':'
         << loc.getColumn() << ": ";
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    diag << "error: ";
    break;
  case DiagnosticSeverity::Warning:
    diag << "warning: ";
    break;
  default:
    diag << "remark: ";
  }
  diag << diagnostic << '\n';
}

LogicalResult
Compilation::runStage(ModuleOp module,
                      llvm::function_ref<void(OpPassManager &)> build,
                      bool isWatched) {
  PassManager manager(&context);
  if (isWatched && options.printIRAfterAll)
    manager.enableIRPrinting([](Pass *, Operation *) { return false; },
                             [](Pass *, Operation *) { return true; },
                             /*printModuleScope=*/true,
                             /*printAfterOnlyOnChange=*/false);
  if (isWatched && options.timing)
    manager.enableTiming();
  build(manager);
  if (isWatched && options.instrument)
    options.instrument(manager);
  return manager.run(module);
}

static std::string printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

llvm::Expected<CompileResult>
Compilation::run(llvm::StringRef source, llvm::StringRef fileName,
                 llvm::StringRef emit, const Plan &plan,
                 llvm::LLVMContext &llvmContext,
                 std::unique_ptr<llvm::Module> &llvmModule,
                 std::unique_ptr<llvm::TargetMachine> &machine) {
  SourceOptions sourceOptions = options;
  sourceOptions.wgShape = options.getGroupShape();
  OwningOpRef<ModuleOp> module =
      isMLIRSource(fileName)
          ? importMLIR(source, fileName, sourceOptions, context)
          : importOpenCL(source, fileName, sourceOptions, context, diag);
  if (!module)
    return makeError("compilation failed");
  CompileResult result;
  result.kernels = describeKernels(*module);
  if (llvm::any_of(result.kernels, lacksElements)) {
    if (failed(countElements(*module, plan, result.kernels, sourceOptions)))
      return makeError("compilation failed");
    module = importOpenCL(source, fileName, sourceOptions, context, diag);
    if (!module)
      return makeError("compilation failed");
    result.kernels = describeKernels(*module);
  }
  result.launchNotes = plan.target->getLaunchNotes().str();
  nameFunctions(*module, result.kernels);
  if (emit == kEmitWorkItem) {
    result.output = printModule(*module);
    return result;
  }
  for (KernelOp kernel : module->getOps<KernelOp>())
    kernel->setAttr("target", plan.attribute);
  using Build = llvm::function_ref<void(OpPassManager &)>;
  auto form = [&](OpPassManager &manager) {
    buildFormPipeline(manager, plan.pipeline);
  };
  auto pack = [&](OpPassManager &manager) {
    buildPackPipeline(manager, plan.pipeline);
  };
  auto chunk = [&](OpPassManager &manager) {
    buildChunkPipeline(manager, plan.pipeline, plan.attribute);
  };
  for (auto [output, build] : {std::pair(kEmitInfReg, Build(form)),
                               std::pair(kEmitPacked, Build(pack)),
                               std::pair(kEmitChunks, Build(chunk))}) {
    if (failed(runStage(*module, build)))
      return makeError("compilation failed");
    if (output == kEmitInfReg) {
      describeExtents(*module, result.kernels);
      stagedFunctions = takeStagedFunctions(*module, result.kernels);
    }
    if (output == kEmitPacked)
      describeChoices(*module, result.kernels);
    if (emit == output) {
      result.output = printModule(*module);
      return result;
    }
  }
  if (failed(runStage(*module, [&](OpPassManager &manager) {
        buildLLVMPipeline(manager, plan.pipeline, plan.attribute);
      })))
    return makeError("compilation failed");
  if (llvm::Error error =
          makeLLVM(*module, plan, llvmContext, llvmModule, machine))
    return error;
  plan.target->describeLaunch(*llvmModule, plan.attribute, result.kernels);
  return result;
}

/// Find out how many elements of each buffer in a compact layout a group has,
/// by the accesses of kernels that were imported without layouts.
LogicalResult Compilation::countElements(ModuleOp module, const Plan &plan,
                                         llvm::ArrayRef<KernelInfo> kernels,
                                         SourceOptions &sourceOptions) {
  for (KernelOp kernel : module.getOps<KernelOp>())
    kernel->setAttr("target", plan.attribute);
  PipelineOptions quiet = plan.pipeline;
  quiet.loopRemarks = quiet.reorderRemarks = quiet.registerRemarks =
      quiet.memoryRemarks = quiet.missedRemarks = false;
  if (failed(runStage(
          module,
          [&](OpPassManager &manager) { buildFormPipeline(manager, quiet); },
          /*isWatched=*/false)))
    return failure();
  for (const KernelInfo &info : kernels)
    for (auto [index, param] : llvm::enumerate(info.params)) {
      if (!param.compactGroups || param.compactElements)
        continue;
      auto kernel = module.lookupSymbol<KernelOp>(info.name);
      auto extent = findBufferExtent(kernel, index);
      if (!extent || extent->constant > 0 || extent->perGroup < 1)
        return mlir::emitError(kernel.getLoc())
               << "not supported yet: a compact layout of '" << param.name
               << "', of which kernel '" << info.name
               << "' accesses elements that are not known at compile time or "
                  "are not its group's; --layout="
               << param.name << "=compact:" << param.compactGroups
               << ":ELEMENTS says how many a group has";
      sourceOptions.compactElements[{info.name, param.name}] = extent->perGroup;
    }
  return success();
}

/// Make optimized LLVM IR for the machine of the plan.
llvm::Error
Compilation::makeLLVM(ModuleOp module, const Plan &plan,
                      llvm::LLVMContext &llvmContext,
                      std::unique_ptr<llvm::Module> &llvmModule,
                      std::unique_ptr<llvm::TargetMachine> &machine) {
  auto created = createTargetMachine(plan.attribute);
  if (!created)
    return created.takeError();
  machine = std::move(*created);
  auto translated =
      translateToLLVM(module, plan.attribute, *machine, llvmContext);
  if (!translated)
    return translated.takeError();
  llvmModule = std::move(*translated);
  if (llvm::Error error = linkStagedFunctions(plan, *llvmModule, *machine))
    return error;
  plan.target->prepareModule(*llvmModule, *machine, options.targetOptions);
  optimize(*llvmModule, plan.attribute, *machine,
           plan.target->getOptimizerOptions(options.targetOptions));
  return llvm::Error::success();
}

/// Add the functions that compute staged values to the module of the kernels.
llvm::Error Compilation::linkStagedFunctions(const Plan &plan,
                                             llvm::Module &kernels,
                                             llvm::TargetMachine &machine) {
  if (!stagedFunctions)
    return llvm::Error::success();
  if (failed(runStage(*stagedFunctions, [&](OpPassManager &manager) {
        manager.addPass(createExpandMath());
        buildLLVMPipeline(manager, plan.pipeline, plan.attribute);
      })))
    return makeError("compilation failed");
  auto translated = translateToLLVM(*stagedFunctions, plan.attribute, machine,
                                    kernels.getContext());
  if (!translated)
    return translated.takeError();
  if (llvm::Linker::linkModules(kernels, std::move(*translated)))
    return makeError("the functions of staged values cannot be linked");
  return llvm::Error::success();
}
