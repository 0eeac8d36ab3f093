//===- Target.cpp - What targets have in common ---------------------------===//

#include "Pirch/Target/Target.h"
#include "llvm/TargetParser/Host.h"

using namespace pirch;

Target::~Target() = default;
Emulation::~Emulation() = default;
Device::~Device() = default;

bool Target::emits(llvm::StringRef outputKind) const {
  return outputKind == kEmitAssembly || outputKind == kEmitObject ||
         llvm::any_of(getOutputKinds(), [&](const OutputKind &kind) {
           return kind.name == outputKind;
         });
}

llvm::Error Target::checkOptions(const TargetOptions &) const {
  return llvm::Error::success();
}

OptimizerOptions Target::getOptimizerOptions(const TargetOptions &) const {
  return {};
}

llvm::Expected<std::string> Target::emit(llvm::StringRef outputKind,
                                         CodeToEmit &code) const {
  return emitMachineCode(code.module, code.attribute, code.machine,
                         /*isObject=*/outputKind == kEmitObject);
}

llvm::Expected<std::vector<std::optional<double>>>
Target::predictCycles(CodeToEmit &code) const {
  return std::vector<std::optional<double>>(code.kernels.size());
}

llvm::Expected<std::unique_ptr<Device>> Target::openDevice() const {
  return llvm::createStringError("there are no devices for --target=" +
                                 getName());
}

std::string Target::lookup(const TargetOptions &options, llvm::StringRef name,
                           llvm::StringRef otherwise) {
  auto found = options.find(name.str());
  return found == options.end() ? otherwise.str() : found->second;
}

bool pirch::hostHasFeatures(llvm::StringRef features) {
  static const llvm::StringMap<bool> present = llvm::sys::getHostCPUFeatures();
  for (llvm::StringRef feature : llvm::split(features, ','))
    if (!feature.empty() && !present.lookup(feature.ltrim('+')))
      return false;
  return true;
}
