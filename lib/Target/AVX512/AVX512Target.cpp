//===- AVX512Target.cpp - x86-64 with AVX-512 -----------------------------===//

#include "Minima.h"
#include "Pirch/Target/AVX512/AVX512Attr.h"
#include "Pirch/Target/AVX512/AVX512Costs.h"
#include "Pirch/Target/CPUTarget.h"
#include "Pirch/Target/CommonOptions.h"
#include "Pirch/Target/X86/Instructions.h"
#include "Pirch/Target/X86/Rounding.h"

using namespace pirch;

namespace {
class AVX512Target : public CPUTarget {
public:
  llvm::StringRef getName() const override { return "avx512"; }
  llvm::StringRef getDescription() const override {
    return "x86-64 with AVX-512 (F, BW, DQ, VL)";
  }
  llvm::ArrayRef<TargetOption> getOptions() const override {
    static constexpr TargetOption options[] = {kCPUOption};
    return options;
  }
  void registerDialects(mlir::DialectRegistry &registry) const override {
    registerAVX512Attr(registry);
  }
  llvm::Expected<TargetAttrInterface>
  makeAttribute(const TargetOptions &options,
                mlir::MLIRContext &context) const override {
    return AVX512Attr::get(&context, lookup(options, kCPUOption.name));
  }
  void prepareModule(llvm::Module &module, llvm::TargetMachine &machine,
                     const TargetOptions &options) const override {
    replaceMinima(module, machine);
    x86::fuseRounding(module);
  }
  llvm::StringRef classifyInstruction(llvm::StringRef opcode) const override {
    return x86::classifyInstruction(opcode);
  }
  std::string modelledAs(llvm::StringRef cpu,
                         llvm::StringRef opcode) const override {
    return x86::modelledAs(cpu, opcode);
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
    return x86::describeCosts(avx512::getCostSources(),
                              attribute.getTargetCpu());
  }
  std::optional<int> getHostFitness() const override {
    if (hostHasFeatures("avx512f,avx512bw,avx512dq,avx512vl"))
      return 3;
    return std::nullopt;
  }
};
} // namespace

namespace pirch {
std::unique_ptr<Target> createAVX512Target() {
  return std::make_unique<AVX512Target>();
}
} // namespace pirch
