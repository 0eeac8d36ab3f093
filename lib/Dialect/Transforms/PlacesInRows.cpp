//===- PlacesInRows.cpp - Numbers of work items, row by row ---------------===//

#include "PlacesInRows.h"
#include "Pirch/Dialect/IR/KernelForms.h"
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

/// Multiply `factors` by the constant `value`. Returns false where that is
/// negative, zero or too large.
static bool multiplyBy(Factors &factors, const APInt &value) {
  constexpr int64_t largest = std::numeric_limits<int32_t>::max();
  int64_t constant = value.getSExtValue();
  if (constant <= 0 || constant > largest / factors.constant)
    return false;
  factors.constant *= constant;
  return true;
}

/// Whether the integer product `product`, which is extended without its sign if
/// `isUnsigned`, is that of its operands extended alike.
static bool isExact(arith::MulIOp product, bool isUnsigned) {
  using Flags = arith::IntegerOverflowFlags;
  return product.getType().isInteger(64) || product.getType().isIndex() ||
         bitEnumContainsAny(product.getOverflowFlags(),
                            isUnsigned ? Flags::nuw : Flags::nsw);
}

std::optional<Factors> pirch::findFactors(Value value) {
  SmallVector<Factor> left = {{value, /*isUnsigned=*/false}};
  Factors factors;
  while (!left.empty()) {
    Factor factor = left.pop_back_val();
    Operation *op = factor.value.getDefiningOp();
    APInt number;
    if (matchPattern(factor.value, m_ConstantInt(&number))) {
      if (!multiplyBy(factors, number))
        return std::nullopt;
    } else if (auto product = dyn_cast_or_null<arith::MulIOp>(op)) {
      if (!isExact(product, factor.isUnsigned))
        return std::nullopt;
      left.push_back({product.getRhs(), factor.isUnsigned});
      left.push_back({product.getLhs(), factor.isUnsigned});
    } else if (isa_and_nonnull<arith::ExtUIOp>(op) ||
               (isa_and_nonnull<arith::ExtSIOp>(op) && !factor.isUnsigned)) {
      left.push_back({op->getOperand(0), isa<arith::ExtUIOp>(op)});
    } else {
      factors.others.push_back(factor);
    }
  }
  return factors;
}

/// `factors` as a divisor of places.
PlacesInRows::Divisor PlacesInRows::splitFactors(Factors factors) const {
  Divisor divisor{std::move(factors), false};
  SmallVector<Factor> &others = divisor.factors.others;
  auto *param = llvm::find_if(others, [&](const Factor &factor) {
    return length.param && beforeConversions(factor.value) == length.param;
  });
  if (param != others.end()) {
    divisor.hasParam = true;
    others.erase(param);
  }
  return divisor;
}

std::optional<PlacesInRows::Divisor>
PlacesInRows::findDivisor(Value value) const {
  std::optional<Factors> factors = findFactors(value);
  if (!factors)
    return std::nullopt;
  return splitFactors(std::move(*factors));
}

/// Whether `value` is the length of the rows.
bool PlacesInRows::isLength(Value value) const {
  std::optional<Divisor> divisor = findDivisor(value);
  return divisor && divisor->hasParam == bool(length.param) &&
         divisor->factors.others.empty() &&
         divisor->factors.constant == length.constant;
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

/// `constant` times the parameter in the length of the rows, as an i64.
Value PlacesInRows::makeLength(OpBuilder &builder, Location loc,
                               int64_t constant) {
  Type i64 = builder.getI64Type();
  Value number = arith::ConstantOp::create(builder, loc,
                                           builder.getI64IntegerAttr(constant));
  if (!length.param)
    return number;
  Value param = convert(builder, loc, length.param, i64);
  return constant == 1 ? param
                       : arith::MulIOp::create(builder, loc, param, number,
                                               arith::IntegerOverflowFlags::nsw)
                             .getResult();
}

/// The product of `factors` in `type`, into which each of them fits; null
/// without factors.
Value PlacesInRows::multiply(OpBuilder &builder, Location loc,
                             const Factors &factors, Type type) {
  Value product;
  if (factors.constant != 1)
    product = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, factors.constant));
  for (auto [factor, isUnsigned] : factors.others) {
    Value extended = factor;
    if (factor.getType() != type)
      extended =
          isUnsigned
              ? arith::ExtUIOp::create(builder, loc, type, factor)
              : Value(arith::ExtSIOp::create(builder, loc, type, factor));
    product = product ? arith::MulIOp::create(builder, loc, product, extended)
                      : extended;
  }
  return product;
}

/// Replace `op` by the number at `place`, in its type, and return that.
Value PlacesInRows::replaceByPlace(Operation *op, Place place) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType(), i64 = builder.getI64Type();
  Value result = convert(builder, loc, place.column, i64);
  if (place.row) {
    Value first = arith::MulIOp::create(
        builder, loc, convert(builder, loc, place.row, i64),
        makeLength(builder, loc, place.constant),
        arith::IntegerOverflowFlags::nsw);
    result = arith::AddIOp::create(builder, loc, first, result,
                                   arith::IntegerOverflowFlags::nsw);
  }
  result = convert(builder, loc, result, type);
  op->replaceAllUsesWith(ValueRange{result});
  places[result] = place;
  return result;
}

/// Replace `op` by the quotient or remainder of a place by a constant that
/// divides the length of the rows of that place: it is computed from the column
/// alone. Returns what replaces it.
Value PlacesInRows::divideColumn(Operation *op, const Quotient &quotient,
                                 bool isRemainder) {
  const Place &place = quotient.place;
  int64_t by = quotient.divisor.factors.constant;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  Value column = convert(builder, loc, place.column, type);
  Value divisor =
      arith::ConstantOp::create(builder, loc, builder.getIntegerAttr(type, by));
  if (!isRemainder) {
    Value divided = arith::DivUIOp::create(builder, loc, column, divisor);
    return replaceByPlace(op, {place.row, divided, place.constant / by});
  }
  Value rest = arith::RemUIOp::create(builder, loc, column, divisor);
  op->replaceAllUsesWith(ValueRange{rest});
  return rest;
}

/// Replace `op` by the quotient or remainder of a place by the product of the
/// length of its rows and of `by`: it is computed from the row alone. Returns
/// what replaces it, or null where a factor does not fit into its type.
Value PlacesInRows::divideRow(Operation *op, const Quotient &quotient,
                              const Factors &by, bool isRemainder) {
  const Place &place = quotient.place;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  if (llvm::any_of(by.others, [&](const Factor &factor) {
        Type from = factor.value.getType();
        return type.isIndex() || from.isIndex()
                   ? type != from
                   : from.getIntOrFloatBitWidth() >
                         type.getIntOrFloatBitWidth();
      }))
    return nullptr;
  if (!place.row && isRemainder) // a column is less than any such product
    return replaceByPlace(op, place);
  Value divisor = multiply(builder, loc, by, type);
  if (isRemainder && !divisor)
    return replaceByPlace(op, {nullptr, place.column, place.constant});
  Value result;
  if (!place.row)
    result = arith::ConstantOp::create(builder, loc,
                                       builder.getIntegerAttr(type, 0));
  else
    result = convert(builder, loc, place.row, type);
  if (place.row && divisor) {
    StringRef name =
        isRemainder ? (quotient.isUnsigned ? arith::RemUIOp::getOperationName()
                                           : arith::RemSIOp::getOperationName())
        : quotient.isUnsigned ? arith::DivUIOp::getOperationName()
                              : arith::DivSIOp::getOperationName();
    result = builder
                 .create(loc, builder.getStringAttr(name),
                         ValueRange{result, divisor}, TypeRange{type})
                 ->getResult(0);
  }
  if (isRemainder)
    return replaceByPlace(op, {result, place.column, place.constant});
  op->replaceAllUsesWith(ValueRange{result});
  return result;
}

/// Replace `op`, which is the quotient or the remainder of a place. Returns
/// what replaces it, or null where it stays.
Value PlacesInRows::divide(Operation *op, const Quotient &quotient,
                           bool isRemainder) {
  const Place &place = quotient.place;
  const Divisor &divisor = quotient.divisor;
  int64_t constant = divisor.factors.constant;
  if (divisor.hasParam == bool(length.param) &&
      constant % place.constant == 0) {
    Factors by = divisor.factors;
    by.constant /= place.constant;
    return divideRow(op, quotient, by, isRemainder);
  }
  bool dividesRows = !divisor.hasParam && divisor.factors.others.empty() &&
                     place.constant % constant == 0;
  return dividesRows ? divideColumn(op, quotient, isRemainder) : nullptr;
}

bool PlacesInRows::rewriteDivision(Operation *op) {
  bool isRemainder = isa<arith::RemSIOp, arith::RemUIOp>(op);
  if (!isRemainder && !isa<arith::DivSIOp, arith::DivUIOp>(op))
    return false;
  auto found = places.find(op->getOperand(0));
  if (found == places.end() || !holdsItems(op->getResult(0)))
    return false;
  std::optional<Divisor> divisor = findDivisor(op->getOperand(1));
  if (!divisor)
    return false;
  Quotient quotient{found->second, std::move(*divisor),
                    isa<arith::DivUIOp, arith::RemUIOp>(op)};
  Value result = divide(op, quotient, isRemainder);
  if (result && !isRemainder)
    quotients[beforeConversions(result)].push_back(std::move(quotient));
  return bool(result);
}

/// The quotient of `place` that `product` is, multiplied by its divisor.
std::optional<PlacesInRows::Quotient>
PlacesInRows::findQuotient(Value product, Place place) const {
  SmallVector<Value> open = {product}, leaves;
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (auto inner = value.getDefiningOp<arith::MulIOp>();
        inner && !quotients.contains(beforeConversions(value)))
      llvm::append_range(open, inner->getOperands());
    else
      leaves.push_back(value);
  }
  for (size_t index = 0; index < leaves.size(); ++index) {
    auto known = quotients.find(beforeConversions(leaves[index]));
    if (known == quotients.end())
      continue;
    Factors rest;
    SmallVector<Value> others(leaves);
    others.erase(others.begin() + index); // a quotient may be a factor twice
    for (Value other : others) {
      std::optional<Factors> factors = findFactors(other);
      APInt constant(64, factors ? factors->constant : 0);
      if (!multiplyBy(rest, constant))
        return std::nullopt;
      llvm::append_range(rest.others, factors->others);
    }
    Divisor divisor = splitFactors(std::move(rest));
    for (const Quotient &quotient : known->second) {
      const Divisor &by = quotient.divisor;
      if (quotient.place == place && by.hasParam == divisor.hasParam &&
          by.factors.constant == divisor.factors.constant &&
          by.factors.others.size() == divisor.factors.others.size() &&
          std::is_permutation(by.factors.others.begin(),
                              by.factors.others.end(),
                              divisor.factors.others.begin()))
        return quotient;
    }
  }
  return std::nullopt;
}

/// Replace `i - i / n * n`, which is a remainder.
bool PlacesInRows::rewriteRest(arith::SubIOp op) {
  auto found = places.find(op.getLhs());
  if (found == places.end() || !holdsItems(op))
    return false;
  std::optional<Quotient> quotient = findQuotient(op.getRhs(), found->second);
  return quotient && divide(op, *quotient, /*isRemainder=*/true);
}

/// Add what `value` is a sum of, or subtract it. Returns false where something
/// is not known.
bool PlacesInRows::addTerms(Value value, bool isNegated, Neighbour &sum) {
  int64_t sign = isNegated ? -1 : 1;
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number))) {
    int64_t constant = number.getSExtValue();
    sum.constant += sign * constant;
    return constant > -kMostItemsInRows && constant < kMostItemsInRows;
  }
  if (auto place = places.find(value);
      place != places.end() &&
      place->second == Place{nullptr, column, length.constant}) {
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
  if (!addTerms(op->getOperand(0), /*isNegated=*/false, sum))
    return false;
  // Farther neighbours than the shortest row is long may wrap around twice.
  auto most = static_cast<int64_t>(kernel.getWgSize());
  if (!length.param && sum.constant >= 0 && sum.constant < kMostItemsInRows) {
    sum.constant %= length.constant;
    sum.lengths = sum.constant > length.constant - most;
    sum.constant -= sum.lengths * length.constant;
  }
  if (sum.columns != 1 || std::abs(sum.constant) > most ||
      sum.lengths != (sum.constant < 0 ? 1 : 0))
    return false;
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Type type = op->getResult(0).getType();
  auto nsw = arith::IntegerOverflowFlags::nsw;
  Value x = convert(builder, loc, column, type);
  Value n =
      convert(builder, loc, makeLength(builder, loc, length.constant), type);
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
      replaceByPlace(op, {row, column, length.constant});
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
