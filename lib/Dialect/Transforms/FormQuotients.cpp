//===- FormQuotients.cpp - Quotients of places ----------------------------===//
//
// Kernels take the number of a work item apart into a block and a place in it,
// `g / 16` and `g % 16`, often by shifts and masks. Where `n` work items of a
// group have the numbers `n * wg + 0, 1, 2 ...`, a divisor that divides `n`
// leaves linear forms. Where `n` divides the divisor, all work items of a group
// lie in one block, which is computed from the group's index alone. Partners of
// exchanges and the first items of blocks are computed by their lowest bits, as
// in `g ^ 1`, `g | 3` and `g & ~3`: where `n` is a multiple of a power of two,
// these bits are those of the place in the group.
//
// The row and the column of an element, `g / width` and `g % width`, have a
// divisor that is known only when the kernel is called. A kernel that accesses
// memory at such places is formed as if `n` divided the divisor, and says so
// (`pirch.main_groups`): another kernel, its fallback, computes all groups of a
// call of which that is not true.
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "ScalarSlices.h"
#include "mlir/IR/Matchers.h"
#include <numeric>

using namespace mlir;
using namespace pirch;

/// The division by the constant `right` that `op` is; nothing if it is none.
std::optional<PlaceDivision> Former::matchDivision(Operation *op,
                                                   int64_t right) {
  constexpr int64_t kMostBits = 31;
  if (right < 0 || right > (int64_t(1) << kMostBits))
    return std::nullopt;
  if (isa<arith::ShRSIOp, arith::ShRUIOp>(op) && right < kMostBits)
    return PlaceDivision{int64_t(1) << right, /*isRemainder=*/false};
  if (isa<arith::AndIOp>(op) && llvm::isMask_64(right))
    return PlaceDivision{right + 1, /*isRemainder=*/true};
  if (isa<arith::DivSIOp, arith::DivUIOp>(op) && right > 0)
    return PlaceDivision{right, /*isRemainder=*/false};
  if (isa<arith::RemSIOp, arith::RemUIOp>(op) && right > 0)
    return PlaceDivision{right, /*isRemainder=*/true};
  return std::nullopt;
}

int64_t Former::findMultiple(Value scalar) {
  if (auto found = multiples.find(scalar); found != multiples.end())
    return found->second;
  int64_t multiple = computeMultiple(scalar);
  return multiples[scalar] = multiple;
}

int64_t Former::computeMultiple(Value scalar) {
  // Products of greater numbers are not of interest, and do not overflow.
  constexpr int64_t kGreatest = int64_t(1) << 30;
  APInt constant;
  if (matchPattern(scalar, m_ConstantInt(&constant)))
    return constant.abs().ult(kGreatest)
               ? static_cast<int64_t>(constant.abs().getZExtValue())
               : 1;
  Operation *op = scalar.getDefiningOp();
  if (!op)
    return 1;
  if (isa<arith::ExtSIOp, arith::ExtUIOp>(op))
    return findMultiple(op->getOperand(0));
  if (!isa<arith::AddIOp, arith::MulIOp>(op) ||
      !scalar.getType().isInteger(64)) // others may wrap around
    return 1;
  int64_t left = findMultiple(op->getOperand(0)),
          right = findMultiple(op->getOperand(1));
  if (isa<arith::AddIOp>(op))
    return std::gcd(left, right);
  int64_t product;
  return llvm::MulOverflow(left, right, product) || product > kGreatest
             ? std::max(left, right)
             : product;
}

int64_t Former::findSharedMultiple(const LinearForm &form) {
  if (form.scaledStride || !form.rows.empty())
    return 0;
  return std::gcd(form.stride, form.base ? findMultiple(form.base) : 0);
}

int64_t Former::findMultipleOfPlace(const LinearForm &form) {
  bool isNegative =
      form.stride < 0 || !form.cannotBeNegative() ||
      llvm::any_of(form.offsets, [](int64_t offset) { return offset < 0; });
  return isNegative ? 0 : findSharedMultiple(form);
}

LinearForm Former::divideOffsets(const LinearForm &form,
                                 const PlaceDivision &division, Location loc) {
  LinearForm result;
  result.isNonNegative = true;
  for (int64_t offset : form.offsets)
    result.offsets.push_back(division.isRemainder ? offset % division.divisor
                                                  : offset / division.divisor);
  if (division.isRemainder)
    return result;
  result.stride = form.stride / division.divisor;
  if (form.base) {
    // The base may be negative where the offsets are greater.
    result.base = arith::DivSIOp::create(builder, loc, form.base,
                                         i64Constant(division.divisor, loc),
                                         /*isExact=*/true);
    int64_t multiple = findMultiple(form.base);
    multiples[result.base] = multiple / division.divisor;
  }
  return result;
}

LaneValue Former::divideScalar(Operation *op, const LaneValue &place,
                               const LaneValue &divisor, int64_t multiple,
                               bool isRemainder) {
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType(), i64 = builder.getI64Type();
  Value first = place.linear->base;
  if (type.isIndex())
    first = arith::IndexCastOp::create(builder, loc, type, first);
  else if (type != i64)
    first = arith::TruncIOp::create(builder, loc, type, first);
  Value by = materializeScalar(divisor, loc);
  if (!isRemainder)
    return fromValue(arith::DivUIOp::create(builder, loc, first, by), 1);
  Value rest = arith::RemUIOp::create(builder, loc, first, by);
  if (type.isIndex())
    rest = arith::IndexCastOp::create(builder, loc, i64, rest);
  else if (type != i64)
    rest = arith::ExtUIOp::create(builder, loc, i64, rest);
  multiples[rest] = multiple;
  LaneValue result;
  result.type = type;
  result.extent = place.extent;
  LinearForm &form = result.linear.emplace();
  form.base = rest;
  form.offsets = place.linear->offsets;
  form.isNonNegative = true;
  return result;
}

LaneValue Former::divideSharedBlock(Operation *op, const LaneValue &place,
                                    LaneValue divisor, int64_t multiple,
                                    bool isRemainder) {
  if (options.oneGroup && place.linear->base && !place.linear->stride)
    return divideScalar(op, place, divisor, multiple, isRemainder);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  LaneValue group, offsets;
  group.type = offsets.type = type;
  group.linear = *place.linear;
  group.linear->offsets = {0};
  Value first = materialize(group, 1, loc);
  Value by = materialize(divisor, 1, loc);
  if (!isRemainder)
    return fromValue(arith::DivUIOp::create(builder, loc, first, by), 1);
  Value rest = arith::RemUIOp::create(builder, loc, first, by);
  int64_t extent = offsets.extent = place.extent;
  for (int64_t offset : place.linear->offsets)
    offsets.table.push_back(builder.getIntegerAttr(type, offset));
  return fromValue(arith::AddIOp::create(builder, loc, widen(rest, extent, loc),
                                         materialize(offsets, extent, loc),
                                         arith::IntegerOverflowFlags::nsw),
                   extent);
}

std::optional<PlaceDivision> Former::findPlaceDivision(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumOperands() != 2 ||
      !op->getResult(0).getType().isIntOrIndex())
    return std::nullopt;
  const LaneValue &right = lookup(op->getOperand(1));
  std::optional<int64_t> number =
      right.isUniformStatic() ? getInt(right.table[0]) : std::nullopt;
  std::optional<PlaceDivision> division =
      number ? matchDivision(op, *number) : std::nullopt;
  LaneValue &place = lookup(op->getOperand(0));
  if (!division || !place.linear || !findMultipleOfPlace(*place.linear))
    return std::nullopt;
  meter.lanes += place.linear->offsets.size();
  return division;
}

std::optional<LaneValue> Former::foldQuotient(Operation *op) {
  std::optional<PlaceDivision> division = findPlaceDivision(op);
  if (!division)
    return std::nullopt;
  const LaneValue &place = lookup(op->getOperand(0));
  if (findMultipleOfPlace(*place.linear) % division->divisor != 0)
    return std::nullopt;
  LaneValue result;
  result.extent = place.extent;
  result.linear = divideOffsets(*place.linear, *division, op->getLoc());
  return result;
}

/// The lowest bits that the bitwise operation `op` with the constant `right`
/// may change, as a mask of them and of those below; nothing if it is none, or
/// may change all.
static std::optional<int64_t> findChangedBits(Operation *op, int64_t right) {
  if (isa<arith::AndIOp>(op))
    right = ~right;
  else if (!isa<arith::OrIOp, arith::XOrIOp>(op))
    return std::nullopt;
  if (right < 0)
    return std::nullopt;
  return static_cast<int64_t>(llvm::bit_ceil<uint64_t>(right + 1)) - 1;
}

std::optional<LaneValue> Former::foldLowBits(Operation *op) {
  if (op->getNumOperands() != 2)
    return std::nullopt;
  const LaneValue &right = lookup(op->getOperand(1));
  std::optional<int64_t> number =
      right.isUniformStatic() ? getInt(right.table[0]) : std::nullopt;
  std::optional<int64_t> changed =
      number ? findChangedBits(op, *number) : std::nullopt;
  const LaneValue &place = lookup(op->getOperand(0));
  if (!changed || !place.linear)
    return std::nullopt;
  const LinearForm &form = *place.linear;
  if (form.scaledStride || !form.rows.empty() ||
      (findSharedMultiple(form) & *changed) != 0)
    return std::nullopt;
  meter.lanes += form.offsets.size();
  LaneValue result;
  result.extent = place.extent;
  result.linear = form;
  for (int64_t &offset : result.linear->offsets) {
    int64_t low = offset & *changed;
    int64_t other = isa<arith::AndIOp>(op)  ? low & *number
                    : isa<arith::OrIOp>(op) ? low | *number
                                            : low ^ *number;
    offset += other - low;
  }
  return result;
}

bool Former::divideForGroup(Operation *op) {
  std::optional<PlaceDivision> division = findPlaceDivision(op);
  if (!division)
    return false;
  LaneValue place = lookup(op->getOperand(0));
  int64_t common =
      std::gcd(findMultipleOfPlace(*place.linear), division->divisor);
  if (llvm::any_of(place.linear->offsets,
                   [&](int64_t offset) { return offset >= common; }))
    return false;
  LaneValue divisor = constant(
      builder.getIntegerAttr(op->getResult(0).getType(), division->divisor));
  define(op->getResult(0), divideSharedBlock(op, place, std::move(divisor),
                                             common, division->isRemainder));
  return true;
}

bool Former::assumeSharedBlock(Operation *op) {
  bool isRemainder = isa<arith::RemSIOp, arith::RemUIOp>(op);
  if (!isRemainder && !isa<arith::DivSIOp, arith::DivUIOp>(op))
    return false;
  LaneValue place = lookup(op->getOperand(0)),
            divisor = lookup(op->getOperand(1));
  if (recorder || !place.linear || place.isUniform() || !divisor.isUniform() ||
      divisor.isStatic())
    return false;
  int64_t multiple = findMultipleOfPlace(*place.linear);
  if (!multiple || llvm::any_of(place.linear->offsets, [&](int64_t offset) {
        return offset >= multiple;
      }))
    return false;
  unsigned number = conditions.lookup(op);
  if (!options.assumed.empty()) {
    if (!options.assumed.contains(number))
      return false;
  } else {
    if (!options.assumesRows || !findAccesses(op).places ||
        builder.getInsertionBlock() != entry)
      return false;
    Location loc = op->getLoc();
    Value scalar = materializeScalar(divisor, loc);
    if (!isOfParameters(scalar)) {
      undecided.insert(number);
      return false;
    }
    mainGroups =
        intersect(mainGroups, findGroupsOfMultiple(scalar, multiple, loc), loc);
    assumed.insert({number, true});
    hasAssumedRows = true;
  }
  define(op->getResult(0), divideSharedBlock(op, place, std::move(divisor),
                                             multiple, isRemainder));
  return true;
}
