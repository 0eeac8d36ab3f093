//===- Compiler.cpp - From OpenCL C to code -------------------------------===//

#include "Pirch/Driver/Compiler.h"
#include "MissedRemarks.h"
#include "Pirch/Analysis/BufferExtents.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "Pirch/Driver/ImportMLIR.h"
#include "Pirch/Frontend/Frontend.h"
#include "Pirch/Support/CompileHostC.h"
#include "Plan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// The bits of the scalars of the C type `type`, as `uint16_t` of `const
/// uint16_t *`; nothing where it names none.
static std::optional<unsigned> scalarBits(llvm::StringRef type) {
  type.consume_front("const ");
  return llvm::StringSwitch<std::optional<unsigned>>(
             type.take_until([](char c) { return c == ' '; }))
      .Cases({"int8_t", "uint8_t"}, 8)
      .Cases({"int16_t", "uint16_t"}, 16)
      .Cases({"int32_t", "uint32_t", "float"}, 32)
      .Cases({"int64_t", "uint64_t", "double"}, 64)
      .Default(std::nullopt);
}

static KernelParam describeParam(KernelOp kernel, unsigned index) {
  KernelParam param;
  param.name = kernel.getParameterName(index);
  Type type = kernel.getArgumentTypes()[index];
  param.isPointer = isa<MemRefType>(type);
  Type element =
      param.isPointer ? cast<MemRefType>(type).getElementType() : type;
  param.elementBits = element.getIntOrFloatBitWidth();
  param.isFloat = isa<FloatType>(element);
  if (ArrayAttr types = kernel.getArgTypesAttr())
    param.cType = cast<StringAttr>(types[index]).str();
  // A buffer that the kernel accesses as another type has other elements in the
  // kernel than for the caller.
  if (std::optional<unsigned> bits = scalarBits(param.cType);
      bits && param.isPointer) {
    param.elementBits = *bits;
    param.isFloat = llvm::StringRef(param.cType).contains("float") ||
                    llvm::StringRef(param.cType).contains("double");
  }
  param.isUnsigned = param.cType.find("uint") != std::string::npos;
  return param;
}

static std::vector<KernelInfo> describeKernels(ModuleOp module) {
  std::vector<KernelInfo> kernels;
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    KernelInfo info;
    info.name = info.symbol = kernel.getSymName().str();
    info.wgSize = kernel.getWgSize();
    info.numGridParams = kernel.getNumGridParams();
    info.wgShape = {info.wgSize};
    info.rowGroups = static_cast<int64_t>(kernel.getRowGroups().value_or(0));
    if (std::optional<ArrayRef<int64_t>> shape = kernel.getWgShape())
      info.wgShape = shape->vec();
    size_t count = kernel.getArgumentTypes().size() - kernel.getNumRowParams();
    for (unsigned index = 0; index < count; ++index)
      info.params.push_back(describeParam(kernel, index));
    info.asksForGroups =
        kernel.walk([](NumGroupsOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (auto layouts = kernel->getAttrOfType<DictionaryAttr>(kLayoutsAttrName))
      for (KernelParam &param : info.params)
        if (auto layout = layouts.getAs<DenseI64ArrayAttr>(param.name)) {
          param.compactGroups = layout[0];
          param.compactElements = layout[1];
        }
    kernels.push_back(std::move(info));
  }
  return kernels;
}

/// Choose the names of the kernels' C functions, and rename the kernels so.
static void nameFunctions(ModuleOp module, std::vector<KernelInfo> &kernels) {
  nameFunctions(kernels);
  for (auto [kernel, info] : llvm::zip(module.getOps<KernelOp>(), kernels))
    kernel.setSymName(info.symbol);
}

/// Note in `kernels` the pack, the lane order and the estimated cost of each
/// kernel, once they are chosen.
static void describeChoices(ModuleOp module, std::vector<KernelInfo> &kernels) {
  for (KernelOp kernel : module.getOps<KernelOp>())
    for (KernelInfo &info : kernels) {
      if (info.symbol != kernel.getSymName())
        continue;
      info.wgPack = kernel.getWgPack().value_or(1);
      if (LanesAttr lanes = kernel.getLaneOrderAttr())
        info.laneOrder = printLaneOrder(lanes.getOrder());
      if (FloatAttr cost = kernel.getEstimatedCostAttr())
        info.estimatedCost = cost.getValueAsDouble();
    }
}

/// Note how much of its buffers each kernel accesses, once infregs are formed.
static void describeExtents(ModuleOp module, std::vector<KernelInfo> &kernels) {
  for (KernelInfo &info : kernels) {
    auto kernel = module.lookupSymbol<KernelOp>(info.symbol);
    for (size_t index = 0; kernel && index < info.numSourceParams(); ++index)
      if (auto extent = findBufferExtent(kernel, index)) {
        KernelParam &param = info.params[index];
        auto type = cast<MemRefType>(kernel.getArgumentTypes()[index]);
        int64_t accessed = type.getElementTypeBitWidth();
        int64_t bits = std::max(8u, param.elementBits);
        param.isExtentKnown = extent->perGroup * accessed % bits == 0;
        if (!param.isExtentKnown)
          continue;
        param.extent =
            llvm::divideCeilSigned(extent->constant * accessed, bits);
        param.extentPerGroup = extent->perGroup * accessed / bits;
      }
  }
}

/// Take the functions that compute staged values out of the module, give them
/// their final names, and note in `kernels` what they compute.
static OwningOpRef<ModuleOp>
takeStagedFunctions(ModuleOp module, std::vector<KernelInfo> &kernels) {
  auto functions = module.lookupSymbol<ModuleOp>(kStagedModuleName);
  if (!functions)
    return {};
  functions->remove();
  for (auto function : functions.getOps<func::FuncOp>())
    for (KernelInfo &info : kernels) {
      if (info.symbol != function.getSymName())
        continue;
      auto indices =
          function->getAttrOfType<DenseI64ArrayAttr>(kStagedIndicesAttrName);
      auto names = function->getAttrOfType<ArrayAttr>(kStagedNamesAttrName);
      for (auto [index, name] : llvm::zip(indices.asArrayRef(), names))
        info.staged.push_back({index, cast<StringAttr>(name).str()});
      auto params =
          function->getAttrOfType<DenseI64ArrayAttr>(kStagedParamsAttrName);
      info.stagedParams = params.asArrayRef().vec();
      function.setSymName(stagedEntryName(info));
      break;
    }
  return functions;
}

/// Whether a kernel was imported without the layouts of its buffers, since the
/// elements of a group are not known.
static bool lacksElements(const KernelInfo &kernel) {
  return llvm::any_of(kernel.params, [](const KernelParam &param) {
    return param.compactGroups && !param.compactElements;
  });
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

namespace {
/// One compilation, with the context in which its modules live.
class Compilation {
public:
  Compilation(const CompileOptions &options, llvm::raw_ostream &diag)
      : options(options), diag(diag),
        context(makeRegistry(), MLIRContext::Threading::DISABLED),
        handler(&context, [&](Diagnostic &diagnostic) { report(diagnostic); }) {
    context.loadAllAvailableDialects();
    if (options.printIRAfterAll)
      context.printOpOnDiagnostic(false);
  }

  /// Compile down to the output `emit`, or, where that is code for the machine,
  /// down to optimized LLVM IR. The IR is then returned in `llvmModule` and
  /// LLVM's description of the machine in `machine`; else both stay null.
  llvm::Expected<CompileResult>
  run(llvm::StringRef source, llvm::StringRef fileName, llvm::StringRef emit,
      const Plan &plan, llvm::LLVMContext &llvmContext,
      std::unique_ptr<llvm::Module> &llvmModule,
      std::unique_ptr<llvm::TargetMachine> &machine);

  MLIRContext &getContext() { return context; }

private:
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }

  /// Print a diagnostic as Clang does: `file:line:col: error: text`.
  void report(Diagnostic &diagnostic) {
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

  llvm::Error makeLLVM(ModuleOp module, const Plan &plan,
                       llvm::LLVMContext &llvmContext,
                       std::unique_ptr<llvm::Module> &llvmModule,
                       std::unique_ptr<llvm::TargetMachine> &machine);
  LogicalResult countElements(ModuleOp module, const Plan &plan,
                              llvm::ArrayRef<KernelInfo> kernels,
                              SourceOptions &sourceOptions);

  /// Run the passes of a stage. Of a module that only serves to find something
  /// out, nobody is told of.
  LogicalResult runStage(ModuleOp module,
                         llvm::function_ref<void(OpPassManager &)> build,
                         bool isWatched = true) {
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

  llvm::Error linkStagedFunctions(const Plan &plan, llvm::Module &kernels,
                                  llvm::TargetMachine &machine);

  const CompileOptions &options;
  llvm::raw_ostream &diag;
  MLIRContext context;
  /// The functions that compute staged values; null if there are none.
  OwningOpRef<ModuleOp> stagedFunctions;
  ScopedDiagnosticHandler handler;
};
} // namespace

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

llvm::Expected<CompileResult> pirch::compile(llvm::StringRef source,
                                             llvm::StringRef fileName,
                                             const CompileOptions &options,
                                             llvm::StringRef emit,
                                             llvm::raw_ostream &diag) {
  llvm::LLVMContext llvmContext;
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
  Compilation compilation(options, diag);
  if (llvm::Error error = enableMissedRemarks(
          compilation.getContext(), options.missedRemarks, options.remarksFile))
    return error;
  llvm::Expected<Plan> plan = makePlan(options, emit, compilation.getContext());
  if (!plan)
    return plan.takeError();
  llvm::Expected<CompileResult> result = compilation.run(
      source, fileName, emit, *plan, llvmContext, module, machine);
  if (!result || !module)
    return result;
  if (options.packedEntries)
    for (const KernelInfo &kernel : result->kernels)
      addPackedEntry(*module, kernel);
  if (emit == kEmitLLVM) {
    llvm::raw_string_ostream os(result->output);
    module->print(os, nullptr);
    return result;
  }
  CodeToEmit code{*module,
                  *machine,
                  plan->attribute,
                  result->kernels,
                  options.targetOptions,
                  {compileHostC, declareInC}};
  llvm::Expected<std::string> output = plan->target->emit(emit, code);
  if (!output)
    return output.takeError();
  result->output = std::move(*output);
  return result;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

CompiledModule::~CompiledModule() = default;

namespace {
class LoadedModule : public CompiledModule {
public:
  LoadedModule(std::unique_ptr<llvm::orc::LLJIT> jit,
               std::unique_ptr<Emulation> emulation,
               std::vector<KernelInfo> infos)
      : emulation(std::move(emulation)), jit(std::move(jit)),
        infos(std::move(infos)) {}

  llvm::ArrayRef<KernelInfo> kernels() const override { return infos; }
  void *lookup(llvm::StringRef kernel) override {
    const KernelInfo *info = describe(kernel);
    return info ? find(info->symbol) : nullptr;
  }
  PackedFn lookupPacked(llvm::StringRef kernel) override {
    const KernelInfo *info = describe(kernel);
    return info ? reinterpret_cast<PackedFn>(find(packedEntryName(*info)))
                : nullptr;
  }
  std::string takeError() override {
    return emulation ? emulation->takeError() : std::string();
  }
  unsigned stackBytes() const override {
    return emulation ? emulation->getStackBytes() : 0;
  }
  std::string takeMemoryTrace() override {
    return emulation ? emulation->takeMemoryTrace() : std::string();
  }

private:
  const KernelInfo *describe(llvm::StringRef kernel) const {
    for (const KernelInfo &info : infos)
      if (info.name == kernel)
        return &info;
    return nullptr;
  }
  void *find(const std::string &name) {
    llvm::Expected<llvm::orc::ExecutorAddr> address = jit->lookup(name);
    if (!address) {
      llvm::consumeError(address.takeError());
      return nullptr;
    }
    return address->toPtr<void *>();
  }

  /// Null where the CPU runs the code itself.
  std::unique_ptr<Emulation> emulation;
  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::vector<KernelInfo> infos;
};
} // namespace

/// Check that the CPU of this process has the features that the target
/// requires.
static llvm::Error checkHost(const Plan &plan) {
  llvm::StringRef features = plan.attribute.getRequiredFeatures();
  if (hostHasFeatures(features))
    return llvm::Error::success();
  return makeError("this CPU lacks what --target=" + plan.target->getName() +
                   " needs (" + features +
                   "); --target=host takes what it has");
}

/// Let a JIT compile the module for this process, through the emulation if
/// there is one. The context is the first parameter, so that after an error it
/// is destroyed after the module.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
loadModule(std::unique_ptr<llvm::LLVMContext> llvmContext,
           std::unique_ptr<llvm::Module> module,
           llvm::ArrayRef<KernelInfo> kernels, Emulation *emulation) {
  if (emulation) {
    if (llvm::Error error = emulation->bind(*module, kernels))
      return error;
  } else {
    for (const KernelInfo &kernel : kernels)
      addPackedEntry(*module, kernel);
  }
  auto jit = createHostJIT(emulation ? emulation->getCodeGenOptLevel()
                                     : llvm::CodeGenOptLevel::Aggressive);
  if (!jit)
    return jit.takeError();
  if (emulation)
    if (llvm::Error error = emulation->addSymbols(**jit))
      return error;
  module->setTargetTriple((*jit)->getTargetTriple());
  module->setDataLayout((*jit)->getDataLayout());
  if (llvm::Error error = (*jit)->addIRModule(llvm::orc::ThreadSafeModule(
          std::move(module), std::move(llvmContext))))
    return error;
  return jit;
}

llvm::Expected<std::unique_ptr<CompiledModule>>
pirch::compileAndLoad(llvm::StringRef source, llvm::StringRef fileName,
                      const CompileOptions &options, llvm::raw_ostream &diag) {
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
  std::unique_ptr<llvm::TargetMachine> machine;
  Compilation compilation(options, diag);
  if (llvm::Error error = enableMissedRemarks(
          compilation.getContext(), options.missedRemarks, options.remarksFile))
    return error;
  llvm::Expected<Plan> plan =
      makePlan(options, kEmitLLVM, compilation.getContext());
  if (!plan)
    return plan.takeError();
  std::unique_ptr<Emulation> emulation =
      plan->target->createEmulation(plan->attribute, options.traceMemory);
  if (!emulation)
    if (llvm::Error error = checkHost(*plan))
      return error;
  llvm::Expected<CompileResult> result = compilation.run(
      source, fileName, kEmitLLVM, *plan, *llvmContext, module, machine);
  if (!result)
    return result.takeError();
  auto jit = loadModule(std::move(llvmContext), std::move(module),
                        result->kernels, emulation.get());
  if (!jit)
    return jit.takeError();
  return std::make_unique<LoadedModule>(std::move(*jit), std::move(emulation),
                                        std::move(result->kernels));
}
