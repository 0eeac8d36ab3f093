//===- FormGuards.cpp - Conditions that all but the last groups meet ------===//
//
// Kernels begin with `if (get_global_id(0) < n)`, since a launch has whole
// groups, and most groups are within the bound as a whole. Where a condition
// compares a place that grows from group to group with a number that all work
// items have, the groups that meet it are the first ones of the launch. The
// kernel is formed as if all groups met it, and says for how many that holds
// (`pirch.main_groups`); another kernel computes the others.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "ScalarSlices.h"
#include "mlir/Analysis/SliceAnalysis.h"

using namespace mlir;
using namespace pirch;

/// Numbers beyond these are none of groups and bounds that a launch can have.
/// Between them, sums of a few numbers do not overflow.
static constexpr int64_t kLeast = -(int64_t(1) << 61);
static constexpr int64_t kGreatest = int64_t(1) << 61;

/// `value`, a scalar, as an i64.
static Value extend(OpBuilder &builder, Location loc, Value value,
                    bool isSigned) {
  Type i64 = builder.getI64Type();
  if (value.getType() == i64)
    return value;
  return isSigned
             ? arith::ExtSIOp::create(builder, loc, i64, value).getResult()
             : arith::ExtUIOp::create(builder, loc, i64, value).getResult();
}

/// The number of groups, from the first of the batch on, in which `place` of
/// all work items is less than `bound`, or is equal with `orEqual`.
Value Former::countGroups(const LinearForm &place, Value bound, bool isSigned,
                          bool orEqual, Location loc) {
  auto number = [&](int64_t value) { return i64Constant(value, loc); };
  if (!isSigned && bound.getType().isInteger(64)) {
    // What has no sign may be more than an i64 holds.
    Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                       bound, number(0));
    bound =
        arith::SelectOp::create(builder, loc, fits, bound, number(kGreatest));
  }
  bound = extend(builder, loc, bound, isSigned);
  bound = arith::MaxSIOp::create(builder, loc, bound, number(kLeast));
  bound = arith::MinSIOp::create(builder, loc, bound, number(kGreatest));
  int64_t greatest = *llvm::max_element(place.offsets);
  Value left = arith::SubIOp::create(builder, loc, bound,
                                     number(greatest - (orEqual ? 1 : 0)));
  if (place.base)
    left = arith::SubIOp::create(builder, loc, left, place.base);
  if (place.stride == 0) { // of all groups or of none
    Value holds = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sgt,
                                        left, number(0));
    return arith::SelectOp::create(builder, loc, holds, number(kGreatest),
                                   number(0));
  }
  // Every stride-th number from 0 on that is less than what is left.
  left = arith::AddIOp::create(builder, loc, left, number(place.stride - 1));
  left = arith::MaxSIOp::create(builder, loc, left, number(0));
  return arith::DivUIOp::create(builder, loc, left, number(place.stride));
}

/// The groups in which the comparison `op` is `wanted` for all work items;
/// null if they are not the first ones.
Value Former::countGroupsWhere(arith::CmpIOp op, bool wanted) {
  using P = arith::CmpIPredicate;
  P predicate =
      wanted ? op.getPredicate() : arith::invertPredicate(op.getPredicate());
  bool isSwapped =
      llvm::is_contained({P::sgt, P::sge, P::ugt, P::uge}, predicate);
  bool isSigned =
      llvm::is_contained({P::slt, P::sle, P::sgt, P::sge}, predicate);
  bool orEqual =
      llvm::is_contained({P::sle, P::ule, P::sge, P::uge}, predicate);
  if (predicate == P::eq || predicate == P::ne)
    return {};
  LaneValue place = lookup(isSwapped ? op.getRhs() : op.getLhs());
  LaneValue bound = lookup(isSwapped ? op.getLhs() : op.getRhs());
  if (!place.linear || !bound.isUniform())
    return {};
  const LinearForm &linear = *place.linear;
  auto isNear = [](int64_t value) {
    return value > -kMaxOffset && value < kMaxOffset;
  };
  // Where the place is the same in all groups, it is one of a row of a grid.
  if ((linear.base && !isOfParameters(linear.base)) || linear.scaledStride ||
      !linear.rows.empty() || linear.stride < (linear.base ? 0 : 1) ||
      !isNear(linear.stride) || !llvm::all_of(linear.offsets, isNear) ||
      (!isSigned && !linear.cannotBeNegative()))
    return {};
  Value scalar = materializeScalar(bound, op.getLoc());
  return isOfParameters(scalar)
             ? countGroups(linear, scalar, isSigned, orEqual, op.getLoc())
             : Value();
}

/// The groups in which `condition` is `wanted` for all work items; null if they
/// are not the first ones.
Value Former::countGroupsWhere(Value condition, bool wanted) {
  Operation *op = condition.getDefiningOp();
  if (!op)
    return {};
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return countGroupsWhere(compare, wanted);
  auto isConstant = [&](Value value, bool what) {
    const LaneValue &lanes = lookup(value);
    return lanes.isUniformStatic() && (*getInt(lanes.table[0]) != 0) == what;
  };
  if (auto flip = dyn_cast<arith::XOrIOp>(op))
    return isConstant(flip.getRhs(), true)
               ? countGroupsWhere(flip.getLhs(), !wanted)
               : Value();
  // `a && b` is written `select a, b, false`, and `a || b` `select a, true, b`;
  // or as a branch, if b does more than compare.
  Value left, right, shortCut;
  if (auto choice = dyn_cast<arith::SelectOp>(op)) {
    left = choice.getCondition();
    right = wanted ? choice.getTrueValue() : choice.getFalseValue();
    shortCut = wanted ? choice.getFalseValue() : choice.getTrueValue();
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    unsigned index = cast<OpResult>(condition).getResultNumber();
    left = branch.getCondition();
    right = branch.thenYield().getOperand(index);
    shortCut = branch.elseYield().getOperand(index);
    if (!wanted)
      std::swap(right, shortCut);
  }
  if (!left || !isConstant(shortCut, !wanted))
    return {};
  Value first = countGroupsWhere(left, wanted);
  Value second = first ? countGroupsWhere(right, wanted) : Value();
  return second ? arith::MinSIOp::create(builder, op->getLoc(), first, second)
                      .getResult()
                : Value();
}

/// Whether `region` only sets variables of the work item, as leaving a kernel
/// or a loop early does.
static bool isExit(Region &region) {
  return llvm::all_of(region.getOps(), [](Operation &op) {
    auto store = dyn_cast<memref::StoreOp>(op);
    return isPure(&op) || isa<scf::YieldOp>(op) ||
           (store && store.getMemRef().getDefiningOp<memref::AllocaOp>());
  });
}

std::optional<bool> Former::assumeCondition(scf::IfOp op) {
  if (!options.assumed.empty()) {
    auto found = options.assumed.find(branches.lookup(op));
    return found == options.assumed.end() ? std::nullopt
                                          : std::optional(found->second);
  }
  bool isTopLevel = mask.all() && !mask.dynamic && space.extent == 1 &&
                    !recorder && !op->getParentOfType<LoopOp>();
  if (!options.assumesGuards || !isTopLevel || op.getNumResults())
    return std::nullopt;
  // Where there is something to do in both cases, groups of both kinds may be
  // many.
  bool wanted;
  if (op.getElseRegion().empty() && !isExit(op.getThenRegion()))
    wanted = true;
  else if (op.getElseRegion().empty())
    wanted = false;
  else
    return std::nullopt;
  Value count = countGroupsWhere(op.getCondition(), wanted);
  if (!count)
    return std::nullopt;
  mainGroups = mainGroups ? arith::MinSIOp::create(builder, op.getLoc(),
                                                   mainGroups, count)
                                .getResult()
                          : count;
  assumed[branches.lookup(op)] = wanted;
  return wanted;
}

void Former::emitMainGroups() {
  if (assumedIndicesFit()) {
    Value most = i64Constant(fittingGroups, kernel.getLoc());
    mainGroups = mainGroups ? arith::MinSIOp::create(builder, kernel.getLoc(),
                                                     mainGroups, most)
                                  .getResult()
                            : most;
  }
  if (!mainGroups)
    return;
  Block *entry = mainGroups.getParentBlock();
  auto say = MainGroupsOp::create(builder, mainGroups.getLoc(), mainGroups);
  // What the number of groups is computed from comes first, before memory is
  // accessed.
  llvm::SetVector<Operation *> slice;
  BackwardSliceOptions sliceOptions;
  sliceOptions.inclusive = true;
  if (failed(getBackwardSlice(say.getOperation(), &slice, sliceOptions)))
    return;
  SmallVector<Operation *> ordered;
  for (Operation &op : *entry)
    if (slice.contains(&op))
      ordered.push_back(&op);
  for (Operation *op : llvm::reverse(ordered))
    op->moveBefore(entry, entry->begin());
}
