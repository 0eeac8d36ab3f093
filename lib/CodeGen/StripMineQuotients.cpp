//===- StripMineQuotients.cpp - Loops in which a quotient stays the same --===//
//
// Which row of an image, or which channel, a group of work items belongs to is
// a quotient of the group's index: many groups in a row have the same one. The
// loop over groups becomes two: the outer one goes through the quotients, the
// inner one through the groups that have it. LLVM moves what is computed from
// the quotient, loads among it, out of the inner loop.
//
//===----------------------------------------------------------------------===//

#include "Pirch/CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace pirch {
#define GEN_PASS_DEF_STRIPMINEQUOTIENTS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The factor by which the integer `value` grows from iteration to iteration of
/// `loop`, which counts by one: `value` is this multiple of the counter and a
/// constant, modulo the range of its type. Zero where that is not so.
static int64_t findFactor(Value value, scf::ForOp loop) {
  if (value == loop.getInductionVar())
    return 1;
  Operation *op = value.getDefiningOp();
  if (!op || op->getParentOp() != loop)
    return 0;
  if (auto narrow = dyn_cast<arith::TruncIOp>(op))
    return findFactor(narrow.getIn(), loop);
  APInt constant;
  if (!isa<arith::AddIOp, arith::MulIOp>(op))
    return 0;
  for (unsigned number : {0, 1}) {
    if (!matchPattern(op->getOperand(1 - number), m_ConstantInt(&constant)))
      continue;
    int64_t factor = findFactor(op->getOperand(number), loop);
    if (isa<arith::AddIOp>(op))
      return factor;
    // Products of both fit in 29 bits.
    constexpr int64_t kMost = 1 << 14;
    return constant.isStrictlyPositive() && constant.sle(kMost) &&
                   factor <= kMost
               ? factor * constant.getSExtValue()
               : 0;
  }
  return 0;
}

namespace {
/// One loop over groups that divides a multiple of its counter.
class QuotientLoop {
public:
  explicit QuotientLoop(scf::ForOp loop) : loop(loop), builder(loop) {}

  /// Find a division of the loop's body by a number that the loop does not
  /// change. Returns false if there is none.
  bool find();
  void stripMine();

private:
  Value number(Type type, int64_t value) {
    return arith::ConstantOp::create(builder, loc(),
                                     builder.getIntegerAttr(type, value));
  }
  Location loc() { return division.getLoc(); }
  bool isForFewGroups(Value divisor);
  Value isWorthIt();
  void emitLoops();
  Value emitBlockEnd(Value first, Value end, IRMapping &mapping);
  void emitInnerLoop(Value first, Value end, Value quotient);

  scf::ForOp loop;
  OpBuilder builder;
  arith::DivUIOp division;
  int64_t factor = 0;
};
} // namespace

/// Whether the loop is what this pass left for calls in which few groups have
/// one quotient by `divisor`.
bool QuotientLoop::isForFewGroups(Value divisor) {
  auto branch = dyn_cast<scf::IfOp>(loop->getParentOp());
  auto compare =
      branch ? branch.getCondition().getDefiningOp<arith::CmpIOp>() : nullptr;
  return compare && loop->getBlock() == branch.elseBlock() &&
         compare.getPredicate() == arith::CmpIPredicate::uge &&
         compare.getLhs() == divisor;
}

bool QuotientLoop::find() {
  APInt step;
  if (loop.getNumResults() || !loop.getInductionVar().getType().isInteger(64) ||
      !matchPattern(loop.getStep(), m_ConstantInt(&step)) || !step.isOne())
    return false;
  moveLoopInvariantCode(loop);
  for (auto op : loop.getBody()->getOps<arith::DivUIOp>()) {
    auto type = dyn_cast<IntegerType>(op.getType());
    if (!type || type.getWidth() < 32 ||
        !loop.isDefinedOutsideOfLoop(op.getRhs()) ||
        isForFewGroups(op.getRhs()))
      continue;
    factor = findFactor(op.getLhs(), loop);
    division = op;
    if (factor > 0)
      return true;
  }
  return false;
}

/// Whether many groups have the same quotient. Few groups take less time one by
/// one, since the end of each block of groups is computed by divisions.
Value QuotientLoop::isWorthIt() {
  constexpr int64_t kLeastGroups = 4;
  Value divisor = division.getRhs();
  return arith::CmpIOp::create(
      builder, loc(), arith::CmpIPredicate::uge, divisor,
      number(divisor.getType(), kLeastGroups * factor));
}

/// The group behind the last one that has the quotient of `first` and is before
/// `end`, which is behind `first`. `mapping` has the dividend of `first` for
/// that of the loop.
Value QuotientLoop::emitBlockEnd(Value first, Value end, IRMapping &mapping) {
  Value dividend = mapping.lookup(division.getLhs());
  Value divisor = division.getRhs();
  Type type = dividend.getType();
  Value one = number(type, 1), more = number(builder.getI64Type(), 1);
  Value rest = arith::RemUIOp::create(builder, loc(), dividend, divisor);
  Value last = arith::SubIOp::create(builder, loc(), divisor, one);
  Value left = arith::SubIOp::create(builder, loc(), last, rest);
  // The dividend starts at zero again behind the greatest number.
  Value greatest = number(type, -1);
  Value room = arith::SubIOp::create(builder, loc(), greatest, dividend);
  left = arith::MinUIOp::create(builder, loc(), left, room);
  Value groups =
      arith::DivUIOp::create(builder, loc(), left, number(type, factor));
  if (!type.isInteger(64))
    groups =
        arith::ExtUIOp::create(builder, loc(), builder.getI64Type(), groups);
  Value others = arith::SubIOp::create(
      builder, loc(), arith::SubIOp::create(builder, loc(), end, first), more);
  groups = arith::MinUIOp::create(builder, loc(), groups, others);
  return arith::AddIOp::create(
      builder, loc(), arith::AddIOp::create(builder, loc(), first, groups),
      more);
}

/// The loop's body for the groups of one block, in which the quotient is known
/// and remainders are what is left beside its product.
void QuotientLoop::emitInnerLoop(Value first, Value end, Value quotient) {
  Value before =
      arith::MulIOp::create(builder, loc(), quotient, division.getRhs());
  auto inner =
      scf::ForOp::create(builder, loop.getLoc(), first, end, loop.getStep());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), inner.getInductionVar());
  builder.setInsertionPointToStart(inner.getBody());
  for (Operation &op : loop.getBody()->without_terminator()) {
    bool isAlike = op.getNumOperands() == 2 &&
                   op.getOperand(0) == division.getLhs() &&
                   op.getOperand(1) == division.getRhs();
    if (isAlike && isa<arith::DivUIOp>(op))
      mapping.map(op.getResult(0), quotient);
    else if (isAlike && isa<arith::RemUIOp>(op))
      mapping.map(op.getResult(0),
                  arith::SubIOp::create(builder, op.getLoc(),
                                        mapping.lookup(division.getLhs()),
                                        before)
                      .getResult());
    else
      builder.clone(op, mapping);
  }
}

void QuotientLoop::emitLoops() {
  Value end = loop.getUpperBound();
  auto outer = scf::WhileOp::create(
      builder, loc(), builder.getI64Type(), loop.getLowerBound(),
      [&](OpBuilder &inner, Location where, ValueRange args) {
        Value goesOn = arith::CmpIOp::create(
            inner, where, arith::CmpIPredicate::slt, args[0], end);
        scf::ConditionOp::create(inner, where, goesOn, args);
      },
      [&](OpBuilder &, Location, ValueRange) {});
  builder.setInsertionPointToStart(outer.getAfterBody());
  Value first = outer.getAfterArguments()[0];
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), first);
  SmallVector<Operation *> chain;
  for (Operation *op = division.getLhs().getDefiningOp(); op;) {
    chain.push_back(op);
    Operation *next = nullptr;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && source->getParentOp() == loop &&
          !matchPattern(operand, m_Constant()))
        next = source;
    op = next;
  }
  for (Operation *op : llvm::reverse(chain))
    builder.clone(*op, mapping);
  Value quotient = builder.clone(*division, mapping)->getResult(0);
  Value blockEnd = emitBlockEnd(first, end, mapping);
  auto yield = scf::YieldOp::create(builder, loc(), blockEnd);
  builder.setInsertionPoint(yield);
  emitInnerLoop(first, blockEnd, quotient);
}

void QuotientLoop::stripMine() {
  Value worth = isWorthIt();
  auto branch = scf::IfOp::create(builder, loc(), worth, /*withElse=*/true);
  builder.setInsertionPointToStart(branch.thenBlock());
  emitLoops();
  loop->moveBefore(branch.elseBlock(), branch.elseBlock()->begin());
}

namespace {
struct StripMineQuotientsPass
    : public pirch::impl::StripMineQuotientsBase<StripMineQuotientsPass> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (!loop->getParentOfType<LoopLikeOpInterface>())
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      QuotientLoop quotients(loop);
      if (!quotients.find())
        continue;
      quotients.stripMine();
      ++numLoops;
    }
  }
};
} // namespace
