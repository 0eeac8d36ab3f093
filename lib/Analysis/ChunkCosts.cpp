//===- ChunkCosts.cpp - What operations cost in chunks --------------------===//

#include "ChunkCosts.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/Analysis/Compactions.h"
#include "Pirch/Analysis/IndexGrowth.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Analysis/OwnMemory.h"
#include "mlir/IR/Matchers.h"
#include <numeric>
#include <set>

using namespace mlir;
using namespace pirch;

bool pirch::isAffineLoad(Value value) {
  return value.getDefiningOp<AffineAccessOpInterface>() != nullptr;
}

ChunkCosts::ChunkCosts(TargetAttrInterface target, int64_t chunkLanes,
                       const LaneChoice &choice, LaneDemand &demand)
    : target(target), selector(target), chunkLanes(chunkLanes), choice(choice),
      demand(demand) {
  if (choice.order.back() == Axis::wg)
    block = std::gcd(choice.wgPack, chunkLanes);
}

/// Work of the units that compute.
static Work computing(double cost) { return {cost, 0, 0, 0, 0}; }

Work ChunkCosts::of(OpClass opClass, double times) const {
  double cost = times * target.getCost(opClass);
  Work work;
  switch (opClass) {
  case OpClass::load:
  case OpClass::gather:
    work.load = cost;
    break;
  case OpClass::store:
  case OpClass::masked_store:
  case OpClass::scatter:
  case OpClass::spill:
    work.store = cost;
    break;
  case OpClass::atomic:
  case OpClass::jump:
    work.wait = cost;
    break;
  default:
    work.compute = cost;
    break;
  }
  return work;
}

int64_t ChunkCosts::width(Type type) const {
  auto infreg = dyn_cast<InfRegType>(type);
  return infreg
             ? target.getRegistersPerChunk(infreg.getElementType(), chunkLanes)
             : 1;
}

int64_t ChunkCosts::width(Operation *op) const {
  int64_t most = 1;
  for (Type type : op->getResultTypes())
    most = std::max(most, width(type));
  for (Type type : op->getOperandTypes())
    most = std::max(most, width(type));
  return most;
}

double ChunkCosts::getTime(const Work &work) const {
  return work.getTime(target.getUnitModel());
}

double ChunkCosts::share(Type type) const {
  auto infreg = dyn_cast<InfRegType>(type);
  int64_t blockBits = target.getShuffleBlockBits();
  if (!infreg)
    return 0;
  if (!blockBits)
    return 1;
  int64_t values = choice.wgPack * infreg.getNumItems() * infreg.getExtent();
  double share = 1;
  // Masks have as many lanes as what they are masks of.
  int64_t bits = infreg.getElementType().isInteger(1)
                     ? target.getRegisterBits() / chunkLanes
                     : infreg.getElementType().getIntOrFloatBitWidth();
  for (int64_t lanes = chunkLanes / 2;
       lanes >= values && lanes * bits >= blockBits; lanes /= 2)
    share *= target.getCosts().getHalfShare();
  return share;
}

Work ChunkCosts::work(Operation *op) {
  return once(opCosts, op, [&] { return computeWork(op); });
}

Work ChunkCosts::computeWork(Operation *op) {
  double most = 0;
  for (Type type : op->getResultTypes())
    most = std::max(most, share(type));
  for (Type type : op->getOperandTypes())
    most = std::max(most, share(type));
  Work whole = workOnRegisters(op);
  if (most == 0 || most == 1)
    return whole;
  // Memory is waited for all the same.
  Work work = whole * most;
  work.wait = whole.wait;
  return work;
}

Work ChunkCosts::workOnRegisters(Operation *op) {
  if (op->getNumResults() == 1 && isOfQuotient(op->getResult(0)))
    return {};
  if (auto map = dyn_cast<LaneMapOpInterface>(op))
    return costOfMap(map);
  if (auto access = dyn_cast<AffineAccessOpInterface>(op))
    return costOfAccess(access);
  if (auto load = dyn_cast<LoadRowsOp>(op))
    return costOfRows(load.getType(), /*isStore=*/false,
                      findStep(load.getIndex(), uniform));
  if (auto store = dyn_cast<StoreRowsOp>(op))
    return costOfRows(store.getValue().getType(), /*isStore=*/true,
                      /*step=*/std::nullopt);
  if (auto gather = dyn_cast<GatherOp>(op))
    return costOfGather(gather);
  if (auto scatter = dyn_cast<ScatterOp>(op))
    return costOfScatter(scatter);
  if (isa<AtomicRMWOp, AtomicCmpXchgOp>(op))
    return costOfAtomic(cast<AccessOpInterface>(op));
  if (auto merge = dyn_cast<MergeOp>(op))
    return of(OpClass::blend, mixedChunks(merge) * width(op));
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
    return {};
  auto type = dyn_cast<InfRegType>(op->getResult(0).getType());
  if (!type || isRematerialized(op) || isPartOfUsers(op))
    return {};
  return of(classifyOp(op), shareOfScalar(op) * chunksRead(op->getResult(0)) *
                                width(op) * countInstructions(op) *
                                getLengthOfFunction(op));
}

double ChunkCosts::latency(Operation *op) {
  if (op->getNumResults() == 1 && isOfQuotient(op->getResult(0)))
    return 0;
  if (op->getNumResults() == 0 || isRenaming(op) || isRematerialized(op) ||
      isPartOfUsers(op))
    return 0;
  if (isa<WgShuffleOp, ExtractOp>(op) &&
      isa<InfRegType>(op->getResult(0).getType()))
    return target.getPipelineDepth(/*isSimple=*/false) + latencyOfLookup(op);
  if (isa<AnyOp, AllOp, ReduceOp, ScanOp>(op) &&
      isa<InfRegType>(op->getResult(0).getType()))
    return latencyOfCollective(op);
  if (auto gather = dyn_cast<GatherOp>(op))
    return latencyOfGather(gather);
  double cost = static_cast<double>(target.getCost(classifyOp(op)) *
                                    countInstructions(op)) *
                getLengthOfFunction(op);
  return cost > 0 ? cost + target.getPipelineDepth(isSimpleOnIntegers(op)) : 0;
}

int64_t ChunkCosts::chunksRead(Value value) {
  return once(readChunks, value, [&] {
    LaneMapping mapping = blocks(cast<InfRegType>(value.getType()));
    int64_t count = countChunksRead(mapping, demand.get(value));
    return count > 1 && uniform.contains(value)
               ? std::min(count, countDifferent(mapping))
               : count;
  });
}

/// The number of different chunks of a value that is the same in all work items
/// of a group: code computes one of those that are alike.
int64_t ChunkCosts::countDifferent(const LaneMapping &mapping) {
  std::set<std::vector<std::pair<int64_t, int64_t>>> different;
  for (int64_t chunk = 0; chunk < mapping.getNumChunks(); ++chunk) {
    std::vector<std::pair<int64_t, int64_t>> lanes;
    for (int64_t lane = 0; lane < mapping.getLanes(); ++lane)
      if (std::optional<LaneId> id = mapping.getOwner(chunk, lane))
        lanes.push_back({id->wg, id->ix});
    different.insert(std::move(lanes));
  }
  return different.size();
}

bool ChunkCosts::isRenaming(Operation *op) {
  if (auto merge = dyn_cast<MergeOp>(op))
    return mixedChunks(merge) == 0;
  return isa<LaneMapOpInterface>(op) && work(op).sum() == 0;
}

int64_t ChunkCosts::mixedChunks(MergeOp merge) {
  return once(mixed, merge.getOperation(),
              [&] { return countMixedChunks(merge); });
}

int64_t ChunkCosts::countMixedChunks(MergeOp merge) {
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

LaneMapping ChunkCosts::layout(InfRegType type) const {
  return LaneMapping::inOrder(
      {choice.wgPack, type.getNumItems(), type.getExtent()}, choice.order,
      chunkLanes);
}

LaneMapping ChunkCosts::blocks(InfRegType type) const {
  return LaneMapping::inOrder(
      {choice.wgPack / block, type.getNumItems(), type.getExtent()},
      choice.order, chunkLanes / block);
}

double ChunkCosts::costOfPattern(ReorderPattern pattern) const {
  return target.getReorderCost(pattern).value_or(
      target.getCost(OpClass::gather));
}

namespace {
/// What a lane map costs where each chunk is one register.
struct MapCost {
  Work ofRegisters;
};
} // namespace
MLIR_DECLARE_EXPLICIT_TYPE_ID(MapCost)
MLIR_DEFINE_EXPLICIT_TYPE_ID(MapCost)

Work ChunkCosts::costOfMap(LaneMapOpInterface map) {
  auto to = cast<InfRegType>(map->getResult(0).getType());
  auto from = cast<InfRegType>(map.getLaneSource().getType());
  // A broadcast of a loaded lane is a broadcast load, an operand of its user.
  bool isLoaded = isAffineLoad(map.getLaneSource());
  SmallVector<int32_t> table = map.getLaneTable();
  ResultCache::Key key = {isLoaded};
  blocks(from).appendTo(key);
  blocks(to).appendTo(key);
  llvm::append_range(key, table);
  return getResults(target)
             .get<MapCost>(target, std::move(key),
                           [&] {
                             return MapCost{costOfMap(blocks(from), blocks(to),
                                                      table, isLoaded)};
                           })
             ->ofRegisters *
         width(map);
}

Work ChunkCosts::costOfMap(const LaneMapping &from, const LaneMapping &to,
                           ArrayRef<int32_t> table, bool isLoaded) {
  std::vector<ChunkOrigins> origins = splitLaneMap(from, to, table);
  double spread =
      isLoaded ? std::min<double>(target.getCost(OpClass::load),
                                  costOfPattern(ReorderPattern::broadcast)) /
                     2
               : costOfPattern(ReorderPattern::broadcast);
  Work sum;
  for (const ReorderSelector::Choice &choice : selector.selectAll(origins))
    if (choice.pattern == ReorderPattern::broadcast)
      (isLoaded ? sum.load : sum.shuffle) += spread;
    else
      sum.shuffle += choice.cost;
  return sum;
}

Work ChunkCosts::costOfLookups(Operation *op, Value source, Axis axis) {
  auto from = cast<InfRegType>(source.getType());
  auto to = cast<InfRegType>(op->getResult(0).getType());
  auto key = std::make_pair(std::make_pair(Type(from), Type(to)), int(axis));
  Work whole = once(lookupCosts, key, [&] {
    Work sum;
    std::vector<LaneLookup> lookups =
        planLookups(blocks(from), blocks(to), axis);
    for (const ReorderSelector::Choice &choice :
         selector.selectLookups(lookups, from.getElementType(), chunkLanes))
      sum.shuffle += choice.cost;
    return sum;
  });
  return whole * (static_cast<double>(chunksRead(op->getResult(0))) *
                  width(to) / blocks(to).getNumChunks());
}

double ChunkCosts::latencyOfLookup(Operation *op) {
  auto lanes = cast<InfRegOpInterface>(op);
  return target.getCost(OpClass::arith) *
         (2 +
          llvm::Log2_64_Ceil(std::max<int64_t>(2, lanes.getNumCandidates())) /
              2.0);
}

bool ChunkCosts::isOrdered(Operation *op) {
  return op->hasAttr("ordered") &&
         isa<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
}

/// Whether a sum of conditions is the number of bits of masks.
static bool countsConditions(Operation *op) {
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return reduce.getKind() == CombiningKind::add &&
           getCountedBits(reduce.getValue());
  auto scan = dyn_cast<ScanOp>(op);
  return scan && scan.getKind() == CombiningKind::add &&
         getCountedBits(scan.getValue());
}

Work ChunkCosts::costOfCollective(Operation *op) {
  auto type = cast<InfRegType>(op->getResult(0).getType());
  bool isScan = isa<ScanOp>(op);
  bool counts = countsConditions(op);
  auto key = std::make_pair(std::make_pair(Type(type), Type()),
                            1 + int(isScan) + 2 * int(isOrdered(op)) +
                                (counts ? kCounted : 0));
  return once(lookupCosts, key, [&] {
    if (isOrdered(op))
      return costInOrder(type, isScan) * width(type);
    // Of each mask the bits are taken, picked and counted.
    if (counts)
      if (auto pairs = countMaskPairs(target, layout(type), type.getNumItems()))
        return computing(3.0 * *pairs * target.getCost(OpClass::arith));
    Work sum;
    auto classes =
        llvm::to_vector(llvm::seq<int32_t>(0, blocks(type).getNumChunks()));
    for (const CollectiveStep &step : isScan
                                          ? planScan(type.getNumItems())
                                          : planReduction(type.getNumItems()))
      sum += costOfStep(step, type, classes);
    return sum * width(type);
  });
}

Work ChunkCosts::costOfStep(const CollectiveStep &step, InfRegType type,
                            SmallVector<int32_t> &classes) {
  LaneMapping mapping = blocks(type);
  std::vector<ChunkOrigins> origins =
      splitLaneMap(mapping, mapping, step.getTable(type.getExtent()));
  std::map<std::vector<int32_t>, int32_t> made;
  SmallVector<int32_t> after(classes);
  Work sum;
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
    if (isNew) {
      sum.shuffle += move.cost;
      sum.compute += target.getCost(OpClass::arith) +
                     (all ? 0 : target.getCost(OpClass::blend));
    }
  }
  classes = std::move(after);
  return sum;
}

Work ChunkCosts::costInOrder(InfRegType type, bool isScan) {
  Work sum;
  int64_t count = blocks(type).getNumChunks();
  for (int64_t item = 0; item < type.getNumItems(); ++item) {
    CollectiveStep all;
    all.sources.assign(type.getNumItems(), item);
    for (const ReorderSelector::Choice &choice :
         selector.selectAll(splitLaneMap(blocks(type), blocks(type),
                                         all.getTable(type.getExtent()))))
      sum.shuffle += choice.cost;
    sum.compute += count * (target.getCost(OpClass::arith) +
                            (isScan ? target.getCost(OpClass::blend) : 0));
  }
  return sum;
}

double ChunkCosts::latencyOfCollective(Operation *op) {
  auto type = cast<InfRegType>(op->getResult(0).getType());
  LaneMapping mapping = blocks(type);
  int64_t items = type.getNumItems();
  bool moves = items > 1 && mapping.getPlace({0, 0, 0}).lane !=
                                mapping.getPlace({0, 1, 0}).lane;
  double each = target.getCost(OpClass::arith) +
                target.getPipelineDepth(/*isSimple=*/false);
  if (isOrdered(op))
    return items * each;
  if (countsConditions(op) && countMaskPairs(target, layout(type), items))
    return 4 * each; // to a number, back to a register, `and`, the count
  return llvm::Log2_64_Ceil(items) * (moves ? 2 : 1) * each;
}

Work ChunkCosts::costOfInsert(InsertOp op) {
  InfRegType type = op.getDest().getType();
  double each = target.getCost(OpClass::arith) * (op.getMask() ? 2 : 1) +
                target.getCost(OpClass::blend);
  Work sum = computing(chunksRead(op.getResult()) * width(type) * each);
  if (type.getExtent() == 1)
    return sum;
  auto key = std::make_pair(std::make_pair(Type(type), Type()), 0);
  Work spread = once(lookupCosts, key, [&] {
    SmallVector<int32_t> table;
    for (int64_t wi = 0; wi < type.getNumItems(); ++wi)
      table.append(type.getExtent(), wi);
    auto from = cast<InfRegType>(op.getValue().getType());
    Work cost;
    for (const ReorderSelector::Choice &choice :
         selector.selectAll(splitLaneMap(blocks(from), blocks(type), table)))
      cost.shuffle += choice.cost;
    return cost;
  });
  return sum + spread * (width(type) * (op.getMask() ? 3 : 2));
}

double ChunkCosts::getContinuedJumps() const {
  double sum = 0;
  for (auto [op, jump] : continuedJumps)
    sum += jump;
  return sum;
}

/// Whether the elements that `op`, of `shape`, accesses for a pack begin about
/// where those for the pack before end.
static bool goesOn(AffineAccessOpInterface op, const AccessShape &shape) {
  if (!isa<KernelOp>(op->getParentOp()) || !shape.stride || shape.isOwn)
    return false;
  int64_t first = std::numeric_limits<int64_t>::max();
  int64_t last = std::numeric_limits<int64_t>::min();
  for (int64_t offset : shape.offsets)
    if (offset != kNoOffset) {
      first = std::min(first, offset);
      last = std::max(last, offset);
    }
  if (first > last)
    return false;
  int64_t gap = *shape.stride - (last - first);
  return std::abs(gap) * shape.elementBytes <= kFarBytes;
}

Work ChunkCosts::costOfAccess(AffineAccessOpInterface op) {
  InfRegType type = op.getAccessType();
  AccessShape shape = describeAccess(
      op,
      target.mapLanes({choice.wgPack, type.getNumItems(), type.getExtent()},
                      choice.order, op->getParentOfType<KernelOp>().getWgSize(),
                      chunkLanes),
      target);
  std::shared_ptr<const PricedAccess> access = planAccess(shape, target);
  Work work = access->cost.work * width(type);
  (choice.isFromCache ? work.load : work.wait) += costOfStreams(op, type);
  work.wait += access->cost.jumps + costOfMisses(op);
  if (access->cost.jumps > 0 && access->plan.windows.empty() &&
      goesOn(op, shape))
    continuedJumps[op] = target.getCost(OpClass::jump);
  return work;
}

/// What an access of the pack's own memory costs where the first-level cache
/// does not hold all of that memory beside other data, to which half of the
/// cache is left. Code goes over the memory again and again, so that little of
/// it is left in the cache when it takes one and a half times the cache's size.
double ChunkCosts::costOfMisses(AffineAccessOpInterface op) {
  CacheModel caches = target.getCacheModel();
  if (!caches.firstLevelBytes || !op.getBuffer().getDefiningOp<AllocaOp>())
    return 0;
  if (!ownBytesPerGroup)
    ownBytesPerGroup = getOwnBytesPerGroup(op->getParentOfType<KernelOp>());
  double held = caches.firstLevelBytes;
  double share =
      std::clamp(choice.wgPack * *ownBytesPerGroup / held - 0.5, 0.0, 1.0);
  int64_t lanes = llvm::count_if(
      op.getOffsets(), [](int64_t offset) { return offset != kNoOffset; });
  double bytes =
      lanes * choice.wgPack * op.getAccessType().getElementTypeBitWidth() / 8.0;
  return share * caches.secondLevelCost * bytes / caches.lineBytes;
}

/// The lanes take part one after the other, whether anyone reads what their
/// elements held or not.
Work ChunkCosts::costOfAtomic(AccessOpInterface op) {
  int64_t count =
      choice.wgPack *
      countLanesAtMost(op.getMask(), op.getAccessType().getLanesPerGroup());
  // Of a group's own memory, no other thread has to be kept off. The lane's
  // place is loaded, too.
  if (op.getBuffer().getDefiningOp<AllocaOp>())
    return of(OpClass::load, 2 * count) + of(OpClass::arith, count) +
           of(OpClass::store, count);
  return of(OpClass::atomic, count);
}

Work ChunkCosts::costOfScatter(ScatterOp op) {
  InfRegType type = op.getValue().getType();
  int64_t count = blocks(type).getNumChunks();
  if (!countsMasks(target, chunkLanes) || !isCompaction(op))
    return costOfPieces(type, op.getIndex(), OpClass::scatter, count);
  // Compressing and storing part of a register, for each group in each.
  int64_t groups = std::max<int64_t>(count, choice.wgPack);
  return of(OpClass::arith, 2 * groups) + of(OpClass::masked_store, groups);
}

Work ChunkCosts::costOfRows(InfRegType type, bool isStore,
                            std::optional<int64_t> step) {
  auto key = std::make_pair(
      Type(type), isStore ? kStored : std::max<int64_t>(step.value_or(0), 0));
  if (auto found = rowCosts.find(key); found != rowCosts.end())
    return found->second;
  LaneMapping mapping = layout(type);
  std::optional<RowPlan> plan = planRows(mapping, isStore, step, target);
  return rowCosts[key] = plan ? plan->work * width(type)
                              : of(isStore ? OpClass::scatter : OpClass::gather,
                                   mapping.getNumChunks());
}

double ChunkCosts::costOfStreams(AffineAccessOpInterface op, InfRegType type) {
  CacheModel caches = target.getCacheModel();
  if (caches.lineBytes == 0 || isa<KernelOp>(op->getParentOp()) ||
      matchPattern(op.getGroupStride(), m_Zero()) ||
      op.getBuffer().getDefiningOp<AllocaOp>())
    return 0;
  // From memory, one long stream is there in time.
  if (!choice.isFromCache && (choice.wgPack == 1 || isOneStream(op)))
    return 0;
  int64_t lanes = llvm::count_if(
      op.getOffsets(), [](int64_t offset) { return offset != kNoOffset; });
  double bytes = lanes * choice.wgPack *
                 type.getElementType().getIntOrFloatBitWidth() / 8.0;
  return (choice.isFromCache ? caches.secondLevelCost : caches.missCost) *
         bytes / caches.lineBytes;
}

bool ChunkCosts::isOneStream(AffineAccessOpInterface op) {
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
