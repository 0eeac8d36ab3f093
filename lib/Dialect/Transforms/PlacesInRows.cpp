//===- PlacesInRows.cpp - Numbers of work items, row by row ---------------===//

#include "PlacesInRows.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

/// Whether `value` is a number of at least 32 bits: it holds the number of any
/// work item of a launch that is computed in rows (`addRowsFunction`).
static bool holdsItems(Value value) {
  Type type = value.getType();
  return type.isIndex() ||
         (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() >= 32);
}

/// Whether `op` converts between integer types, of which the result's holds any
/// number of a work item that the operand's does.
static bool isConversion(Operation *op) {
  return isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(op) ||
         (isa_and_nonnull<arith::TruncIOp, arith::IndexCastOp,
                          arith::IndexCastUIOp>(op) &&
          holdsItems(op->getResult(0)));
}

Value pirch::beforeConversions(Value value) {
  while (isConversion(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

bool PlacesInRows::isLength(Value value) const {
  return beforeConversions(value) == length;
}

/// `value`, which is not negative and fits into `type`, as one of `type`.
Value PlacesInRows::convert(OpBuilder &builder, Location loc, Value value,
                            Type type) {
  Type from = value.getType();
  if (from == type)
    return value;
  if (from.isIndex() || type.isIndex()) {
    Value wide = from.isIndex()
                     ? value
                     : convert(builder, loc, value, builder.getI64Type());
    Value cast = arith::IndexCastOp::create(
        builder, loc, from.isIndex() ? builder.getI64Type() : type, wide);
    return convert(builder, loc, cast, type);
  }
  if (from.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtUIOp::create(builder, loc, type, value);
  return arith::TruncIOp::create(builder, loc, type, value);
}

/// The factors of `divisor` beside the length of the rows, where it is a
/// product that does not wrap around; nothing where it is none. Quotients by
/// such a product are those of the row by the other factors.
std::optional<SmallVector<Value>>
PlacesInRows::findOtherFactors(Value divisor) {
  SmallVector<Value> left = {divisor}, factors;
  bool isFound = false;
  while (!left.empty()) {
    Value value = left.pop_back_val();
    if (isLength(value) && !isFound) {
      isFound = true;
      continue;
    }
    if (auto product = value.getDefiningOp<arith::MulIOp>()) {
      bool isExact = product.getType().isInteger(64) ||
                     product.getType().isIndex() ||
                     bitEnumContainsAny(product.getOverflowFlags(),
                                        arith::IntegerOverflowFlags::nsw |
                                            arith::IntegerOverflowFlags::nuw);
      if (!isExact)
        return std::nullopt;
      left.push_back(product.getRhs());
      left.push_back(product.getLhs());
    } else if (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp>(
                   value.getDefiningOp())) {
      left.push_back(value.getDefiningOp()->getOperand(0));
    } else {
      factors.push_back(value);
    }
  }
  if (!isFound)
    return std::nullopt;
  return factors;
}

void PlacesInRows::replaceByPlace(Operation *op, Place place) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType(), i64 = builder.getI64Type();
  Value result = column;
  if (place.row) {
    Value first = arith::MulIOp::create(
        builder, loc, convert(builder, loc, place.row, i64),
        convert(builder, loc, length, i64), arith::IntegerOverflowFlags::nsw);
    result = arith::AddIOp::create(builder, loc, first, column,
                                   arith::IntegerOverflowFlags::nsw);
  }
  result = convert(builder, loc, result, type);
  op->replaceAllUsesWith(ValueRange{result});
  places[result] = place;
}

/// Replace the quotient or remainder `op` of `place` by the product of the
/// length of the rows and of `factors`.
void PlacesInRows::divide(Operation *op, Place place, ArrayRef<Value> factors,
                          bool isRemainder) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  if (!place.row) { // a number in a row is less than any such product
    if (isRemainder)
      return replaceByPlace(op, place);
    op->replaceAllUsesWith(arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, 0)));
    return;
  }
  Value quotient = convert(builder, loc, place.row, type);
  if (factors.empty()) {
    if (isRemainder)
      return replaceByPlace(op, {});
    op->replaceAllUsesWith(ValueRange{quotient});
    quotients[beforeConversions(quotient)] = {place.row, {}, nullptr};
    return;
  }
  Value divisor;
  for (Value factor : factors) {
    if (factor.getType() != type)
      factor = isa<arith::DivUIOp, arith::RemUIOp>(op)
                   ? arith::ExtUIOp::create(builder, loc, type, factor)
                   : Value(arith::ExtSIOp::create(builder, loc, type, factor));
    divisor =
        divisor ? arith::MulIOp::create(builder, loc, divisor, factor) : factor;
  }
  Operation *divided =
      builder.create(loc, op->getName().getIdentifier(),
                     ValueRange{quotient, divisor}, TypeRange{type});
  if (isRemainder)
    return replaceByPlace(op, {divided->getResult(0)});
  op->replaceAllUsesWith(divided->getResults());
  quotients[divided->getResult(0)] = {place.row, SmallVector<Value>(factors),
                                      divided};
}

bool PlacesInRows::rewriteDivision(Operation *op) {
  bool isRemainder = isa<arith::RemSIOp, arith::RemUIOp>(op);
  if (!isRemainder && !isa<arith::DivSIOp, arith::DivUIOp>(op))
    return false;
  auto found = places.find(op->getOperand(0));
  if (found == places.end() || !holdsItems(op->getResult(0)))
    return false;
  std::optional<SmallVector<Value>> factors =
      findOtherFactors(op->getOperand(1));
  Type type = op->getResult(0).getType();
  if (!factors || llvm::any_of(*factors, [&](Value factor) {
        return type.isIndex() ? !factor.getType().isIndex()
                              : factor.getType().getIntOrFloatBitWidth() >
                                    type.getIntOrFloatBitWidth();
      }))
    return false;
  divide(op, found->second, *factors, isRemainder);
  return true;
}

/// Whether `factors`, which may stand in any order, are the length of rows and
/// `others`, or what their sign extensions give.
bool PlacesInRows::isProductOf(ArrayRef<Value> factors,
                               ArrayRef<Value> others) const {
  SmallVector<Value> left(others);
  left.push_back(length);
  for (Value factor : factors) {
    auto extended = factor.getDefiningOp<arith::ExtSIOp>();
    auto *found = llvm::find_if(left, [&](Value other) {
      return other == length
                 ? isLength(factor)
                 : other == factor || (extended && other == extended.getIn());
    });
    if (found == left.end())
      return false;
    left.erase(found);
  }
  return left.empty();
}

/// Replace `i - i / n * n`, which is a remainder, also of a product `n`.
bool PlacesInRows::rewriteRest(arith::SubIOp op) {
  auto found = places.find(op.getLhs());
  if (found == places.end() || !found->second.row || !holdsItems(op))
    return false;
  SmallVector<Value> open = {op.getRhs()}, factors;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (auto product = value.getDefiningOp<arith::MulIOp>())
      llvm::append_range(open, product->getOperands());
    else
      factors.push_back(value);
  }
  for (size_t index = 0; index < factors.size(); ++index) {
    auto known = quotients.find(beforeConversions(factors[index]));
    if (known == quotients.end() || beforeConversions(known->second.row) !=
                                        beforeConversions(found->second.row))
      continue;
    const Quotient &quotient = known->second;
    SmallVector<Value> others(factors);
    others.erase(others.begin() + index);
    if (!isProductOf(others, quotient.factors) ||
        (quotient.op && quotient.op->getResult(0).getType() != op.getType()))
      continue;
    if (!quotient.op) {
      replaceByPlace(op, {});
      return true;
    }
    OpBuilder builder(op);
    Value row = quotient.op->getOperand(0), by = quotient.op->getOperand(1);
    Value rest =
        isa<arith::DivUIOp>(quotient.op)
            ? arith::RemUIOp::create(builder, op.getLoc(), row, by).getResult()
            : arith::RemSIOp::create(builder, op.getLoc(), row, by).getResult();
    replaceByPlace(op, {rest});
    return true;
  }
  return false;
}

/// Add what `value` is a sum of, or subtract it. Returns false where something
/// is not known.
bool PlacesInRows::addTerms(Value value, bool isNegated, Neighbour &sum) {
  int64_t sign = isNegated ? -1 : 1;
  // Farther neighbours than the shortest row is long may wrap around twice.
  auto most = static_cast<int64_t>(kernel.getWgSize());
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number))) {
    int64_t constant = number.getSExtValue();
    sum.constant += sign * constant;
    return constant >= -most && constant <= most;
  }
  if (auto place = places.find(value);
      place != places.end() && !place->second.row) {
    sum.columns += sign;
    return true;
  }
  if (isLength(value)) {
    sum.lengths += sign;
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(op))
    return false;
  bool negatesRight = isNegated != isa<arith::SubIOp>(op);
  return addTerms(op->getOperand(0), isNegated, sum) &&
         addTerms(op->getOperand(1), negatesRight, sum);
}

/// Replace `(x + c) % n` and `(x + n - c) % n`, which are the column of a
/// neighbour in a row whose end meets its begin, by a choice between two
/// columns: one of them is taken but at the border.
bool PlacesInRows::rewriteNeighbour(Operation *op) {
  if (!isa<arith::RemSIOp, arith::RemUIOp>(op) ||
      !holdsItems(op->getResult(0)) || !isLength(op->getOperand(1)))
    return false;
  Neighbour sum;
  auto most = static_cast<int64_t>(kernel.getWgSize());
  if (!addTerms(op->getOperand(0), /*isNegated=*/false, sum) ||
      sum.columns != 1 || std::abs(sum.constant) > most ||
      sum.lengths != (sum.constant < 0 ? 1 : 0))
    return false;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type i64 = builder.getI64Type(), type = op->getResult(0).getType();
  auto nsw = arith::IntegerOverflowFlags::nsw;
  Value x = convert(builder, loc, column, type);
  Value n = convert(builder, loc, convert(builder, loc, length, i64), type);
  Value constant = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(type, sum.constant));
  Value inside = arith::AddIOp::create(builder, loc, x, constant, nsw);
  Value border, isInside;
  if (sum.constant < 0) {
    border = arith::AddIOp::create(builder, loc, inside, n, nsw);
    isInside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, inside,
        arith::ConstantOp::create(builder, loc,
                                  builder.getIntegerAttr(type, 0)));
  } else {
    border = arith::SubIOp::create(builder, loc, inside, n, nsw);
    isInside = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                     inside, n);
  }
  op->replaceAllUsesWith(
      arith::SelectOp::create(builder, loc, isInside, inside, border));
  return true;
}

int64_t PlacesInRows::rewrite(ArrayRef<Operation *> all) {
  SmallVector<Operation *> ops;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
  int64_t count = 0;
  for (Operation *op : ops) {
    if (llvm::is_contained(all, op)) {
      replaceByPlace(op, {row});
      continue;
    }
    if (isConversion(op)) {
      auto found = places.find(op->getOperand(0));
      if (found != places.end() && holdsItems(op->getResult(0)))
        replaceByPlace(op, Place(found->second));
      continue;
    }
    auto difference = dyn_cast<arith::SubIOp>(op);
    count += rewriteDivision(op) || rewriteNeighbour(op) ||
             (difference && rewriteRest(difference));
  }
  return count;
}
