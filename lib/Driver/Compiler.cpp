//===- Compiler.cpp - From OpenCL C to code -------------------------------===//

#include "Pirch/Driver/Compiler.h"
#include "CNames.h"
#include "GPUPasses.h"
#include "Launcher.h"
#include "Lowering.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/LaneChoice.h"
#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Frontend/Frontend.h"
#include "Pirch/Target/NVVM/Emulator.h"
#include "Pirch/Target/NVVM/Toolkit.h"
#include "Pirch/Target/VE/CostReport.h"
#include "Pirch/Target/VE/Reference.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace pirch;

static llvm::Error makeError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

namespace {
/// Options as the pipeline wants them.
struct Plan {
  PipelineOptions pipeline;
  TargetAttrInterface target;
};
} // namespace

static llvm::Expected<Plan> makePlan(const CompileOptions &options,
                                     MLIRContext &context) {
  Plan plan;
  if (options.wgSize < 1 || options.wgSize > kMaxGroupSize)
    return makeError("work group size " + llvm::Twine(options.wgSize) +
                     " is not in 1 to 1024 (--wg-size)");
  if (options.wgPack != "auto" &&
      (llvm::StringRef(options.wgPack).getAsInteger(10, plan.pipeline.wgPack) ||
       plan.pipeline.wgPack < 1 || plan.pipeline.wgPack > kMaxPack))
    return makeError("work groups per pass '" + options.wgPack +
                     "' is neither auto nor in 1 to 4096 (--wg-pack)");
  if (failed(parseLaneOrder(options.laneOrder)))
    return makeError("lane order '" + options.laneOrder +
                     "' is neither auto nor an order of wg, wi and ix, as in "
                     "wg-wi-ix (--lane-order)");
  plan.pipeline.laneOrder = options.laneOrder;
  plan.pipeline.loopRemarks = options.loopRemarks;
  plan.pipeline.reorderRemarks = options.reorderRemarks;
  plan.pipeline.registerRemarks = options.registerRemarks;
  plan.pipeline.memoryRemarks = options.memoryRemarks;
  if (options.streamBytes < -1)
    return makeError(llvm::Twine(options.streamBytes) +
                     " bytes is less than none (--stream-bytes)");
  plan.pipeline.streamBytes = options.streamBytes;
  plan.pipeline.disabledReorders.assign(options.disabledReorders.begin(),
                                        options.disabledReorders.end());
  bool isGeneric = options.target == "generic";
  for (auto [given, name] :
       {std::pair(!options.triple.empty(), "--triple"),
        std::pair(!options.features.empty(), "--features"),
        std::pair(options.vectorBits != CompileOptions().vectorBits,
                  "--vector-bits")})
    if (given && !isGeneric)
      return makeError(llvm::Twine(name) + " goes with --target=generic");
  if (!llvm::isPowerOf2_64(options.vectorBits) || options.vectorBits < 32 ||
      options.vectorBits > 16384)
    return makeError("a vector register of " + llvm::Twine(options.vectorBits) +
                     " bits is not a power of two in 32 to 16384 "
                     "(--vector-bits)");
  if (options.target == "avx512")
    plan.target = Avx512Attr::get(&context, options.cpu);
  else if (isGeneric)
    plan.target = GenericAttr::get(&context, options.triple, options.cpu,
                                   options.features, options.vectorBits);
  else if ((options.target == "ve" || options.target == "nvvm") &&
           !options.cpu.empty())
    return makeError("--cpu does not go with --target=" + options.target);
  else if (options.target == "ve")
    plan.target = VEAttr::get(&context);
  else if (options.target == "nvvm")
    plan.target = NvvmAttr::get(&context, options.chip);
  else
    return makeError("unknown target '" + options.target +
                     "': expected avx512, ve, nvvm or generic (--target)");
  if (options.streamBytes > 0 && plan.target.getCacheModel().lineBytes == 0)
    return makeError("--target=" + options.target +
                     " does not write past caches (--stream-bytes)");
  return plan;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

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
  param.isUnsigned = param.cType.find("uint") != std::string::npos;
  return param;
}

static std::vector<KernelInfo> describeKernels(ModuleOp module) {
  std::vector<KernelInfo> kernels;
  for (KernelOp kernel : module.getOps<KernelOp>()) {
    KernelInfo info;
    info.name = info.symbol = kernel.getSymName().str();
    info.wgSize = kernel.getWgSize();
    for (unsigned index = 0; index < kernel.getArgumentTypes().size(); ++index)
      info.params.push_back(describeParam(kernel, index));
    kernels.push_back(std::move(info));
  }
  return kernels;
}

/// Give each kernel the name that its C function is to have.
static void nameFunctions(ModuleOp module, std::vector<KernelInfo> &kernels) {
  CNames names;
  // The launcher has a function pirch_launch; what LLVM calls `llvm.` and more
  // is an intrinsic, and further functions of a kernel are called after it.
  names.reserve("pirch");
  names.reserve("llvm");
  for (KernelInfo &info : kernels)
    if (names.isFree(info.name, CNames::Use::function))
      info.symbol = names.unique(info.name, CNames::Use::function);
  for (KernelInfo &info : kernels)
    if (!names.isFree(info.name, CNames::Use::function))
      info.symbol = names.unique(info.name, CNames::Use::function);
  for (auto [kernel, info] : llvm::zip(module.getOps<KernelOp>(), kernels))
    kernel.setSymName(info.symbol);
}

/// Note what was chosen for each kernel, once lanes are assigned.
static void describeChoices(ModuleOp module, std::vector<KernelInfo> &kernels) {
  for (KernelOp kernel : module.getOps<KernelOp>())
    for (KernelInfo &info : kernels) {
      if (info.symbol != kernel.getSymName())
        continue;
      info.wgPack = kernel.getWgPack().value_or(1);
      if (auto lanes = kernel->getAttrOfType<LanesAttr>("lane_order"))
        info.laneOrder = printLaneOrder(lanes.getOrder());
      if (auto cost = kernel->getAttrOfType<FloatAttr>("estimated_cost"))
        info.estimatedCost = cost.getValueAsDouble();
    }
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

namespace {
/// One compilation: the context outlives the modules in it.
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

  llvm::Expected<CompileResult> run(llvm::StringRef source,
                                    llvm::StringRef fileName, EmitKind kind,
                                    std::unique_ptr<llvm::Module> *llvmModule,
                                    llvm::LLVMContext &llvmContext);

private:
  llvm::Expected<CompileResult> emitForGPU(CompileResult result,
                                           llvm::Module &module,
                                           TargetAttrInterface target,
                                           llvm::TargetMachine &machine,
                                           GPUPasses &passes, EmitKind kind);

  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    registerAllDialects(registry);
    return registry;
  }

  /// `file:line:col: error: text`, as Clang prints them.
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

  LogicalResult runStage(ModuleOp module,
                         llvm::function_ref<void(OpPassManager &)> build) {
    PassManager manager(&context);
    if (options.printIRAfterAll)
      manager.enableIRPrinting([](Pass *, Operation *) { return false; },
                               [](Pass *, Operation *) { return true; },
                               /*printModuleScope=*/true,
                               /*printAfterOnlyOnChange=*/false);
    if (options.timing)
      manager.enableTiming();
    build(manager);
    return manager.run(module);
  }

  const CompileOptions &options;
  llvm::raw_ostream &diag;
  MLIRContext context;
  ScopedDiagnosticHandler handler;
};
} // namespace

static std::string writeReports(llvm::StringRef assembly,
                                llvm::ArrayRef<KernelInfo> kernels) {
  std::string text;
  for (const KernelInfo &kernel : kernels) {
    text += kernel.name + ": " + std::to_string(kernel.wgSize) +
            " work items, " + std::to_string(kernel.wgPack) +
            " groups per pass, lanes " + kernel.laneOrder + '\n';
    text += ve::writeReport(assembly, kernel.symbol, kernel.wgPack);
  }
  return text;
}

/// How GPU kernels are to be launched.
static void describeBlocks(const llvm::Module &module,
                           TargetAttrInterface target,
                           std::vector<KernelInfo> &kernels) {
  int64_t warpSize = target.getWarpSize();
  for (KernelInfo &info : kernels) {
    if (!warpSize)
      continue;
    module.getFunction(info.symbol)
        ->getFnAttribute("nvvm.reqntid")
        .getValueAsString()
        .getAsInteger(10, info.blockThreads);
    info.groupsPerBlock =
        info.blockThreads / warpSize * (warpSize / info.wgSize) * info.wgPack;
  }
}

static std::string printModule(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os);
  return text;
}

/// PTX and what is made of it.
llvm::Expected<CompileResult> Compilation::emitForGPU(
    CompileResult result, llvm::Module &module, TargetAttrInterface target,
    llvm::TargetMachine &machine, GPUPasses &passes, EmitKind kind) {
  ScopedPassGate gate(module.getContext(), passes);
  passes.prepareForCodeGenerator(module);
  llvm::Expected<std::string> ptx =
      emitMachineCode(module, target, machine, /*isObject=*/false);
  if (!ptx || kind == EmitKind::assembly) {
    if (!ptx)
      return ptx.takeError();
    result.output = std::move(*ptx);
    return result;
  }
  llvm::StringRef chip = target.getTargetCpu();
  // A driver takes PTX as well, and compiles it when it is loaded.
  bool needsToolkit = kind != EmitKind::object || nvvm::hasToolkit();
  llvm::Expected<std::string> image = !needsToolkit ? std::move(ptx)
                                      : kind == EmitKind::cubin
                                          ? nvvm::assemble(*ptx, chip)
                                          : nvvm::makeFatBinary(*ptx, chip);
  if (image && kind == EmitKind::object)
    image = makeLauncherObject(result.kernels, *image, context);
  if (!image)
    return image.takeError();
  result.output = std::move(*image);
  return result;
}

llvm::Expected<CompileResult>
Compilation::run(llvm::StringRef source, llvm::StringRef fileName,
                 EmitKind kind, std::unique_ptr<llvm::Module> *llvmModule,
                 llvm::LLVMContext &llvmContext) {
  llvm::Expected<Plan> plan = makePlan(options, context);
  if (!plan)
    return plan.takeError();
  if (options.target != "nvvm" && options.chip != CompileOptions().chip)
    return makeError("--chip goes with --target=nvvm");
  if (options.target != "nvvm" && !options.disabledPasses.empty())
    return makeError("--disable-gpu-pass goes with --target=nvvm");
  if ((kind == EmitKind::cubin || kind == EmitKind::fatbin) &&
      options.target != "nvvm")
    return makeError("cubin and fatbin (--emit) go with --target=nvvm");
  if (kind == EmitKind::report && options.target != "ve")
    return makeError("not supported yet: a cost report for target '" +
                     options.target + "'; there is one for ve (--emit)");
  FrontendOptions frontend;
  frontend.wgSize = options.wgSize;
  frontend.defines = options.defines;
  frontend.includeDirs = options.includeDirs;
  frontend.fpContract = options.fpContract;
  frontend.onlyKernel = options.onlyKernel;
  OwningOpRef<ModuleOp> module =
      importOpenCL(source, fileName, frontend, context, diag);
  llvm::Error failure = makeError("compilation failed");
  if (!module)
    return failure;
  llvm::consumeError(std::move(failure));
  CompileResult result;
  result.kernels = describeKernels(*module);
  nameFunctions(*module, result.kernels);
  if (kind == EmitKind::workItem) {
    result.output = printModule(*module);
    return result;
  }
  for (KernelOp kernel : module->getOps<KernelOp>())
    kernel->setAttr("target", plan->target);
  auto failed = [](LogicalResult stage) { return mlir::failed(stage); };
  if (failed(runStage(*module, [&](OpPassManager &manager) {
        buildFormPipeline(manager, plan->pipeline);
      })))
    return makeError("compilation failed");
  if (kind == EmitKind::infReg) {
    result.output = printModule(*module);
    return result;
  }
  if (failed(runStage(*module, [&](OpPassManager &manager) {
        buildPackPipeline(manager, plan->pipeline);
      })))
    return makeError("compilation failed");
  describeChoices(*module, result.kernels);
  if (failed(runStage(*module, [&](OpPassManager &manager) {
        buildChunkPipeline(manager, plan->pipeline, plan->target);
      })))
    return makeError("compilation failed");
  if (kind == EmitKind::chunks) {
    result.output = printModule(*module);
    return result;
  }
  if (failed(runStage(*module, [&](OpPassManager &manager) {
        buildLLVMPipeline(manager);
      })))
    return makeError("compilation failed");
  llvm::Expected<std::unique_ptr<llvm::TargetMachine>> machine =
      createTargetMachine(plan->target);
  if (!machine)
    return machine.takeError();
  llvm::Expected<GPUPasses> passes = GPUPasses::without(options.disabledPasses);
  if (!passes)
    return passes.takeError();
  auto translated =
      lowerToLLVM(*module, plan->target, **machine, llvmContext, *passes);
  if (!translated)
    return translated.takeError();
  describeBlocks(**translated, plan->target, result.kernels);
  if (llvmModule) {
    *llvmModule = std::move(*translated);
    return result;
  }
  if (kind == EmitKind::llvm) {
    llvm::raw_string_ostream os(result.output);
    (*translated)->print(os, nullptr);
    return result;
  }
  if (plan->target.getWarpSize())
    return emitForGPU(std::move(result), **translated, plan->target, **machine,
                      *passes, kind);
  llvm::Expected<std::string> code = emitMachineCode(
      **translated, plan->target, **machine, kind == EmitKind::object);
  if (!code)
    return code.takeError();
  if (kind == EmitKind::report) {
    result.output = writeReports(*code, result.kernels);
    return result;
  }
  result.output = std::move(*code);
  return result;
}

llvm::Expected<CompileResult> pirch::compile(llvm::StringRef source,
                                             llvm::StringRef fileName,
                                             const CompileOptions &options,
                                             EmitKind kind,
                                             llvm::raw_ostream &diag) {
  llvm::LLVMContext llvmContext;
  Compilation compilation(options, diag);
  return compilation.run(source, fileName, kind, nullptr, llvmContext);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

CompiledModule::~CompiledModule() = default;

namespace {
/// Code that is not optimized keeps each of VE's registers, of 2 KiB, on the
/// stack.
constexpr unsigned kReferenceStack = 256 << 20;

class LoadedModule : public CompiledModule {
public:
  LoadedModule(std::unique_ptr<llvm::orc::LLJIT> jit,
               std::vector<KernelInfo> infos, std::string (*takeFault)(),
               unsigned stack, bool isTraced)
      : jit(std::move(jit)), infos(std::move(infos)), takeFault(takeFault),
        stack(stack), isTraced(isTraced) {}

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
    return takeFault ? takeFault() : std::string();
  }

  unsigned stackBytes() const override { return stack; }

  std::string takeMemoryTrace() override {
    return isTraced ? simt::describe(simt::takeAccessTrace()) : std::string();
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

  std::unique_ptr<llvm::orc::LLJIT> jit;
  std::vector<KernelInfo> infos;
  /// Of a machine that is not there.
  std::string (*takeFault)();
  unsigned stack;
  bool isTraced;
};
} // namespace

llvm::Expected<std::unique_ptr<CompiledModule>>
pirch::compileAndLoad(llvm::StringRef source, llvm::StringRef fileName,
                      const CompileOptions &options, llvm::raw_ostream &diag) {
  auto llvmContext = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<llvm::Module> module;
  Compilation compilation(options, diag);
  llvm::Expected<CompileResult> result =
      compilation.run(source, fileName, EmitKind::llvm, &module, *llvmContext);
  if (!result)
    return result.takeError();
  llvm::Triple::ArchType arch = module->getTargetTriple().getArch();
  bool isVE = arch == llvm::Triple::ve, isGPU = arch == llvm::Triple::nvptx64;
  if (isGPU)
    if (llvm::Error error = simt::bindEmulator(*module, options.traceMemory))
      return error;
  for (const KernelInfo &kernel : result->kernels) {
    addPackedEntry(*module, kernel);
    if (isGPU)
      simt::addWarpEntry(*module, kernel.symbol, packedEntryName(kernel),
                         simt::kWarpSize / kernel.wgSize * kernel.wgPack);
  }
  if (isVE)
    if (llvm::Error error = ve::bindReference(*module))
      return error;
  // A reference is all calls: there is nothing to optimize.
  auto jit = createHostJIT(isVE ? llvm::CodeGenOptLevel::None
                                : llvm::CodeGenOptLevel::Aggressive);
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = isVE    ? ve::addReferenceSymbols(**jit)
                          : isGPU ? simt::addEmulatorSymbols(**jit)
                                  : llvm::Error::success())
    return error;
  module->setTargetTriple((*jit)->getTargetTriple());
  module->setDataLayout((*jit)->getDataLayout());
  if (llvm::Error error = (*jit)->addIRModule(llvm::orc::ThreadSafeModule(
          std::move(module), std::move(llvmContext))))
    return error;
  return std::make_unique<LoadedModule>(
      std::move(*jit), std::move(result->kernels),
      isVE    ? &ve::takeReferenceError
      : isGPU ? &simt::takeEmulatorError
              : nullptr,
      isVE ? kReferenceStack : 0, isGPU && options.traceMemory);
}
