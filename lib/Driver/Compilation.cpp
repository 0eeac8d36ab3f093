//===- Compilation.cpp - One compilation ----------------------------------===//

#include "Compilation.h"
#include "ChoiceRefinement.h"
#include "DescribeKernels.h"
#include "MissedRemarks.h"
#include "Pirch/Analysis/BufferExtents.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Analysis/LaneDrawing.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/CodeLimit.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/TransformOps/PirchTransformOps.h"
#include "Pirch/Driver/ImportMLIR.h"
#include "Pirch/Driver/TimeLimit.h"
#include "Pirch/Frontend/Frontend.h"
#include "Pirch/Support/CompileHostC.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/ScopeExit.h"
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
  isTooLarge |= isCodeLimitError(diagnostic);
  llvm::raw_string_ostream text(held);
  llvm::raw_ostream &out =
      isHolding ? static_cast<llvm::raw_ostream &>(text) : diag;
  if (auto loc = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    out << loc.getFilename().getValue() << ':' << loc.getLine() << ':'
        << loc.getColumn() << ": ";
  switch (diagnostic.getSeverity()) {
  case DiagnosticSeverity::Error:
    out << "error: ";
    break;
  case DiagnosticSeverity::Warning:
    out << "warning: ";
    break;
  default:
    out << "remark: ";
  }
  out << diagnostic << '\n';
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
  // To verify the module after each pass takes a sixth of the time. Who looks
  // at single passes wants to know which one broke it.
  bool looksAtPasses =
      isWatched && (options.printIRAfterAll || options.instrument);
  manager.enableVerifier(looksAtPasses);
  if (isWatched && options.instrument)
    options.instrument(manager);
  if (failed(manager.run(module)))
    return failure();
  return looksAtPasses ? success() : verify(module);
}

/// Ways to compile a kernel, each of which makes less code than the one before:
/// with packs of one group, and with fewer loops unrolled.
static std::vector<PipelineOptions> getAttempts(const PipelineOptions &asked) {
  std::vector<PipelineOptions> attempts = {asked};
  PipelineOptions smaller = asked;
  if (smaller.wgPack == 0) {
    smaller.wgPack = 1;
    attempts.push_back(smaller);
  }
  smaller.unrollBudget = 100;
  attempts.push_back(smaller);
  return attempts;
}

/// Options for a module that only serves to find something out.
static PipelineOptions getQuietOptions(PipelineOptions options) {
  options.loopRemarks = options.reorderRemarks = options.registerRemarks =
      options.memoryRemarks = options.missedRemarks = false;
  options.remarksFile.clear();
  options.recordsSchedule = false;
  return options;
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
  if (isMLIRSource(fileName) && !options.kernelShapes.empty())
    return makeError("not supported yet: --wg-size=NAME=" +
                     printExtents(options.kernelShapes.begin()->second) +
                     " with a source in MLIR; compile the kernel alone "
                     "(--kernel=NAME) with --wg-size");
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
  if (auto kernels = module->getOps<KernelOp>(); !kernels.empty())
    TimeLimit::setPlace((*kernels.begin()).getLoc());
  for (KernelOp kernel : module->getOps<KernelOp>())
    kernel->setAttr("target", plan.attribute);
  if (!options.schedule.empty() &&
      failed(applySchedule(*module, options.schedule, options.scheduleFile)))
    return makeError("compilation failed");
  if (failed(lowerWithinLimits(module, emit, plan, result)))
    return makeError("compilation failed");
  if (!result.output.empty())
    return result;
  if (llvm::Error error =
          makeLLVM(*module, plan, llvmContext, llvmModule, machine))
    return error;
  plan.target->describeLaunch(*llvmModule, plan.attribute, result.kernels);
  return result;
}

/// Take the module from the work-item form to the output `emit`, or to the LLVM
/// dialect. What `emit` names is left in `result.output`.
LogicalResult Compilation::lower(ModuleOp module, llvm::StringRef emit,
                                 const PipelineOptions &pipeline,
                                 const Plan &plan, CompileResult &result) {
  using Stage = llvm::function_ref<LogicalResult()>;
  auto form = [&]() {
    return runStage(module, [&](OpPassManager &manager) {
      buildFormPipeline(manager, pipeline);
    });
  };
  auto packed = [&]() { return pack(module, pipeline, plan, result.kernels); };
  auto chunk = [&]() {
    return runStage(module, [&](OpPassManager &manager) {
      buildChunkPipeline(manager, pipeline, plan.attribute);
    });
  };
  std::string schedule;
  for (auto [output, run] : {std::pair(kEmitInfReg, Stage(form)),
                             std::pair(kEmitPacked, Stage(packed)),
                             std::pair(kEmitChunks, Stage(chunk))}) {
    if (failed(run()))
      return failure();
    isFormed = true;
    if (output == kEmitInfReg) {
      describeExtents(module, result.kernels);
      stagedFunctions = takeStagedFunctions(module, result.kernels);
    }
    if (output == kEmitPacked)
      describeChoices(module, result.kernels);
    // Whether code of this choice is too large shows only when it is made.
    if (output == kEmitPacked && emit == kEmitSchedule) {
      llvm::raw_string_ostream os(schedule);
      printSchedule(
          module,
          {pipeline.unrollBudget, pipeline.stagedValues, pipeline.streamBytes},
          os);
    }
    if (output == kEmitChunks && emit == kEmitSchedule) {
      result.output = schedule;
      return success();
    }
    if (output == kEmitPacked && emit == kEmitLanes) {
      llvm::raw_string_ostream os(result.output);
      drawLanes(module, os);
      return success();
    }
    if (emit == output) {
      result.output = printModule(module);
      return success();
    }
  }
  return runStage(module, [&](OpPassManager &manager) {
    buildLLVMPipeline(manager, pipeline, plan.attribute);
  });
}

/// Take the module from the InfReg form to the packed form.
LogicalResult Compilation::pack(ModuleOp module,
                                const PipelineOptions &pipeline,
                                const Plan &plan,
                                llvm::ArrayRef<KernelInfo> kernels) {
  bool isScheduled =
      llvm::any_of(module.getOps<KernelOp>(), [](KernelOp kernel) {
        return kernel.getScheduleAttr() && kernel.getScheduleAttr().getPacks();
      });
  bool isRefined = pipeline.comparedChoices && pipeline.wgPack == 0 &&
                   pipeline.laneOrder == "auto" && !isScheduled &&
                   plan.target->predictsCycles();
  if (isRefined) {
    ScopedDiagnosticHandler silent(&context,
                                   [](Diagnostic &) { return success(); });
    auto runPasses = [&](ModuleOp trial,
                         llvm::function_ref<void(OpPassManager &)> build) {
      return runStage(trial, build, /*isWatched=*/false);
    };
    auto predict = [&](OwningOpRef<ModuleOp> trial) {
      return predictCycles(*trial, pipeline, plan, kernels);
    };
    ChoiceRefinement(runPasses, predict, pipeline.comparedChoices).run(module);
  }
  if (failed(runStage(module, [&](OpPassManager &manager) {
        buildPackPipeline(manager, pipeline);
      })))
    return failure();
  if (isRefined && !pipeline.recordsSchedule)
    for (KernelOp kernel : module.getOps<KernelOp>())
      setPacks(kernel, {});
  return success();
}

/// Take the bodies from packed kernels that compute only what main kernels
/// leave to them. The cycles of the main kernels' loops do not depend on them.
static void emptyOtherKernels(ModuleOp packed) {
  llvm::StringSet<> whole = findWholeKernels(packed);
  for (KernelOp kernel : packed.getOps<KernelOp>()) {
    if (kernel.hasRole(KernelRole::main) &&
        !whole.contains(kernel.getSymName()))
      continue;
    Block &body = kernel.getBody().front();
    while (Operation *last = body.getTerminator()->getPrevNode())
      last->erase();
    kernel.removeRemainderAttr();
  }
}

/// The cycles for a group of kernels in InfReg form, by their names; infinitely
/// many where the code is too large to look at. Kernels of which they are not
/// known, or of which no code can be made, are left out.
std::map<std::string, double>
Compilation::predictCycles(ModuleOp formed, const PipelineOptions &pipeline,
                           const Plan &plan, std::vector<KernelInfo> kernels) {
  PipelineOptions quiet = getQuietOptions(pipeline);
  if (failed(runStage(
          formed,
          [&](OpPassManager &manager) { buildPackPipeline(manager, quiet); },
          /*isWatched=*/false)))
    return {};
  emptyOtherKernels(formed);
  describeChoices(formed, kernels);
  if (failed(runStage(
          formed,
          [&](OpPassManager &manager) {
            buildChunkPipeline(manager, quiet, plan.attribute);
            buildLLVMPipeline(manager, quiet, plan.attribute);
          },
          /*isWatched=*/false)))
    return {};
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> llvmModule;
  std::unique_ptr<llvm::TargetMachine> machine;
  if (llvm::Error error =
          translate(formed, plan, llvmContext, llvmModule, machine)) {
    llvm::consumeError(std::move(error));
    return {};
  }
  std::map<std::string, double> known;
  if (!optimizeIfSmall(*llvmModule, plan, *machine)) {
    for (const KernelInfo &kernel : kernels)
      known[kernel.symbol] = std::numeric_limits<double>::infinity();
    return known;
  }
  CodeToEmit code{*llvmModule,           *machine,
                  plan.attribute,        kernels,
                  options.targetOptions, {compileHostC, declareInC}};
  auto cycles = plan.target->predictCycles(code);
  if (!cycles) {
    llvm::consumeError(cycles.takeError());
    return {};
  }
  for (const auto &[kernel, ofKernel] : llvm::zip_equal(kernels, *cycles))
    if (ofKernel)
      known[kernel.symbol] = *ofKernel;
  return known;
}

/// Optimize LLVM IR for the machine of the plan.
void Compilation::optimizeForMachine(llvm::Module &module, const Plan &plan,
                                     llvm::TargetMachine &machine) {
  plan.target->prepareModule(module, machine, options.targetOptions);
  optimize(module, plan.attribute, machine,
           plan.target->getOptimizerOptions(options.targetOptions));
}

/// Optimize a module whose time is to be predicted. Returns whether it is small
/// enough for that.
bool Compilation::optimizeIfSmall(llvm::Module &module, const Plan &plan,
                                  llvm::TargetMachine &machine) {
  // The code generator and the prediction take longer than all before them.
  // Optimization leaves at least half of the instructions.
  constexpr unsigned kMostInstructions = 4000;
  if (module.getInstructionCount() > 2 * kMostInstructions)
    return false;
  optimizeForMachine(module, plan, machine);
  return module.getInstructionCount() <= kMostInstructions;
}

/// Lower the module in the first of several ways in which its code is not too
/// large. Only what that way, or the last, has to say is printed.
LogicalResult Compilation::lowerWithinLimits(OwningOpRef<ModuleOp> &module,
                                             llvm::StringRef emit,
                                             const Plan &plan,
                                             CompileResult &result) {
  std::vector<PipelineOptions> attempts = getAttempts(plan.pipeline);
  isHolding = true;
  llvm::scope_exit flush([&]() {
    isHolding = false;
    diag << held;
    held.clear();
  });
  std::optional<int64_t> tooLargeToForm = -1;
  for (const PipelineOptions &pipeline : ArrayRef(attempts).drop_back()) {
    // The number of groups in a pack does not matter before they are packed.
    if (pipeline.unrollBudget == tooLargeToForm)
      continue;
    OwningOpRef<ModuleOp> copy(module->clone());
    CompileResult attempt = result;
    isTooLarge = isFormed = false;
    LogicalResult done = lower(*copy, emit, pipeline, plan, attempt);
    if (failed(done) && isTooLarge) {
      if (!isFormed)
        tooLargeToForm = pipeline.unrollBudget;
      held.clear();
      continue;
    }
    module = std::move(copy);
    result = std::move(attempt);
    return done;
  }
  return lower(*module, emit, attempts.back(), plan, result);
}

/// Find out how many elements of each buffer in a compact layout a group has,
/// by the accesses of kernels that were imported without layouts.
LogicalResult Compilation::countElements(ModuleOp module, const Plan &plan,
                                         llvm::ArrayRef<KernelInfo> kernels,
                                         SourceOptions &sourceOptions) {
  for (KernelOp kernel : module.getOps<KernelOp>())
    kernel->setAttr("target", plan.attribute);
  PipelineOptions quiet = getQuietOptions(plan.pipeline);
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

/// Translate the module, in the LLVM dialect, to LLVM IR, and create LLVM's
/// code generator for the machine of the plan.
llvm::Error
Compilation::translate(ModuleOp module, const Plan &plan,
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
  return llvm::Error::success();
}

/// Make optimized LLVM IR for the machine of the plan.
llvm::Error
Compilation::makeLLVM(ModuleOp module, const Plan &plan,
                      llvm::LLVMContext &llvmContext,
                      std::unique_ptr<llvm::Module> &llvmModule,
                      std::unique_ptr<llvm::TargetMachine> &machine) {
  if (llvm::Error error =
          translate(module, plan, llvmContext, llvmModule, machine))
    return error;
  if (llvm::Error error = linkStagedFunctions(plan, *llvmModule, *machine))
    return error;
  optimizeForMachine(*llvmModule, plan, *machine);
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
