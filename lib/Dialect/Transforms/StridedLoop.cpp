//===- StridedLoop.cpp - Work items that count side by side ---------------===//

#include "StridedLoop.h"
#include "ScalarSlices.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pirch;

/// The variable of which `value` is a load; null where it is none.
static Value loadedVariable(Value value) {
  auto load = value.getDefiningOp<memref::LoadOp>();
  return load ? load.getMemRef() : Value();
}

/// Whether operations may be done several times: none but loads touches memory.
static bool hasNoEffects(Block &block) {
  return llvm::all_of(block, [](Operation &op) {
    return isMemoryEffectFree(&op) ||
           isa<memref::LoadOp, YieldOp, ConditionOp>(op);
  });
}

/// The only store of the loop's step, which must change nothing else.
static memref::StoreOp onlyStore(Block &step) {
  memref::StoreOp only;
  for (Operation &op : step) {
    auto store = dyn_cast<memref::StoreOp>(op);
    if (store && only)
      return {};
    if (store)
      only = store;
    else if (!isMemoryEffectFree(&op) && !isa<memref::LoadOp, YieldOp>(op))
      return {};
  }
  return only;
}

/// What the step adds to `counter`; null where it is something else.
static Value findAddend(memref::StoreOp store, Value counter) {
  // `i += get_local_size(0)` adds in the wider type and narrows the sum.
  Value next = store.getValueToStore();
  auto narrowed = next.getDefiningOp<arith::TruncIOp>();
  auto sum = narrowed ? narrowed.getIn().getDefiningOp<arith::AddIOp>()
                      : next.getDefiningOp<arith::AddIOp>();
  if (!sum)
    return {};
  auto isCounter = [&](Value value) {
    if (narrowed &&
        isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(value.getDefiningOp()))
      value = value.getDefiningOp()->getOperand(0);
    return loadedVariable(value) == counter;
  };
  if (isCounter(sum.getLhs()))
    return sum.getRhs();
  return isCounter(sum.getRhs()) ? sum.getLhs() : Value();
}

/// Fill in what the step adds to the counter; false where that is no constant
/// from 1 on that fits in an int, nor a number at run time.
static bool matchStep(memref::StoreOp store, StridedLoop &result) {
  Value addend = findAddend(store, result.counter);
  if (!addend)
    return false;
  APInt step;
  if (!matchPattern(addend, m_ConstantInt(&step))) {
    result.stepOperand = addend;
    return true;
  }
  if (!step.isStrictlyPositive() || step.getActiveBits() > 31)
    return false;
  result.step = step.getZExtValue();
  return true;
}

/// Whether the loop changes what `value`, of its condition, is computed from.
static bool dependsOn(Value value, const llvm::SetVector<Value> &changed,
                      LoopOp loop) {
  Operation *op = value.getDefiningOp();
  if (!op || !loop->isAncestor(op))
    return false;
  if (auto load = dyn_cast<memref::LoadOp>(op)) {
    bool isVariable = load.getMemRef().getDefiningOp<memref::AllocaOp>();
    if (isVariable ? changed.contains(load.getMemRef())
                   : !isOnlyLoaded(load.getMemRef()))
      return true;
  } else if (!isMemoryEffectFree(op)) {
    return true;
  }
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return dependsOn(operand, changed, loop);
  });
}

/// Fill in what the comparison says; false where it is no upper bound of the
/// counter.
static bool matchComparison(arith::CmpIOp compare, StridedLoop &result) {
  using P = arith::CmpIPredicate;
  auto swapSides = [](P predicate) {
    switch (predicate) {
    case P::sgt:
      return P::slt;
    case P::sge:
      return P::sle;
    case P::ugt:
      return P::ult;
    case P::uge:
      return P::ule;
    default:
      return P::eq;
    }
  };
  for (bool isSwapped : {false, true}) {
    Value counter = isSwapped ? compare.getRhs() : compare.getLhs();
    result.predicate =
        isSwapped ? swapSides(compare.getPredicate()) : compare.getPredicate();
    result.bound = isSwapped ? compare.getLhs() : compare.getRhs();
    if (!llvm::is_contained({P::slt, P::sle, P::ult, P::ule}, result.predicate))
      continue;
    auto sign = counter.getDefiningOp<arith::ExtSIOp>();
    auto zero = counter.getDefiningOp<arith::ExtUIOp>();
    result.isSignExtended = static_cast<bool>(sign);
    if (sign)
      counter = sign.getIn();
    else if (zero && !result.isSigned())
      counter = zero.getIn();
    if (loadedVariable(counter) == result.counter)
      return true;
  }
  return false;
}

std::optional<StridedLoop> pirch::matchStridedLoop(LoopOp loop) {
  if (loop.getPostTest())
    return std::nullopt;
  memref::StoreOp store = onlyStore(loop.getStep().front());
  if (!store)
    return std::nullopt;
  StridedLoop result;
  result.counter = store.getMemRef();
  auto type = cast<MemRefType>(result.counter.getType());
  Type element = type.getElementType();
  if (!result.counter.getDefiningOp<memref::AllocaOp>() ||
      type.getNumElements() != 1 ||
      !(element.isInteger(32) || element.isInteger(64)))
    return std::nullopt;
  if (!matchStep(store, result))
    return std::nullopt;
  Block &test = loop.getCond().front();
  Value condition = cast<ConditionOp>(test.getTerminator()).getCondition();
  // `flag && i < bound`
  while (auto both = condition.getDefiningOp<arith::SelectOp>()) {
    if (!matchPattern(both.getFalseValue(), m_Zero()))
      return std::nullopt;
    result.flags.push_back(both.getCondition());
    condition = both.getTrueValue();
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || !hasNoEffects(test) || !matchComparison(compare, result))
    return std::nullopt;
  llvm::SetVector<Value> changed;
  for (Region *region : {&loop.getCond(), &loop.getBody()})
    region->walk([&](memref::StoreOp op) { changed.insert(op.getMemRef()); });
  if (changed.contains(result.counter))
    return std::nullopt;
  changed.insert(result.counter);
  if (dependsOn(result.bound, changed, loop) ||
      (result.stepOperand && dependsOn(result.stepOperand, changed, loop)))
    return std::nullopt;
  return result;
}
