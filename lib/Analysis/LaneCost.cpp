//===- LaneCost.cpp - What a WG_PACK and lane order cost ------------------===//
//
// The cost model of lane assignment: what the blocks and loops of a kernel in
// InfReg form take under a choice of pack and order. ChunkCosts.h says what one
// operation costs, SpillModel.h what the lack of registers does.
//
//===----------------------------------------------------------------------===//

#include "LaneCost.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Analysis/OwnMemory.h"
#include "SpillModel.h"
#include "mlir/Transforms/RegionUtils.h"
#include <cmath>

using namespace mlir;
using namespace pirch;

/// The cost, in additions, of counting groups and computing addresses once for
/// each pack.
static constexpr double kPackOverhead = 4;

namespace {
/// The cost of each loop under one choice of pack and order. A block needs it
/// twice for each loop in it, for its sum and for its latency; without this map
/// nested loops would be looked at twice as often at each level.
using LoopCosts = llvm::DenseMap<Operation *, double>;
} // namespace

static double costOfLoop(Operation &loop, ChunkCosts &model, SpillModel &spills,
                         LoopCosts &known);

/// How long an iteration of a loop waits for values of earlier iterations, in
/// the unit of costs. Iterations are simulated one after the other, and each
/// operation starts as soon as its operands are there. A result takes longer,
/// by the depth of the pipeline, than the next independent operation needs to
/// start. Loops within the block take their time beside that.
static double carriedLatency(Block &block, ChunkCosts &model) {
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
    step.latency = op.getNumRegions() ? 0 : model.latency(&op);
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

namespace {
/// The time that a block takes, in the unit of costs.
struct BlockCost {
  /// Of its own operations.
  double own = 0;
  /// Of loops within it.
  double loops = 0;
};
} // namespace

static BlockCost costOfBlock(Block &block, ChunkCosts &model,
                             SpillModel &spills, LoopCosts &known) {
  BlockCost cost;
  Work work;
  for (Operation &op : block) {
    work += spills.work(&op);
    if (op.getNumRegions())
      cost.loops += costOfLoop(op, model, spills, known);
    else
      work += model.work(&op);
  }
  cost.own = model.getTime(work);
  return cost;
}

namespace {
/// The times, in the unit of costs, at which the results of a block's
/// operations are there if each operation starts as soon as its operands are
/// there. Where the elements of an array lie in chunks of their own, each of
/// them has a time of its own: an operation on one element does not wait for
/// the others.
class ReadyTimes {
public:
  explicit ReadyTimes(ChunkCosts &model)
      : model(model), isByElement(model.getChoice().order.front() == Axis::ix) {
  }

  /// The time at which the last result of `op`, the operands of which have been
  /// added, is there.
  double add(Operation &op) {
    double latency = op.getNumRegions() ? 0 : model.latency(&op);
    double end = 0;
    for (Value result : op.getResults()) {
      Times times = startOf(op, countElements(result));
      for (double &time : times) {
        time += latency;
        end = std::max(end, time);
      }
      ready[result] = std::move(times);
    }
    return op.getNumResults() ? end : latestOf(op) + latency;
  }

private:
  using Times = SmallVector<double, 1>;

  size_t countElements(Value value) const {
    auto infreg = dyn_cast<InfRegType>(value.getType());
    return isByElement && infreg ? infreg.getExtent() : 1;
  }

  /// The time of an element of `value`; of values from outside the block, 0.
  double timeOf(Value value, size_t element) const {
    auto found = ready.find(value);
    if (found == ready.end())
      return 0;
    return found->second[std::min(element, found->second.size() - 1)];
  }

  double latestOf(Operation &op) const {
    double latest = 0;
    for (Value operand : op.getOperands())
      if (auto found = ready.find(operand); found != ready.end())
        latest = std::max(latest, *llvm::max_element(found->second));
    return latest;
  }

  /// When the operation can start to compute each of `count` elements of its
  /// result.
  Times startOf(Operation &op, size_t count) const {
    bool isReorder = isByElement && isa<ReorderOp>(op);
    if (count == 1 && !isReorder)
      return {latestOf(op)};
    Times times(count, 0);
    auto wait = [&](size_t element, Value value, size_t of) {
      times[element] = std::max(times[element], timeOf(value, of));
    };
    if (isReorder) {
      auto reorder = cast<ReorderOp>(op);
      int64_t extent = reorder.getSource().getType().getExtent();
      for (auto [lane, source] : llvm::enumerate(reorder.getLaneTable()))
        if (source != kNoLane)
          wait(lane % count, reorder.getSource(), source % extent);
    } else if (auto merge = dyn_cast<MergeOp>(op)) {
      for (auto [lane, isValue] : llvm::enumerate(merge.getLanes()))
        wait(lane % count, isValue ? merge.getValue() : merge.getInto(),
             lane % count);
    } else if (isLaneWise(&op)) {
      for (Value operand : op.getOperands())
        for (size_t element = 0; element < count; ++element)
          wait(element, operand, element);
    } else {
      times.assign(count, latestOf(op));
    }
    return times;
  }

  ChunkCosts &model;
  bool isByElement;
  llvm::DenseMap<Value, Times> ready;
};
} // namespace

/// The time, in the unit of costs, that the longest chain of operations of a
/// block takes, each of which waits for the one before it. Loops within the
/// block take their time beside that.
static double criticalPath(Block &block, ChunkCosts &model) {
  ReadyTimes times(model);
  double end = 0;
  for (Operation &op : block)
    end = std::max(end, times.add(op));
  return end;
}

/// How much of the longest chain of an iteration over `block`, which takes the
/// time `work` without regard to chains, the machine waits for: it computes as
/// many iterations at once as it has operations in flight.
static double latencyBeyondWindow(Block &block, double work,
                                  ChunkCosts &model) {
  TargetAttrInterface target = model.getTarget();
  double window = target.getOperationsWaiting();
  if (window == 0)
    window = target.getOperationsInFlight();
  return window == 0
             ? 0
             : criticalPath(block, model) / std::max(1.0, window / work);
}

/// Whether a loop within `block` writes memory of the groups' own that the
/// block reads: iterations then wait for each other, although no value says so.
static bool hasInnerPanelLoop(Block &block) {
  llvm::SmallPtrSet<Value, 4> read;
  for (Operation &op : block)
    if (auto access = dyn_cast<AccessOpInterface>(op);
        access && !access.isWrite() &&
        access.getBuffer().getDefiningOp<AllocaOp>())
      read.insert(access.getBuffer());
  return !read.empty() && llvm::any_of(block, [&](Operation &op) {
    return op.getNumRegions() &&
           op.walk([&](AccessOpInterface access) {
               return access.isWrite() && read.contains(access.getBuffer())
                          ? WalkResult::interrupt()
                          : WalkResult::advance();
             }).wasInterrupted();
  });
}

/// The time of two things that a machine does at once: at least the longer one.
/// Machines that execute out of order do the shorter one beside it only as long
/// as they find operations that do not wait, which shows the more, the closer
/// the two are: where a chain of operations took as long as all operations
/// together, both took a quarter longer than either (householder of
/// `scripts/bench general`).
static double doBoth(double a, double b, TargetAttrInterface target) {
  return target.getOperationsInFlight() ? std::cbrt(a * a * a + b * b * b)
                                        : std::max(a, b);
}

/// How often an iteration of a loop is taken to be computed where all groups of
/// a pack leave the loop together.
static double countIterations(Operation &loop) {
  return loop.hasAttr(kRemainderLoopAttrName) ? 1 : kIterations;
}

/// Three times that overlap: what the operations of a loop take, how long the
/// chain of values that it carries takes, and what storing and loading these
/// values takes, which each iteration does once in all regions.
static double costOfLoop(Operation &loop, ChunkCosts &model, SpillModel &spills,
                         LoopCosts &known) {
  if (auto found = known.find(&loop); found != known.end())
    return found->second;
  double sum = 0;
  double iterations = countIterations(loop) * model.getDivergence(&loop);
  TargetAttrInterface target = model.getTarget();
  for (Region &region : loop.getRegions())
    for (Block &block : region) {
      BlockCost cost = costOfBlock(block, model, spills, known);
      double chain = carriedLatency(block, model);
      if (hasInnerPanelLoop(block))
        chain = std::max(chain, criticalPath(block, model));
      double iteration = cost.loops + doBoth(cost.own, chain, target);
      if (&region == &loop.getRegions().back())
        iteration = doBoth(
            iteration, model.getTime(spills.workOfIteration(block)), target);
      sum += iterations * iteration;
    }
  return known[&loop] = sum;
}

/// Whether a loop carries more chunks than half of the registers hold, or
/// carries and uses from outside more than seven eighths of them hold: the code
/// generator of a target that cannot spill has no registers left to compute
/// with.
static bool carriesTooMuch(KernelOp kernel, ChunkCosts &model,
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

/// Whether the variables in memory of the groups that a pack's code computes at
/// once take more memory than there is for them.
static bool needsTooMuchMemory(KernelOp kernel, int64_t pack,
                               TargetAttrInterface target) {
  int64_t slots = 1;
  if (target.distributesWorkItems())
    slots = std::max<int64_t>(1, target.getWarpMemory().warpThreads /
                                     kernel.getWgSize());
  return pack * slots *
             getOwnBytesPerGroup(kernel, target.distributesWorkItems()) >
         target.getOwnMemoryBytes();
}

/// The time that `block` takes at least, without regard to spills and chains.
/// Counting ends once it is more than `most`.
static double leastTime(Block &block, ChunkCosts &model, double most) {
  Work work;
  double loops = 0, time = 0;
  for (Operation &op : block) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        loops += countIterations(op) *
                 leastTime(inner, model, (most - time) / countIterations(op));
    if (op.getNumRegions() == 0)
      work += model.work(&op);
    time = model.getTime(work) + loops;
    if (time > most)
      break;
  }
  return time;
}

namespace {
/// The numbers of cache lines by which an iteration over a pack goes on in the
/// buffers that it accesses outside of loops: their sum over all buffers, and
/// that over the buffers in which it goes on by more than a few lines.
struct PackLines {
  double all = 0, ofLongSteps = 0;
};
} // namespace

static PackLines countLinesOfPack(KernelOp kernel, const LaneChoice &choice,
                                  int64_t lineBytes) {
  constexpr double kFewLines = 10;
  llvm::SmallMapVector<Value, double, 4> lines;
  for (auto access :
       kernel.getBody().front().getOps<AffineAccessOpInterface>()) {
    APInt stride;
    if (access.getBuffer().getDefiningOp<AllocaOp>() ||
        !matchPattern(access.getGroupStride(), m_ConstantInt(&stride)))
      continue;
    double bytes = static_cast<double>(stride.abs().getZExtValue()) *
                   access.getAccessType().getElementTypeBitWidth() / 8;
    double &most = lines[access.getBuffer()];
    most = std::max(most, choice.wgPack * bytes / lineBytes);
  }
  PackLines result;
  for (auto [buffer, count] : lines) {
    result.all += count;
    if (count > kFewLines)
      result.ofLongSteps += count;
  }
  return result;
}

/// What to add to the estimate `sum` of a kernel that waits for memory rather
/// than for what it computes. Instructions that go on by more than a few lines
/// from iteration to iteration do not let hardware load ahead line by line:
/// from memory, pairs of equations of `f64` took 22 ns for a group of 8 work
/// items in packs of eight groups, which have 32 lines of coefficients, and 13
/// ns in packs of one (solve2 of `scripts/bench general`, Zen 5). Jumps from
/// pack to pack are none where a buffer is read from its beginning to its end.
static double costOfSteps(KernelOp kernel, const ChunkCosts &model,
                          const LaneChoice &choice, double sum) {
  // A kernel is taken to wait if it does less for each line than this many
  // times what keeps memory busy without prefetches.
  constexpr double kBusy = 2;
  CacheModel caches = model.getTarget().getCacheModel();
  if (caches.lineBytes == 0)
    return 0;
  PackLines lines = countLinesOfPack(kernel, choice, caches.lineBytes);
  bool waits = sum < kBusy * caches.prefetchOperations * lines.all;
  return waits ? lines.ofLongSteps - model.getContinuedJumps() : 0;
}

/// A number that kernels of which a group may cost differently do not share,
/// but for one pair in 2^64. What a kernel and its other forms are called, and
/// how they are to be packed, does not matter.
static size_t hashKernel(KernelOp kernel) {
  llvm::hash_code hash = 0;
  for (NamedAttribute attr : kernel->getAttrs())
    if (attr.getName() != kernel.getSymNameAttrName() &&
        attr.getName() != kernel.getScheduleAttrName() &&
        attr.getName() != kernel.getRemainderAttrName() &&
        attr.getName() != kernel.getSingleGroupAttrName())
      hash = llvm::hash_combine(hash, attr.getName(), attr.getValue());
  // Values and blocks count from the beginning of the kernel.
  llvm::DenseMap<Value, size_t> values;
  llvm::DenseMap<Block *, size_t> blocks;
  auto enter = [&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        blocks.try_emplace(&block, blocks.size());
        for (BlockArgument argument : block.getArguments())
          values.try_emplace(argument, values.size());
      }
  };
  enter(kernel);
  kernel.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    enter(op);
    hash = llvm::hash_combine(
        hash, blocks.lookup(op->getBlock()), op->getNumRegions(),
        OperationEquivalence::computeHash(
            op,
            [&](Value operand) -> llvm::hash_code {
              return llvm::hash_combine(values.lookup(operand),
                                        operand.getType());
            },
            OperationEquivalence::ignoreHashValue,
            OperationEquivalence::IgnoreLocations));
    for (Value result : op->getResults())
      values.try_emplace(result, values.size());
  });
  return hash;
}

GroupEstimator::GroupEstimator(KernelOp kernel)
    : kernel(kernel), target(cast<TargetAttrInterface>(kernel.getTargetAttr())),
      kernelKey({static_cast<int64_t>(hashKernel(kernel))}) {}

LaneDemand &GroupEstimator::getDemand() {
  if (!demand)
    demand.emplace(kernel);
  return *demand;
}

namespace {
/// What a group costs, and what it costs if that is not more than some limit.
struct WholeEstimate {
  GroupCost cost;
};
struct LimitedEstimate {
  GroupCost cost;
};
} // namespace
MLIR_DECLARE_EXPLICIT_TYPE_ID(WholeEstimate)
MLIR_DEFINE_EXPLICIT_TYPE_ID(WholeEstimate)
MLIR_DECLARE_EXPLICIT_TYPE_ID(LimitedEstimate)
MLIR_DEFINE_EXPLICIT_TYPE_ID(LimitedEstimate)

static constexpr GroupCost kInfinity = {std::numeric_limits<double>::infinity(),
                                        0};

GroupCost GroupEstimator::estimate(const LaneChoice &choice, double limit) {
  ResultCache::Key key = kernelKey;
  key.push_back(choice.wgPack);
  key.push_back(choice.isFromCache);
  for (Axis axis : choice.order)
    key.push_back(static_cast<int64_t>(axis));
  std::optional<ChunkCosts> model;
  auto getModel = [&]() -> ChunkCosts & {
    if (!model)
      model.emplace(target, getChunkLanes(kernel), choice, getDemand());
    return *model;
  };
  ResultCache &results = getResults(target);
  auto whole = [&] {
    return results
        .get<WholeEstimate>(target, key,
                            [&] { return WholeEstimate{compute(getModel())}; })
        ->cost;
  };
  if (limit == kInfinity.all)
    return whole();
  ResultCache::Key limitedKey = key;
  limitedKey.push_back(llvm::bit_cast<int64_t>(limit));
  auto limited = [&] {
    return LimitedEstimate{isCertainlyMore(getModel(), limit) ? kInfinity
                                                              : whole()};
  };
  return results.get<LimitedEstimate>(target, std::move(limitedKey), limited)
      ->cost;
}

/// Whether the choice of `model` costs more than `limit` even without regard to
/// registers and chains.
bool GroupEstimator::isCertainlyMore(ChunkCosts &model, double limit) {
  double most = limit * model.getChoice().wgPack - kPackOverhead;
  return leastTime(kernel.getBody().front(), model, most) > most;
}

GroupCost GroupEstimator::compute(ChunkCosts &model) {
  const LaneChoice &choice = model.getChoice();
  Block &body = kernel.getBody().front();
  if (!target.canSpill() && choice.wgPack > 1 &&
      carriesTooMuch(kernel, model, target.getNumRegisters()))
    return kInfinity;
  if (choice.wgPack > 1 && needsTooMuchMemory(kernel, choice.wgPack, target))
    return kInfinity;
  SpillModel spills(kernel, model, getDemand(), target, choice.wgPack,
                    getChunkLanes(kernel));
  LoopCosts loops;
  BlockCost cost = costOfBlock(body, model, spills, loops);
  cost.own += kPackOverhead;
  double sum = cost.loops + cost.own;
  // An iteration over a pack waits for its longest chain of operations, unless
  // the machine computes the next iterations meanwhile.
  if (double wait = latencyBeyondWindow(body, sum, model))
    sum = cost.loops + doBoth(cost.own, wait, target);
  double steps = costOfSteps(kernel, model, choice, sum);
  auto groups = static_cast<double>(choice.wgPack);
  return {(sum + steps) / groups, steps / groups};
}
