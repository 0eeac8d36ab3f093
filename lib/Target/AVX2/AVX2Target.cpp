//===- AVX2Target.cpp - x86-64 with AVX2 ----------------------------------===//

#include "Pirch/Target/AVX2/AVX2Attr.h"
#include "Pirch/Target/AVX2/AVX2Costs.h"
#include "Pirch/Target/CPUTarget.h"
#include "Pirch/Target/CommonOptions.h"
#include "Pirch/Target/X86/Instructions.h"
#include "Pirch/Target/X86/Rounding.h"

using namespace pirch;

namespace {
class AVX2Target : public CPUTarget {
public:
  llvm::StringRef getName() const override { return "avx2"; }
  llvm::StringRef getDescription() const override {
    return "x86-64 with AVX2, FMA and BMI (x86-64-v3)";
  }
  llvm::ArrayRef<TargetOption> getOptions() const override {
    static constexpr TargetOption options[] = {kCPUOption};
    return options;
  }
  void registerDialects(mlir::DialectRegistry &registry) const override {
    registerAVX2Attr(registry);
  }
  llvm::Expected<TargetAttrInterface>
  makeAttribute(const TargetOptions &options,
                mlir::MLIRContext &context) const override {
    return AVX2Attr::get(&context, lookup(options, kCPUOption.name));
  }
  void prepareModule(llvm::Module &module, llvm::TargetMachine &machine,
                     const TargetOptions &options) const override {
    x86::fuseRounding(module);
  }
  llvm::StringRef classifyInstruction(llvm::StringRef opcode) const override {
    return x86::classifyInstruction(opcode);
  }
  double getMissingCycles(llvm::StringRef cpu,
                          llvm::StringRef opcode) const override {
    return x86::getMissingCycles(cpu, opcode);
  }
  llvm::StringRef
  getSecondAccess(const llvm::MCInst &instruction,
                  const llvm::MCInstrInfo &instructions) const override {
    return x86::getSecondAccess(instruction, instructions);
  }
  std::string describeCosts(TargetAttrInterface attribute) const override {
    return x86::describeCosts(avx2::getCostSources(), attribute.getTargetCpu());
  }
  std::optional<int> getHostFitness() const override {
    if (hostHasFeatures("avx2,fma,bmi,bmi2,lzcnt,f16c,movbe,popcnt"))
      return 2;
    return std::nullopt;
  }
};
} // namespace

namespace pirch {
std::unique_ptr<Target> createAVX2Target() {
  return std::make_unique<AVX2Target>();
}
} // namespace pirch
