//===- HostCPU.cpp - Which CPU this process runs on -----------------------===//

#include "Pirch/Target/HostCPU.h"
#include "ProcessOptions.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Host.h"

using namespace pirch;

namespace {

/// Compares CPUs with the features of one machine.
class FeatureComparer {
public:
  FeatureComparer(const llvm::Target &target, const llvm::Triple &triple,
                  const llvm::StringMap<bool> &features)
      : target(target), triple(triple) {
    std::unique_ptr<llvm::MCSubtargetInfo> any = describe("");
    for (const llvm::SubtargetFeatureKV &feature :
         any->getAllProcessorFeatures())
      if (auto found = features.find(llvm::StringRef(feature.Key));
          found != features.end())
        machine.emplace_back(feature.Value, found->second);
  }

  /// Whether the machine has a feature that `cpu` lacks.
  bool lacksFeatures(llvm::StringRef cpu) const {
    std::unique_ptr<llvm::MCSubtargetInfo> subtarget = describe(cpu);
    return llvm::any_of(machine, [&](const auto &feature) {
      return feature.second && !subtarget->hasFeature(feature.first);
    });
  }

  /// The share of the features of the machine and the CPU that both have; 0 for
  /// CPUs without a scheduling model.
  double compare(llvm::StringRef cpu) const {
    std::unique_ptr<llvm::MCSubtargetInfo> subtarget = describe(cpu);
    if (!subtarget->getSchedModel().hasInstrSchedModel())
      return 0;
    double both = 0, either = 0;
    for (auto [feature, hasIt] : machine) {
      bool ofCPU = subtarget->hasFeature(feature);
      both += hasIt && ofCPU;
      either += hasIt || ofCPU;
    }
    return either ? both / either : 0;
  }

  std::unique_ptr<llvm::MCSubtargetInfo> describe(llvm::StringRef cpu) const {
    return std::unique_ptr<llvm::MCSubtargetInfo>(
        target.createMCSubtargetInfo(triple, cpu, ""));
  }

private:
  const llvm::Target &target;
  const llvm::Triple &triple;
  /// LLVM's numbers of the features, and whether the machine has each.
  std::vector<std::pair<unsigned, bool>> machine;
};

} // namespace

std::string pirch::findCPU(const llvm::Triple &triple, llvm::StringRef name,
                           const llvm::StringMap<bool> &features) {
  initializeTargets();
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return name.str();
  FeatureComparer comparer(*target, triple, features);
  std::unique_ptr<llvm::MCSubtargetInfo> any = comparer.describe("");
  if (!any->isCPUStringValid(name) || !comparer.lacksFeatures(name))
    return name.str();
  std::string best = name.str();
  double bestShare = comparer.compare(name);
  for (const llvm::SubtargetSubTypeKV &cpu : any->getAllProcessorDescriptions())
    if (double share = comparer.compare(cpu.Key); share > bestShare) {
      best = cpu.Key;
      bestShare = share;
    }
  return best;
}

llvm::StringRef pirch::getHostCPU() {
  static const std::string cpu =
      findCPU(llvm::Triple(llvm::sys::getDefaultTargetTriple()),
              llvm::sys::getHostCPUName(), llvm::sys::getHostCPUFeatures());
  return cpu;
}
