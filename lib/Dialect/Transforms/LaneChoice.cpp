//===- LaneChoice.cpp - Which WG_PACK and lane order to take --------------===//
//
// The cost model of lane assignment. It looks at the InfReg form before packing
// and counts, for each operation, the chunks that it will touch and what the
// target says such an operation costs.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Dialect/Transforms/LaneChoice.h"
#include "Pirch/Dialect/IR/ChunkModel.h"
#include "Pirch/Dialect/IR/ReorderPatterns.h"
#include "Pirch/Dialect/Transforms/LaneDemand.h"
#include "Pirch/Dialect/Transforms/OpCosts.h"
#include "mlir/IR/Matchers.h"

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

std::string pirch::printLaneOrder(ArrayRef<Axis> order) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(
      order, os, [&](Axis axis) { os << stringifyAxis(axis); }, "-");
  return text;
}

namespace {

/// Counts chunks under one choice of pack and order.
class CostModel {
public:
  CostModel(TargetAttrInterface target, int64_t chunkLanes,
            const LaneChoice &choice, LaneDemand &demand)
      : target(target), selector(target), chunkLanes(chunkLanes),
        choice(choice), demand(demand) {}

  double cost(Operation *op) {
    if (auto map = dyn_cast<LaneMapOpInterface>(op))
      return costOfMap(map);
    if (auto load = dyn_cast<LoadOp>(op))
      return costOfAccess(load.getType(), load.getOffsets(),
                          load.getGroupStride(), OpClass::load,
                          OpClass::gather);
    if (auto store = dyn_cast<StoreOp>(op))
      return costOfAccess(store.getValue().getType(), store.getOffsets(),
                          store.getGroupStride(), OpClass::store,
                          OpClass::scatter);
    if (op->getNumResults() == 0)
      return 0;
    auto type = dyn_cast<InfRegType>(op->getResult(0).getType());
    if (!type || isa<SplatOp, ConstantOp>(op))
      return 0;
    return countChunksRead(layout(type), demand.get(op->getResult(0)),
                           chunkLanes) *
           target.getCost(classifyOp(op));
  }

  int64_t numChunks(InfRegType type) const {
    return llvm::divideCeil(choice.wgPack * type.getLanesPerGroup(),
                            chunkLanes);
  }

private:
  LaneLayout layout(InfRegType type) const {
    return LaneLayout({choice.wgPack, type.getNumItems(), type.getExtent()},
                      choice.order);
  }

  /// What bringing the lanes of each result chunk together costs.
  double costOfMap(LaneMapOpInterface map) {
    auto to = cast<InfRegType>(map->getResult(0).getType());
    auto from = cast<InfRegType>(map.getLaneSource().getType());
    std::vector<ChunkOrigins> origins =
        splitLaneMap(layout(from), layout(to), map.getLaneTable(), chunkLanes);
    double sum = 0;
    for (const ReorderSelector::Choice &choice : selector.selectAll(origins))
      sum += choice.cost;
    return sum;
  }

  double costOfAccess(InfRegType type, ArrayRef<int64_t> offsets, Value stride,
                      OpClass contiguous, OpClass scattered) {
    LaneLayout lanes = layout(type);
    APInt constantStride;
    bool known = matchPattern(stride, m_ConstantInt(&constantStride));
    int64_t groupStride = known ? constantStride.getSExtValue() : 1 << 20;
    double sum = 0;
    int64_t transposeStep =
        target.getReorderCost(ReorderPattern::permute2).value_or(16);
    bool transposes = choice.order.back() == Axis::wg &&
                      choice.wgPack % chunkLanes == 0 && chunkLanes > 1;
    for (int64_t first = 0; first < lanes.size(); first += chunkLanes) {
      bool inOrder = true, any = false;
      int64_t origin = 0;
      for (int64_t lane = first;
           lane < std::min(first + chunkLanes, lanes.size()); ++lane) {
        LaneId id = lanes.lane(lane);
        int64_t offset = offsets[id.wi * type.getExtent() + id.ix];
        if (offset == kNoOffset)
          continue;
        int64_t address = offset + id.wg * groupStride - (lane - first);
        inOrder &= !any || address == origin;
        origin = address;
        any = true;
      }
      if (!any)
        continue;
      if (inOrder)
        sum += target.getCost(contiguous);
      else if (transposes)
        sum += target.getCost(contiguous) +
               llvm::Log2_64_Ceil(chunkLanes) * transposeStep / 2.0;
      else
        sum += target.getCost(scattered);
    }
    return sum;
  }

  TargetAttrInterface target;
  ReorderSelector selector;
  int64_t chunkLanes;
  const LaneChoice &choice;
  LaneDemand &demand;
};

} // namespace

static double estimate(KernelOp kernel, const LaneChoice &choice,
                       LaneDemand &demand) {
  auto target = cast<TargetAttrInterface>(kernel.getTargetAttr());
  CostModel model(target, getChunkLanes(kernel), choice, demand);
  double sum = 0;
  int64_t widest = 0;
  kernel.walk([&](Operation *op) {
    sum += model.cost(op);
    for (Type type : op->getResultTypes())
      if (auto infreg = dyn_cast<InfRegType>(type))
        widest = std::max(widest, model.numChunks(infreg));
  });
  // What does not fit the registers is stored and reloaded.
  if (widest > target.getNumRegisters())
    sum += (widest - target.getNumRegisters()) * target.getCost(OpClass::spill);
  return sum / choice.wgPack;
}

double pirch::estimateCost(KernelOp kernel, const LaneChoice &choice) {
  LaneDemand demand(kernel);
  return estimate(kernel, choice, demand);
}

LaneChoice pirch::chooseLanes(KernelOp kernel, int64_t wgPack,
                              ArrayRef<Axis> order) {
  LaneChoice best{std::max<int64_t>(1, wgPack),
                  order.empty()
                      ? SmallVector<Axis>{Axis::wg, Axis::wi, Axis::ix}
                      : SmallVector<Axis>(order)};
  if (!kernel.getTargetAttr() || (wgPack && !order.empty()))
    return best;
  int64_t lanes = getChunkLanes(kernel);
  SmallVector<SmallVector<Axis>> orders = {{Axis::wg, Axis::wi, Axis::ix},
                                           {Axis::ix, Axis::wi, Axis::wg}};
  SmallVector<int64_t> packs = {1, 2, 4, 8};
  if (lanes > 8)
    packs.push_back(lanes);
  if (!order.empty())
    orders.assign(1, SmallVector<Axis>(order));
  if (wgPack)
    packs.assign(1, wgPack);
  double bestCost = 0;
  LaneDemand demand(kernel);
  bool first = true;
  for (int64_t pack : packs)
    for (ArrayRef<Axis> candidate : orders) {
      LaneChoice choice{pack, SmallVector<Axis>(candidate)};
      double cost = estimate(kernel, choice, demand);
      if (!first && cost >= bestCost)
        continue;
      best = choice;
      bestCost = cost;
      first = false;
    }
  return best;
}
