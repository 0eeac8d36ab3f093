//===- FormAlignedLoops.cpp - Loops over parts of a common range ----------===//
//
// `for (int j = get_local_id(0); j < n; ++j)` and `for (int j = 0; j <=
// get_local_id(0); ++j)` go over the rows of a triangle: the counter begins or
// ends at another number in each work item, all of which are known. Such a loop
// is unrolled along the counter. In each step it is one number, and the work
// items take part that have an iteration with it, so that subscripts are those
// of a loop over the whole range.
//
// Of other loops whose iterations are known, few iterations are unrolled one by
// one, those of all work items side by side: `for (int i = get_local_id(0); i <
// 24; i += WG_SIZE)`.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "Pirch/Dialect/IR/UnrollHint.h"
#include "llvm/ADT/ScopeExit.h"
#include <map>

using namespace mlir;
using namespace pirch;

/// A loop at run time, which has gathers, is better than more code than this.
static constexpr int64_t kMostOperations = 5000;

/// Whether all numbers are larger than those before them, or all smaller.
static bool isMonotonic(ArrayRef<int64_t> numbers, bool ascending) {
  for (size_t index = 1; index < numbers.size(); ++index)
    if (numbers[index] == numbers[index - 1] ||
        (numbers[index] > numbers[index - 1]) != ascending)
      return false;
  return true;
}

/// The operations of `loop`, unrolled to `iterations`, if loops in it have as
/// many.
static int64_t countUnrolled(LoopOp loop, int64_t iterations) {
  int64_t operations = 0;
  for (Operation &op : loop.getBody().front()) {
    auto inner = dyn_cast<LoopOp>(op);
    ++operations;
    if (inner)
      operations += countUnrolled(inner, iterations);
    else
      for (Region &region : op.getRegions())
        region.walk([&](Operation *) { ++operations; });
  }
  return operations * iterations;
}

/// Nothing if the work items' iterations are not known, if their counters
/// together are more numbers than one work item has iterations, or if the code
/// would be too large. An exchange of values pairs the work items' first
/// iterations, their second ones, and so on; a loop with one is left as it is.
std::optional<AlignedLoop> Former::alignIterations(LoopOp loop) {
  SmallVector<Value> control = getControl(loop);
  bool exchanges = loop.getBody()
                       .walk([](Operation *op) {
                         return isa<WgShuffleOp, AnyOp, AllOp, ReduceOp, ScanOp,
                                    AtomicRMWOp, AtomicCmpXchgOp>(op)
                                    ? WalkResult::interrupt()
                                    : WalkResult::advance();
                       })
                       .wasInterrupted();
  if (control.size() != 1 || exchanges || keptLimit || loop.getPanelLimit() ||
      !isa<IntegerType>(variables[control[0]].type))
    return std::nullopt;
  AlignedLoop aligned;
  aligned.counter = control[0];
  std::map<int64_t, AlignedLoop::Step> steps;
  size_t longest = 0;
  bool ascending = true, descending = true;
  const LaneValue &first = variables[aligned.counter].scalar;
  for (int64_t wi = 0; wi < items; ++wi) {
    if (!mask.lanes[wi]) {
      aligned.finals.push_back(first.at(wi, 0));
      continue;
    }
    std::optional<CountedLoop> counted = countIterations(loop, wi);
    if (!counted)
      return std::nullopt;
    SmallVector<int64_t> numbers;
    for (ArrayRef<TypedAttr> held : counted->iterations) {
      int64_t number = *getInt(held[0]);
      numbers.push_back(number);
      auto &step = steps[number];
      step.counter = held[0];
      step.items.resize(items);
      step.items.set(wi);
    }
    ascending &= isMonotonic(numbers, /*ascending=*/true);
    descending &= isMonotonic(numbers, /*ascending=*/false);
    longest = std::max(longest, numbers.size());
    aligned.finals.push_back(counted->finals[0]);
  }
  int64_t budget = std::min(options.unrollBudget, kMostOperations);
  if (steps.size() > longest || !(ascending || descending) ||
      countUnrolled(loop, steps.size()) > budget)
    return std::nullopt;
  for (auto &[number, step] : steps)
    aligned.steps.push_back(std::move(step));
  if (!ascending)
    std::reverse(aligned.steps.begin(), aligned.steps.end());
  return aligned;
}

LogicalResult Former::emitAligned(LoopOp loop, const AlignedLoop &aligned) {
  ++counts.unrolled;
  remark(loop, "unrolled loop, " + Twine(aligned.steps.size()) +
                   " iterations, each with the work items whose counter is the "
                   "same");
  Mask outer = mask;
  llvm::scope_exit restore([&]() { mask = outer; });
  for (const AlignedLoop::Step &step : aligned.steps) {
    mask = outer;
    for (int64_t wi = 0; wi < items; ++wi)
      mask.lanes[wi] = outer.lanes[wi] && step.items.test(wi);
    if (mask.none())
      continue;
    variables[aligned.counter].scalar = constant(step.counter);
    if (failed(emitBlock(loop.getBody().front())))
      return failure();
  }
  LaneValue after;
  after.type = variables[aligned.counter].type;
  after.table.assign(aligned.finals.begin(), aligned.finals.end());
  variables[aligned.counter].scalar = std::move(after);
  return success();
}

std::optional<LockstepLoop> Former::matchIterations(LoopOp loop) {
  // The most operations that the iterations of a work item may become, if it
  // has more than one; where arrays have subscripts that depend on the counter,
  // `kMostOperations`, since these would be gathers from memory in a loop.
  constexpr int64_t kMostInLockstep = 512;
  LockstepLoop lockstep;
  lockstep.control = getControl(loop);
  if (lockstep.control.empty() || keptLimit || loop.getPanelLimit())
    return std::nullopt;
  int64_t ops = countOps(loop.getBody());
  int64_t limit =
      std::min(subscriptsDependOn(loop, lockstep.control) ? kMostOperations
                                                          : kMostInLockstep,
               options.unrollBudget);
  for (int64_t wi = 0; wi < items; ++wi) {
    lockstep.items.emplace_back();
    if (!mask.lanes[wi])
      continue;
    std::optional<CountedLoop> counted = countIterations(loop, wi);
    if (!counted)
      return std::nullopt;
    int64_t count = counted->iterations.size();
    if (count > 1 && count * ops > limit)
      return std::nullopt;
    lockstep.longest = std::max<size_t>(lockstep.longest, count);
    lockstep.items.back() = std::move(*counted);
  }
  return lockstep;
}

LogicalResult Former::emitLockstep(LoopOp loop, const LockstepLoop &lockstep) {
  ++counts.unrolled;
  remark(loop, "unrolled loop, at most " + Twine(lockstep.longest) +
                   " iterations, those of all work items side by side");
  Mask outer = mask;
  llvm::scope_exit restore([&]() { mask = outer; });
  SmallVector<LaneValue> before;
  for (Value memref : lockstep.control)
    before.push_back(variables[memref].scalar);
  // Set each control variable to what `held` gives for each work item.
  auto setControl = [&](auto held) {
    for (auto [index, memref] : llvm::enumerate(lockstep.control)) {
      LaneValue value;
      value.type = variables[memref].type;
      for (int64_t wi = 0; wi < items; ++wi)
        value.table.push_back(held(wi, index));
      variables[memref].scalar = std::move(value);
    }
  };
  for (size_t iteration = 0; iteration < lockstep.longest; ++iteration) {
    auto isIn = [&](int64_t wi) {
      return iteration < lockstep.items[wi].iterations.size();
    };
    for (int64_t wi = 0; wi < items; ++wi)
      mask.lanes[wi] = outer.lanes[wi] && isIn(wi);
    setControl([&](int64_t wi, size_t index) {
      return isIn(wi) ? lockstep.items[wi].iterations[iteration][index]
                      : TypedAttr();
    });
    if (failed(emitBlock(loop.getBody().front())))
      return failure();
  }
  setControl([&](int64_t wi, size_t index) {
    return outer.lanes[wi] ? lockstep.items[wi].finals[index]
                           : before[index].at(wi, 0);
  });
  return success();
}
