//===- CodeGenerator.cpp - From LLVM dialect to machine code --------------===//

#include "Pirch/Target/CodeGenerator.h"
#include "LLVMDefects.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace pirch;

static llvm::Error makeError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

static void initializeTargets() {
  static bool once = [] {
    llvm::InitializeAllTargetInfos();
    llvm::InitializeAllTargets();
    llvm::InitializeAllTargetMCs();
    llvm::InitializeAllAsmPrinters();
    llvm::InitializeAllAsmParsers();
    return true;
  }();
  (void)once;
}

/// Switch off or bound what LLVM's code generator does badly to blocks as large
/// as kernels. PIRCH schedules chunks itself, for few live values: the
/// scheduler before register allocation made GEMM for 32 work items 1.7 times
/// as many instructions, the additional ones all spills, and the one after it
/// is quadratic. Stores are vectors already; the search for stores to merge,
/// and for better places in chains of many accesses, took minutes for kernels
/// with some hundred stores. A chunk of which only a part is stored shares its
/// operands with whole chunks: LLVM's combination of vectors would compute it
/// on a narrower vector, and each operand once more. LLVM offers no other
/// switches than its own options.
static void configureCodeGenerator() {
  static bool once = [] {
    constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral> options[] = {
        {"enable-misched", "false"},
        {"post-RA-scheduler", "false"},
        {"combiner-store-merging", "false"},
        {"disable-vector-combine", "true"},
        {"combiner-tokenfactor-inline-limit", "32"}};
    for (const auto &[name, value] : options)
      if (auto *option = llvm::cl::getRegisteredOptions().lookup(name))
        option->addOccurrence(1, name, value);
    return true;
  }();
  (void)once;
}

static std::string hostFeatures() {
  std::string features;
  for (const auto &[name, has] : llvm::sys::getHostCPUFeatures())
    features += (features.empty() ? "" : ",") + std::string(has ? "+" : "-") +
                name.str();
  return features;
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
pirch::createTargetMachine(TargetAttrInterface target) {
  initializeTargets();
  configureCodeGenerator();
  bool isHost = target.getTargetTriple().empty();
  llvm::Triple triple(isHost ? llvm::sys::getDefaultTargetTriple()
                             : target.getTargetTriple().str());
  std::string cpu = target.getTargetCpu().str();
  std::string features = target.getTargetFeatures().str();
  if (isHost && cpu.empty()) {
    cpu = llvm::sys::getHostCPUName().str();
    features = hostFeatures() + (features.empty() ? "" : "," + features);
  }
  std::string error;
  const llvm::Target *llvmTarget =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!llvmTarget)
    return makeError("no code generator for triple '" + triple.str() + "'");
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      llvmTarget->createMCSubtargetInfo(triple, "", ""));
  if (!cpu.empty() && subtarget && !subtarget->isCPUStringValid(cpu))
    return makeError("unknown CPU '" + cpu + "' for triple '" + triple.str() +
                     "' (--cpu)");
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  options.MCOptions.AsmVerbose = true; // comments name loops and spills
  std::unique_ptr<llvm::TargetMachine> machine(llvmTarget->createTargetMachine(
      triple, cpu, features, options, llvm::Reloc::PIC_, std::nullopt,
      llvm::CodeGenOptLevel::Aggressive));
  if (!machine)
    return makeError("cannot generate code for triple '" + triple.str() + "'");
  llvm::StringRef required = target.getRequiredFeatures();
  if (!required.empty() &&
      !machine->getMCSubtargetInfo()->checkFeatures(required.str()))
    return makeError("CPU '" + cpu + "' lacks what the target needs (" +
                     required + "); name another by --cpu");
  return machine;
}

namespace {
/// Sets options of LLVM's code generator, which hold for the whole process, as
/// long as this object lives.
class ScopedOptions {
public:
  using Setting = std::pair<llvm::StringLiteral, llvm::StringLiteral>;

  explicit ScopedOptions(llvm::ArrayRef<Setting> settings) {
    for (const auto &[name, value] : settings)
      if (auto *option = llvm::cl::getRegisteredOptions().lookup(name)) {
        option->addOccurrence(1, name, value);
        changed.push_back(option);
      }
  }
  ScopedOptions(const ScopedOptions &) = delete;
  ~ScopedOptions() {
    for (llvm::cl::Option *option : changed)
      option->reset();
  }

private:
  llvm::SmallVector<llvm::cl::Option *> changed;
};
} // namespace

/// The module that holds the kernels: the GPU module in `module` if there is
/// one, else `module`.
static mlir::Operation *findKernels(mlir::ModuleOp module) {
  for (auto device : module.getOps<mlir::gpu::GPUModuleOp>())
    return device;
  return module;
}

llvm::Expected<std::unique_ptr<llvm::Module>>
pirch::translateToLLVM(mlir::ModuleOp module, TargetAttrInterface target,
                       llvm::TargetMachine &machine,
                       llvm::LLVMContext &context) {
  std::unique_ptr<llvm::Module> result =
      mlir::translateModuleToLLVMIR(findKernels(module), context);
  if (!result)
    return makeError("translation to LLVM IR failed");
  result->setTargetTriple(machine.getTargetTriple());
  result->setDataLayout(machine.createDataLayout());
  for (llvm::Function &function : *result) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    function.addFnAttr("prefer-vector-width",
                       std::to_string(target.getRegisterBits()));
    // Otherwise spilled vectors would cross cache lines: LLVM aligns the stack
    // for them only if it reserved a frame pointer before it knows of spills.
    function.addFnAttr("stackrealign");
    function.addFnAttr(llvm::Attribute::NoUnwind);
  }
  return result;
}

/// LLVM cleans up and combines. It does not vectorize, as PIRCH has done so.
void pirch::optimize(llvm::Module &module, TargetAttrInterface target,
                     llvm::TargetMachine &machine,
                     const OptimizerOptions &options) {
  if (!target.canSpill())
    return;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager cgscc;
  llvm::ModuleAnalysisManager modules;
  llvm::PipelineTuningOptions tuning;
  tuning.LoopVectorization = false;
  tuning.SLPVectorization = false;
  tuning.LoopUnrolling = options.unrollsLoops;
  llvm::PassBuilder builder(&machine, tuning);
  // A PassBuilder that knows no target leaves out the target's own analyses.
  llvm::AAManager aliases = options.usesTargetAliasAnalysis
                                ? builder.buildDefaultAAPipeline()
                                : llvm::PassBuilder().buildDefaultAAPipeline();
  functions.registerPass([&] { return std::move(aliases); });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(cgscc);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, cgscc, modules);
  prepareForOptimizer(module);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
  prepareForCodeGenerator(module);
}

/// Run the code generator. Where it cannot go on, LLVM ends the process; see
/// `generateWithoutSpills`.
static llvm::Expected<std::string>
generate(llvm::Module &module, llvm::TargetMachine &machine, bool isObject) {
  llvm::SmallVector<char, 0> buffer;
  llvm::raw_svector_ostream os(buffer);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, nullptr,
                                  isObject
                                      ? llvm::CodeGenFileType::ObjectFile
                                      : llvm::CodeGenFileType::AssemblyFile))
    return makeError("the target cannot emit this kind of file");
  passes.run(module);
  return std::string(buffer.begin(), buffer.end());
}

/// Run the code generator for a target that cannot spill vectors. PIRCH has
/// settled the order of operations and the number of live vectors, and both are
/// kept. LLVM chooses the register of each vector; it has two ways to do so,
/// and either may fail where the other does not. If both fail, this is an
/// error.
static llvm::Expected<std::string>
generateWithoutSpills(llvm::Module &module, llvm::TargetMachine &machine,
                      bool isObject) {
  ScopedOptions keepOrder({{"pre-RA-sched", "source"},
                           {"disable-machine-licm", "true"},
                           {"disable-machine-cse", "true"},
                           {"disable-machine-sink", "true"}});
  std::string message;
  llvm::ScopedFatalErrorHandler handler(
      [](void *text, const char *reason, bool) {
        *static_cast<std::string *>(text) = reason;
        llvm::CrashRecoveryContext::GetCurrent()->HandleExit(1);
      },
      &message);
  llvm::CrashRecoveryContext::Enable();
  for (llvm::StringLiteral alongBlock :
       {llvm::StringLiteral("true"), llvm::StringLiteral("false")}) {
    ScopedOptions assign({{"greedy-reverse-local-assignment", alongBlock}});
    std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
    llvm::Expected<std::string> code = makeError("the code generator failed");
    llvm::CrashRecoveryContext recovery;
    if (recovery.RunSafely(
            [&] { code = generate(*copy, machine, isObject); })) {
      llvm::CrashRecoveryContext::Disable();
      return code;
    }
    llvm::consumeError(code.takeError());
    // The copy is leaked: the code generator gave up in the middle of it.
    copy.release();
  }
  llvm::CrashRecoveryContext::Disable();
  return makeError("not supported yet: LLVM's code generator gave up (" +
                   message + "); a smaller --wg-pack needs fewer registers");
}

llvm::Expected<std::string> pirch::emitMachineCode(llvm::Module &module,
                                                   TargetAttrInterface target,
                                                   llvm::TargetMachine &machine,
                                                   bool isObject) {
  return target.canSpill() ? generate(module, machine, isObject)
                           : generateWithoutSpills(module, machine, isObject);
}

void pirch::addPackedEntry(llvm::Module &module, const KernelInfo &kernel) {
  llvm::Function *callee = module.getFunction(kernel.symbol);
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *i64 = llvm::Type::getInt64Ty(context);
  llvm::Type *pointer = llvm::PointerType::getUnqual(context);
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context),
                                       {pointer, i64, i64}, false);
  auto *entry = llvm::Function::Create(type, llvm::Function::ExternalLinkage,
                                       packedEntryName(kernel), module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
  llvm::SmallVector<llvm::Value *> args;
  for (size_t index = 0; index < kernel.params.size(); ++index) {
    llvm::Value *slot =
        builder.CreateConstGEP1_64(pointer, entry->getArg(0), index);
    llvm::Value *value = builder.CreateLoad(pointer, slot);
    if (!kernel.params[index].isPointer)
      value = builder.CreateLoad(callee->getArg(index)->getType(), value);
    args.push_back(value);
  }
  args.push_back(entry->getArg(1));
  args.push_back(entry->getArg(2));
  builder.CreateCall(callee, args);
  builder.CreateRetVoid();
}

llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
pirch::createHostJIT(llvm::CodeGenOptLevel level) {
  initializeTargets();
  llvm::Expected<llvm::orc::JITTargetMachineBuilder> builder =
      llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  builder->setCodeGenOptLevel(level);
  return llvm::orc::LLJITBuilder()
      .setJITTargetMachineBuilder(std::move(*builder))
      .create();
}
