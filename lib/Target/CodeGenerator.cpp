//===- CodeGenerator.cpp - From LLVM dialect to machine code --------------===//

#include "Pirch/Target/CodeGenerator.h"
#include "LLVMDefects.h"
#include "LLVMErrors.h"
#include "Pirch/Dialect/IR/UnrollHint.h"
#include "Pirch/Target/HostCPU.h"
#include "ProcessOptions.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace pirch;

static llvm::Error makeError(const llvm::Twine &text) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), text);
}

void pirch::initializeTargets() {
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
  bool isHost = target.getTargetTriple().empty();
  llvm::Triple triple(isHost ? llvm::sys::getDefaultTargetTriple()
                             : target.getTargetTriple().str());
  std::string cpu = target.getTargetCpu().str();
  std::string features = target.getTargetFeatures().str();
  if (isHost && cpu.empty()) {
    cpu = getHostCPU().str();
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
  std::unique_ptr<llvm::TargetMachine> machine;
  if (llvm::Error error = callLLVM(/*context=*/nullptr, [&] {
        machine.reset(llvmTarget->createTargetMachine(
            triple, cpu, features, options, llvm::Reloc::PIC_, std::nullopt,
            llvm::CodeGenOptLevel::Aggressive));
      }))
    return error;
  if (!machine)
    return makeError("cannot generate code for triple '" + triple.str() + "'");
  llvm::StringRef required = target.getRequiredFeatures();
  if (!required.empty() &&
      !machine->getMCSubtargetInfo()->checkFeatures(required.str()))
    return makeError("CPU '" + cpu + "' lacks what the target needs (" +
                     required + "); name another by --cpu");
  return machine;
}

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
  attachUnrollHints(module);
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
  ScopedProcessOptions scope(CodeGenPolicy::maySpill);
  prepareForOptimizer(module);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
      .run(module, modules);
  prepareForCodeGenerator(module, machine);
}

/// Run the code generator.
static llvm::Expected<std::string>
generate(llvm::Module &module, llvm::TargetMachine &machine, bool isObject) {
  llvm::SmallVector<char, 0> buffer;
  bool canEmit = true;
  if (llvm::Error error = callLLVM(&module.getContext(), [&] {
        llvm::raw_svector_ostream os(buffer);
        llvm::legacy::PassManager passes;
        canEmit = !machine.addPassesToEmitFile(
            passes, os, nullptr,
            isObject ? llvm::CodeGenFileType::ObjectFile
                     : llvm::CodeGenFileType::AssemblyFile);
        if (canEmit)
          passes.run(module);
      }))
    return error;
  if (!canEmit)
    return makeError("the target cannot emit this kind of file");
  return std::string(buffer.begin(), buffer.end());
}

/// Machine code where vectors must get by without spills: order and number of
/// those alive were settled before, and are kept. Which register each one gets
/// is LLVM's choice; it has two ways to go about it, and either may fail where
/// the other does not.
static llvm::Expected<std::string>
generateWithoutSpills(llvm::Module &module, llvm::TargetMachine &machine,
                      bool isObject) {
  std::string reason;
  for (CodeGenPolicy policy :
       {CodeGenPolicy::keepsOrderAlong, CodeGenPolicy::keepsOrderAgainst}) {
    ScopedProcessOptions options(policy);
    std::unique_ptr<llvm::Module> copy = llvm::CloneModule(module);
    llvm::Expected<std::string> code = generate(*copy, machine, isObject);
    if (code)
      return code;
    reason = llvm::toString(code.takeError());
    copy.release(); // left as it was when the code generator gave up
  }
  return makeError(reason + "; a smaller --wg-pack needs fewer registers");
}

llvm::Expected<std::string> pirch::emitMachineCode(llvm::Module &module,
                                                   TargetAttrInterface target,
                                                   llvm::TargetMachine &machine,
                                                   bool isObject) {
  if (!target.canSpill())
    return generateWithoutSpills(module, machine, isObject);
  ScopedProcessOptions options(CodeGenPolicy::maySpill);
  return generate(module, machine, isObject);
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

namespace {
/// Compiles modules for a JIT under the options for kernels.
class KernelCompiler : public llvm::orc::ConcurrentIRCompiler {
public:
  using ConcurrentIRCompiler::ConcurrentIRCompiler;
  llvm::Expected<llvm::orc::SimpleCompiler::CompileResult>
  operator()(llvm::Module &module) override {
    ScopedProcessOptions options(CodeGenPolicy::maySpill);
    std::optional<llvm::Expected<llvm::orc::SimpleCompiler::CompileResult>>
        result;
    if (llvm::Error error = callLLVM(&module.getContext(), [&] {
          result.emplace(ConcurrentIRCompiler::operator()(module));
        }))
      return error;
    return std::move(*result);
  }
};
} // namespace

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
      .setCompileFunctionCreator(
          [](llvm::orc::JITTargetMachineBuilder machine)
              -> llvm::Expected<
                  std::unique_ptr<llvm::orc::IRCompileLayer::IRCompiler>> {
            return std::make_unique<KernelCompiler>(std::move(machine));
          })
      .create();
}
