//===- ChoiceRefinement.cpp - Packs compared by machine code --------------===//

#include "ChoiceRefinement.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/Threading.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <set>

using namespace mlir;
using namespace pirch;

/// Estimates that differ by less than this factor do not say which code is
/// faster.
static constexpr double kClose = 1.3;
/// A pack of more groups than these is taken if it is faster at least by the
/// factor: its accesses go on by more bytes from pack to pack, and calls of few
/// groups do not fill it.
static constexpr int64_t kFewGroups = 8;
static constexpr double kWorthMany = 1.05;
/// The operations keep the order of the source if that is faster at least by
/// this factor.
static constexpr double kWorthKeeping = 1.03;
/// Kernels of which a pack costs more, in additions of a register, are not
/// refined. Of other choices as many are looked at as have packs that cost no
/// more than `kMostOfOne` each, beyond which code is too large to be predicted,
/// and `kMostCompared` together: to make the code of a pack takes a tenth
/// of a second for about 1000 additions.
static constexpr double kMostCost = 3500, kMostOfOne = 6000,
                        kMostCompared = 8000;

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

double ChoiceRefinement::Choice::getPackCost() const {
  return cost * static_cast<double>(cast<PackAttr>(packs[0]).getGroups());
}

/// The form of `kernel` that packs of `groups` groups are made of.
static KernelOp getFormOf(KernelOp kernel, int64_t groups) {
  FlatSymbolRefAttr single = kernel.getSingleGroupAttr();
  return single && groups == 1 ? cast<ModuleOp>(kernel->getParentOp())
                                     .lookupSymbol<KernelOp>(single.getAttr())
                               : kernel;
}

bool ChoiceRefinement::isCandidate(KernelOp kernel, const Choice &automatic) {
  // Of an inner loop, the model of the machine does not know how often it runs.
  bool hasLoops =
      kernel.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
          .wasInterrupted();
  auto main = cast<PackAttr>(automatic.packs[0]);
  return !hasLoops && !main.getCached() && automatic.getPackCost() <= kMostCost;
}

void ChoiceRefinement::collectAutomatic(ModuleOp formed) {
  OwningOpRef<ModuleOp> packed = pack(formed, /*wgPack=*/0, "auto");
  if (!packed)
    return;
  llvm::StringSet<> whole = findWholeKernels(formed);
  for (KernelOp kernel : formed.getOps<KernelOp>()) {
    ScheduleAttr asked = kernel.getScheduleAttr();
    auto same = packed->lookupSymbol<KernelOp>(kernel.getSymName());
    if (!kernel.hasRole(KernelRole::main) ||
        whole.contains(kernel.getSymName()) || (asked && asked.getPacks()) ||
        !same || !same.getEstimatedCost())
      continue;
    ArrayAttr packs = same.getScheduleAttr().getPacks();
    auto main = cast<PackAttr>(packs[0]);
    LaneChoice automatic{main.getGroups(),
                         llvm::to_vector(main.getOrder().getOrder()),
                         main.getCached(), std::nullopt};
    Choice choice{packs, same.getEstimatedCost()->convertToDouble(),
                  estimateSteps(getFormOf(kernel, main.getGroups()), automatic),
                  std::nullopt};
    if (isCandidate(kernel, choice))
      choices[kernel.getSymNameAttr()].push_back(choice);
  }
}

/// The choices of packs of at most `largestPack` groups that cost nearly as
/// little as `automatic`, which has the pack `usual`: first those whose lane
/// order or pack no cheaper one has, then the others, both by their costs.
static SmallVector<LaneChoice> listClose(KernelOp kernel, int64_t largestPack,
                                         PackAttr usual, double automatic) {
  SmallVector<LaneChoice> close;
  for (LaneChoice &each : listChoices(kernel)) {
    if (each.wgPack > largestPack)
      continue;
    each.cost = estimateCost(getFormOf(kernel, each.wgPack), each);
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
  std::set<SmallVector<Axis>> orders = {
      llvm::to_vector(usual.getOrder().getOrder())};
  std::set<int64_t> packs = {usual.getGroups()};
  for (const LaneChoice &each : close) {
    bool isNewOrder = orders.insert(each.order).second;
    bool isNewPack = packs.insert(each.wgPack).second;
    (isNewOrder || isNewPack ? firsts : others).push_back(each);
  }
  llvm::append_range(firsts, others);
  return firsts;
}

void ChoiceRefinement::collectClose(ModuleOp formed, KernelOp kernel) {
  auto &ofKernel = choices[kernel.getSymNameAttr()];
  // Groups that do not fill a pack are computed one by one.
  constexpr int64_t kUsualPack = 16;
  auto usual = cast<PackAttr>(ofKernel.front().packs[0]);
  int64_t largestPack = std::max<int64_t>(kUsualPack, usual.getGroups());
  double compared = 0;
  for (const LaneChoice &each :
       listClose(kernel, largestPack, usual, ofKernel.front().cost)) {
    if (static_cast<int64_t>(ofKernel.size()) > most)
      return;
    double cost = *each.cost * static_cast<double>(each.wgPack);
    if (cost > kMostOfOne || compared + cost > kMostCompared)
      continue;
    compared += cost;
    OwningOpRef<ModuleOp> packed =
        pack(formed, each.wgPack, printLaneOrder(each.order));
    if (!packed)
      continue;
    auto same = packed->lookupSymbol<KernelOp>(kernel.getSymName());
    ofKernel.push_back({same.getScheduleAttr().getPacks(), *each.cost,
                        estimateSteps(getFormOf(kernel, each.wgPack), each),
                        std::nullopt});
  }
}

/// Whether the code of `choice` is too large to be predicted, since that of
/// `first`, of which a pack costs no more, is.
static bool isKnownTooLarge(const ChoiceRefinement::Choice &choice,
                            const ChoiceRefinement::Choice &first) {
  return first.cycles && std::isinf(*first.cycles) &&
         choice.getPackCost() >= first.getPackCost();
}

OwningOpRef<ModuleOp> ChoiceRefinement::takeChoices(ModuleOp formed,
                                                    size_t index) {
  bool isNeeded = false;
  for (auto &[name, ofKernel] : choices) {
    if (index >= ofKernel.size())
      continue;
    if (isKnownTooLarge(ofKernel[index], ofKernel.front()))
      ofKernel[index].cycles = std::numeric_limits<double>::infinity();
    else
      isNeeded = true;
  }
  if (!isNeeded)
    return {};
  OwningOpRef<ModuleOp> copy(formed.clone());
  for (auto &[name, ofKernel] : choices)
    setPacks(copy->lookupSymbol<KernelOp>(name),
             ofKernel[std::min(index, ofKernel.size() - 1)].packs);
  return copy;
}

void ChoiceRefinement::measure(OwningOpRef<ModuleOp> trial, size_t index) {
  std::map<std::string, double> cycles = predict(std::move(trial));
  for (auto &[name, ofKernel] : choices)
    if (auto found = cycles.find(name.str()); found != cycles.end() &&
                                              index < ofKernel.size() &&
                                              !ofKernel[index].cycles)
      ofKernel[index].cycles = found->second;
}

void ChoiceRefinement::measureAll(ModuleOp formed) {
  // The first one is the only one where its kernels are too large, or have no
  // prediction. What it loads into the context, the others find there.
  measure(takeChoices(formed, 0), 0);
  if (llvm::none_of(choices, [](const auto &entry) {
        return entry.second.front().cycles;
      }))
    return;
  size_t longest = 0;
  for (auto &[name, ofKernel] : choices)
    longest = std::max(longest, ofKernel.size());
  std::vector<std::pair<OwningOpRef<ModuleOp>, size_t>> trials;
  for (size_t index = 1; index < longest; ++index)
    if (OwningOpRef<ModuleOp> trial = takeChoices(formed, index))
      trials.emplace_back(std::move(trial), index);
  // The threads live no longer than the trials: a host program may fork.
  MLIRContext *context = formed.getContext();
  bool wasThreaded = context->isMultithreadingEnabled();
  context->enableMultithreading(wasThreaded || trials.size() > 1);
  parallelForEach(context, trials, [&](auto &trial) {
    measure(std::move(trial.first), trial.second);
  });
  context->enableMultithreading(wasThreaded);
}

/// Replace the infinite cycles of choices whose code is too large to be
/// predicted. The cycles of the first choice, which is the cost model's, become
/// those of the largest pack in the same lane order, times the ratio of their
/// costs. Other choices, and the first one where no such pack was compared,
/// have no prediction then.
void ChoiceRefinement::extrapolate(MutableArrayRef<Choice> choices) {
  auto getMain = [](const Choice &choice) {
    return cast<PackAttr>(choice.packs[0]);
  };
  bool isFirstTooLarge =
      choices.front().cycles && !std::isfinite(*choices.front().cycles);
  for (Choice &choice : choices)
    if (choice.cycles && !std::isfinite(*choice.cycles))
      choice.cycles = std::nullopt;
  if (!isFirstTooLarge)
    return;
  Choice &first = choices.front();
  int64_t most = 0;
  for (const Choice &other : choices.drop_front()) {
    int64_t groups = getMain(other).getGroups();
    if (!other.cycles || groups < most ||
        getMain(other).getOrder() != getMain(first).getOrder())
      continue;
    most = groups;
    first.cycles = *other.cycles * first.cost / other.cost;
  }
}

/// The cost model knows memory and loses count of registers, the model of the
/// machine the other way round: a product of both decides, in which the
/// machine, lengthened by the share of the cost that is waiting for memory,
/// counts twice. Of 118 kernels of `scripts/bench general` (groups of 8 work
/// items, data in the first-level cache, Zen 5), the packs that are chosen so
/// take 1.04 times as long as the best packs of 1 to 16 groups, in the
/// geometric mean; with equal weights it is 1.05, by the cost model alone 1.08.
const ChoiceRefinement::Choice &
ChoiceRefinement::selectFastest(ArrayRef<Choice> choices) {
  const Choice *best = &choices.front();
  if (!best->cycles)
    return *best;
  auto timeOf = [](const Choice &choice) {
    bool isMany = cast<PackAttr>(choice.packs[0]).getGroups() > kFewGroups;
    double cycles = *choice.cycles * choice.cost /
                    std::max(1.0, choice.cost - choice.steps);
    return std::cbrt(choice.cost * cycles * cycles) * (isMany ? kWorthMany : 1);
  };
  for (const Choice &choice : choices.drop_front())
    if (choice.cycles && timeOf(choice) < timeOf(*best))
      best = &choice;
  return *best;
}

/// Let the operations of `kernel` and of its other forms keep the order of the
/// source, as a schedule does that says so.
static void keepOrderOfForms(ModuleOp module, KernelOp kernel) {
  if (!kernel)
    return;
  setKeepOrder(kernel, true);
  for (FlatSymbolRefAttr form :
       {kernel.getSingleGroupAttr(), kernel.getRemainderAttr()})
    if (form)
      keepOrderOfForms(module, module.lookupSymbol<KernelOp>(form.getAttr()));
}

void ChoiceRefinement::compareOrders(ModuleOp formed) {
  OwningOpRef<ModuleOp> copy(formed.clone());
  for (auto &[name, ofKernel] : choices) {
    auto kernel = copy->lookupSymbol<KernelOp>(name);
    setPacks(kernel, selectFastest(ofKernel).packs);
    setKeepOrder(kernel, true);
  }
  std::map<std::string, double> cycles = predict(std::move(copy));
  for (auto &[name, ofKernel] : choices) {
    auto found = cycles.find(name.str());
    const Choice &best = selectFastest(ofKernel);
    if (found != cycles.end() && best.cycles &&
        found->second * kWorthKeeping < *best.cycles)
      keepOrderOfForms(formed, formed.lookupSymbol<KernelOp>(name));
  }
}

void ChoiceRefinement::run(ModuleOp formed) {
  collectAutomatic(formed);
  if (choices.empty())
    return;
  for (auto &[name, ofKernel] : choices)
    collectClose(formed, formed.lookupSymbol<KernelOp>(name));
  measureAll(formed);
  if (llvm::none_of(choices, [](const auto &entry) {
        return entry.second.front().cycles;
      }))
    return;
  for (auto &[name, ofKernel] : choices)
    extrapolate(ofKernel);
  for (auto &[name, ofKernel] : choices)
    if (const Choice &best = selectFastest(ofKernel);
        &best != &ofKernel.front())
      setPacks(formed.lookupSymbol<KernelOp>(name), best.packs);
  compareOrders(formed);
}
