//===- VETarget.cpp - NEC SX-Aurora's vector engine -----------------------===//

#include "Pirch/Target/Target.h"
#include "Pirch/Target/VE/CostReport.h"
#include "Pirch/Target/VE/Passes.h"
#include "Pirch/Target/VE/Reference.h"
#include "Pirch/Target/VE/VEAttr.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

using namespace pirch;

namespace {
/// The bytes of stack for a kernel. The JIT's code generator, without
/// optimization, keeps each of VE's registers, of 2 KiB, on the stack.
constexpr unsigned kReferenceStack = 256 << 20;

class VEEmulation : public Emulation {
public:
  llvm::Error bind(llvm::Module &module,
                   llvm::ArrayRef<KernelInfo> kernels) override {
    for (const KernelInfo &kernel : kernels)
      addPackedEntry(module, kernel);
    return ve::bindReference(module);
  }
  llvm::Error addSymbols(llvm::orc::LLJIT &jit) override {
    return ve::addReferenceSymbols(jit);
  }
  /// Bound code consists of calls: there is nothing to optimize.
  llvm::CodeGenOptLevel getCodeGenOptLevel() const override {
    return llvm::CodeGenOptLevel::None;
  }
  unsigned getStackBytes() const override { return kReferenceStack; }
  std::string takeError() override { return ve::takeReferenceError(); }
};

class VETarget : public Target {
public:
  llvm::StringRef getName() const override { return "ve"; }
  llvm::StringRef getDescription() const override {
    return "NEC SX-Aurora's vector engine; runs on a reference here";
  }
  llvm::ArrayRef<OutputKind> getOutputKinds() const override {
    static constexpr OutputKind kinds[] = {
        {"report", "an estimate of what each kernel costs"}};
    return kinds;
  }
  void registerDialects(mlir::DialectRegistry &registry) const override {
    registerVEAttr(registry);
  }
  void registerPasses() const override { registerPirchVEPasses(); }
  llvm::Expected<TargetAttrInterface>
  makeAttribute(const TargetOptions &,
                mlir::MLIRContext &context) const override {
    return VEAttr::get(&context);
  }
  llvm::Expected<std::string> emit(llvm::StringRef outputKind,
                                   CodeToEmit &code) const override;
  bool isEmulated() const override { return true; }
  std::unique_ptr<Emulation> createEmulation(TargetAttrInterface,
                                             bool) const override {
    return std::make_unique<VEEmulation>();
  }
};
} // namespace

static std::string writeReports(llvm::StringRef assembly,
                                llvm::ArrayRef<KernelInfo> kernels) {
  std::string text;
  for (const KernelInfo &kernel : kernels)
    text +=
        printReport(kernel, ve::report(assembly, kernel.symbol, kernel.wgPack));
  return text;
}

llvm::Expected<std::string> VETarget::emit(llvm::StringRef outputKind,
                                           CodeToEmit &code) const {
  llvm::Expected<std::string> result = Target::emit(outputKind, code);
  if (result && outputKind == "report")
    return writeReports(*result, code.kernels);
  return result;
}

namespace pirch {
std::unique_ptr<Target> createVETarget() {
  return std::make_unique<VETarget>();
}
} // namespace pirch
