//===- FormAlternatives.cpp - Places that are chosen among linear ones ----===//
//
// At the border of an image a work item reads another element than its
// neighbour: `in[max(x - 1, 0)]`, `in[x + 1 == n ? 0 : x + 1]`. Such a place is
// not linear, but each lane's is one of a few linear forms. An access of each
// form, of the lanes that have chosen it, takes the place of a gather.
//
//===----------------------------------------------------------------------===//

#include "Former.h"

using namespace mlir;
using namespace pirch;

/// The most forms that a place is chosen among. Loads of more forms take longer
/// than one gather.
static constexpr size_t kMostAlternatives = 3;

/// Whether two forms are the same sum of the same values.
static bool isSame(const LinearForm &a, const LinearForm &b) {
  return a.offsets == b.offsets && a.base == b.base && a.stride == b.stride &&
         a.scaledStride == b.scaledStride && a.rows.empty() && b.rows.empty();
}

/// Whether an access of all lanes at `form` is a contiguous one or nearly so,
/// or one of a single element.
static bool isNearlyContiguous(const LinearForm &form) {
  constexpr int64_t kMostStep = 4;
  if (!form.rows.empty())
    return false;
  ArrayRef<int64_t> offsets = form.offsets;
  if (llvm::all_equal(offsets))
    return !form.dependsOnGroup();
  int64_t step = offsets[1] - offsets[0];
  for (size_t lane = 1; lane < offsets.size(); ++lane)
    if (offsets[lane] - offsets[lane - 1] != step)
      return false;
  return step && step <= kMostStep && step >= -kMostStep;
}

SmallVector<LinearAlternative> Former::getAlternatives(const LaneValue &value) {
  if (!value.alternatives.empty())
    return llvm::to_vector(value.alternatives);
  if (value.isUnknown())
    return {};
  if (std::optional<LinearForm> linear = getLinear(value))
    return {{Value(), std::move(*linear)}};
  return {};
}

bool Former::mayChoose(Type type) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  return target && !target.distributesWorkItems() && !recorder &&
         space.extent == 1 && type.isIntOrIndex() &&
         (type.isIndex() || type.getIntOrFloatBitWidth() >= 32);
}

/// Add a form to `alternatives`, for the lanes of `where`.
void Former::addAlternative(SmallVectorImpl<LinearAlternative> &alternatives,
                            LinearAlternative added, Location loc) {
  for (LinearAlternative &other : alternatives)
    if (isSame(other.form, added.form)) {
      other.where =
          arith::OrIOp::create(builder, loc, other.where, added.where);
      return;
    }
  alternatives.push_back(std::move(added));
}

void Former::chooseForm(LaneValue &result, Value condition,
                        const LaneValue &ifTrue, const LaneValue &ifFalse,
                        Location loc) {
  if (!mayChoose(result.type))
    return;
  SmallVector<LinearAlternative> whenTrue = getAlternatives(ifTrue),
                                 whenFalse = getAlternatives(ifFalse);
  if (whenTrue.empty() || whenFalse.empty())
    return;
  SmallVector<LinearAlternative> all;
  for (bool wanted : {true, false})
    for (LinearAlternative &one : wanted ? whenTrue : whenFalse)
      addAlternative(all, {narrow(one.where, condition, wanted, loc), one.form},
                     loc);
  if (all.size() > 1 && all.size() <= kMostAlternatives)
    result.alternatives.assign(all.begin(), all.end());
}

/// Note in `result`, the minimum or maximum of two integers, the forms of the
/// one integer, each in the lanes in which it is taken, and the other integer.
void Former::chooseLeast(Operation *op, LaneValue &result) {
  std::optional<arith::CmpIPredicate> predicate = getOrder(op);
  if (!predicate || !mayChoose(result.type))
    return;
  Location loc = op->getLoc();
  LaneValue left = lookup(op->getOperand(0)), right = lookup(op->getOperand(1));
  if (getAlternatives(right).size() > 1)
    std::swap(left, right);
  SmallVector<LinearAlternative> others = getAlternatives(right), all;
  if (others.size() != 1)
    return;
  for (LinearAlternative &one : getAlternatives(left)) {
    LaneValue value;
    value.type = left.type;
    value.extent = one.form.offsets.size() == 1 ? 1 : left.extent;
    value.linear = one.form;
    Value isOne = compareLanes({*predicate, &value, &right}, loc);
    for (bool wanted : {true, false})
      addAlternative(all,
                     {narrow(one.where, isOne, wanted, loc),
                      wanted ? one.form : others[0].form},
                     loc);
  }
  if (all.size() > 1 && all.size() <= kMostAlternatives)
    result.alternatives.assign(all.begin(), all.end());
}

/// Note in `result`, if `op` is a cast, sum or product of an integer that is
/// one of several forms, the cast, sum or product of each of these forms.
void Former::foldAlternatives(Operation *op, LaneValue &result) {
  if (!mayChoose(result.type) ||
      !isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
           arith::IndexCastUIOp, arith::TruncIOp, arith::AddIOp, arith::SubIOp,
           arith::MulIOp>(op))
    return;
  Value chosen;
  for (Value operand : op->getOperands())
    if (!lookup(operand).alternatives.empty()) {
      if (chosen && chosen != operand)
        return;
      chosen = operand;
    }
  if (!chosen)
    return;
  LaneValue saved = lookup(chosen);
  SmallVector<LinearAlternative> all;
  for (const LinearAlternative &one : saved.alternatives) {
    LaneValue value;
    value.type = saved.type;
    value.extent = one.form.offsets.size() == 1 ? 1 : saved.extent;
    value.linear = one.form;
    define(chosen, std::move(value));
    std::optional<LaneValue> folded = isa<CastOpInterface>(op)
                                          ? foldLinearCast(op)
                                          : foldLinearArithmetic(op);
    if (folded)
      all.push_back({one.where, std::move(*folded->linear)});
  }
  define(chosen, std::move(saved));
  if (all.size() == lookup(chosen).alternatives.size())
    result.alternatives.assign(all.begin(), all.end());
}

void Former::findAlternatives(Operation *op) {
  Value defined = op->getResult(0);
  LaneValue result = lookup(defined);
  if (result.linear || result.isUniform())
    return;
  if (isa<arith::SelectOp>(op))
    chooseForm(result, materialize(lookup(op->getOperand(0)), 1, op->getLoc()),
               lookup(op->getOperand(1)), lookup(op->getOperand(2)),
               op->getLoc());
  else if (op->getNumOperands() > 0)
    getOrder(op) ? chooseLeast(op, result) : foldAlternatives(op, result);
  if (!result.alternatives.empty())
    define(defined, std::move(result));
}

bool Former::isWorthChoosing(const LaneValue &index, Type element) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  // Without masked loads, a vector of which some lanes are wanted is read as a
  // whole where it lies in one page (`pirch-expand-masked-accesses`).
  return !index.alternatives.empty() && space.extent == 1 && !recorder &&
         target &&
         (target.hasMaskedLoads(element) || target.getPageBytes() > 0) &&
         llvm::all_of(index.alternatives, [](const LinearAlternative &one) {
           return isNearlyContiguous(one.form);
         });
}

Value Former::readAlternatives(memref::LoadOp op, Value buffer,
                               const LaneValue &index, InfRegType type) {
  Location loc = op.getLoc();
  Mask saved = mask;
  Value result;
  for (const LinearAlternative &one : index.alternatives) {
    mask.dynamic = saved.dynamic
                       ? narrow(saved.dynamic, one.where, /*wanted=*/true, loc)
                       : one.where;
    Value lanes = readAffine(buffer, one.form, index.extent, type, loc);
    result = result ? SelectOp::create(builder, loc, one.where, lanes, result)
                    : lanes;
  }
  mask = saved;
  return result;
}
