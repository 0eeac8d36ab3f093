//===- FormComparisons.cpp - Places compared with one number --------------===//
//
// A work item asks whether its column is one at a border, or before the end of
// its row: it compares a place `base + lane` with a number that all work items
// of the group have in common. In the form for one group at a time, `base` is a
// scalar, too, and so is the number less `base`. It is clamped to one less than
// the least and one more than the greatest of the constants `lane`, which
// changes no comparison with them. What remains is one comparison of constants
// with a small number, in as few bits as the lanes of a register leave for it
// (`pirch-narrow-integers`), where sums in 64 bits fill several registers.
//
//===----------------------------------------------------------------------===//

#include "Former.h"

using namespace mlir;
using namespace pirch;

/// Whether the lanes of `place` differ from one another by constants that a
/// comparison in 32 bits has room for, and from zero by a scalar.
static bool isScalarPlusConstants(const LinearForm &place) {
  constexpr int64_t kMost = int64_t(1) << 30;
  auto isNear = [](int64_t offset) {
    return offset > -kMost && offset < kMost;
  };
  return place.rows.empty() && !place.dependsOnGroup() &&
         !llvm::all_equal(place.offsets) && llvm::all_of(place.offsets, isNear);
}

std::optional<LaneValue>
Former::compareWithScalar(const LaneComparison &compare, Location loc) {
  using P = arith::CmpIPredicate;
  bool isPlaceLeft = compare.right->isUniform();
  const LaneValue &place = isPlaceLeft ? *compare.left : *compare.right;
  const LaneValue &bound = isPlaceLeft ? *compare.right : *compare.left;
  if (!place.linear || !bound.isUniform() ||
      !isScalarPlusConstants(*place.linear))
    return std::nullopt;
  bool isUnsigned = compare.predicate >= P::ult;
  if (isUnsigned && !place.linear->cannotBeNegative())
    return std::nullopt;
  // Both are exact numbers from here on, whose order has signs.
  P predicate = compare.predicate;
  switch (predicate) {
  case P::ult:
    predicate = P::slt;
    break;
  case P::ule:
    predicate = P::sle;
    break;
  case P::ugt:
    predicate = P::sgt;
    break;
  case P::uge:
    predicate = P::sge;
    break;
  default:
    break;
  }
  auto number = [&](int64_t value) { return i64Constant(value, loc); };
  Value distance =
      boundAsNumber(materializeScalar(bound, loc), !isUnsigned, loc);
  if (Value base = place.linear->base) {
    bool hasAllBits = place.type.isIndex() || place.type.isInteger(64);
    if (hasAllBits && !isCountOfLaunch(base)) {
      // Differences of numbers beyond those of work items may overflow.
      base = arith::MaxSIOp::create(builder, loc, base, number(-kMostGroups));
      base = arith::MinSIOp::create(builder, loc, base, number(kMostGroups));
    }
    distance = arith::SubIOp::create(builder, loc, distance, base);
  }
  ArrayRef<int64_t> offsets = place.linear->offsets;
  int64_t least = *llvm::min_element(offsets),
          greatest = *llvm::max_element(offsets);
  distance = arith::MaxSIOp::create(builder, loc, distance, number(least - 1));
  distance =
      arith::MinSIOp::create(builder, loc, distance, number(greatest + 1));
  LaneValue constants;
  constants.type = builder.getI32Type();
  constants.extent = place.extent;
  for (int64_t offset : offsets)
    constants.table.push_back(builder.getI32IntegerAttr(offset));
  Value left = materialize(constants, place.extent, loc);
  distance =
      arith::TruncIOp::create(builder, loc, builder.getI32Type(), distance);
  Value right = SplatOp::create(builder, loc, left.getType(), distance);
  if (!isPlaceLeft)
    std::swap(left, right);
  return fromValue(arith::CmpIOp::create(builder, loc, predicate, left, right),
                   place.extent);
}

Value Former::compareLanes(const LaneComparison &compare, Location loc) {
  if (std::optional<LaneValue> result = compareWithScalar(compare, loc))
    return result->value;
  Value left = materialize(*compare.left, 1, loc),
        right = materialize(*compare.right, 1, loc);
  return arith::CmpIOp::create(builder, loc, compare.predicate, left, right);
}

bool Former::compareWithScalar(Operation *op) {
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  auto comparison = dyn_cast<arith::CmpIOp>(op);
  // Each thread has a place of its own, which is a scalar.
  if (!comparison || (target && target.distributesWorkItems()))
    return false;
  LaneValue left = lookup(comparison.getLhs()),
            right = lookup(comparison.getRhs());
  std::optional<LaneValue> result = compareWithScalar(
      {comparison.getPredicate(), &left, &right}, op->getLoc());
  if (result)
    define(op->getResult(0), std::move(*result));
  return result.has_value();
}
