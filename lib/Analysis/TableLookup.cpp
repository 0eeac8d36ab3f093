//===- TableLookup.cpp - Tables of constants in registers -----------------===//

#include "Pirch/Analysis/TableLookup.h"
#include "Pirch/Analysis/AccessPlan.h"

using namespace mlir;
using namespace pirch;

bool pirch::mayReadNothing(GatherOp gather) {
  if (!gather.getMask())
    return false;
  auto constant = gather.getMask().getDefiningOp<ConstantOp>();
  return !constant || llvm::none_of(constant.getValue().getValues<bool>(),
                                    [](bool takesPart) { return takesPart; });
}

/// The entries that `gather` reads one of in each lane.
static std::optional<TableLookup> findEntries(GatherOp gather,
                                              TargetAttrInterface target) {
  TableLookup plan{};
  if (auto table = gather.getBuffer().getDefiningOp<TableOp>()) {
    plan.size = table.getBuffer().getType().getNumElements();
    return plan;
  }
  std::optional<ArrayRef<int64_t>> window = gather.getWindow();
  if (!window)
    return std::nullopt;
  plan.first = (*window)[0];
  plan.size = (*window)[1];
  plan.testsPage = !gather.getWindowInBuffer();
  int64_t bits = gather.getType().getElementType().getIntOrFloatBitWidth();
  // Where the gather reads nothing its page may be missing.
  if (plan.testsPage &&
      (mayReadNothing(gather) || !mayLieInPage(plan.size * bits / 8, target)))
    return std::nullopt;
  return plan;
}

std::optional<TableLookup> pirch::planTableLookup(GatherOp gather,
                                                  int64_t chunkLanes,
                                                  TargetAttrInterface target) {
  if (!target || !llvm::isPowerOf2_64(chunkLanes))
    return std::nullopt;
  std::optional<TableLookup> entries = findEntries(gather, target);
  if (!entries)
    return std::nullopt;
  TableLookup plan = *entries;
  int64_t size = plan.size;
  Type element = gather.getType().getElementType();
  int64_t bits = element.getIntOrFloatBitWidth();
  // An index is as wide as an element.
  if (bits < 32 && size > int64_t(1) << bits)
    return std::nullopt;
  plan.lanes = std::max<int64_t>(chunkLanes, target.getRegisterBits() / bits);
  plan.registers = llvm::divideCeil(size, plan.lanes);
  std::optional<int64_t> one = target.getLookupCost(element, plan.lanes, 1);
  std::optional<int64_t> two = target.getLookupCost(element, plan.lanes, 2);
  if (!llvm::isPowerOf2_64(plan.lanes) || !one)
    return std::nullopt;
  plan.registersPerLookup = two ? 2 : 1;
  int64_t lookups = llvm::divideCeil(plan.registers, plan.registersPerLookup);
  // The index is made as wide as an element, and tested for each of its bits
  // beyond those of one lookup.
  int64_t arith = target.getCost(OpClass::arith);
  plan.chunkCost = lookups * (plan.registers > 1 && two ? *two : *one) +
                   (lookups - 1) * target.getCost(OpClass::blend) +
                   (llvm::Log2_64_Ceil(lookups) + 1) * arith;
  plan.chunkCost += plan.first ? arith : 0;
  plan.tableCost = plan.registers * target.getCost(OpClass::load) +
                   (plan.testsPage ? 2 * arith : 0);
  if (plan.chunkCost + plan.tableCost >=
      getGatherCost(element, chunkLanes, target))
    return std::nullopt;
  return plan;
}
