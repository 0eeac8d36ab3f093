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
#include "llvm/ADT/MapVector.h"
#include <map>

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
    if (auto merge = dyn_cast<MergeOp>(op))
      return mixedChunks(merge) * target.getCost(OpClass::blend);
    if (op->getNumResults() == 0)
      return 0;
    auto type = dyn_cast<InfRegType>(op->getResult(0).getType());
    if (!type || isa<SplatOp, ConstantOp>(op))
      return 0;
    return chunksRead(op->getResult(0)) * target.getCost(classifyOp(op));
  }

  int64_t chunksRead(Value value) {
    return countChunksRead(layout(cast<InfRegType>(value.getType())),
                           demand.get(value), chunkLanes);
  }

  /// Whether the operation only gives chunks that are there other names.
  bool isRenaming(Operation *op) {
    if (auto map = dyn_cast<LaneMapOpInterface>(op))
      return costOfMap(map) == 0;
    if (auto merge = dyn_cast<MergeOp>(op))
      return mixedChunks(merge) == 0;
    return false;
  }

private:
  /// Chunks of a merge that take lanes from both sides.
  int64_t mixedChunks(MergeOp merge) {
    LaneLayout lanes = layout(merge.getType());
    const llvm::BitVector &wanted = demand.get(merge.getResult());
    int64_t count = 0;
    for (int64_t first = 0; first < lanes.size(); first += chunkLanes) {
      bool taken = false, kept = false;
      int64_t end = std::min(first + chunkLanes, lanes.size());
      for (int64_t position = first; position < end; ++position) {
        LaneId id = lanes.lane(position);
        int64_t lane = id.wi * lanes.getExtent() + id.ix;
        if (wanted.test(lane))
          (merge.getLanes()[lane] ? taken : kept) = true;
      }
      count += taken && kept;
    }
    return count;
  }

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

namespace {
/// What the registers of a target do not hold is stored and loaded again.
/// Chunks are scheduled depth first, so that lanes with one use are consumed at
/// once; the others wait, and the more of them, the likelier in memory.
class SpillModel {
public:
  SpillModel(KernelOp kernel, CostModel &model, LaneDemand &demand,
             TargetAttrInterface target)
      : model(model), demand(demand), target(target) {
    kernel.walk<WalkOrder::PreOrder>(
        [&](Operation *op) { order.push_back(op); });
    for (Operation *op : order)
      if (model.isRenaming(op))
        renamings.insert(op);
    for (Operation *op : llvm::reverse(order))
      countUses(op);
  }

  /// Cost for one pass through the kernel, whose chunks hold `chunkLanes`
  /// lanes.
  double cost(int64_t wgPack, int64_t chunkLanes) {
    double traffic = 0;
    for (Operation *op : order)
      if (!renamings.contains(op) && !isa<SplatOp, ConstantOp>(op))
        for (Value result : op->getResults())
          for (int64_t count : uses.lookup(result))
            if (count > 1)
              traffic += target.getCost(OpClass::spill) +
                         count * target.getCost(OpClass::load) / 2.0;
    traffic *= static_cast<double>(wgPack) / chunkLanes;
    double registers = target.getNumRegisters(), peak = peakChunks();
    return peak > registers ? traffic * (1 - registers / peak) : 0;
  }

private:
  /// Uses of each lane of a group.
  using Uses = SmallVector<int64_t>;

  Uses &usesOf(Value value) {
    Uses &list = uses[value];
    list.resize(cast<InfRegType>(value.getType()).getLanesPerGroup());
    return list;
  }

  /// Goes backwards: all users of the results were counted.
  void countUses(Operation *op) {
    auto lanesOf = [](Value value) { return isa<InfRegType>(value.getType()); };
    bool renames = renamings.contains(op);
    if (auto map = dyn_cast<LaneMapOpInterface>(op)) {
      Uses result = usesOf(op->getResult(0));
      Uses &source = usesOf(map.getLaneSource());
      for (auto [lane, from] : llvm::enumerate(map.getLaneTable()))
        if (from != kNoLane && demand.get(op->getResult(0)).test(lane))
          source[from] = renames ? source[from] + result[lane]
                                 : std::max<int64_t>(source[from], 1);
      return;
    }
    if (auto merge = dyn_cast<MergeOp>(op); merge && renames) {
      Uses result = usesOf(merge.getResult());
      for (auto [lane, taken] : llvm::enumerate(merge.getLanes()))
        usesOf(taken ? merge.getValue() : merge.getInto())[lane] +=
            result[lane];
      return;
    }
    for (Value operand : op->getOperands()) {
      if (!lanesOf(operand))
        continue;
      Uses &list = usesOf(operand);
      bool laneWise = op->getNumResults() == 1 && lanesOf(op->getResult(0)) &&
                      demand.get(op->getResult(0)).size() == list.size();
      for (auto [lane, count] : llvm::enumerate(list))
        count += !laneWise || demand.get(op->getResult(0)).test(lane);
    }
  }

  /// The most chunks that are alive at once where operations keep their order.
  double peakChunks() {
    llvm::DenseMap<Value, int64_t> lastUse;
    llvm::DenseMap<Value, SmallVector<Value>> roots; // behind renamings
    std::vector<int64_t> change(order.size() + 1);
    auto rootsOf = [&](Value value) {
      auto found = roots.find(value);
      return found == roots.end() ? SmallVector<Value>{value} : found->second;
    };
    for (auto [position, op] : llvm::enumerate(order)) {
      for (Value operand : op->getOperands())
        for (Value root : rootsOf(operand))
          if (auto last = lastUse.find(root); last != lastUse.end())
            last->second = position;
      if (isa<SplatOp, ConstantOp>(op))
        continue;
      for (Value result : op->getResults()) {
        if (!isa<InfRegType>(result.getType()))
          continue;
        if (!renamings.contains(op)) {
          lastUse[result] = position;
          change[position] += model.chunksRead(result);
          continue;
        }
        SmallVector<Value> behind;
        for (Value operand : op->getOperands())
          for (Value root : rootsOf(operand))
            if (!llvm::is_contained(behind, root))
              behind.push_back(root);
        roots[result] = std::move(behind);
      }
    }
    for (auto [value, position] : lastUse)
      change[position] -= model.chunksRead(value);
    int64_t live = 0, peak = 0;
    for (int64_t step : change) {
      live += step;
      peak = std::max(peak, live);
    }
    return peak;
  }

  CostModel &model;
  LaneDemand &demand;
  TargetAttrInterface target;
  std::vector<Operation *> order;
  llvm::DenseSet<Operation *> renamings;
  llvm::DenseMap<Value, Uses> uses;
};
} // namespace

static double estimate(KernelOp kernel, const LaneChoice &choice,
                       LaneDemand &demand) {
  auto target = cast<TargetAttrInterface>(kernel.getTargetAttr());
  CostModel model(target, getChunkLanes(kernel), choice, demand);
  double sum = 0;
  kernel.walk([&](Operation *op) { sum += model.cost(op); });
  SpillModel spills(kernel, model, demand, target);
  return (sum + spills.cost(choice.wgPack, getChunkLanes(kernel))) /
         choice.wgPack;
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
