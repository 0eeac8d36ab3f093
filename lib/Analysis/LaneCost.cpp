//===- LaneCost.cpp - What a WG_PACK and lane order cost ------------------===//
//
// The cost model of lane assignment. It looks at the InfReg form before packing
// and counts, for each operation, the chunks that it will touch and what the
// target says such an operation costs.
//
//===----------------------------------------------------------------------===//

#include "LaneCost.h"
#include "LoopParts.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/Analysis/CollectiveSteps.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Analysis/ReorderPatterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include <numeric>

using namespace mlir;
using namespace pirch;

/// The number of iterations that a run-time loop is taken to have.
static constexpr double kIterations = 16;

/// The cost, in additions, of counting groups and computing addresses once for
/// each pack.
static constexpr double kPackOverhead = 4;

/// The time until the result of an operation may be used, in additions that
/// could start meanwhile, less the operation itself.
static constexpr double kPipelineDepth = 8;

/// Whether `value` was loaded from places in memory known at compile time.
static bool isAffineLoad(Value value) {
  return value.getDefiningOp<AffineAccessOpInterface>() != nullptr;
}

namespace {

/// Counts chunks under one choice of pack and order.
class CostModel {
public:
  CostModel(TargetAttrInterface target, int64_t chunkLanes,
            const LaneChoice &choice, LaneDemand &demand)
      : target(target), selector(target), chunkLanes(chunkLanes),
        choice(choice), demand(demand) {
    if (choice.order.back() == Axis::wg)
      block = std::gcd(choice.wgPack, chunkLanes);
  }

  double cost(Operation *op) {
    if (auto map = dyn_cast<LaneMapOpInterface>(op))
      return once(mapCosts, op, [&] { return costOfMap(map); });
    if (auto access = dyn_cast<AffineAccessOpInterface>(op))
      return costOfAccess(access);
    if (auto merge = dyn_cast<MergeOp>(op))
      return mixedChunks(merge) * target.getCost(OpClass::blend);
    if (auto shuffle = dyn_cast<WgShuffleOp>(op);
        shuffle && isa<InfRegType>(shuffle.getValue().getType()))
      return costOfLookups(op, shuffle.getValue(), Axis::wi);
    if (auto extract = dyn_cast<ExtractOp>(op))
      return costOfLookups(op, extract.getSource(), Axis::ix);
    if (auto insert = dyn_cast<InsertOp>(op))
      return costOfInsert(insert);
    if (isa<AnyOp, AllOp, ReduceOp, ScanOp>(op) &&
        isa<InfRegType>(op->getResult(0).getType()))
      return costOfCollective(op);
    if (op->getNumResults() == 0)
      return 0;
    auto type = dyn_cast<InfRegType>(op->getResult(0).getType());
    if (!type || isRematerialized(op))
      return 0;
    return chunksRead(op->getResult(0)) * target.getCost(classifyOp(op));
  }

  /// The cost of one chunk of `op` where no other operation overlaps with it.
  double latency(Operation *op) {
    if (op->getNumResults() == 0 || isRenaming(op) || isRematerialized(op))
      return 0;
    if (isa<WgShuffleOp, ExtractOp>(op) &&
        isa<InfRegType>(op->getResult(0).getType()))
      return latencyOfLookup(op);
    if (isa<AnyOp, AllOp, ReduceOp, ScanOp>(op) &&
        isa<InfRegType>(op->getResult(0).getType()))
      return latencyOfCollective(op);
    return target.getCost(classifyOp(op));
  }

  int64_t chunksRead(Value value) {
    return once(readChunks, value, [&] {
      return countChunksRead(blocks(cast<InfRegType>(value.getType())),
                             demand.get(value));
    });
  }

  /// Whether each chunk of the result is a chunk of an operand.
  bool isRenaming(Operation *op) {
    if (auto merge = dyn_cast<MergeOp>(op))
      return mixedChunks(merge) == 0;
    return isa<LaneMapOpInterface>(op) && cost(op) == 0;
  }

private:
  /// The result of `compute` for `key`, computed once.
  template <typename MapT, typename KeyT, typename ComputeT>
  typename MapT::mapped_type once(MapT &known, KeyT key, ComputeT compute) {
    if (auto found = known.find(key); found != known.end())
      return found->second;
    auto result = compute();
    known[key] = result;
    return result;
  }

  /// The number of chunks of a merge that take lanes of both operands.
  int64_t mixedChunks(MergeOp merge) {
    return once(mixed, merge.getOperation(),
                [&] { return countMixedChunks(merge); });
  }

  int64_t countMixedChunks(MergeOp merge) {
    LaneMapping mapping = blocks(merge.getType());
    const llvm::BitVector &wanted = demand.get(merge.getResult());
    int64_t count = 0;
    for (int64_t chunk = 0; chunk < mapping.getNumChunks(); ++chunk) {
      bool taken = false, kept = false;
      for (int64_t lane = 0; lane < mapping.getLanes(); ++lane) {
        std::optional<LaneId> id = mapping.getOwner(chunk, lane);
        if (id && wanted.test(mapping.getTableIndex(*id)))
          (merge.getLanes()[mapping.getTableIndex(*id)] ? taken : kept) = true;
      }
      count += taken && kept;
    }
    return count;
  }

  /// How values of `type` will lie in registers.
  LaneMapping layout(InfRegType type) const {
    return LaneMapping::inOrder(
        {choice.wgPack, type.getNumItems(), type.getExtent()}, choice.order,
        chunkLanes);
  }

  /// How values of `type` will lie in registers, with one lane for each `block`
  /// of neighbouring groups.
  LaneMapping blocks(InfRegType type) const {
    return LaneMapping::inOrder(
        {choice.wgPack / block, type.getNumItems(), type.getExtent()},
        choice.order, chunkLanes / block);
  }

  double costOfPattern(ReorderPattern pattern) const {
    return target.getReorderCost(pattern).value_or(
        target.getCost(OpClass::gather));
  }

  /// The cost of the reorder patterns of all chunks of a lane map.
  double costOfMap(LaneMapOpInterface map) {
    auto to = cast<InfRegType>(map->getResult(0).getType());
    auto from = cast<InfRegType>(map.getLaneSource().getType());
    std::vector<ChunkOrigins> origins =
        splitLaneMap(blocks(from), blocks(to), map.getLaneTable());
    // A broadcast of a loaded lane is a broadcast load, an operand of its user.
    bool isLoaded = isAffineLoad(map.getLaneSource());
    double spread =
        isLoaded ? std::min<double>(target.getCost(OpClass::load),
                                    costOfPattern(ReorderPattern::broadcast)) /
                       2
                 : costOfPattern(ReorderPattern::broadcast);
    double sum = 0;
    for (const ReorderSelector::Choice &choice : selector.selectAll(origins))
      sum += choice.pattern == ReorderPattern::broadcast ? spread : choice.cost;
    return sum;
  }

  /// What brings together the lanes of `op`, of which an index chooses the
  /// coordinate along `axis` of `source`.
  double costOfLookups(Operation *op, Value source, Axis axis) {
    auto from = cast<InfRegType>(source.getType());
    auto to = cast<InfRegType>(op->getResult(0).getType());
    auto key = std::make_pair(std::make_pair(Type(from), Type(to)), int(axis));
    double whole = once(lookupCosts, key, [&] {
      double sum = 0;
      std::vector<LaneLookup> lookups =
          planLookups(blocks(from), blocks(to), axis);
      for (const ReorderSelector::Choice &choice :
           selector.selectLookups(lookups, from.getElementType(), chunkLanes))
        sum += choice.cost;
      return sum;
    });
    return whole * chunksRead(op->getResult(0)) / blocks(to).getNumChunks();
  }

  /// The operations that follow each other where one chunk is looked up: levels
  /// of a tree of selections behind the index.
  double latencyOfLookup(Operation *op) {
    auto lanes = cast<InfRegOpInterface>(op);
    return target.getCost(OpClass::arith) *
           (2 +
            llvm::Log2_64_Ceil(std::max<int64_t>(2, lanes.getNumCandidates())) /
                2.0);
  }

  /// Whether a collective combines its work items one after the other.
  static bool isOrdered(Operation *op) {
    return op->hasAttr("ordered") &&
           isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
  }

  double costOfCollective(Operation *op) {
    auto type = cast<InfRegType>(op->getResult(0).getType());
    bool isScan = isa<ScanOp>(op);
    auto key = std::make_pair(std::make_pair(Type(type), Type()),
                              1 + int(isScan) + 2 * int(isOrdered(op)));
    return once(lookupCosts, key, [&] {
      if (isOrdered(op))
        return costInOrder(type, isScan);
      double sum = 0;
      auto classes =
          llvm::to_vector(llvm::seq<int32_t>(0, blocks(type).getNumChunks()));
      for (const CollectiveStep &step : isScan
                                            ? planScan(type.getNumItems())
                                            : planReduction(type.getNumItems()))
        sum += costOfStep(step, type, classes);
      return sum;
    });
  }

  /// What a step of a tree costs. Chunks of one class hold the same; `classes`
  /// names a chunk of the class for each, before the step and after it. What is
  /// the same is computed once.
  double costOfStep(const CollectiveStep &step, InfRegType type,
                    SmallVector<int32_t> &classes) {
    LaneMapping mapping = blocks(type);
    std::vector<ChunkOrigins> origins =
        splitLaneMap(mapping, mapping, step.getTable(type.getExtent()));
    std::map<std::vector<int32_t>, int32_t> made;
    SmallVector<int32_t> after(classes);
    double sum = 0;
    for (auto [chunk, from] : llvm::enumerate(origins)) {
      bool any = false, all = true;
      std::vector<int32_t> key{classes[chunk]};
      for (auto [lane, origin] : llvm::enumerate(from)) {
        any |= origin.isRead();
        all &= origin.isRead() || !mapping.getOwner(chunk, lane);
        if (origin.isRead())
          origin.chunk = classes[origin.chunk];
        key.push_back(origin.isRead()
                          ? origin.chunk * mapping.getLanes() + origin.lane
                          : -1);
      }
      if (!any)
        continue;
      ReorderSelector::Choice move = selector.select(from);
      SmallVector<int32_t> sources = sourceChunks(from);
      // Two chunks that read each other combine to the same.
      if (move.pattern == ReorderPattern::reuse && all)
        key = {std::min(key[0], sources[0]), std::max(key[0], sources[0])};
      auto [found, isNew] = made.try_emplace(key, chunk);
      after[chunk] = found->second;
      if (isNew)
        sum += move.cost + target.getCost(OpClass::arith) +
               (all ? 0 : target.getCost(OpClass::blend));
    }
    classes = std::move(after);
    return sum;
  }

  /// Each work item's value is brought to all lanes and combined.
  double costInOrder(InfRegType type, bool isScan) {
    double sum = 0;
    int64_t count = blocks(type).getNumChunks();
    for (int64_t item = 0; item < type.getNumItems(); ++item) {
      CollectiveStep all;
      all.sources.assign(type.getNumItems(), item);
      for (const ReorderSelector::Choice &choice :
           selector.selectAll(splitLaneMap(blocks(type), blocks(type),
                                           all.getTable(type.getExtent()))))
        sum += choice.cost;
      sum += count * (target.getCost(OpClass::arith) +
                      (isScan ? target.getCost(OpClass::blend) : 0));
    }
    return sum;
  }

  /// Each step waits for a movement of lanes, where lanes move, and for the one
  /// before it.
  double latencyOfCollective(Operation *op) {
    auto type = cast<InfRegType>(op->getResult(0).getType());
    LaneMapping mapping = blocks(type);
    int64_t items = type.getNumItems();
    bool moves = items > 1 && mapping.getPlace({0, 0, 0}).lane !=
                                  mapping.getPlace({0, 1, 0}).lane;
    double each = target.getCost(OpClass::arith) + kPipelineDepth;
    if (isOrdered(op))
      return items * each;
    return llvm::Log2_64_Ceil(items) * (moves ? 2 : 1) * each;
  }

  /// Each chunk of the array is compared and blended; where a work item's
  /// elements share a chunk, index, value and mask are spread to all of them.
  double costOfInsert(InsertOp op) {
    InfRegType type = op.getDest().getType();
    double each = target.getCost(OpClass::arith) * (op.getMask() ? 2 : 1) +
                  target.getCost(OpClass::blend);
    double sum = chunksRead(op.getResult()) * each;
    if (type.getExtent() == 1)
      return sum;
    auto key = std::make_pair(std::make_pair(Type(type), Type()), 0);
    double spread = once(lookupCosts, key, [&] {
      SmallVector<int32_t> table;
      for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
        table.append(type.getExtent(), wi);
      auto from = cast<InfRegType>(op.getValue().getType());
      double cost = 0;
      for (const ReorderSelector::Choice &choice :
           selector.selectAll(splitLaneMap(blocks(from), blocks(type), table)))
        cost += choice.cost;
      return cost;
    });
    return sum + spread * (op.getMask() ? 3 : 2);
  }

  double costOfAccess(AffineAccessOpInterface op) {
    InfRegType type = op.getAccessType();
    AccessShape shape = describeAccess(op, layout(type));
    AccessCost access = getCost(planAccess(shape, target), shape, target);
    return access.instructions + access.jumps + costOfStreams(op, type);
  }

  /// The cost of the cache lines of an access in a loop. Every group of a pack
  /// is read and written at a place of its own there: machines wait for so many
  /// short streams, although each line is prefetched one pack ahead.
  double costOfStreams(AffineAccessOpInterface op, InfRegType type) {
    CacheModel caches = target.getCacheModel();
    if (choice.wgPack == 1 || caches.lineBytes == 0 ||
        isa<KernelOp>(op->getParentOp()) ||
        matchPattern(op.getGroupStride(), m_Zero()))
      return 0;
    if (isOneStream(op))
      return 0;
    int64_t lanes = llvm::count_if(
        op.getOffsets(), [](int64_t offset) { return offset != kNoOffset; });
    double bytes = lanes * choice.wgPack *
                   type.getElementType().getIntOrFloatBitWidth() / 8.0;
    return caches.missCost * bytes / caches.lineBytes;
  }

  /// Whether the next group's elements begin where a group's end.
  static bool isOneStream(AffineAccessOpInterface op) {
    int64_t least = INT64_MAX, greatest = INT64_MIN;
    for (int64_t offset : op.getOffsets())
      if (offset != kNoOffset) {
        least = std::min(least, offset);
        greatest = std::max(greatest, offset);
      }
    APInt stride;
    return least <= greatest &&
           matchPattern(op.getGroupStride(), m_ConstantInt(&stride)) &&
           stride.abs().ule(greatest - least + 1);
  }

  TargetAttrInterface target;
  ReorderSelector selector;
  int64_t chunkLanes;
  const LaneChoice &choice;
  LaneDemand &demand;
  /// The number of neighbouring lanes of a chunk that hold the same element of
  /// neighbouring groups. All of them are treated alike, so that the model
  /// looks at one for all.
  int64_t block = 1;
  llvm::DenseMap<Value, int64_t> readChunks;
  llvm::DenseMap<Operation *, double> mapCosts;
  /// The costs of whole results by the types of source and result and the axis.
  llvm::DenseMap<std::pair<std::pair<Type, Type>, int>, double> lookupCosts;
  llvm::DenseMap<Operation *, int64_t> mixed;
};

} // namespace

namespace {
/// Estimates how many chunks are stored and loaded again since the registers of
/// a target do not hold them. Chunks are scheduled depth first, so that lanes
/// with one use are consumed at once; the others wait for their uses, in memory
/// in proportion to how far their number exceeds that of the registers.
class SpillModel {
public:
  SpillModel(KernelOp kernel, CostModel &model, LaneDemand &demand,
             TargetAttrInterface target, int64_t wgPack, int64_t chunkLanes)
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
    double registers = target.getNumRegisters(), peak = peakChunks();
    if (peak > registers)
      share = (1 - registers / peak) * static_cast<double>(wgPack) / chunkLanes;
  }

  /// The cost of storing and loading the results of `op` each time that it
  /// runs.
  double cost(Operation *op) {
    if (share == 0 || renamings.contains(op) || isRematerialized(op))
      return 0;
    double traffic = 0;
    for (Value result : op->getResults())
      if (!isShortLived(result))
        traffic += trafficOf(result, /*atLeast=*/2);
    return traffic * share;
  }

  /// The cost of storing and loading, once for each iteration, the values that
  /// a loop's iteration hands on to the next.
  double costOfIteration(Block &block) {
    double traffic = 0;
    for (BlockArgument argument : block.getArguments())
      traffic += trafficOf(argument, /*atLeast=*/1);
    return traffic * share;
  }

private:
  /// The number of uses of each lane of a group.
  using Uses = SmallVector<int64_t>;

  Uses &usesOf(Value value) {
    Uses &list = uses[value];
    list.resize(cast<InfRegType>(value.getType()).getLanesPerGroup());
    return list;
  }

  /// Whether all uses follow within a few operations, so that registers keep
  /// the value, chunk by chunk.
  bool isShortLived(Value value) const {
    constexpr int64_t kSoon = 8;
    Operation *def = value.getDefiningOp();
    int64_t from = positions.lookup(def);
    return llvm::all_of(value.getUsers(), [&](Operation *user) {
      return user->getBlock() == def->getBlock() && !renamings.contains(user) &&
             positions.lookup(user) - from <= kSoon;
    });
  }

  /// The cost of storing and loading the lanes of `value` that wait for at
  /// least `atLeast` uses. A loaded value is in memory already, and its users
  /// load it as an operand; so do users of values that LLVM spills.
  double trafficOf(Value value, int64_t atLeast) {
    bool isLoaded = target.canSpill() && isAffineLoad(value);
    double store = isLoaded ? 0 : target.getCost(OpClass::spill);
    double load = target.getCost(OpClass::load) / (isLoaded ? 4.0 : 2.0);
    double sum = 0;
    for (int64_t count : uses.lookup(value))
      if (count >= atLeast)
        sum += store + count * load;
    return sum;
  }

  /// Count the uses that `op` makes of its operands. All users of its results
  /// must have been counted before.
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

  /// The largest number of chunks that are alive at once where operations keep
  /// their order and loops are distributed. The chunks of a remainder loop
  /// count by one in kIterations.
  double peakChunks() {
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
            change[position] += model.chunksRead(argument);
            change[lastIn(region, position)] -= model.chunksRead(argument);
          }
      if (isRematerialized(op))
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
        // Of a long chain of merges, the latest operands: lanes of the earlier
        // ones have been replaced by theirs.
        if (behind.size() > kMaxRoots)
          behind.erase(behind.begin(), behind.end() - kMaxRoots);
        roots[result] = std::move(behind);
      }
    }
    for (auto [value, position] : lastUse)
      change[position] -= model.chunksRead(value);
    double live = 0, peak = 0;
    for (auto [step, loops] : llvm::zip_equal(change, parts)) {
      live += step;
      peak = std::max(peak, live / loops);
    }
    return peak;
  }

  /// The number of loops that `loop` will be split into.
  int64_t partsOf(scf::WhileOp loop) {
    return countLoopParts(loop, target,
                          [&](Value value) { return model.chunksRead(value); });
  }

  /// The position of the last operation of `region`, a region of the operation
  /// at `position`.
  size_t lastIn(Region &region, size_t position) const {
    Operation *last = &region.back().back();
    while (order[position] != last)
      ++position;
    return position;
  }

  CostModel &model;
  LaneDemand &demand;
  TargetAttrInterface target;
  std::vector<Operation *> order;
  llvm::DenseMap<Operation *, int64_t> positions;
  llvm::DenseSet<Operation *> renamings;
  llvm::DenseMap<Value, Uses> uses;
  /// The number of chunks that hold one lane of each group of a pack, times the
  /// share of all chunks that registers do not hold.
  double share = 0;
};
} // namespace

namespace {
/// The cost of each loop under one choice of pack and order. A block needs it
/// twice for each loop in it, for its sum and for its latency; without this map
/// nested loops would be looked at twice as often at each level.
using LoopCosts = llvm::DenseMap<Operation *, double>;
} // namespace

static double costOfLoop(Operation &loop, CostModel &model, SpillModel &spills,
                         LoopCosts &known);

/// How long an iteration of a loop waits for values of earlier iterations, in
/// the unit of costs. Iterations are simulated one after the other, and each
/// operation starts as soon as its operands are there. A result takes longer,
/// by the depth of the pipeline, than the next independent operation needs to
/// start.
static double carriedLatency(Block &block, CostModel &model, SpillModel &spills,
                             LoopCosts &known) {
  constexpr int kSimulated = 8;
  Operation *terminator = block.getTerminator();
  unsigned skipped = isa<scf::ConditionOp>(terminator) ? 1 : 0;
  // Numbers of the values that iterations give each other, and of the values
  // computed from them.
  llvm::DenseMap<Value, unsigned> numbers;
  for (BlockArgument argument : block.getArguments())
    numbers.insert({argument, numbers.size()});
  struct Step {
    SmallVector<unsigned, 2> operands;
    unsigned firstResult, numResults;
    double latency;
  };
  std::vector<Step> steps;
  for (Operation &op : block.without_terminator()) {
    Step step;
    for (Value operand : op.getOperands())
      if (auto found = numbers.find(operand); found != numbers.end())
        step.operands.push_back(found->second);
    if (step.operands.empty() || op.getNumResults() == 0)
      continue;
    step.firstResult = numbers.size();
    step.numResults = op.getNumResults();
    for (Value result : op.getResults())
      numbers.insert({result, numbers.size()});
    double latency = op.getNumRegions() ? costOfLoop(op, model, spills, known)
                                        : model.latency(&op);
    step.latency = latency > 0 ? latency + kPipelineDepth : 0;
    steps.push_back(std::move(step));
  }
  SmallVector<double> carried(block.getNumArguments(), 0);
  std::vector<double> ready(numbers.size());
  for (int iteration = 0; iteration < kSimulated; ++iteration) {
    llvm::copy(carried, ready.begin());
    for (const Step &step : steps) {
      double start = 0;
      for (unsigned operand : step.operands)
        start = std::max(start, ready[operand]);
      std::fill_n(ready.begin() + step.firstResult, step.numResults,
                  start + step.latency);
    }
    for (auto [index, time] : llvm::enumerate(carried)) {
      if (index + skipped >= terminator->getNumOperands())
        continue;
      auto found = numbers.find(terminator->getOperand(index + skipped));
      time = found == numbers.end() ? 0 : ready[found->second];
    }
  }
  return carried.empty() ? 0 : *llvm::max_element(carried) / kSimulated;
}

static double costOfBlock(Block &block, CostModel &model, SpillModel &spills,
                          LoopCosts &known) {
  double sum = 0;
  for (Operation &op : block)
    sum += spills.cost(&op) + (op.getNumRegions()
                                   ? costOfLoop(op, model, spills, known)
                                   : model.cost(&op));
  return sum;
}

/// The time, in the unit of costs, that the longest chain of operations of a
/// block takes, each of which waits for the one before it.
static double criticalPath(Block &block, CostModel &model, SpillModel &spills,
                           LoopCosts &known) {
  llvm::DenseMap<Value, double> ready;
  double end = 0;
  for (Operation &op : block) {
    double start = 0;
    for (Value operand : op.getOperands())
      start = std::max(start, ready.lookup(operand));
    double latency = op.getNumRegions() ? costOfLoop(op, model, spills, known)
                                        : model.latency(&op);
    if (latency > 0 && !op.getNumRegions())
      latency += kPipelineDepth;
    for (Value result : op.getResults())
      ready[result] = start + latency;
    end = std::max(end, start + latency);
  }
  return end;
}

/// The longest of three times that overlap: what the operations of a loop take,
/// how long the chain of values that it carries takes, and what storing and
/// loading these values takes, which each iteration does once in all regions.
static double costOfLoop(Operation &loop, CostModel &model, SpillModel &spills,
                         LoopCosts &known) {
  if (auto found = known.find(&loop); found != known.end())
    return found->second;
  double sum = 0;
  double iterations = loop.hasAttr(kRemainderLoopAttrName) ? 1 : kIterations;
  for (Region &region : loop.getRegions())
    for (Block &block : region) {
      double iteration = std::max(costOfBlock(block, model, spills, known),
                                  carriedLatency(block, model, spills, known));
      if (&region == &loop.getRegions().back())
        iteration = std::max(iteration, spills.costOfIteration(block));
      sum += iterations * iteration;
    }
  return known[&loop] = sum;
}

/// Whether a loop carries more chunks than half of the registers hold, or
/// carries and uses from outside more than seven eighths of them hold: the code
/// generator of a target that cannot spill has no registers left to compute
/// with.
static bool carriesTooMuch(KernelOp kernel, CostModel &model,
                           int64_t registers) {
  bool tooMuch = false;
  kernel.walk([&](scf::WhileOp loop) {
    int64_t carried = 0, captured = 0;
    for (BlockArgument argument : loop.getAfterArguments())
      if (isa<InfRegType>(argument.getType()))
        carried += model.chunksRead(argument);
    llvm::SetVector<Value> outer;
    getUsedValuesDefinedAbove(loop->getRegions(), outer);
    for (Value value : outer)
      if (isa<InfRegType>(value.getType()))
        captured += model.chunksRead(value);
    tooMuch |= carried > registers / 2 ||
               carried + captured > registers - registers / 8;
  });
  return tooMuch;
}

double pirch::estimateCost(KernelOp kernel, const LaneChoice &choice,
                           LaneDemand &demand) {
  auto target = cast<TargetAttrInterface>(kernel.getTargetAttr());
  CostModel model(target, getChunkLanes(kernel), choice, demand);
  if (!target.canSpill() && choice.wgPack > 1 &&
      carriesTooMuch(kernel, model, target.getNumRegisters()))
    return std::numeric_limits<double>::infinity();
  SpillModel spills(kernel, model, demand, target, choice.wgPack,
                    getChunkLanes(kernel));
  LoopCosts loops;
  Block &body = kernel.getBody().front();
  double sum = kPackOverhead + costOfBlock(body, model, spills, loops);
  // A pass over a pack waits for its longest chain of operations, unless the
  // machine computes the next passes meanwhile.
  if (int64_t window = target.getOperationsInFlight()) {
    double passes = std::max(1.0, window / sum);
    sum = std::max(sum, criticalPath(body, model, spills, loops) / passes);
  }
  return sum / choice.wgPack;
}
