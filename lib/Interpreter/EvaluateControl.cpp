//===- EvaluateControl.cpp - Loops and branches on scalars ----------------===//

#include "Evaluate.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pirch;

/// What decides where control goes must hold a value.
static FailureOr<uint64_t> getDecision(Operation *op, Frame &frame,
                                       Value value) {
  Lane lane = frame.getScalar(value);
  if (!lane)
    return op->emitOpError("decides by a scalar that holds no value, for work "
                           "groups from ")
           << frame.getFirstGroup() << " on";
  return *lane;
}

static LogicalResult setAll(Frame &frame, ValueRange results,
                            MutableArrayRef<Lanes> lanes) {
  for (auto [result, held] : llvm::zip(results, lanes))
    frame.set(result, std::move(held));
  return success();
}

static LogicalResult evaluateWhile(scf::WhileOp op, Frame &frame) {
  SmallVector<Lanes> carried = frame.getAll(op.getInits());
  scf::ConditionOp condition = op.getConditionOp();
  while (true) {
    if (failed(frame.runBlock(*op.getBeforeBody(), carried)))
      return failure();
    FailureOr<uint64_t> again =
        getDecision(condition, frame, condition.getCondition());
    if (failed(again))
      return failure();
    carried = frame.getAll(condition.getArgs());
    if (!*again)
      return setAll(frame, op.getResults(), carried);
    if (failed(frame.runBlock(*op.getAfterBody(), carried)))
      return failure();
    carried = frame.getAll(op.getYieldOp().getResults());
  }
}

static LogicalResult evaluateIf(scf::IfOp op, Frame &frame) {
  FailureOr<uint64_t> condition = getDecision(op, frame, op.getCondition());
  if (failed(condition))
    return failure();
  Region &taken = *condition ? op.getThenRegion() : op.getElseRegion();
  if (taken.empty())
    return success();
  if (failed(frame.runBlock(taken.front(), {})))
    return failure();
  SmallVector<Lanes> yielded =
      frame.getAll(taken.front().getTerminator()->getOperands());
  return setAll(frame, op.getResults(), yielded);
}

static LogicalResult evaluateFor(scf::ForOp op, Frame &frame) {
  Type type = op.getInductionVar().getType();
  SmallVector<APInt> bounds;
  for (Value bound : {op.getLowerBound(), op.getUpperBound(), op.getStep()}) {
    FailureOr<uint64_t> bits = getDecision(op, frame, bound);
    if (failed(bits))
      return failure();
    bounds.push_back(LaneFormat(type).toInteger(*bits));
  }
  SmallVector<Lanes> carried = frame.getAll(op.getInits());
  bool isUnsigned = op.getUnsignedCmp();
  auto isBefore = [&](const APInt &at, const APInt &end) {
    return isUnsigned ? at.ult(end) : at.slt(end);
  };
  for (APInt at = bounds[0]; isBefore(at, bounds[1]); at += bounds[2]) {
    SmallVector<Lanes> arguments = {Lanes::scalar(type, toLane(at))};
    arguments.append(std::make_move_iterator(carried.begin()),
                     std::make_move_iterator(carried.end()));
    if (failed(frame.runBlock(*op.getBody(), arguments)))
      return failure();
    carried = frame.getAll(op.getBody()->getTerminator()->getOperands());
  }
  return setAll(frame, op.getResults(), carried);
}

static LogicalResult evaluateMainGroups(MainGroupsOp op, Frame &frame) {
  FailureOr<uint64_t> count = getDecision(op, frame, op.getCount());
  FailureOr<uint64_t> from =
      op.getFrom() ? getDecision(op, frame, op.getFrom()) : 0;
  if (failed(count) || failed(from))
    return failure();
  int64_t first = frame.getFirstGroup();
  if (first < static_cast<int64_t>(*from))
    frame.leaveGroups(*from);
  else if (first + frame.getNumGroups() > static_cast<int64_t>(*count))
    frame.leaveGroups(first);
  return success();
}

static LogicalResult evaluateStage(StageOp op, Frame &frame) {
  frame.set(op.getResult(), frame.get(op.getValue()));
  return success();
}

void pirch::addControlEvaluators(EvaluatorTable &table) {
  table.add<scf::WhileOp>(evaluateWhile);
  table.add<scf::IfOp>(evaluateIf);
  table.add<scf::ForOp>(evaluateFor);
  table.add<MainGroupsOp>(evaluateMainGroups);
  table.add<StageOp>(evaluateStage);
}
