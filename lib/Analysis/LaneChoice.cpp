//===- LaneChoice.cpp - Which WG_PACK and lane order to take --------------===//

#include "Pirch/Analysis/LaneChoice.h"
#include "LaneCost.h"
#include "Pirch/Analysis/KernelMapping.h"
#include <set>

using namespace mlir;
using namespace pirch;

FailureOr<SmallVector<Axis>> pirch::parseLaneOrder(StringRef text) {
  SmallVector<Axis> order;
  if (text == "auto")
    return order;
  SmallVector<StringRef> names;
  text.split(names, '-');
  for (StringRef name : names) {
    std::optional<Axis> axis = symbolizeAxis(name);
    if (!axis || llvm::is_contained(order, *axis))
      return failure();
    order.push_back(*axis);
  }
  if (order.size() != 3)
    return failure();
  return order;
}

FailureOr<SmallVector<Axis>> pirch::parseLaneOrder(StringRef text,
                                                   Operation *op) {
  FailureOr<SmallVector<Axis>> order = parseLaneOrder(text);
  if (failed(order))
    op->emitError("lane order '")
        << text << "' is not auto or a permutation of wg, wi and ix, as in "
        << "wg-wi-ix";
  return order;
}

std::string pirch::printLaneOrder(ArrayRef<Axis> order) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      order, os, [&](Axis axis) { os << stringifyAxis(axis); }, "-");
  return text;
}

/// A larger pack makes larger code. It is chosen only if its cost is less than
/// this share of the best cost so far.
static constexpr double kWorthIt = 0.98;

/// Of kernels without loops, the code of a pack that costs more than
/// `kCodeInCache` additions of a register is no longer in the first-level cache
/// of instructions, which holds 32 KiB, when the next pack comes. Such a pack
/// is chosen only if its cost for a group is less than `kWorthFetching` of the
/// best cost so far: the bytes of AES from registers take twice as long in
/// packs of 64 groups (8654 additions) as in packs of 8, which cost 1.05 times
/// as much.
static constexpr double kCodeInCache = 5000, kWorthFetching = 0.7;

/// A candidate is given up beyond so many times the cost of another one. What
/// costs less may decide which larger packs are worth it, although it is not
/// the choice itself.
static constexpr double kGiveUp = 1.15;

int64_t pirch::countLanes(KernelOp kernel) {
  int64_t lanes = 0;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto infreg = dyn_cast<InfRegType>(type))
        lanes += infreg.getLanesPerGroup();
  });
  return lanes;
}

double pirch::estimateCost(KernelOp kernel, const LaneChoice &choice) {
  return GroupEstimator(kernel).estimate(choice).all;
}

double pirch::estimateSteps(KernelOp kernel, const LaneChoice &choice) {
  return GroupEstimator(kernel).estimate(choice).steps;
}

/// Whether the machine fixes which axes lie along its lanes, as threads do: all
/// orders are the same, and a larger pack fills no more lanes.
static bool hasFixedLanes(TargetAttrInterface target, int64_t wgSize,
                          int64_t lanes) {
  constexpr Axis rows[] = {Axis::wg, Axis::wi, Axis::ix};
  constexpr Axis groups[] = {Axis::ix, Axis::wi, Axis::wg};
  int64_t shape[] = {1, wgSize, 1};
  return target.mapLanes(shape, rows, wgSize, lanes) ==
         target.mapLanes(shape, groups, wgSize, lanes);
}

/// The choices to compare, smaller packs first. In a pack of one group, orders
/// are the same that only differ in where the groups stand.
static SmallVector<LaneChoice>
listCandidates(ArrayRef<int64_t> packs, ArrayRef<SmallVector<Axis>> orders,
               bool isFromCache) {
  SmallVector<LaneChoice> candidates;
  for (int64_t pack : packs) {
    SmallVector<SmallVector<Axis>> seen;
    for (const SmallVector<Axis> &order : orders) {
      SmallVector<Axis> inGroup(order);
      llvm::erase(inGroup, Axis::wg);
      if (pack == 1 && llvm::is_contained(seen, inGroup))
        continue;
      seen.push_back(inGroup);
      candidates.push_back({pack, order, isFromCache, std::nullopt});
    }
  }
  return candidates;
}

/// The candidate that costs least. The largest pack of groups side by side and
/// rows of one group, the choice for most kernels, are estimated before the
/// others, which are given up once they cost more, or more than `limit`.
static LaneChoice
chooseAmong(KernelOp kernel, SmallVector<LaneChoice> candidates, double limit) {
  GroupEstimator estimator(kernel);
  auto estimate = [&](LaneChoice &candidate) {
    if (!candidate.cost)
      candidate.cost = estimator.estimate(candidate, limit).all;
    return *candidate.cost;
  };
  auto sideBySide = llvm::find_if(llvm::reverse(candidates), [](auto &each) {
    return each.order.back() == Axis::wg;
  });
  if (sideBySide != candidates.rend())
    limit = std::min(limit, estimate(*sideBySide) * kGiveUp);
  limit = std::min(limit, estimate(candidates.front()) * kGiveUp);
  bool hasLoops =
      kernel.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
          .wasInterrupted();
  auto isInCache = [&](const LaneChoice &choice) {
    return hasLoops ||
           *choice.cost * static_cast<double>(choice.wgPack) <= kCodeInCache;
  };
  LaneChoice *best = &candidates.front();
  for (LaneChoice &candidate : llvm::drop_begin(candidates)) {
    double cost = estimate(candidate);
    double worth = candidate.wgPack <= best->wgPack          ? 1
                   : isInCache(*best) > isInCache(candidate) ? kWorthFetching
                                                             : kWorthIt;
    if (cost < *best->cost * worth)
      best = &candidate;
  }
  return *best;
}

SmallVector<LaneChoice> pirch::listChoices(KernelOp kernel, int64_t wgPack,
                                           ArrayRef<Axis> order,
                                           bool isFromCache) {
  LaneChoice first{std::max<int64_t>(1, wgPack),
                   order.empty()
                       ? SmallVector<Axis>{Axis::wg, Axis::wi, Axis::ix}
                       : SmallVector<Axis>(order),
                   isFromCache, std::nullopt};
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  int64_t lanes = getChunkLanes(kernel);
  if (!target || (wgPack && !order.empty()) ||
      hasFixedLanes(target, kernel.getWgSize(), lanes))
    return {first};
  SmallVector<SmallVector<Axis>> orders = {{Axis::wg, Axis::wi, Axis::ix},
                                           {Axis::ix, Axis::wi, Axis::wg},
                                           {Axis::ix, Axis::wg, Axis::wi}};
  SmallVector<int64_t> packs;
  // Compile time grows with the lanes of all kernels of the module.
  int64_t all = 0;
  for (Operation &other : *kernel->getBlock())
    if (auto each = dyn_cast<KernelOp>(other))
      all += countLanes(each);
  // Groups of many registers have nothing to gain from others beside them, but
  // the code of several takes long to compile.
  constexpr int64_t kManyItems = 128, kManyRegisters = 4;
  bool isLarge = static_cast<int64_t>(kernel.getWgSize()) >=
                 std::max(kManyItems, kManyRegisters * lanes);
  // Rows of work items may have any length, and end one group at a time. Their
  // groups fill a register. Several groups hide each other's latency in loops;
  // without loops, groups that follow one another do too.
  constexpr int64_t kMostOfRow = 2, kMostOfRowWithLoops = 4;
  bool hasLoops =
      kernel.walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
          .wasInterrupted();
  int64_t most = isLarge                 ? 1
                 : !kernel.hasItemRows() ? std::max<int64_t>(lanes, 8)
                 : hasLoops              ? kMostOfRowWithLoops
                                         : kMostOfRow;
  for (int64_t pack = 1; pack <= most;
       pack *= pack == 8 ? std::max<int64_t>(lanes / 32, 2) : 2)
    // Rows whose length is no multiple of the pack end one group at a time.
    if (pack == 1 || (all * pack <= kMaxPackedLanes &&
                      kernel.getRowGroups().value_or(pack) % pack == 0))
      packs.push_back(pack);
  if (!order.empty())
    orders.assign(1, SmallVector<Axis>(order));
  if (wgPack)
    packs.assign(1, wgPack);
  return listCandidates(packs, orders, isFromCache);
}

LaneChoice pirch::chooseLanes(KernelOp kernel, int64_t wgPack,
                              ArrayRef<Axis> order, bool isFromCache) {
  SmallVector<LaneChoice> choices =
      listChoices(kernel, wgPack, order, isFromCache);
  if (choices.size() == 1)
    return choices.front();
  return chooseAmong(kernel, std::move(choices),
                     std::numeric_limits<double>::infinity());
}

/// Another type than the default is taken if a group costs less than this share
/// of what it costs with the default.
static constexpr double kWorthOther = 0.9;

/// The widths in bits of the integers of a kernel's infregs that may decide how
/// many lanes a chunk has, from narrow to wide.
static std::set<unsigned> listWidths(KernelOp kernel, unsigned leastBits) {
  std::set<unsigned> widths;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto infreg = dyn_cast<InfRegType>(type);
          infreg && InfRegType::isMemoryType(infreg.getElementType()))
        widths.insert(std::max(
            leastBits, infreg.getElementType().getIntOrFloatBitWidth()));
  });
  return widths;
}

/// The cost of a group of `kernel`, packed as its schedule says or else as
/// suits it best; some number above `limit` where it costs more than that.
static double leastCost(KernelOp kernel, int64_t wgPack, ArrayRef<Axis> order,
                        double limit) {
  ScheduleAttr schedule = kernel.getScheduleAttr();
  if (schedule && schedule.getPacks()) {
    auto pack = cast<PackAttr>(schedule.getPacks()[0]);
    return estimateCost(kernel, {pack.getGroups(),
                                 llvm::to_vector(pack.getOrder().getOrder()),
                                 pack.getCached(), std::nullopt});
  }
  SmallVector<LaneChoice> choices =
      listChoices(kernel, wgPack, order, /*isFromCache=*/false);
  LaneChoice choice = choices.size() == 1
                          ? choices.front()
                          : chooseAmong(kernel, std::move(choices), limit);
  return choice.cost ? *choice.cost : estimateCost(kernel, choice);
}

IntegerType pirch::chooseChunkType(KernelOp kernel, int64_t wgPack,
                                   ArrayRef<Axis> order) {
  auto target = cast<TargetAttrInterface>(kernel.getTargetAttr());
  std::optional<IntegerType> before = kernel.getChunkType();
  kernel.removeChunkTypeAttr();
  auto usual = cast<IntegerType>(getChunkElementType(kernel));
  std::set<unsigned> widths = listWidths(kernel, getLeastIntegerBits(target));
  widths.erase(usual.getWidth());
  IntegerType best;
  double least = std::numeric_limits<double>::infinity();
  if (!widths.empty())
    least = kWorthOther * leastCost(kernel, wgPack, order, least);
  for (unsigned bits : widths) {
    auto type = IntegerType::get(kernel.getContext(), bits);
    kernel.setChunkType(type);
    if (double cost = leastCost(kernel, wgPack, order, least); cost < least) {
      least = cost;
      best = type;
    }
  }
  if (before)
    kernel.setChunkType(*before);
  else
    kernel.removeChunkTypeAttr();
  return best;
}

/// Change what a kernel's schedule says of packs and the order of operations.
static void setSchedule(KernelOp kernel, ArrayAttr packs, bool keepOrder) {
  ScheduleAttr old = kernel.getScheduleAttr();
  MLIRContext *context = kernel.getContext();
  auto schedule = ScheduleAttr::get(context, old ? old.getUnroll() : -1, packs,
                                    old ? old.getPrefetch() : -1,
                                    old ? old.getStream() : -1, keepOrder);
  if (schedule == ScheduleAttr::get(context, -1, {}, -1, -1, false))
    kernel.removeScheduleAttr();
  else
    kernel.setScheduleAttr(schedule);
}

void pirch::setPacks(KernelOp kernel, ArrayAttr packs) {
  ScheduleAttr old = kernel.getScheduleAttr();
  setSchedule(kernel, packs, old && old.getKeepOrder());
}

void pirch::setKeepOrder(KernelOp kernel, bool keepOrder) {
  ScheduleAttr old = kernel.getScheduleAttr();
  setSchedule(kernel, old ? old.getPacks() : ArrayAttr(), keepOrder);
}
