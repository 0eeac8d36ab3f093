//===- PipelineModel.cpp - The time that an order of operations takes -----===//

#include "Pirch/Analysis/PipelineModel.h"
#include "Pirch/Analysis/OpCosts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include <queue>

using namespace mlir;
using namespace pirch;

/// One operation of an order.
struct PipelineModel::Step {
  int64_t cost = 0;
  bool isDivision = false;
  /// The number of instructions: a mathematical function is many.
  int64_t instructions = 1;
  /// The time between the start of the operation and the first use of its
  /// result, beyond the cost.
  int64_t depth = 0;
  /// The positions in the order of the operations that compute its operands.
  SmallVector<int64_t, 3> operands;
  /// Those that compute, in the iteration before, what the loop carries to it.
  SmallVector<int64_t, 1> carried;
};

namespace {
/// The time of the execution units, in units of cost: at each moment they begin
/// one unit of work.
class ExecutionUnits {
public:
  /// Take `cost` free moments from `start` on, and return the moment behind the
  /// last one.
  int64_t take(int64_t start, int64_t cost) {
    for (; cost > 0; --cost) {
      start = findFree(start);
      next[start] = start + 1;
      ++start;
    }
    return start;
  }

private:
  /// The first free moment at or after `moment`.
  int64_t findFree(int64_t moment) {
    int64_t free = moment;
    while (at(free) != free)
      free = at(free);
    while (moment != free) // shorten the way for later searches
      moment = std::exchange(next[moment], free);
    return free;
  }
  int64_t at(int64_t moment) {
    for (int64_t size = next.size(); size <= moment; ++size)
      next.push_back(size);
    return next[moment];
  }

  /// For each moment that is taken, a later one before which all are taken;
  /// for each that is free, itself.
  std::vector<int64_t> next;
};

/// When operations may enter the part of the core in which they wait for their
/// operands: in their order, as places become free.
class Window {
public:
  Window(int64_t inFlight, int64_t waiting)
      : completed(inFlight, 0), mostWaiting(waiting ? waiting : inFlight) {}

  /// The moment at which the next operation enters.
  int64_t enter() {
    now = std::max(now, completed[number % completed.size()]);
    if (static_cast<int64_t>(starts.size()) == mostWaiting) {
      now = std::max(now, starts.top());
      starts.pop();
    }
    return now;
  }

  /// Record when the operation that entered last starts and has its result.
  void leave(int64_t start, int64_t result) {
    starts.push(start);
    allDone = std::max(allDone, result);
    completed[number++ % completed.size()] = allDone;
  }

  /// The moment at which all results so far are there.
  int64_t getEnd() const { return allDone; }

private:
  /// Of each of the last operations in flight, the moment at which it and all
  /// before it were done.
  std::vector<int64_t> completed;
  /// The moments at which the operations that entered last start.
  std::priority_queue<int64_t, std::vector<int64_t>, std::greater<>> starts;
  int64_t mostWaiting, number = 0, now = 0, allDone = 0;
};
} // namespace

int64_t PipelineModel::getCost(Operation *op) const {
  if (auto shuffle = dyn_cast<vector::ShuffleOp>(op)) {
    bool isOfOne = shuffle.getV1() == shuffle.getV2();
    return target
        .getReorderCost(isOfOne ? ReorderPattern::permute
                                : ReorderPattern::permute2)
        .value_or(1);
  }
  if (op->getNumResults() == 0)
    return isMemoryEffectFree(op) ? 0 : 1;
  if (!isa<VectorType>(op->getResult(0).getType()) ||
      op->hasTrait<OpTrait::ConstantLike>() || isRematerialized(op) ||
      isPartOfUsers(op))
    return 0;
  if (op->getNumRegions())
    return inFlight; // a loop: what follows hardly overlaps with it
  if (hasEffect<MemoryEffects::Read>(op))
    return 0;
  int64_t cost = target.getCost(classifyOp(op)) * countInstructions(op);
  return std::llround(static_cast<double>(cost) * getLengthOfFunction(op));
}

/// The operations that compute, in one iteration of the loop whose body is
/// `block`, what the next iteration gets as arguments of the block.
static llvm::DenseMap<Value, Operation *> findCarried(Block &block) {
  llvm::DenseMap<Value, Operation *> carried;
  auto add = [&](Value argument, Value next) {
    if (Operation *def = next.getDefiningOp())
      carried[argument] = def;
  };
  Operation *parent = block.getParentOp();
  if (auto loop = dyn_cast_if_present<scf::WhileOp>(parent)) {
    // What the loop's test passes on as it is comes from the iteration before.
    if (&block == loop.getAfterBody())
      for (auto [argument, passed] :
           llvm::zip(block.getArguments(), loop.getConditionOp().getArgs()))
        if (auto tested = dyn_cast<BlockArgument>(passed);
            tested && tested.getOwner() == loop.getBeforeBody())
          add(argument, loop.getYieldOp().getOperand(tested.getArgNumber()));
    return carried;
  }
  auto loop = dyn_cast_if_present<LoopLikeOpInterface>(parent);
  if (loop && loop.getLoopRegions().size() == 1)
    for (auto [argument, next] :
         llvm::zip(loop.getRegionIterArgs(), loop.getYieldedValues()))
      add(argument, next);
  return carried;
}

std::vector<PipelineModel::Step>
PipelineModel::describe(ArrayRef<Operation *> order) const {
  llvm::DenseMap<Operation *, int64_t> positions;
  for (auto [position, op] : llvm::enumerate(order))
    positions[op] = position;
  llvm::DenseMap<Value, Operation *> carried =
      findCarried(*order.front()->getBlock());
  std::vector<Step> steps(order.size());
  for (auto [step, op] : llvm::zip(steps, order)) {
    step.cost = getCost(op);
    step.isDivision = op->getNumRegions() == 0 && usesDivider(op);
    if (classifyOp(op) == OpClass::libcall)
      step.instructions = std::max<int64_t>(1, step.cost);
    step.depth = target.getPipelineDepth(isSimpleOnIntegers(op));
    op->walk([&, &step = step](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        auto found = positions.find(operand.getDefiningOp());
        if (found != positions.end())
          step.operands.push_back(found->second);
        found = positions.find(carried.lookup(operand));
        if (found != positions.end())
          step.carried.push_back(found->second);
      }
    });
  }
  return steps;
}

int64_t PipelineModel::getTime(ArrayRef<Operation *> order) const {
  if (!inFlight || order.empty())
    return 0;
  std::vector<Step> steps = describe(order);
  ExecutionUnits units, divider;
  Window window(inFlight, target.getOperationsWaiting());
  // The moments at which the results of this iteration and of the one before
  // are there. The third iteration does not wait for the first.
  std::vector<int64_t> ready(steps.size(), 0), before;
  int64_t previousEnd = 0;
  for (int iteration = 0; iteration < 3; ++iteration) {
    previousEnd = window.getEnd();
    before = ready;
    for (auto [position, step] : llvm::enumerate(steps)) {
      int64_t start = 0;
      for (int64_t operand : step.operands)
        start = std::max(start, ready[operand]);
      for (int64_t operand : step.carried)
        start = std::max(start, before[operand]);
      if (step.cost) {
        ExecutionUnits &taken = step.isDivision ? divider : units;
        start = taken.take(std::max(start, window.enter()), step.cost);
        window.leave(start, start + step.depth);
        for (int64_t more = 1; more < step.instructions; ++more) {
          window.enter();
          window.leave(start, start + step.depth);
        }
        start += step.depth;
      }
      ready[position] = start;
    }
  }
  // Iterations of few operations fill gaps that those before have left, but not
  // for long.
  int64_t work = 0, divisions = 0;
  for (const Step &step : steps)
    (step.isDivision ? divisions : work) += step.cost;
  return std::max({work, divisions, window.getEnd() - previousEnd});
}
