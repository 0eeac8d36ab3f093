//===- FormLoops.cpp - Loops: vectorize, unroll, run time -----------------===//
//
// Section 4.1 of the PIRCH paper, "Loop and Index Processing".
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "LoopRecorder.h"
#include "Pirch/Dialect/IR/UnrollHint.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace pirch;

/// The most iterations that are counted, that a vectorized loop may have, and
/// that it may have times the WIs of a group.
static constexpr int64_t kMaxCounted = 65536;
static constexpr int64_t kMaxVectorized = 1024;
static constexpr int64_t kMaxVectorizedLanes = 65536;

int64_t Former::countOps(Region &region) {
  int64_t count = 0;
  region.walk([&](Operation *) { ++count; });
  return count;
}

bool Former::subscriptsDependOn(LoopOp loop, ArrayRef<Value> control) {
  llvm::DenseSet<Value> tainted(control.begin(), control.end());
  auto propagate = [&]() {
    size_t before = tainted.size();
    loop.getBody().walk([&](Operation *op) {
      auto isTainted = [&](Value value) { return tainted.contains(value); };
      bool any = llvm::any_of(op->getOperands(), isTainted);
      if (auto store = dyn_cast<memref::StoreOp>(op)) {
        if (isTainted(store.getValueToStore()))
          tainted.insert(store.getMemRef());
        return;
      }
      if (any)
        tainted.insert(op->result_begin(), op->result_end());
    });
    return tainted.size() != before;
  };
  while (propagate()) {
  }
  auto isArray = [](Value memref) {
    return memref.getDefiningOp<memref::AllocaOp>() &&
           cast<MemRefType>(memref.getType()).getNumElements() > 1;
  };
  return loop.getBody()
      .walk([&](Operation *op) {
        Value memref;
        ValueRange indices;
        if (auto load = dyn_cast<memref::LoadOp>(op))
          memref = load.getMemRef(), indices = load.getIndices();
        if (auto store = dyn_cast<memref::StoreOp>(op))
          memref = store.getMemRef(), indices = store.getIndices();
        bool depends = memref && isArray(memref) &&
                       llvm::any_of(indices, [&](Value index) {
                         return tainted.contains(index);
                       });
        return depends ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Operations, those of all iterations, from which on a loop that repeats the
/// same work stays a loop. The time of shorter loops is that of the branches.
static constexpr int64_t kFewOperations = 256;

bool Former::repeatsItself(LoopOp loop, const CountedLoop &counted) {
  auto isVariable = [&](Value memref) {
    return memref.getDefiningOp<memref::AllocaOp>() &&
           !llvm::is_contained(counted.control, memref);
  };
  bool isPlain = true;
  loop.getBody().walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op))
      isPlain &= isVariable(load.getMemRef());
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      isPlain &= isVariable(store.getMemRef());
    else if (!op->getNumRegions() && !isa<memref::AllocaOp>(op))
      isPlain &= isMemoryEffectFree(op);
  });
  int64_t ops = counted.iterations.size() * countOps(loop.getBody());
  llvm::SetVector<Value> stored;
  collectStores(loop.getBody(), stored);
  return isPlain && ops >= kFewOperations &&
         llvm::none_of(stored, [&](Value memref) {
           auto variable = variables.find(memref);
           return variable != variables.end() && variable->second.size == 1 &&
                  variable->second.scalar.isStatic() &&
                  isa<IntegerType>(
                      cast<MemRefType>(memref.getType()).getElementType());
         });
}

LogicalResult Former::emitLoop(LoopOp loop) {
  if (recorder) {
    recorder->failed = true; // only innermost loops share lanes
    return success();
  }
  UnrollHint hint = getUnrollHint(loop);
  if (hint.kind == UnrollHint::never)
    return loop.getPanelLimit() || keptLimit ? emitKept(loop)
                                             : emitRunTime(loop);
  std::optional<CountedLoop> counted = countIterations(loop);
  if (!counted) {
    if (std::optional<AlignedLoop> aligned = alignIterations(loop))
      return emitAligned(loop, *aligned);
    if (std::optional<LockstepLoop> lockstep = matchIterations(loop))
      return emitLockstep(loop, *lockstep);
    if (std::optional<BoundedLoop> bounded = boundIterations(loop))
      return bounded->countsThroughArray ? emitBounded(loop, *bounded)
                                         : emitRunTime(loop, &*bounded);
    return emitWhile(loop);
  }
  int64_t size = counted->iterations.size();
  bool isAsked = hint.kind == UnrollHint::all ||
                 hint.kind == UnrollHint::many ||
                 (hint.kind == UnrollHint::count && hint.times >= size);
  if (!isAsked && isKept(loop, *counted))
    return emitKept(loop);
  Recorder record;
  if (size > 1 && size <= kMaxVectorized &&
      size * items <= kMaxVectorizedLanes && rehearse(loop, *counted, record)) {
    record.finish();
    SmallVector<IndexSet> sets = splitIterations(size, record.accesses);
    if (static_cast<int64_t>(sets.size()) < size)
      return emitVectorized(loop, *counted, record, sets);
  }
  if (!isAsked && repeatsItself(loop, *counted))
    return emitRunTime(loop);
  int64_t ops = size * countOps(loop.getBody());
  int64_t budget = options.unrollBudget;
  if (isAsked || subscriptsDependOn(loop, counted->control))
    budget *= 16;
  if (ops > budget) {
    if (isAsked)
      warn(loop, "loop not unrolled: that would make more than " +
                     Twine(budget) + " operations");
    return emitRunTime(loop);
  }
  return emitUnrolled(loop, *counted);
}

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

/// Evaluate a block that only computes with scalars known at compile time, and
/// update `scalars`, what the control variables hold. With `item`, lanes may
/// hold different constants, of which those of this work item are taken.
/// Returns the block's condition, true if it has none, or nothing if it cannot
/// be evaluated.
std::optional<bool> Former::evaluate(Block &block,
                                     llvm::DenseMap<Value, TypedAttr> &scalars,
                                     std::optional<int64_t> item) {
  llvm::DenseMap<Value, LaneValue> known;
  // Whether `value` is known, which then is made one constant.
  auto pick = [&](LaneValue &value) {
    if (item && value.isStatic() && value.extent == 1 && value.at(*item, 0))
      value = constant(value.at(*item, 0));
    return value.isUniformStatic();
  };
  for (Operation &op : block) {
    if (++meter.steps > FormMeter::kMaxSteps)
      return std::nullopt;
    if (auto condition = dyn_cast<ConditionOp>(op)) {
      LaneValue &value = known[condition.getCondition()];
      if (!pick(value))
        return std::nullopt;
      return *getInt(value.table[0]) != 0;
    }
    if (isa<YieldOp>(op))
      return true;
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      auto found = scalars.find(load.getMemRef());
      if (found != scalars.end()) {
        known[load] = constant(found->second);
        continue;
      }
      auto variable = variables.find(load.getMemRef());
      if (variable == variables.end() || variable->second.size != 1)
        return std::nullopt;
      LaneValue value = variable->second.scalar;
      if (!pick(value))
        return std::nullopt;
      known[load] = std::move(value);
      continue;
    }
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      LaneValue &value = known[store.getValueToStore()];
      if (!pick(value) || !scalars.count(store.getMemRef()))
        return std::nullopt;
      scalars[store.getMemRef()] = value.table[0];
      continue;
    }
    if (auto constantOp = dyn_cast<arith::ConstantOp>(op)) {
      known[constantOp] = constant(constantOp.getValue());
      continue;
    }
    if (op.getNumRegions() || op.getNumResults() != 1)
      return std::nullopt;
    SmallVector<const LaneValue *> operands;
    for (Value operand : op.getOperands()) {
      if (!known.count(operand) && values.count(operand))
        known[operand] = values[operand];
      operands.push_back(nullptr);
    }
    for (auto [slot, operand] : llvm::zip(operands, op.getOperands())) {
      auto found = known.find(operand);
      if (found == known.end() || !pick(found->second))
        return std::nullopt;
      slot = &found->second;
    }
    if (operands.empty())
      return std::nullopt;
    LaneValue result;
    result.type = op.getResult(0).getType();
    result.table = foldLanes(&op, operands, items);
    if (!result.isUniformStatic())
      return std::nullopt;
    known[op.getResult(0)] = std::move(result);
  }
  return true;
}

/// The variables that only the loop's step changes, and on which nothing else
/// than the body has an influence; empty where the condition or the step read
/// what the body changes.
SmallVector<Value> Former::getControl(LoopOp loop) {
  llvm::SetVector<Value> inStep, elsewhere;
  Former::collectStores(loop.getStep(), inStep);
  Former::collectStores(loop.getBody(), elsewhere);
  Former::collectStores(loop.getCond(), elsewhere);
  auto readsChanged = [&](Region &region) {
    return region
        .walk([&](memref::LoadOp load) {
          return elsewhere.contains(load.getMemRef()) ? WalkResult::interrupt()
                                                      : WalkResult::advance();
        })
        .wasInterrupted();
  };
  if (readsChanged(loop.getCond()) || readsChanged(loop.getStep()))
    return {};
  for (Value memref : inStep) {
    auto variable = variables.find(memref);
    if (elsewhere.contains(memref) || variable == variables.end() ||
        variable->second.size != 1 || !variable->second.scalar.isStatic())
      return {};
  }
  return inStep.takeVector();
}

std::optional<CountedLoop>
Former::countIterations(LoopOp loop, std::optional<int64_t> item) {
  if (loop.getPostTest() || space.extent != 1)
    return std::nullopt;
  CountedLoop counted;
  counted.control = getControl(loop);
  if (counted.control.empty())
    return std::nullopt;
  llvm::DenseMap<Value, TypedAttr> scalars;
  for (Value memref : counted.control) {
    const LaneValue &first = variables[memref].scalar;
    if (first.extent != 1 || !(item || first.isUniformStatic()))
      return std::nullopt;
    scalars[memref] = first.at(item.value_or(0), 0);
    if (!scalars[memref])
      return std::nullopt;
  }
  auto snapshot = [&]() {
    SmallVector<TypedAttr> held;
    for (Value memref : counted.control)
      held.push_back(scalars[memref]);
    return held;
  };
  while (true) {
    std::optional<bool> again = evaluate(loop.getCond().front(), scalars, item);
    if (!again || counted.iterations.size() > kMaxCounted)
      return std::nullopt;
    if (!*again)
      break;
    counted.iterations.push_back(snapshot());
    if (!evaluate(loop.getStep().front(), scalars, item))
      return std::nullopt;
  }
  counted.finals = snapshot();
  return counted;
}

//===----------------------------------------------------------------------===//
// Vectorize
//===----------------------------------------------------------------------===//

void Former::enterSpace(int64_t extent, ArrayRef<int64_t> positions,
                        const Mask &outer) {
  space.extent = extent;
  space.valid.assign(extent, false);
  for (int64_t position : positions)
    space.valid[position] = true;
  mask = fullMask(space);
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < extent; ++ix) {
      bool active = mask.lanes[wi * extent + ix] && outer.lanes[wi];
      mask.lanes[wi * extent + ix] = active;
    }
  mask.dynamic = outer.dynamic;
}

void Former::setControl(const CountedLoop &counted,
                        ArrayRef<int64_t> iterations,
                        ArrayRef<int64_t> positions) {
  for (auto [index, memref] : llvm::enumerate(counted.control)) {
    LaneValue value;
    value.type = variables[memref].type;
    if (iterations.size() == 1) {
      value.table.push_back(counted.iterations[iterations[0]][index]);
    } else {
      value.extent = space.extent;
      value.table.resize(items * space.extent);
      for (int64_t wi = 0; wi < items; ++wi)
        for (auto [iteration, position] : llvm::zip(iterations, positions))
          value.table[wi * space.extent + position] =
              counted.iterations[iteration][index];
    }
    variables[memref].scalar = std::move(value);
  }
}

void Former::setFinals(const CountedLoop &counted) {
  for (auto [memref, value] : llvm::zip(counted.control, counted.finals))
    variables[memref].scalar = constant(value);
}

bool Former::rehearse(LoopOp loop, const CountedLoop &counted,
                      Recorder &record) {
  loop.getBody().walk(
      [&](memref::AllocaOp op) { record.own.insert(op.getResult()); });
  for (Value memref : counted.control)
    record.own.insert(memref);
  VariableMap savedVariables = variables;
  llvm::DenseMap<Value, int64_t> savedMultiples = multiples;
  IterationSpace savedSpace = space;
  Mask savedMask = mask;
  OpBuilder::InsertPoint savedPoint = builder.saveInsertionPoint();
  FormCounts savedCounts = counts;
  // What scalars hold that the body changes differs between iterations.
  llvm::SetVector<Value> stored;
  Former::collectStores(loop.getBody(), stored);
  for (Value memref : stored) {
    auto variable = variables.find(memref);
    if (variable == variables.end() || variable->second.size != 1)
      continue;
    variable->second.scalar = unknown(variable->second.type, loop.getLoc());
  }
  ScopedDiagnosticHandler silence(loop.getContext(),
                                  [](Diagnostic &) { return success(); });
  Block scratch;
  builder.setInsertionPointToEnd(&scratch);
  SmallVector<int64_t> all =
      llvm::to_vector(llvm::seq<int64_t>(0, counted.iterations.size()));
  enterSpace(all.size(), all, savedMask);
  setControl(counted, all, all);
  recorder = &record;
  bool done = succeeded(emitBlock(loop.getBody().front())) && !record.failed;
  recorder = nullptr;
  counts = savedCounts;
  space = savedSpace;
  mask = savedMask;
  variables = std::move(savedVariables);
  multiples = std::move(savedMultiples);
  builder.restoreInsertionPoint(savedPoint);
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(scratch))) {
    op.dropAllUses();
    op.erase();
  }
  return done;
}

/// Choose the lane positions of the iterations of `set`. If the body accesses
/// an array at distinct elements, each iteration gets the position of its
/// element, so that the array's lanes need not move; arrays that are written
/// are preferred, then the largest one. Otherwise the positions are 0, 1, and
/// so on. Returns the number of positions.
static int64_t choosePositions(ArrayRef<Former::Recorder::Column> columns,
                               const IndexSet &set,
                               SmallVectorImpl<int64_t> &positions) {
  const Former::Recorder::Column *best = nullptr;
  for (const auto &column : columns) {
    llvm::DenseSet<int64_t> elements;
    bool distinct = llvm::all_of(set, [&](int64_t iteration) {
      int64_t element = column.elements[iteration];
      return element >= 0 && elements.insert(element).second;
    });
    if (distinct && (!best || std::pair(column.isWrite, column.size) >
                                  std::pair(best->isWrite, best->size)))
      best = &column;
  }
  for (auto [order, iteration] : llvm::enumerate(set))
    positions.push_back(best ? best->elements[iteration]
                             : static_cast<int64_t>(order));
  return best ? best->size : static_cast<int64_t>(set.size());
}

LogicalResult Former::emitVectorized(LoopOp loop, const CountedLoop &counted,
                                     const Recorder &record,
                                     ArrayRef<IndexSet> sets) {
  ++counts.vectorized;
  std::string text;
  llvm::raw_string_ostream os(text);
  printIndexSets(os, sets);
  remark(loop, "vectorized loop, index sets " + text);
  Mask outer = mask;
  llvm::scope_exit restore([&]() {
    space = IterationSpace();
    mask = outer;
  });
  for (const IndexSet &set : sets) {
    SmallVector<int64_t> positions;
    int64_t extent = 1;
    if (set.size() == 1)
      positions.push_back(0);
    else
      extent = choosePositions(record.columns, set, positions);
    enterSpace(extent, positions, outer);
    setControl(counted, set, positions);
    if (failed(emitBlock(loop.getBody().front())))
      return failure();
  }
  setFinals(counted);
  return success();
}

//===----------------------------------------------------------------------===//
// Unroll
//===----------------------------------------------------------------------===//

LogicalResult Former::emitUnrolled(LoopOp loop, const CountedLoop &counted) {
  ++counts.unrolled;
  remark(loop,
         "unrolled loop, " + Twine(counted.iterations.size()) + " iterations");
  for (int64_t iteration = 0, size = counted.iterations.size();
       iteration < size; ++iteration) {
    setControl(counted, {iteration}, {0});
    if (failed(emitBlock(loop.getBody().front())))
      return failure();
  }
  setFinals(counted);
  return success();
}

LogicalResult Former::emitWhile(LoopOp loop) {
  int64_t size = countOps(loop.getBody());
  llvm::DenseMap<Value, TypedAttr> none;
  for (int64_t iteration = 0;; ++iteration) {
    bool test = iteration > 0 || !loop.getPostTest();
    if (test) {
      std::optional<bool> again = evaluate(loop.getCond().front(), none);
      if (!again || iteration * size > options.unrollBudget) {
        if (getUnrollHint(loop).kind == UnrollHint::all)
          warn(loop, "loop not unrolled: how many iterations it has is not "
                     "known at compile time");
        return emitRunTime(loop);
      }
      if (failed(emitBlock(loop.getCond().front())))
        return failure();
      if (!*again)
        break;
    }
    if (failed(emitBlock(loop.getBody().front())) ||
        failed(emitBlock(loop.getStep().front())))
      return failure();
  }
  ++counts.unrolled;
  return success();
}
