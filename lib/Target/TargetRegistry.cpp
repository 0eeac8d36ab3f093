//===- TargetRegistry.cpp - All targets -----------------------------------===//

#include "Pirch/Target/TargetRegistry.h"

using namespace pirch;

namespace pirch {
#define PIRCH_TARGET(NAME) std::unique_ptr<Target> create##NAME##Target();
#include "Pirch/Target/Targets.def"
} // namespace pirch

static std::vector<const Target *> createTargets() {
  static std::vector<std::unique_ptr<Target>> owned;
#define PIRCH_TARGET(NAME) owned.push_back(create##NAME##Target());
#include "Pirch/Target/Targets.def"
  std::vector<const Target *> targets;
  for (const auto &target : owned)
    targets.push_back(target.get());
  llvm::sort(targets, [](const Target *a, const Target *b) {
    return a->getName() < b->getName();
  });
  return targets;
}

llvm::ArrayRef<const Target *> pirch::getTargets() {
  static const std::vector<const Target *> targets = createTargets();
  return targets;
}

static const Target *findHostTarget() {
  const Target *best = nullptr;
  int bestFitness = 0;
  for (const Target *target : getTargets())
    if (std::optional<int> fitness = target->getHostFitness();
        fitness && (!best || *fitness > bestFitness)) {
      best = target;
      bestFitness = *fitness;
    }
  return best;
}

std::string
pirch::listTargets(llvm::function_ref<bool(const Target &)> accepts) {
  std::string names;
  for (const Target *target : getTargets())
    if (accepts(*target))
      names += (names.empty() ? "" : ", ") + target->getName().str();
  return names;
}

llvm::Expected<const Target *> pirch::findTarget(llvm::StringRef name) {
  for (const Target *target : getTargets())
    if (target->getName() == name)
      return target;
  if (name == kHostTargetName)
    if (const Target *target = findHostTarget())
      return target;
  return llvm::createStringError(
      "unknown target '" + name + "': expected host, " +
      listTargets([](const Target &) { return true; }) + " (--target)");
}

void pirch::registerTargetDialects(mlir::DialectRegistry &registry) {
  for (const Target *target : getTargets())
    target->registerDialects(registry);
}

void pirch::registerTargetPasses() {
  for (const Target *target : getTargets())
    target->registerPasses();
}
