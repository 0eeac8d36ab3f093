//===- PackWorkGroups.cpp - Make infregs finite ---------------------------===//

#include "CacheLimit.h"
#include "KernelRoles.h"
#include "PadRows.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/LaneChoice.h"
#include "Pirch/Dialect/IR/KernelForms.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "RetypeInfRegs.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/bit.h"

namespace pirch {
#define GEN_PASS_DEF_PACKWORKGROUPS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

static void packKernel(KernelOp kernel, int64_t pack) {
  kernel.setWgPack(pack);
  retypeInfRegs(kernel, [&](InfRegType type) {
    return type.cloneWith(
        ArrayRef<int64_t>{pack, type.getNumItems(), type.getExtent()},
        type.getElementType());
  });
}

/// What `kernel` costs under `choice`, which may have been made for it.
static double costOf(KernelOp kernel, const LaneChoice &choice) {
  return choice.cost ? *choice.cost : estimateCost(kernel, choice);
}

namespace {
struct PackWorkGroupsPass
    : public pirch::impl::PackWorkGroupsBase<PackWorkGroupsPass> {
  using PackWorkGroupsBase::PackWorkGroupsBase;

  void runOnOperation() override {
    FailureOr<SmallVector<Axis>> order =
        parseLaneOrder(laneOrder, getOperation());
    if (failed(order))
      return signalPassFailure();
    if (wgPack < 0 || wgPack > kMaxPack) {
      getOperation().emitError("cannot pack ")
          << wgPack.getValue() << " work groups: expected 1 to " << kMaxPack
          << ", or 0 to choose";
      return signalPassFailure();
    }
    SmallVector<KernelOp> kernels;
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (!kernel.getWgPack() && kernel.hasRole(KernelRole::main))
        kernels.push_back(kernel);
    for (KernelOp kernel : kernels) {
      if (failed(checkInfRegForm(kernel)))
        return signalPassFailure();
      StringAttr name = kernel.getSymNameAttr();
      if (failed(packWithForms(kernel, *order)))
        return signalPassFailure();
      if (recordSchedule)
        collectPacks(
            cast<KernelOp>(SymbolTable::lookupSymbolIn(getOperation(), name)));
    }
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (kernel.hasRole(KernelRole::single_group)) {
        kernel.emitOpError("has the role single_group, but no kernel names it");
        return signalPassFailure();
      }
  }

  static LogicalResult checkSize(KernelOp kernel, int64_t pack) {
    if (pack <= 1 || countLanes(kernel) * pack <= kMaxPackedLanes)
      return success();
    return kernel.emitError("not supported: kernel '")
           << kernel.getSymName() << "' makes more than " << kMaxPackedLanes
           << " lanes in packs of " << pack
           << " groups; pass a smaller --wg-pack";
  }

  /// Whether packs of `pack` groups may leave groups of a launch. Those of the
  /// parts of its groups may divide each group.
  static bool leavesGroups(KernelOp kernel, int64_t pack) {
    return kernel.countRowParts() % pack != 0;
  }

  /// Pack a kernel that chooses its pack, and its other forms.
  LogicalResult packWithForms(KernelOp kernel, ArrayRef<Axis> order) {
    ScheduleAttr schedule = kernel.getScheduleAttr();
    return schedule && schedule.getPacks() ? packAsScheduled(kernel, order)
                                           : pack(kernel, order);
  }

  LogicalResult pack(KernelOp kernel, ArrayRef<Axis> order) {
    if (failed(checkSize(kernel, wgPack)))
      return failure();
    LaneChoice choice = chooseLanes(kernel, wgPack, order);
    kernel = padIfBetter(kernel, choice, order);
    KernelOp single = findSingleGroup(kernel);
    KernelOp remainder = findRemainder(kernel);
    bool hasFallback = remainder && remainder.choosesPack();
    if (hasFallback && failed(pack(remainder, order)))
      return failure();
    if (remainder && !hasFallback)
      remainder = packSingle(remainder, order);
    if (!remainder && packForCaches(kernel, single, choice, order))
      return success();
    if (single && isBetter(single, kernel, choice, order)) {
      takePlace(single, kernel);
      packSingle(single, order, /*isForm=*/true);
      return success();
    }
    kernel.removeSingleGroupAttr();
    setChoice(kernel, choice);
    record(kernel, choice);
    if (remainder ? choice.wgPack > 1 && !hasFallback &&
                        isWorthOwnCode(kernel, single, remainder, order)
                  : leavesGroups(kernel, choice.wgPack))
      makeRemainder(kernel, single, order);
    else if (single)
      single.erase();
    packKernel(kernel, choice.wgPack);
    return success();
  }

  /// Let the single-group form `single` of `kernel` be the kernel.
  static void takePlace(KernelOp single, KernelOp kernel) {
    StringAttr name = kernel.getSymNameAttr();
    KernelRoleAttr role = kernel.getRoleAttr();
    single->moveBefore(kernel);
    kernel.erase();
    single.setSymNameAttr(name);
    if (role)
      single.setRoleAttr(role);
    else
      single.removeRoleAttr();
  }

  /// If a pack of several groups is worth it only where the caches hold the
  /// data, let `kernel` compute calls for which they do, packed, and a
  /// remainder kernel the others, one group at a time.
  bool packForCaches(KernelOp kernel, KernelOp single, const LaneChoice &choice,
                     ArrayRef<Axis> order) {
    auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
    if (wgPack || !target || !target.getCacheModel().coreBytes)
      return false;
    if (choice.wgPack > 1 &&
        !(single && isBetter(single, kernel, choice, order)))
      return false;
    CacheLimit limit(kernel);
    if (!limit.isKnown())
      return false;
    std::optional<LaneChoice> cached = choosePackForCaches(
        kernel, single ? single : kernel, limit.countStreamsOfLoop(), order);
    if (!cached)
      return false;
    kernel.removeSingleGroupAttr();
    makeRemainder(kernel, single, order);
    limit.emit(target.getCacheModel().coreBytes);
    setChoice(kernel, *cached);
    record(kernel, *cached, /*single=*/false, /*cached=*/true);
    packKernel(kernel, cached->wgPack);
    return true;
  }

  /// The best pack of several groups of `kernel`, a loop of which reads
  /// `numStreams` buffers, where the caches hold the data; none where it is not
  /// worth code of its own beside `alone`, which computes one group at a time.
  std::optional<LaneChoice> choosePackForCaches(KernelOp kernel, KernelOp alone,
                                                int64_t numStreams,
                                                ArrayRef<Axis> order) {
    // More streams than these wait for the second-level cache. Code of its own,
    // and twice as many streams, are worth it only for a good part of the time.
    constexpr int64_t kMostStreams = 4;
    constexpr double kWorthCode = 0.9;
    std::optional<LaneChoice> best;
    double most = kWorthCode * costOf(alone, chooseLanes(alone, 1, order,
                                                         /*isFromCache=*/true));
    SmallVector<LaneChoice> choices = listChoices(kernel);
    for (int64_t pack = 2; pack * numStreams <= kMostStreams; pack *= 2) {
      if (llvm::none_of(choices, [&](const LaneChoice &choice) {
            return choice.wgPack == pack;
          }))
        continue;
      LaneChoice cached =
          chooseLanes(kernel, pack, order, /*isFromCache=*/true);
      if (costOf(kernel, cached) > most)
        continue;
      most = kWorthCode * costOf(kernel, cached);
      best = cached;
    }
    return best;
  }

  /// Whether the groups that meet the guards of `kernel`, but do not fill a
  /// pack, get code of their own. Otherwise `remainder` computes them, as it
  /// does those that do not meet the guards.
  bool isWorthOwnCode(KernelOp kernel, KernelOp single, KernelOp remainder,
                      ArrayRef<Axis> order) {
    constexpr double kWorthCode = 0.8;
    KernelOp alone = single ? single : kernel;
    if (!remainder.getEstimatedCost())
      return false;
    return costOf(alone, chooseLanes(alone, 1, order)) <
           kWorthCode * remainder.getEstimatedCost()->convertToDouble();
  }

  /// Make the remainder kernel, of `single` or, if that is null, of a copy of
  /// `kernel`. It leaves groups that do not meet the guards of `kernel` to the
  /// remainder kernel that `kernel` has named so far.
  void makeRemainder(KernelOp kernel, KernelOp single, ArrayRef<Axis> order) {
    if (single)
      single->remove();
    KernelOp remainder = single ? single : kernel.clone();
    remainder.setRemainderAttr(kernel.getRemainderAttr());
    attachForm(kernel, remainder, KernelRole::remainder);
    packSingle(remainder, order);
  }

  /// Whether several groups lie in one register even in a pack of one, as on
  /// threads: they share the program counter, so that the single-group form,
  /// whose loops are those of one group, is no choice.
  static bool sharesRegisters(KernelOp kernel) {
    if (!kernel.getTargetAttr())
      return false;
    auto scalar = InfRegType::get({1, 1, 1}, getChunkElementType(kernel));
    return KernelMapping(kernel).get(scalar).getExtent(Axis::wg) > 1;
  }

  /// Whether two elements of a work item's array are neighbouring lanes.
  static bool hasRows(KernelOp kernel) {
    auto pair =
        InfRegType::get({1, static_cast<int64_t>(kernel.getWgSize()), 2},
                        getChunkElementType(kernel));
    LaneMapping mapping = KernelMapping(kernel).get(pair);
    return mapping.getPlace({0, 0, 0}).chunk ==
           mapping.getPlace({0, 0, 1}).chunk;
  }

  /// Whether to take the single-group form `single`: because a pack of one is
  /// asked for, or because it costs less than `kernel` under `choice`.
  bool isBetter(KernelOp single, KernelOp kernel, const LaneChoice &choice,
                ArrayRef<Axis> order) {
    if (sharesRegisters(kernel))
      return false;
    if (wgPack == 1)
      return true;
    if (wgPack > 1 || !kernel.getTargetAttr())
      return false;
    return costOf(single, chooseLanes(single, 1, order)) <
           costOf(kernel, choice);
  }

  /// Replace `kernel` by a copy with padded rows if that costs less in the lane
  /// order that padding needs, and set `choice` to this order. Returns the
  /// kernel that is left.
  KernelOp padIfBetter(KernelOp kernel, LaneChoice &choice,
                       ArrayRef<Axis> order) {
    SmallVector<Axis> rows = {Axis::wg, Axis::wi, Axis::ix};
    if (!kernel.getTargetAttr() || !hasRows(kernel) ||
        (!order.empty() && order != ArrayRef(rows)))
      return kernel;
    OpBuilder builder(kernel);
    auto copy = cast<KernelOp>(builder.clone(*kernel));
    // Of several groups only where a pack of several is asked for.
    LaneChoice inRows{wgPack ? choice.wgPack : 1, rows, /*isFromCache=*/false,
                      /*cost=*/std::nullopt};
    if (padRows(copy, getChunkLanes(kernel)))
      inRows.cost = estimateCost(copy, inRows);
    if (!inRows.cost || *inRows.cost >= costOf(kernel, choice)) {
      copy.erase();
      return kernel;
    }
    choice = inRows;
    kernel.erase();
    padded.insert(copy);
    return copy;
  }

  /// The type that chunks have was chosen for packs of several groups: choose
  /// one for packs of one group.
  static void chooseChunkTypeAgain(KernelOp kernel, ArrayRef<Axis> order) {
    if (!kernel.getChunkType())
      return;
    kernel.removeChunkTypeAttr();
    if (IntegerType type = chooseChunkType(kernel, 1, order))
      kernel.setChunkType(type);
  }

  /// Pack a kernel that computes one group at a time, and return it or the
  /// kernel that takes its place.
  KernelOp packSingle(KernelOp kernel, ArrayRef<Axis> order,
                      bool isForm = false) {
    chooseChunkTypeAgain(kernel, order);
    LaneChoice choice = chooseLanes(kernel, 1, order);
    kernel = padIfBetter(kernel, choice, order);
    setChoice(kernel, choice);
    record(kernel, choice, isForm);
    packKernel(kernel, 1);
    return kernel;
  }

  /// Pack the kernel and its remainders as its schedule says.
  LogicalResult packAsScheduled(KernelOp kernel, ArrayRef<Axis> order) {
    ArrayAttr packs = kernel.getScheduleAttr().getPacks();
    auto main = cast<PackAttr>(packs[0]);
    KernelOp single = findSingleGroup(kernel);
    KernelOp others = findRemainder(kernel);
    if (wgPack || !order.empty())
      return kernel.emitError("has a schedule with packs, so that neither "
                              "wg-pack nor lane-order can be given");
    bool hasFallback = others && others.choosesPack();
    size_t numOthers = hasFallback ? packs.size() - 1 : (others ? 1 : 0);
    bool isRest = packs.size() == numOthers + 2; // has code of its own
    if (packs.size() != numOthers + (isRest ? 2 : 1) ||
        (hasFallback && numOthers == 0) ||
        (main.getSingle() && (isRest || !single)) ||
        (main.getCached() && !isRest) ||
        (leavesGroups(kernel, main.getGroups()) && !isRest && !others))
      return kernel.emitError("has a schedule whose packs do not fit: ")
             << packs << "; the kernel has " << (others ? "a" : "no")
             << " remainder for its guards and " << (single ? "a" : "no")
             << " form for one group at a time";
    if (failed(checkSize(kernel, main.getGroups())))
      return failure();
    if (hasFallback) {
      setPacks(others,
               ArrayAttr::get(&getContext(), packs.getValue().drop_front()));
      if (failed(packAsScheduled(others, order)))
        return failure();
    } else if (others && failed(packAs(others, cast<PackAttr>(
                                                   packs[packs.size() - 1])))) {
      return failure();
    }
    if (main.getSingle()) {
      takePlace(single, kernel);
      return packAs(single, main);
    }
    kernel.removeSingleGroupAttr();
    std::optional<CacheLimit> limit;
    if (main.getCached()) {
      limit.emplace(kernel);
      if (!limit->isKnown())
        return kernel.emitError("has a schedule for calls whose data fit into "
                                "caches, but the kernel does not tell how much "
                                "data a call has");
    }
    if (failed(pad(kernel, main)))
      return failure();
    if (isRest) {
      if (single)
        single->remove();
      KernelOp rest = single ? single : kernel.clone();
      rest.setRemainderAttr(kernel.getRemainderAttr());
      attachForm(kernel, rest, KernelRole::remainder);
      if (failed(packAs(rest, cast<PackAttr>(packs[1]))))
        return failure();
    } else if (single) {
      single.erase();
    }
    if (limit)
      limit->emit(cast<TargetAttrInterface>(kernel.getTargetAttr())
                      .getCacheModel()
                      .coreBytes);
    finish(kernel, main);
    return success();
  }

  /// Pad the rows of `kernel` if `pack` says so.
  static LogicalResult pad(KernelOp kernel, PackAttr pack) {
    if (!pack.getPadded() || padRows(kernel, getChunkLanes(kernel)))
      return success();
    return kernel.emitError("has a schedule with padded rows, but no rows that "
                            "can be padded");
  }

  LogicalResult packAs(KernelOp kernel, PackAttr pack) {
    if (pack.getGroups() == 1) {
      // The type is chosen as without a schedule, whose first pack is that of
      // the main kernel.
      ScheduleAttr schedule = kernel.getScheduleAttr();
      kernel.removeScheduleAttr();
      chooseChunkTypeAgain(kernel, /*order=*/{});
      if (schedule)
        kernel.setScheduleAttr(schedule);
    }
    if (failed(pad(kernel, pack)))
      return failure();
    finish(kernel, pack);
    return success();
  }

  void finish(KernelOp kernel, PackAttr pack) {
    LaneChoice choice{pack.getGroups(),
                      llvm::to_vector(pack.getOrder().getOrder()),
                      pack.getCached(), /*cost=*/std::nullopt};
    setChoice(kernel, choice);
    recordPack(kernel, pack);
    packKernel(kernel, pack.getGroups());
  }

  /// Leave in the schedule of `kernel` what was chosen for it.
  void record(KernelOp kernel, const LaneChoice &choice, bool single = false,
              bool cached = false) {
    recordPack(kernel,
               PackAttr::get(&getContext(), choice.wgPack,
                             LanesAttr::get(&getContext(), choice.order),
                             padded.contains(kernel), single, cached));
  }

  void recordPack(KernelOp kernel, PackAttr pack) {
    if (recordSchedule)
      setPacks(kernel, ArrayAttr::get(&getContext(), {pack}));
  }

  /// Leave in the schedule of the main kernel `kernel` what was chosen for it
  /// and its remainders.
  void collectPacks(KernelOp kernel) {
    SmallVector<Attribute> packs;
    for (KernelOp next = kernel; next; next = findRemainder(next))
      packs.push_back(next.getScheduleAttr().getPacks()[0]);
    setPacks(kernel, ArrayAttr::get(&getContext(), packs));
  }

  /// The kernels whose rows were padded.
  llvm::SmallDenseSet<Operation *> padded;

  /// Write the choice to the kernel's attributes, for pirch-assign-lanes and
  /// for reports.
  void setChoice(KernelOp kernel, const LaneChoice &choice) {
    kernel.setLaneOrderAttr(LanesAttr::get(&getContext(), choice.order));
    if (kernel.getTargetAttr())
      kernel.setEstimatedCost(APFloat(costOf(kernel, choice)));
  }
};
} // namespace
