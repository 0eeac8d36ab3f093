//===- TableLookup.cpp - Tables of constants in registers -----------------===//

#include "Pirch/Analysis/TableLookup.h"
#include "Pirch/Analysis/AccessPlan.h"

using namespace mlir;
using namespace pirch;

std::optional<TableLookup> pirch::planTableLookup(GatherOp gather,
                                                  int64_t chunkLanes,
                                                  TargetAttrInterface target) {
  auto table = gather.getBuffer().getDefiningOp<TableOp>();
  if (!table || !target || !llvm::isPowerOf2_64(chunkLanes))
    return std::nullopt;
  int64_t size = table.getBuffer().getType().getNumElements();
  Type element = gather.getType().getElementType();
  int64_t bits = element.getIntOrFloatBitWidth();
  // An index is as wide as an element.
  if (bits < 32 && size > int64_t(1) << bits)
    return std::nullopt;
  TableLookup plan;
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
  plan.tableCost = plan.registers * target.getCost(OpClass::load);
  if (plan.chunkCost + plan.tableCost >=
      getGatherCost(element, chunkLanes, target))
    return std::nullopt;
  return plan;
}
