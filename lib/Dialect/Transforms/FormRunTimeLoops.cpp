//===- FormRunTimeLoops.cpp - Loops that stay loops -----------------------===//
//
// A run-time loop that all WIs of a pack leave after the same iteration is a
// plain loop, with scalars for the values that all WIs share. Any other
// run-time loop is masked, and ends when no WI of the pack is left in it.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "Pirch/Dialect/IR/UnrollHint.h"

using namespace mlir;
using namespace pirch;

void Former::collectStores(Region &region, llvm::SetVector<Value> &stored) {
  region.walk([&](memref::StoreOp store) { stored.insert(store.getMemRef()); });
}

SmallVector<Value> Former::writtenOutside(LoopOp loop) {
  llvm::SetVector<Value> stored;
  for (Region *region : {&loop.getCond(), &loop.getBody(), &loop.getStep()})
    collectStores(*region, stored);
  SmallVector<Value> outside;
  for (Value memref : stored)
    if (Operation *op = memref.getDefiningOp();
        op && !loop->isAncestor(op) && variables.count(memref))
      outside.push_back(memref);
  return outside;
}

Value Former::variableAsInfReg(Variable &variable, Location loc) {
  if (variable.size == 1 && !variable.isLocal)
    return materialize(variable.scalar, 1, loc);
  if (variable.array)
    return variable.array;
  Value zero = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(variable.type)));
  return SplatOp::create(builder, loc, localType(variable), zero);
}

void Former::setFromInfReg(Variable &variable, Value value) {
  if (variable.size == 1 && !variable.isLocal)
    variable.scalar = fromValue(value, 1);
  else
    variable.array = value;
}

FailureOr<LaneValue> Former::emitCondition(LoopOp loop) {
  Block &block = loop.getCond().front();
  if (failed(emitBlock(block)))
    return failure();
  return lookup(cast<ConditionOp>(block.getTerminator()).getCondition());
}

/// Why the target's code generator cannot do several iterations of a loop at
/// run time at once; null if it can.
static const char *whyNotUnrolled(KernelOp kernel) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  if (target && target.distributesWorkItems())
    return "the threads of a warp meet in each of its iterations, whose number "
           "is known only at run time";
  if (target && !target.canSpill())
    return "registers that several iterations need at once might not fit, and "
           "this target cannot spill them";
  return nullptr;
}

void Former::passHintOn(LoopOp loop, scf::WhileOp formed) {
  UnrollHint hint = getUnrollHint(loop);
  // LLVM would complain, without a place, of what it cannot do.
  bool isPossible = hint.kind == UnrollHint::never ||
                    (hint.kind == UnrollHint::count && !whyNotUnrolled(kernel));
  if (isPossible)
    setUnrollHint(formed, hint);
}

LogicalResult Former::emitRunTime(LoopOp loop, const BoundedLoop *bounded) {
  if (const char *reason = whyNotUnrolled(kernel);
      reason && getUnrollHint(loop).kind == UnrollHint::count)
    warn(loop, Twine("loop not unrolled: ") + reason);
  // A loop hands on in registers what it writes, all of it in each iteration.
  for (Value memref : writtenOutside(loop))
    if (const Variable &variable = variables[memref];
        variable.isLocal && variable.size > options.carriedLimit && !recorder)
      return moveToMemory(memref);
  std::optional<StridedCounter> strided = describeStrided(loop);
  FailureOr<bool> uniform = emitUniform(loop, strided ? &*strided : nullptr);
  if (failed(uniform))
    return failure();
  if (!*uniform && bounded)
    return emitBounded(loop, *bounded);
  ++counts.runTime;
  if (!*uniform)
    return emitMasked(loop);
  remark(loop, strided ? "loop at run time, as many rounds for all work items, "
                         "the last one masked"
                       : "loop at run time, the same for all work items");
  return success();
}

//===----------------------------------------------------------------------===//
// The same for all
//===----------------------------------------------------------------------===//

/// Form a loop that all WIs leave together, with a scalar for every variable
/// that all WIs share before it. Whether the condition or a variable differs
/// between WIs shows only when the body is formed. Then the loop is formed anew
/// with this knowledge, which is kept for inner loops as well. Returns false if
/// WIs may leave the loop after different iterations.
FailureOr<bool> Former::emitUniform(LoopOp loop, StridedCounter *strided) {
  VariableMap variablesBefore = variables;
  llvm::DenseMap<Value, int64_t> multiplesBefore = multiples;
  FormCounts countsBefore = counts;
  size_t remarksBefore = remarks.size();
  OpBuilder::InsertPoint point = builder.saveInsertionPoint();
  while (!divergentLoops.contains(loop)) {
    size_t known = divergent[loop].size();
    FailureOr<scf::WhileOp> loopOp = tryUniform(loop, strided);
    if (failed(loopOp))
      return failure();
    if (!divergentLoops.contains(loop) && divergent[loop].size() == known)
      return true;
    loopOp->erase();
    variables = variablesBefore;
    multiples = multiplesBefore;
    counts = countsBefore;
    remarks.truncate(remarksBefore);
    builder.restoreInsertionPoint(point);
  }
  return false;
}

/// The condition as a scalar; null where it differs between work items.
FailureOr<Value> Former::emitUniformCondition(LoopOp loop) {
  FailureOr<LaneValue> condition = emitCondition(loop);
  if (failed(condition))
    return failure();
  return condition->isUniform() ? materializeScalar(*condition, loop.getLoc())
                                : Value();
}

/// Form the loop once. Adds the variables that differ between WIs to
/// `divergent`, and the loop to `divergentLoops` if its condition does. Where
/// the WIs count side by side, one scalar stands for all of their counters.
FailureOr<scf::WhileOp> Former::tryUniform(LoopOp loop,
                                           StridedCounter *strided) {
  Location loc = loop.getLoc();
  auto isCounter = [&](Value memref) {
    return strided && memref == strided->form.counter;
  };
  auto isShared = [&](Value memref) {
    const Variable &variable = variables[memref];
    return variable.size == 1 && !variable.isLocal &&
           (variable.scalar.isUniform() || variable.scalar.isUnknown()) &&
           !divergent[loop].contains(memref);
  };
  SmallVector<Value> carried = writtenOutside(loop);
  SmallVector<bool> shared;
  for (Value memref : carried)
    shared.push_back(isShared(memref));
  auto held = [&]() {
    SmallVector<Value> current;
    for (auto [memref, asScalar] : llvm::zip(carried, shared)) {
      Variable &variable = variables[memref];
      if (isCounter(memref)) {
        current.push_back(strided->round);
        continue;
      }
      if (!asScalar) {
        current.push_back(variableAsInfReg(variable, loc));
        continue;
      }
      if (!isShared(memref))
        divergent[loop].insert(memref);
      if (variable.scalar.isUniform())
        current.push_back(materializeScalar(variable.scalar, loc));
      else // unknown, or about to be tried again
        current.push_back(arith::ConstantOp::create(
            builder, loc, cast<TypedAttr>(builder.getZeroAttr(variable.type))));
    }
    return current;
  };
  auto enter = [&](ValueRange args) {
    for (auto [memref, arg] : llvm::zip(carried, args)) {
      if (!isCounter(memref)) {
        setFromInfReg(variables[memref], arg);
        continue;
      }
      strided->round = arg;
      variables[memref].scalar = valueInRound(*strided);
    }
  };
  LaneValue counterBefore;
  if (strided) {
    counterBefore = variables[strided->form.counter].scalar;
    strided->round = strided->first;
  }
  SmallVector<Value> inits = held();
  // If no WI is active the loop must not run, as it might not end. A WI that
  // the static mask leaves out is not active, whatever its lane holds.
  Value anyActive =
      mask.dynamic
          ? ActiveOp::create(builder, loc, dynamicMask(space.extent, loc))
          : Value();
  TypeRange types = ValueRange(inits).getTypes();
  auto loopOp = scf::WhileOp::create(builder, loc, types, inits);
  passHintOn(loop, loopOp);
  SmallVector<Location> locs(inits.size(), loc);
  Block *before = builder.createBlock(&loopOp.getBefore(), {}, types, locs);
  Block *after = builder.createBlock(&loopOp.getAfter(), {}, types, locs);

  builder.setInsertionPointToEnd(before);
  enter(before->getArguments());
  FailureOr<Value> test = strided ? emitStridedCondition(loop, *strided)
                                  : emitUniformCondition(loop);
  if (failed(test))
    return failure();
  if (!*test) {
    divergentLoops.insert(loop);
    return loopOp;
  }
  Value again = *test;
  if (anyActive)
    again = arith::AndIOp::create(builder, loc, again, anyActive);
  scf::ConditionOp::create(builder, loc, again, held());

  builder.setInsertionPointToEnd(after);
  enter(after->getArguments());
  if (strided ? failed(emitStridedRound(loop, *strided))
              : failed(emitBlock(loop.getBody().front())) ||
                    failed(emitBlock(loop.getStep().front())))
    return failure();
  scf::YieldOp::create(builder, loc, held());
  builder.setInsertionPointAfter(loopOp);
  enter(loopOp.getResults());
  if (strided && failed(setFinalCounter(loop, *strided, counterBefore)))
    return failure();
  return loopOp;
}

//===----------------------------------------------------------------------===//
// Masked
//===----------------------------------------------------------------------===//

LogicalResult Former::emitMasked(LoopOp loop) {
  ++counts.masked;
  remark(loop, "loop at run time");
  Location loc = loop.getLoc();
  SmallVector<Value> carried = writtenOutside(loop), inits;
  for (Value memref : carried)
    inits.push_back(variableAsInfReg(variables[memref], loc));
  Mask outer = mask;
  Value active = dynamicMask(1, loc);
  if (!active)
    active = materialize(constant(builder.getBoolAttr(true)), 1, loc);
  inits.push_back(active);
  TypeRange types = ValueRange(inits).getTypes();
  auto loopOp = scf::WhileOp::create(builder, loc, types, inits);
  passHintOn(loop, loopOp);
  SmallVector<Location> locs(inits.size(), loc);
  Block *before = builder.createBlock(&loopOp.getBefore(), {}, types, locs);
  Block *after = builder.createBlock(&loopOp.getAfter(), {}, types, locs);
  auto enter = [&](ValueRange args) {
    for (auto [memref, arg] : llvm::zip(carried, args))
      setFromInfReg(variables[memref], arg);
    mask = fullMask(space);
    mask.dynamic = args.back();
  };
  auto held = [&]() {
    SmallVector<Value> current;
    for (Value memref : carried)
      current.push_back(variableAsInfReg(variables[memref], loc));
    return current;
  };

  builder.setInsertionPointToEnd(before);
  enter(before->getArguments());
  FailureOr<LaneValue> condition = emitCondition(loop);
  if (failed(condition))
    return failure();
  Value lanes = materialize(*condition, 1, loc);
  Value remaining =
      arith::AndIOp::create(builder, loc, before->getArguments().back(), lanes);
  SmallVector<Value> forwarded = held();
  forwarded.push_back(remaining);
  Value again = ActiveOp::create(builder, loc, remaining);
  scf::ConditionOp::create(builder, loc, again, forwarded);

  builder.setInsertionPointToEnd(after);
  enter(after->getArguments());
  if (failed(emitBlock(loop.getBody().front())) ||
      failed(emitBlock(loop.getStep().front())))
    return failure();
  SmallVector<Value> yielded = held();
  yielded.push_back(after->getArguments().back());
  scf::YieldOp::create(builder, loc, yielded);

  builder.setInsertionPointAfter(loopOp);
  for (auto [memref, result] : llvm::zip(carried, loopOp.getResults()))
    setFromInfReg(variables[memref], result);
  mask = outer;
  return success();
}
