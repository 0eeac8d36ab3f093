//===- ScalarBounds.cpp - Bounds of integers before the launch ------------===//

#include "ScalarBounds.h"
#include "ScalarSlices.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

bool pirch::isNonNegative(const Polynomial &polynomial) {
  return polynomial.lanes.front() >= 0 &&
         llvm::all_of(polynomial.terms,
                      [](const auto &term) { return term.second >= 0; });
}

size_t pirch::countGroupFactors(const Monomial &monomial) {
  return llvm::count_if(monomial, [](const Atom &a) { return a.isGroup(); });
}

bool pirch::isSolvable(const Polynomial &polynomial) {
  bool grows = false, shrinks = false;
  for (const auto &[monomial, coefficient] : polynomial.terms) {
    size_t groupFactors = countGroupFactors(monomial);
    if (groupFactors > 1)
      return false;
    if (groupFactors == 1)
      (coefficient > 0 ? grows : shrinks) = true;
  }
  return !(grows && shrinks);
}

bool ScalarBound::isNonNegative() const {
  return exact ? pirch::isNonNegative(*exact) : !mayBeNegative;
}

using Bound = std::optional<ScalarBound>;

/// The bound of the constant `number`.
static Bound boundOfNumber(int64_t number) {
  return ScalarBound{
      polynomialOf(std::abs(number)), polynomialOf(number), false, {}};
}

/// The bound of an integer that is computed from two with the bounds `a` and
/// `b`, under the conditions of both; nothing if `most` is not known.
static Bound combine(const Bound &a, const Bound &b,
                     std::optional<Polynomial> most,
                     std::optional<Polynomial> exact, bool mayBeNegative) {
  if (!most)
    return std::nullopt;
  ScalarBound result{*most, exact, mayBeNegative, a->conditions};
  llvm::append_range(result.conditions, b->conditions);
  constexpr size_t kMostConditions = 8;
  return result.conditions.size() <= kMostConditions ? Bound(result)
                                                     : std::nullopt;
}

/// The bound of `a + sign * b`.
static Bound sum(const Bound &a, const Bound &b, int64_t sign = 1) {
  if (!a || !b)
    return std::nullopt;
  std::optional<Polynomial> exact;
  if (a->exact && b->exact)
    exact = add(*a->exact, *b->exact, sign);
  return combine(a, b, add(a->most, b->most, 1), exact,
                 sign < 0 || !a->isNonNegative() || !b->isNonNegative());
}

/// The bound of `a * b`.
static Bound product(const Bound &a, const Bound &b) {
  if (!a || !b)
    return std::nullopt;
  std::optional<Polynomial> exact;
  if (a->exact && b->exact)
    exact = multiply(*a->exact, *b->exact);
  // Two negative numbers have a positive product.
  bool mayBeNegative = !a->isNonNegative() || !b->isNonNegative();
  if (!exact && !a->isNonNegative() && !b->isNonNegative())
    return std::nullopt;
  return combine(a, b, multiply(a->most, b->most), exact, mayBeNegative);
}

/// The bound of what is no more than `bound`, and not negative.
static Bound atMost(Bound bound) {
  if (!bound || !bound->isNonNegative())
    return std::nullopt;
  bound->exact = std::nullopt;
  return bound;
}

namespace {
/// Finds the bound of a scalar from those of its operands. What an operation of
/// 32 bits computes is the number without wrapping around, if the bound of that
/// is below 2^31.
class BoundFinder {
public:
  Bound find(Value value);

private:
  /// The bound of `value` where it is the same number without a sign.
  Bound findUnsigned(Value value);
  Bound findOp(Operation *op);
  Bound findArgument(BlockArgument argument);
  Bound findTested(Value condition, Value tested);
  /// The bound of the product of `factors`.
  Bound findProduct(SmallVector<Value> factors);
  /// The bound of the product of `quotient` and `others` where its divisor is
  /// among these: `(x / d) * d` is no more than x. Nothing where it is not.
  Bound findMultiple(arith::DivUIOp quotient, SmallVector<Value> others);
  Bound findExtension(Operation *op);

  /// Values that may still be looked at: enough for any subscript that a person
  /// writes.
  int budget = 100;
};
} // namespace

Bound BoundFinder::find(Value value) {
  if (--budget < 0 || !value.getType().isIntOrIndex())
    return std::nullopt;
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant.getSignificantBits() <= 31
               ? boundOfNumber(constant.getSExtValue())
               : std::nullopt;
  if (auto argument = dyn_cast<BlockArgument>(value))
    return findArgument(argument);
  return findOp(value.getDefiningOp());
}

Bound BoundFinder::findUnsigned(Value value) {
  Bound bound = find(value);
  if (!bound || bound->isNonNegative())
    return bound;
  bool mayBeMet =
      bound->exact && !bound->exact->terms.empty() && isSolvable(*bound->exact);
  if (!mayBeMet)
    return std::nullopt;
  bound->conditions.push_back(*bound->exact);
  bound->exact = std::nullopt;
  bound->mayBeNegative = false;
  return bound;
}

Bound BoundFinder::findArgument(BlockArgument argument) {
  // The body of a kernel that is being formed has no parent.
  Operation *parent = argument.getOwner()->getParentOp();
  if (!parent || isa<KernelOp>(parent)) {
    Polynomial atom = polynomialOf(Atom{argument, {}});
    return ScalarBound{atom, atom, false, {}};
  }
  auto loop = dyn_cast<scf::WhileOp>(parent);
  if (!loop || loop.getBefore().empty() || loop.getBefore().front().empty() ||
      argument.getOwner()->getParent() != &loop.getAfter())
    return std::nullopt;
  auto condition = dyn_cast<scf::ConditionOp>(loop.getBefore().front().back());
  if (!condition)
    return std::nullopt;
  return findTested(condition.getCondition(),
                    condition.getArgs()[argument.getArgNumber()]);
}

/// The bound of `tested` where `condition` holds.
Bound BoundFinder::findTested(Value condition, Value tested) {
  Operation *op = condition.getDefiningOp();
  if (auto both = dyn_cast_or_null<arith::AndIOp>(op)) {
    Bound bound = findTested(both.getLhs(), tested);
    return bound ? bound : findTested(both.getRhs(), tested);
  }
  auto compare = dyn_cast_or_null<arith::CmpIOp>(op);
  if (!compare)
    return std::nullopt;
  using P = arith::CmpIPredicate;
  P predicate = compare.getPredicate();
  Value less = compare.getLhs(), limit = compare.getRhs();
  if (llvm::is_contained({P::ugt, P::uge, P::sgt, P::sge}, predicate))
    std::swap(less, limit);
  else if (!llvm::is_contained({P::ult, P::ule, P::slt, P::sle}, predicate))
    return std::nullopt;
  bool isUnsigned =
      llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, predicate);
  if (isUnsigned)
    return skipExtensions(less) == tested ? atMost(findUnsigned(limit))
                                          : std::nullopt;
  // In 32 bits, what is negative with a sign is great without one.
  if (less != tested || !tested.getType().isInteger(64))
    return std::nullopt;
  Bound bound = find(limit);
  if (bound) {
    bound->exact = std::nullopt;
    bound->mayBeNegative = true;
  }
  return bound;
}

/// Append the factors that `value` is the product of.
static void collectFactors(Value value, SmallVectorImpl<Value> &factors) {
  value = skipExtensions(value);
  auto product = value.getDefiningOp<arith::MulIOp>();
  if (!product) {
    factors.push_back(value);
    return;
  }
  collectFactors(product.getLhs(), factors);
  collectFactors(product.getRhs(), factors);
}

/// Remove `removed` from `factors`. Returns false where that has not all of
/// them.
static bool removeFactors(ArrayRef<Value> removed,
                          SmallVectorImpl<Value> &factors) {
  return llvm::all_of(removed, [&](Value factor) {
    auto *found = llvm::find(factors, factor);
    if (found == factors.end())
      return false;
    factors.erase(found);
    return true;
  });
}

/// Whether `value` is a quotient of numbers without a sign.
static bool isQuotient(Value value) {
  return skipExtensions(value).getDefiningOp<arith::DivUIOp>() != nullptr;
}

Bound BoundFinder::findMultiple(arith::DivUIOp quotient,
                                SmallVector<Value> others) {
  SmallVector<Value> divisor;
  collectFactors(quotient.getRhs(), divisor);
  if (!removeFactors(divisor, others))
    return std::nullopt;
  collectFactors(quotient.getLhs(), others);
  Bound bound = findProduct(std::move(others));
  // A divisor that wraps around is less than the product of its factors.
  if (divisor.size() > 1)
    bound = sum(bound, findProduct(std::move(divisor)));
  return atMost(bound);
}

Bound BoundFinder::findProduct(SmallVector<Value> factors) {
  for (auto [index, factor] : llvm::enumerate(factors)) {
    if (auto quotient = factor.getDefiningOp<arith::DivUIOp>()) {
      SmallVector<Value> others = factors;
      others.erase(others.begin() + index);
      if (Bound bound = findMultiple(quotient, std::move(others)))
        return bound;
    }
    // `(x / d + c) * d` is no more than `x + c * d`.
    Operation *added = factor.getDefiningOp();
    if (isa_and_nonnull<arith::AddIOp, arith::SubIOp>(added) &&
        isQuotient(added->getOperand(0)) && factors.size() > 1) {
      SmallVector<Value> left = factors, right = factors;
      left[index] = skipExtensions(added->getOperand(0));
      right[index] = added->getOperand(1);
      return sum(findProduct(std::move(left)), findProduct(std::move(right)),
                 isa<arith::SubIOp>(added) ? -1 : 1);
    }
  }
  Bound bound = boundOfNumber(1);
  for (Value factor : factors)
    bound = product(bound, find(factor));
  return bound;
}

Bound BoundFinder::findExtension(Operation *op) {
  Value from = op->getOperand(0);
  unsigned bits =
      from.getType().isIndex() ? 64 : from.getType().getIntOrFloatBitWidth();
  constexpr unsigned kFewBits = 24;
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op))
    return bits <= kFewBits ? atMost(boundOfNumber((1 << bits) - 1))
                            : findUnsigned(from);
  // A negative number of 8 or 16 bits is none of 32 without a sign.
  return bits < 32 ? std::nullopt : find(from);
}

/// The constant on the right, if it is not negative and less than `limit`.
static std::optional<int64_t> getConstant(Operation *op, int64_t limit) {
  APInt number;
  if (!matchPattern(op->getOperand(1), m_ConstantInt(&number)) ||
      number.isNegative() || number.uge(limit))
    return std::nullopt;
  return static_cast<int64_t>(number.getZExtValue());
}

Bound BoundFinder::findOp(Operation *op) {
  auto left = [&] { return findUnsigned(op->getOperand(0)); };
  auto right = [&] { return findUnsigned(op->getOperand(1)); };
  return llvm::TypeSwitch<Operation *, Bound>(op)
      .Case([&](WgIndexOp) {
        Polynomial group = polynomialOf(Atom());
        return ScalarBound{group, group, false, {}};
      })
      .Case<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp,
            arith::IndexCastUIOp>([&](auto) { return findExtension(op); })
      .Case([&](arith::TruncIOp) {
        return op->getResult(0).getType().getIntOrFloatBitWidth() >= 32
                   ? find(op->getOperand(0))
                   : std::nullopt;
      })
      .Case<arith::AddIOp, arith::SubIOp>([&](auto) {
        return sum(find(op->getOperand(0)), find(op->getOperand(1)),
                   isa<arith::SubIOp>(op) ? -1 : 1);
      })
      .Case([&](arith::MulIOp) {
        SmallVector<Value> factors;
        collectFactors(op->getResult(0), factors);
        return findProduct(std::move(factors));
      })
      .Case([&](arith::ShLIOp) -> Bound {
        constexpr int64_t kMostBits = 24;
        std::optional<int64_t> bits = getConstant(op, kMostBits);
        return bits ? product(find(op->getOperand(0)),
                              boundOfNumber(int64_t(1) << *bits))
                    : std::nullopt;
      })
      .Case<arith::ShRUIOp, arith::DivUIOp, arith::RemSIOp>(
          [&](auto) { return atMost(left()); })
      .Case<arith::ShRSIOp, arith::DivSIOp>([&](auto) {
        return getConstant(op, INT32_MAX) ? atMost(left()) : std::nullopt;
      })
      .Case<arith::AndIOp, arith::MinUIOp, arith::RemUIOp>([&](auto) {
        Bound bound = atMost(right());
        return bound ? bound : atMost(left());
      })
      .Case<arith::OrIOp, arith::XOrIOp, arith::MaxUIOp, arith::MaxSIOp,
            arith::MinSIOp>([&](auto) { return atMost(sum(left(), right())); })
      .Case([&](arith::SelectOp choice) {
        return atMost(sum(findUnsigned(choice.getTrueValue()),
                          findUnsigned(choice.getFalseValue())));
      })
      .Default(Bound());
}

std::optional<ScalarBound> pirch::findBound(Value scalar) {
  return BoundFinder().find(scalar);
}
