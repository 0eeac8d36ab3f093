//===- FormBoundedLoops.cpp - Loops that work items leave early -----------===//
//
// `while (place > 0 && best[place - 1] < x)`, and `for` with a `break`: how
// often a work item goes round is known only at run time, but not more often
// than the counter is within its bound, and in each iteration the counter is
// one number for all that are left. Where the loop counts through an array, or
// where work items leave it at different times and all iterations take no
// longer than a jump that the processor guessed wrong, the loop is unrolled
// along the counter under the masks of those that are left. Subscripts are
// known then.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace pirch;

/// The most iterations that are unrolled, and the most operations that they may
/// become: work items that have left wait for all of them.
static constexpr size_t kMostIterations = 32;
static constexpr int64_t kMostOperations = 4096;

/// The most operations that the iterations may become where no array has a
/// subscript that depends on the counter and work items leave the loop at
/// different times. Most of the operations that the
/// importer makes are constants and accesses to variables, and cost nothing.
static constexpr int64_t kMostWithoutArrays = 256;

/// How many operations take as long as a division or a mathematical function.
static constexpr int64_t kSlowOperation = 16;

/// The number of operations of `region`, slow ones counted several times.
static int64_t estimateOps(Region &region) {
  int64_t count = 0;
  region.walk([&](Operation *op) {
    auto lanes = dyn_cast<InfRegOpInterface>(op);
    bool isSlow =
        lanes && llvm::is_contained(
                     {OpClass::divide_f32, OpClass::divide, OpClass::libcall},
                     lanes.getOpClass());
    count += isSlow ? kSlowOperation : 1;
  });
  return count;
}

/// Add to `parts` the conditions all of which hold where `condition` does.
static void findConjuncts(Value condition, SmallVectorImpl<Value> &parts) {
  parts.push_back(condition);
  Operation *op = condition.getDefiningOp();
  if (auto both = dyn_cast_or_null<arith::AndIOp>(op)) {
    findConjuncts(both.getLhs(), parts);
    findConjuncts(both.getRhs(), parts);
  } else if (auto choice = dyn_cast_or_null<arith::SelectOp>(op);
             choice && matchPattern(choice.getFalseValue(), m_Zero())) {
    findConjuncts(choice.getCondition(), parts);
    findConjuncts(choice.getTrueValue(), parts);
  } else if (auto branch = dyn_cast_or_null<scf::IfOp>(op)) {
    unsigned index = cast<OpResult>(condition).getResultNumber();
    if (!matchPattern(branch.elseYield().getOperand(index), m_Zero()))
      return;
    findConjuncts(branch.getCondition(), parts);
    findConjuncts(branch.thenYield().getOperand(index), parts);
  }
}

static bool isScalarVariable(Value memref) {
  return memref.getDefiningOp<memref::AllocaOp>() &&
         cast<MemRefType>(memref.getType()).getNumElements() == 1;
}

/// The one store to `memref` in `loop`; null if there are none or several.
static memref::StoreOp findOnlyStore(LoopOp loop, Value memref) {
  memref::StoreOp only;
  bool isOnly = true;
  loop.walk([&](memref::StoreOp store) {
    if (store.getMemRef() != memref)
      return;
    isOnly &= !only;
    only = store;
  });
  return isOnly ? only : memref::StoreOp();
}

/// Whether `flag` is a variable that the loop sets to false and to nothing
/// else.
static bool isOnlyCleared(LoopOp loop, Value flag) {
  bool isCleared = isScalarVariable(flag);
  loop.walk([&](memref::StoreOp store) {
    isCleared &= store.getMemRef() != flag ||
                 matchPattern(store.getValueToStore(), m_Zero());
  });
  return isCleared;
}

/// Whether each work item that goes on to the next iteration has executed
/// `store` once in this one: nothing but flags decide on that, without which a
/// work item leaves the loop.
static bool isExecutedByAll(memref::StoreOp store, LoopOp loop,
                            ArrayRef<Value> conjuncts) {
  auto mustBeSet = [&](Value flag) {
    return isOnlyCleared(loop, flag) &&
           llvm::any_of(conjuncts, [&](Value part) {
             auto load = part.getDefiningOp<memref::LoadOp>();
             return load && load.getMemRef() == flag;
           });
  };
  if (loop.getCond().isAncestor(store->getParentRegion()))
    return false;
  Operation *op = store;
  for (; op->getParentOp() != loop; op = op->getParentOp()) {
    auto branch = dyn_cast<scf::IfOp>(op->getParentOp());
    if (!branch || op->getParentRegion() != &branch.getThenRegion())
      return false;
    auto load = branch.getCondition().getDefiningOp<memref::LoadOp>();
    if (!load || !mustBeSet(load.getMemRef()))
      return false;
  }
  return true;
}

/// What `value` is where `counter` holds `held`; null if that is not known.
TypedAttr Former::evaluateWith(Value value, LoopOp loop, Value counter,
                               TypedAttr held) {
  auto uniform = [](const LaneValue &known) {
    return known.isUniformStatic() ? known.table[0] : TypedAttr();
  };
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isAncestor(op)) {
    auto found = values.find(value);
    return found == values.end() ? TypedAttr() : uniform(found->second);
  }
  if (++meter.steps > FormMeter::kMaxSteps)
    return {};
  if (auto constantOp = dyn_cast<arith::ConstantOp>(op))
    return constantOp.getValue();
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    if (load.getMemRef() == counter)
      return held;
    auto variable = variables.find(load.getMemRef());
    llvm::SetVector<Value> stored;
    for (Region &region : loop->getRegions())
      collectStores(region, stored);
    return variable == variables.end() || variable->second.size != 1 ||
                   stored.contains(load.getMemRef())
               ? TypedAttr()
               : uniform(variable->second.scalar);
  }
  if (op->getNumRegions() || op->getNumResults() != 1 ||
      op->getNumOperands() == 0 || !isMemoryEffectFree(op))
    return {};
  SmallVector<LaneValue, 2> operands;
  for (Value operand : op->getOperands()) {
    TypedAttr known = evaluateWith(operand, loop, counter, held);
    if (!known)
      return {};
    operands.push_back(constant(known));
  }
  SmallVector<const LaneValue *> pointers;
  for (const LaneValue &operand : operands)
    pointers.push_back(&operand);
  SmallVector<TypedAttr, 1> table = foldLanes(op, pointers, items);
  return table.size() == 1 ? table[0] : TypedAttr();
}

std::optional<BoundedLoop> Former::boundIterations(LoopOp loop) {
  bool changesNothing =
      !loop.getCond()
           .walk([](Operation *op) {
             return isa<memref::StoreOp, AtomicRMWOp, AtomicCmpXchgOp>(op)
                        ? WalkResult::interrupt()
                        : WalkResult::advance();
           })
           .wasInterrupted();
  if (loop.getPostTest() || space.extent != 1 || keptLimit ||
      loop.getPanelLimit() || !changesNothing ||
      loop.getBody()
          .walk([](LoopOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    return std::nullopt;
  auto condition = cast<ConditionOp>(loop.getCond().front().getTerminator());
  SmallVector<Value> conjuncts;
  findConjuncts(condition.getCondition(), conjuncts);
  for (Value part : conjuncts) {
    auto compare = part.getDefiningOp<arith::CmpIOp>();
    if (!compare)
      continue;
    for (Value side : compare.getOperands()) {
      while (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp>(
          side.getDefiningOp()))
        side = side.getDefiningOp()->getOperand(0);
      auto load = side.getDefiningOp<memref::LoadOp>();
      if (!load)
        continue;
      BoundedLoop bounded;
      bounded.counter = load.getMemRef();
      auto variable = variables.find(bounded.counter);
      memref::StoreOp store = findOnlyStore(loop, bounded.counter);
      if (variable == variables.end() || !isScalarVariable(bounded.counter) ||
          variable->second.isLocal ||
          !variable->second.scalar.isUniformStatic() || !store ||
          !isExecutedByAll(store, loop, conjuncts))
        continue;
      bounded.countsThroughArray = subscriptsDependOn(loop, {bounded.counter});
      int64_t limit =
          bounded.countsThroughArray ? kMostOperations : kMostWithoutArrays;
      TypedAttr held = variable->second.scalar.table[0], holds;
      while ((holds = evaluateWith(part, loop, bounded.counter, held)) &&
             *getInt(holds) != 0 && bounded.held.size() <= kMostIterations) {
        bounded.held.push_back(held);
        held =
            evaluateWith(store.getValueToStore(), loop, bounded.counter, held);
        if (!held)
          break;
      }
      int64_t iterations = bounded.held.size();
      int64_t ops = estimateOps(loop.getBody()) + estimateOps(loop.getCond());
      if (holds && held && *getInt(holds) == 0 &&
          iterations * ops <= std::min(limit, options.unrollBudget))
        return bounded;
    }
  }
  return std::nullopt;
}

LogicalResult Former::emitBounded(LoopOp loop, const BoundedLoop &bounded) {
  ++counts.unrolled;
  remark(loop, "unrolled loop, at most " + Twine(bounded.held.size()) +
                   " iterations, each with the work items that have not left");
  Mask outer = mask;
  llvm::scope_exit restore([&]() { mask = outer; });
  LaneValue after = variables[bounded.counter].scalar;
  for (TypedAttr held : bounded.held) {
    variables[bounded.counter].scalar = constant(held);
    FailureOr<LaneValue> condition = emitCondition(loop);
    if (failed(condition))
      return failure();
    mask = narrow(mask, *condition, /*wanted=*/true, loop.getLoc());
    if (mask.none())
      break;
    if (failed(emitBlock(loop.getBody().front())) ||
        failed(emitBlock(loop.getStep().front())))
      return failure();
    after =
        blend(mask, variables[bounded.counter].scalar, after, loop.getLoc());
  }
  variables[bounded.counter].scalar = std::move(after);
  return success();
}
