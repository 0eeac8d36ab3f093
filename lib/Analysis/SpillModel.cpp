//===- SpillModel.cpp - What registers cannot hold ------------------------===//

#include "SpillModel.h"
#include "LoopParts.h"
#include "Pirch/Analysis/OpCosts.h"

using namespace mlir;
using namespace pirch;

SpillModel::SpillModel(KernelOp kernel, ChunkCosts &model, LaneDemand &demand,
                       TargetAttrInterface target, int64_t wgPack,
                       int64_t chunkLanes)
    : model(model), demand(demand), target(target) {
  kernel.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { order.push_back(op); });
  for (auto [position, op] : llvm::enumerate(order)) {
    positions[op] = position;
    if (model.isRenaming(op))
      renamings.insert(op);
  }
  for (Operation *op : llvm::reverse(order))
    countUses(op);
  double registers = target.getNumRegisters(), peak = peakRegisters();
  if (peak > registers)
    share = (1 - registers / peak) * static_cast<double>(wgPack) / chunkLanes;
}

Work SpillModel::work(Operation *op) {
  if (share == 0 || renamings.contains(op) || isRematerialized(op))
    return {};
  Work traffic;
  // All chunks of a row are there at once, also those with one use.
  int64_t atLeast = isa<LoadRowsOp>(op) ? 1 : 2;
  for (Value result : op->getResults())
    if (!isShortLived(result))
      traffic += trafficOf(result, atLeast);
  if (auto store = dyn_cast<StoreRowsOp>(op))
    traffic +=
        inMemory(/*isStored=*/true, /*loads=*/1) *
        static_cast<double>(store.getValue().getType().getLanesPerGroup());
  return traffic * share;
}

Work SpillModel::workOfIteration(Block &block) {
  Work traffic;
  for (BlockArgument argument : block.getArguments())
    traffic += trafficOf(argument, /*atLeast=*/1);
  return traffic * share;
}

SpillModel::Uses &SpillModel::usesOf(Value value) {
  Uses &list = uses[value];
  list.resize(cast<InfRegType>(value.getType()).getLanesPerGroup());
  return list;
}

/// The number of operations that follow one another chunk by chunk.
static constexpr int64_t kSoon = 8;

bool SpillModel::isShortLived(Value value) const {
  Operation *def = value.getDefiningOp();
  int64_t from = positions.lookup(def);
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    return user->getBlock() == def->getBlock() && !renamings.contains(user) &&
           positions.lookup(user) - from <= kSoon;
  });
}

/// The share of the time of stores and loads for want of registers that nothing
/// is done beside, as what is spilled is there late. With the whole time,
/// kernels with long chains got packs of too few chains, up to 1.5 times as
/// slow as others (lorenz and binomial of `scripts/bench general`, Zen 5); with
/// half of it or less, others got packs that spill.
static constexpr double kWaiting = 0.8;

Work SpillModel::inMemory(bool isStored, double loads) const {
  double store = isStored ? target.getCost(OpClass::spill) : 0;
  double load = loads * target.getCost(OpClass::load) / 2.0;
  Work work;
  work.wait = kWaiting * (store + load);
  work.store = (1 - kWaiting) * store;
  work.load = (1 - kWaiting) * load;
  return work;
}

Work SpillModel::trafficOf(Value value, int64_t atLeast) {
  bool isLoaded = target.canSpill() && isAffineLoad(value);
  Work sum;
  for (int64_t count : uses.lookup(value))
    if (count >= atLeast)
      sum += inMemory(!isLoaded, isLoaded ? count / 2.0 : count);
  return sum * model.width(value.getType());
}

void SpillModel::countUses(Operation *op) {
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
      usesOf(taken ? merge.getValue() : merge.getInto())[lane] += result[lane];
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

int64_t SpillModel::registersOf(Value value) {
  return model.chunksRead(value) * model.width(value.getType());
}

double SpillModel::peakRegisters() {
  constexpr size_t kMaxRoots = 64;
  llvm::DenseMap<Value, int64_t> lastUse;
  // For each result of a renaming, the values whose chunks it renames.
  llvm::DenseMap<Value, SmallVector<Value>> roots;
  std::vector<int64_t> change(order.size() + 1);
  std::vector<double> parts(order.size() + 1, 1);
  auto rootsOf = [&](Value value) {
    auto found = roots.find(value);
    return found == roots.end() ? SmallVector<Value>{value} : found->second;
  };
  for (auto [position, op] : llvm::enumerate(order)) {
    for (Value operand : op->getOperands())
      for (Value root : rootsOf(operand))
        if (auto last = lastUse.find(root); last != lastUse.end())
          last->second = position;
    if (auto loop = dyn_cast<scf::WhileOp>(op))
      std::fill(parts.begin() + position,
                parts.begin() + lastIn(loop.getAfter(), position),
                loop->hasAttr(kRemainderLoopAttrName) ? kIterations
                                                      : partsOf(loop));
    // What a loop carries lives as long as the loop runs.
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (isa<InfRegType>(argument.getType())) {
          change[position] += registersOf(argument);
          change[lastIn(region, position)] -= registersOf(argument);
        }
    if (isRematerialized(op))
      continue;
    for (Value result : op->getResults()) {
      if (!isa<InfRegType>(result.getType()))
        continue;
      if (!renamings.contains(op)) {
        lastUse[result] = position;
        change[position] += registersOf(result);
        continue;
      }
      SmallVector<Value> behind;
      for (Value operand : op->getOperands())
        for (Value root : rootsOf(operand))
          if (!llvm::is_contained(behind, root))
            behind.push_back(root);
      // Of a long chain of merges, the latest operands: lanes of the earlier
      // ones have been replaced by theirs.
      if (behind.size() > kMaxRoots)
        behind.erase(behind.begin(), behind.end() - kMaxRoots);
      roots[result] = std::move(behind);
    }
  }
  llvm::DenseMap<Value, int64_t> left;
  for (auto [value, position] : lastUse)
    left[value] = registersOf(value);
  for (auto [position, op] : llvm::enumerate(order))
    if (isLaneWise(op) && op->getNumResults() == 1 &&
        lastUse.count(op->getResult(0)))
      change[position] -= reuseRegisters(op, position, lastUse, rootsOf, left);
  for (auto [value, position] : lastUse)
    change[position] -= left[value];
  double live = 0, peak = 0;
  for (auto [step, loops] : llvm::zip_equal(change, parts)) {
    live += step;
    peak = std::max(peak, live / loops);
  }
  return peak;
}

int64_t SpillModel::reuseRegisters(
    Operation *op, int64_t position,
    const llvm::DenseMap<Value, int64_t> &lastUse,
    llvm::function_ref<SmallVector<Value>(Value)> rootsOf,
    llvm::DenseMap<Value, int64_t> &left) {
  Value best;
  for (Value operand : op->getOperands())
    for (Value root : rootsOf(operand)) {
      auto last = lastUse.find(root);
      if (last != lastUse.end() && last->second - position <= kSoon &&
          root.getParentBlock() == op->getBlock() &&
          (!best || left[root] > left[best]))
        best = root;
    }
  if (!best)
    return 0;
  int64_t reused = std::min(left[best], registersOf(op->getResult(0)));
  left[best] -= reused;
  return reused;
}

int64_t SpillModel::partsOf(scf::WhileOp loop) {
  return countLoopParts(loop, target,
                        [&](Value value) { return model.chunksRead(value); });
}

size_t SpillModel::lastIn(Region &region, size_t position) const {
  Operation *last = &region.back().back();
  while (order[position] != last)
    ++position;
  return position;
}
