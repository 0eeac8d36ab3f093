//===- ChoiceRefinement.cpp - Packs compared by machine code --------------===//

#include "ChoiceRefinement.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace mlir;
using namespace pirch;

/// Estimates that differ by less than this factor do not say which code is
/// faster.
static constexpr double kClose = 1.15;
/// Another choice is taken if it is faster at least by this factor.
static constexpr double kWorthIt = 1.05;
/// Kernels of which a pack costs more, in additions of a register, are not
/// refined: every choice whose code is looked at takes as long to compile as
/// the kernel itself.
static constexpr double kMostCost = 2500;

OwningOpRef<ModuleOp> ChoiceRefinement::pack(ModuleOp formed, int64_t wgPack,
                                             StringRef order) {
  OwningOpRef<ModuleOp> copy(formed.clone());
  PackWorkGroupsOptions options;
  options.wgPack = wgPack;
  options.laneOrder = order.str();
  options.recordSchedule = true;
  if (failed(runPasses(*copy, [&](OpPassManager &manager) {
        manager.addPass(createPackWorkGroups(options));
      })))
    return {};
  return copy;
}

bool ChoiceRefinement::isCandidate(KernelOp kernel, const Choice &automatic) {
  // Of an inner loop, the model of the machine does not know how often it runs.
  bool hasLoops =
      kernel.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
          .wasInterrupted();
  auto main = cast<PackAttr>(automatic.packs[0]);
  return !hasLoops && !main.getCached() &&
         automatic.cost * static_cast<double>(main.getGroups()) <= kMostCost;
}

void ChoiceRefinement::collectAutomatic(ModuleOp formed) {
  OwningOpRef<ModuleOp> packed = pack(formed, /*wgPack=*/0, "auto");
  if (!packed)
    return;
  for (KernelOp kernel : formed.getOps<KernelOp>()) {
    ScheduleAttr asked = kernel.getScheduleAttr();
    auto same = packed->lookupSymbol<KernelOp>(kernel.getSymName());
    if (!kernel.hasRole(KernelRole::main) || (asked && asked.getPacks()) ||
        !same || !same.getEstimatedCost())
      continue;
    Choice choice{same.getScheduleAttr().getPacks(),
                  same.getEstimatedCost()->convertToDouble(), std::nullopt};
    if (isCandidate(kernel, choice))
      choices[kernel.getSymNameAttr()].push_back(choice);
  }
}

/// The choices of packs of at most `largestPack` groups that cost nearly as
/// little as `automatic`: the cheapest of each lane order first, then the
/// others, both by their costs.
static SmallVector<LaneChoice> listClose(KernelOp kernel, int64_t largestPack,
                                         double automatic) {
  SmallVector<LaneChoice> close;
  for (LaneChoice &each : listChoices(kernel)) {
    if (each.wgPack > largestPack)
      continue;
    each.cost = estimateCost(kernel, each);
    // The same cost means the same code: the orders differ by an axis of one.
    bool isSeen = *each.cost == automatic ||
                  llvm::any_of(close, [&](const LaneChoice &other) {
                    return other.cost == each.cost;
                  });
    if (!isSeen && *each.cost <= kClose * automatic)
      close.push_back(each);
  }
  llvm::sort(close, [](const LaneChoice &a, const LaneChoice &b) {
    return std::tuple(*a.cost, a.wgPack) < std::tuple(*b.cost, b.wgPack);
  });
  SmallVector<LaneChoice> firsts, others;
  for (const LaneChoice &each : close) {
    bool isFirst = llvm::none_of(firsts, [&](const LaneChoice &other) {
      return other.order == each.order;
    });
    (isFirst ? firsts : others).push_back(each);
  }
  llvm::append_range(firsts, others);
  return firsts;
}

void ChoiceRefinement::collectClose(ModuleOp formed, KernelOp kernel) {
  auto &ofKernel = choices[kernel.getSymNameAttr()];
  // Groups that do not fill a pack are computed one by one.
  constexpr int64_t kUsualPack = 16;
  int64_t largestPack = std::max(
      kUsualPack, cast<PackAttr>(ofKernel.front().packs[0]).getGroups());
  for (const LaneChoice &each :
       listClose(kernel, largestPack, ofKernel.front().cost)) {
    if (static_cast<int64_t>(ofKernel.size()) > most)
      return;
    OwningOpRef<ModuleOp> packed =
        pack(formed, each.wgPack, printLaneOrder(each.order));
    if (!packed)
      continue;
    auto same = packed->lookupSymbol<KernelOp>(kernel.getSymName());
    ofKernel.push_back(
        {same.getScheduleAttr().getPacks(), *each.cost, std::nullopt});
  }
}

void ChoiceRefinement::measure(ModuleOp formed, size_t index) {
  OwningOpRef<ModuleOp> copy(formed.clone());
  for (auto &[name, ofKernel] : choices)
    setPacks(copy->lookupSymbol<KernelOp>(name),
             ofKernel[std::min(index, ofKernel.size() - 1)].packs);
  std::map<std::string, double> cycles = predict(std::move(copy));
  for (auto &[name, ofKernel] : choices)
    if (auto found = cycles.find(name.str());
        found != cycles.end() && index < ofKernel.size())
      ofKernel[index].cycles = found->second;
}

/// The cost model knows memory and loses count of registers, the model of the
/// machine the other way round: the product of both decides.
const ChoiceRefinement::Choice &
ChoiceRefinement::selectFastest(ArrayRef<Choice> choices) {
  const Choice *best = &choices.front();
  if (!best->cycles)
    return *best;
  auto timeOf = [](const Choice &choice) {
    return std::sqrt(choice.cost * *choice.cycles);
  };
  for (const Choice &choice : choices.drop_front())
    if (choice.cycles &&
        timeOf(choice) * (best == &choices.front() ? kWorthIt : 1) <
            timeOf(*best))
      best = &choice;
  return *best;
}

void ChoiceRefinement::run(ModuleOp formed) {
  collectAutomatic(formed);
  size_t longest = 0;
  for (auto &[name, ofKernel] : choices) {
    collectClose(formed, formed.lookupSymbol<KernelOp>(name));
    longest = std::max(longest, ofKernel.size());
  }
  if (longest < 2)
    return;
  for (size_t index = 0; index < longest; ++index) {
    measure(formed, index);
    if (llvm::none_of(choices, [](const auto &entry) {
          return entry.second.front().cycles;
        }))
      return;
  }
  for (auto &[name, ofKernel] : choices)
    if (const Choice &best = selectFastest(ofKernel);
        &best != &ofKernel.front())
      setPacks(formed.lookupSymbol<KernelOp>(name), best.packs);
}
