//===- FormLinear.cpp - Integers that are linear in the group's index -----===//
//
// Addresses are made of casts, sums and products of the group's index, of
// constants that may differ between work items, and of scalars. Their linear
// forms (LaneValue.h) are computed here.
//
//===----------------------------------------------------------------------===//

#include "ExactArithmetic.h"
#include "Former.h"

using namespace mlir;
using namespace pirch;

/// Whether `scalar`, an i64, is a sum with a number of 32 bits without a sign,
/// which may be 2^31 or more.
static bool isOfLargeNumber(Value scalar) {
  Operation *op = scalar ? scalar.getDefiningOp() : nullptr;
  if (isa_and_nonnull<arith::ExtUIOp, arith::IndexCastUIOp>(op))
    return op->getOperand(0).getType().isInteger(32);
  return isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op) &&
         llvm::any_of(op->getOperands(), isOfLargeNumber);
}

/// Whether the cast `op` keeps the values of `form`, its operand. Indices that
/// the source converts to 32 bits are taken to fit there.
static bool isExactCast(Operation *op, const LinearForm &form) {
  if (isa<arith::TruncIOp>(op))
    return op->getResult(0).getType().getIntOrFloatBitWidth() >= 32 &&
           !isOfLargeNumber(form.base) && !isOfLargeNumber(form.scaledStride);
  Type from = op->getOperand(0).getType();
  bool keepsBits = from.isIndex() || from.getIntOrFloatBitWidth() == 64;
  if (keepsBits || !isa<arith::ExtUIOp, arith::IndexCastUIOp>(op))
    return true;
  // The cast makes large numbers of negative ones.
  return form.cannotBeNegative();
}

/// Whether an address is computed from `value` by sums, products, quotients and
/// remainders. What is computed otherwise, as random numbers are, is often
/// meant to wrap around.
static bool isTermOfPlace(Value value, llvm::DenseSet<Value> &seen) {
  if (!seen.insert(value).second)
    return false;
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    auto store = dyn_cast<memref::StoreOp>(user);
    if (store && use.get() == store.getValueToStore()) {
      auto variable = store.getMemRef().getDefiningOp<memref::AllocaOp>();
      return variable && llvm::any_of(variable->getUsers(), [&](Operation *op) {
               auto load = dyn_cast<memref::LoadOp>(op);
               return load && isTermOfPlace(load.getResult(), seen);
             });
    }
    if (store || isa<memref::LoadOp>(user))
      return true;
    return isa<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::DivUIOp,
               arith::DivSIOp, arith::RemUIOp, arith::RemSIOp, arith::ExtSIOp,
               arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp,
               arith::IndexCastUIOp>(user) &&
           isTermOfPlace(user->getResult(0), seen);
  });
}

/// Whether the kernel may be formed for the groups in which `form`, the result
/// of an operation that may wrap around at 2^32, is below 2^31, so that it is
/// the same number with and without a sign. Those are the first groups, and
/// nearly always all of a launch.
bool Former::assumeFits(Operation *op, const LinearForm &form,
                        bool isNonNegative) {
  // What hashes an index is meant to wrap around, and soon does.
  constexpr int64_t kLongestStride = 1 << 16;
  if (!options.assumesIndicesFit || form.stride > kLongestStride)
    return false;
  bool isOfConstants = !form.base && !form.scaledStride && form.rows.empty();
  llvm::DenseSet<Value> seen;
  if (!(isOfConstants && form.cannotBeNegative()) &&
      !isTermOfPlace(op->getResult(0), seen))
    return false;
  return fittingGroups.assume(form, mask.lanes, isNonNegative,
                              mayLeaveFirstGroups());
}

/// Whether `form` is the same number in all lanes of all groups.
static bool isScalar(const LinearForm &form) {
  return llvm::all_equal(form.offsets) && form.rows.empty() &&
         !form.dependsOnGroup();
}

/// The entries of `table`, one for each lane of `extent` elements or one for
/// all, for each lane of `wanted` elements: all elements of a work item have
/// the one that it has.
static SmallVector<int64_t> spread(ArrayRef<int64_t> table, int64_t items,
                                   int64_t extent, int64_t wanted) {
  SmallVector<int64_t> result;
  for (int64_t wi = 0; wi < items; ++wi)
    for (int64_t ix = 0; ix < wanted; ++ix)
      result.push_back(table.size() == 1
                           ? table[0]
                           : table[wi * extent + (extent == 1 ? 0 : ix)]);
  return result;
}

/// Work items lie x first, so that those of one row of a group are neighbours.
/// An access of one row is contiguous where one of all rows, which lie a number
/// known only at run time apart, is a gather. That is worth it where rows fill
/// at least a quarter of a register each; on threads it is not, since each has
/// an address of its own.
bool Former::hasLongRuns(ArrayRef<int64_t> factors) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  if (target && target.distributesWorkItems())
    return false;
  constexpr int64_t kBitsOfLane = 32, kMostRuns = 4;
  int64_t lanes = target ? target.getRegisterBits() / kBitsOfLane : 0;
  size_t least = std::max<int64_t>(2, lanes / kMostRuns);
  while (!factors.empty()) {
    int64_t factor = factors.front();
    size_t run =
        factors.take_while([&](int64_t other) { return other == factor; })
            .size();
    if (run < least)
      return false;
    factors = factors.drop_front(run);
  }
  return true;
}

/// Whether the lanes of few rows take turns: work item `i` of an image whose
/// planes become channels loads from plane `i % 4`. The lanes of one row load
/// neighbours, which one permutation spreads. A machine that reaches memory by
/// strides has registers so long that a gather costs less than permutations.
bool Former::hasFewRows(ArrayRef<int64_t> factors) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  if (!target || target.distributesWorkItems() || target.hasStridedAccess())
    return false;
  constexpr size_t kMostRows = 4, kLeastLanes = 2;
  llvm::SmallDenseMap<int64_t, size_t> lanes;
  for (int64_t factor : factors)
    ++lanes[factor];
  return lanes.size() <= kMostRows && llvm::all_of(lanes, [](auto &row) {
           return row.second >= kLeastLanes;
         });
}

LaneValue Former::addLinear(const LinearOperand &lhs, const LinearOperand &rhs,
                            int64_t sign, Location loc) {
  LaneValue result;
  result.extent = std::max(lhs.extent, rhs.extent);
  auto spreadOf = [&](ArrayRef<int64_t> table, int64_t extent) {
    return spread(table, items, extent, result.extent);
  };
  const LinearForm &a = lhs.form, &b = rhs.form;
  LinearForm &form = result.linear.emplace();
  if (a.offsets.size() == 1 && b.offsets.size() == 1) {
    form.offsets.push_back(a.offsets[0] + sign * b.offsets[0]);
  } else {
    form.offsets = spreadOf(a.offsets, lhs.extent);
    for (auto [offset, other] :
         llvm::zip(form.offsets, spreadOf(b.offsets, rhs.extent)))
      offset += sign * other;
  }
  for (const LinearForm::Rows &rows : a.rows)
    form.rows.push_back({rows.scale, spreadOf(rows.factors, lhs.extent)});
  for (const LinearForm::Rows &rows : b.rows) {
    form.rows.push_back({rows.scale, spreadOf(rows.factors, rhs.extent)});
    for (int64_t &factor : form.rows.back().factors)
      factor *= sign;
  }
  form.base = addScalars(a.base, scaleScalar(b.base, sign, loc), loc);
  form.stride = a.stride + sign * b.stride;
  form.scaledStride =
      addScalars(a.scaledStride, scaleScalar(b.scaledStride, sign, loc), loc);
  return result;
}

LinearForm Former::scaleLinear(const LinearForm &form, int64_t factor,
                               Location loc) {
  LinearForm result;
  for (int64_t offset : form.offsets)
    result.offsets.push_back(offset * factor);
  for (const LinearForm::Rows &rows : form.rows) {
    result.rows.push_back(rows);
    for (int64_t &entry : result.rows.back().factors)
      entry *= factor;
  }
  result.base = scaleScalar(form.base, factor, loc);
  result.stride = form.stride * factor;
  result.scaledStride = scaleScalar(form.scaledStride, factor, loc);
  return result;
}

std::optional<LinearForm> Former::scaleLinear(const LinearOperand &operand,
                                              Value scalar, int64_t plus,
                                              Location loc) {
  const LinearForm &form = operand.form;
  bool isUniform = llvm::all_equal(form.offsets);
  SmallVector<int64_t> factors =
      spread(form.offsets, items, operand.extent, operand.extent);
  if (!isUniform && !hasLongRuns(factors) && !hasFewRows(factors))
    return std::nullopt;
  if (plus)
    scalar = addScalars(scalar, i64Constant(plus, loc), loc);
  auto times = [&](Value value, int64_t constant) -> Value {
    if (constant)
      value = addScalars(value, i64Constant(constant, loc), loc);
    return value ? Value(arith::MulIOp::create(builder, loc, value, scalar))
                 : value;
  };
  LinearForm result;
  bool hasRows = !isUniform || !form.rows.empty();
  result.offsets.assign(hasRows ? factors.size() : 1, 0);
  for (const LinearForm::Rows &rows : form.rows)
    result.rows.push_back({times(rows.scale, 0), rows.factors});
  if (!isUniform)
    result.rows.push_back({scalar, std::move(factors)});
  result.base = times(form.base, isUniform ? form.offsets[0] : 0);
  result.scaledStride = times(form.scaledStride, form.stride);
  return result;
}

std::optional<LaneValue> Former::multiplyLinear(const LinearOperand &lhs,
                                                const LinearOperand &rhs,
                                                Location loc) {
  bool isRight = isScalar(rhs.form);
  if (!isRight && !isScalar(lhs.form))
    return std::nullopt;
  const LinearOperand &operand = isRight ? lhs : rhs;
  const LinearForm &scalar = isRight ? rhs.form : lhs.form;
  LaneValue result;
  result.extent = operand.extent;
  result.linear =
      scalar.base ? scaleLinear(operand, scalar.base, scalar.offsets[0], loc)
                  : scaleLinear(operand.form, scalar.offsets[0], loc);
  if (!result.linear)
    return std::nullopt;
  return result;
}

std::optional<LaneValue> Former::foldLinearCast(Operation *op) {
  LaneValue &operand = lookup(op->getOperand(0));
  if (!operand.linear)
    return std::nullopt;
  LaneValue result;
  result.extent = operand.extent;
  result.linear = operand.linear;
  if (isExactCast(op, *operand.linear))
    return result;
  auto is32Bits = [](Value value) { return value.getType().isInteger(32); };
  if (!(is32Bits(op->getResult(0)) || is32Bits(op->getOperand(0))) ||
      !assumeFits(op, *operand.linear, operand.linear->cannotBeNegative()))
    return std::nullopt;
  result.linear->isNonNegative = true;
  return result;
}

std::optional<LaneValue> Former::foldLinearArithmetic(Operation *op) {
  if (!isExact(op) && !options.assumesIndicesFit)
    return std::nullopt;
  LaneValue &lhsValue = lookup(op->getOperand(0));
  LaneValue &rhsValue = lookup(op->getOperand(1));
  // At least one must be linear already: anything else is plain arithmetic.
  auto isCandidate = [](const LaneValue &value) {
    return value.linear || value.isStatic() || value.isUniform();
  };
  if (!isCandidate(lhsValue) || !isCandidate(rhsValue) ||
      (lhsValue.isUniform() && rhsValue.isUniform()))
    return std::nullopt;
  std::optional<LinearForm> lhsForm = getLinear(lhsValue),
                            rhsForm = getLinear(rhsValue);
  if (!lhsForm || !rhsForm)
    return std::nullopt;
  LinearOperand lhs{std::move(*lhsForm), lhsValue.extent};
  LinearOperand rhs{std::move(*rhsForm), rhsValue.extent};
  bool isSub = isa<arith::SubIOp>(op);
  std::optional<LaneValue> result =
      isa<arith::MulIOp>(op)
          ? multiplyLinear(lhs, rhs, op->getLoc())
          : addLinear(lhs, rhs, isSub ? -1 : 1, op->getLoc());
  if (!result)
    return std::nullopt;
  LinearForm &form = *result->linear;
  meter.lanes += form.offsets.size();
  // Neither a sum nor a product of such numbers is negative, if it is exact.
  bool isNonNegative =
      !isSub && lhs.form.cannotBeNegative() && rhs.form.cannotBeNegative();
  bool isAssumed = !isExact(op);
  if (isAssumed && (!op->getResult(0).getType().isInteger(32) ||
                    !assumeFits(op, form, isNonNegative)))
    return std::nullopt;
  form.isNonNegative = isAssumed || isNonNegative;
  return result;
}

bool Former::foldLinear(Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIntOrIndex())
    return false;
  std::optional<LaneValue> result;
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
          arith::IndexCastUIOp, arith::TruncIOp>(op))
    result = foldLinearCast(op);
  else if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    result = foldLinearArithmetic(op);
  else if (!(result = foldQuotient(op)))
    result = foldLowBits(op);
  if (result)
    define(op->getResult(0), std::move(*result));
  return result.has_value();
}
