//===- LoadModule.cpp - Kernels as functions of this process --------------===//

#include "Compilation.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

using namespace pirch;

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
  llvm::Expected<Plan> plan = compilation.prepare(kEmitLLVM);
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
