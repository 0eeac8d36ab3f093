//===- FittingGroups.cpp - Groups whose places fit in 32 bits -------------===//

#include "FittingGroups.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

/// The greatest number that is the same with and without a sign in 32 bits.
static constexpr int64_t kGreatest = (int64_t(1) << 31) - 1;

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

static Polynomial ofNumber(int64_t number) {
  Polynomial result;
  result.lanes = {number};
  return result;
}

static Polynomial ofAtom(Atom atom) {
  Polynomial result;
  result.terms[{atom}] = 1;
  return result;
}

/// Whether `polynomial` cannot be negative; no atom is.
static bool isNonNegative(const Polynomial &polynomial) {
  return polynomial.lanes.front() >= 0 &&
         llvm::all_of(polynomial.terms,
                      [](const auto &term) { return term.second >= 0; });
}

/// How often the group's index is a factor.
static size_t countGroupFactors(const Monomial &monomial) {
  return llvm::count_if(monomial, [](const Atom &a) { return a.isGroup(); });
}

/// Whether the groups in which `polynomial` is in some range follow one another
/// and are known when the kernel is called.
static bool isSolvable(const Polynomial &polynomial) {
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
  return exact ? ::isNonNegative(*exact) : !mayBeNegative;
}

//===----------------------------------------------------------------------===//
// Bounds of scalars
//===----------------------------------------------------------------------===//

using Bound = std::optional<ScalarBound>;

static Bound boundOfNumber(int64_t number) {
  return ScalarBound{ofNumber(std::abs(number)), ofNumber(number), false, {}};
}

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
class BoundFinder {
public:
  Bound find(Value value);

private:
  /// The bound of `value` where it is the same number without a sign.
  Bound findUnsigned(Value value);
  Bound findOp(Operation *op);
  Bound findArgument(BlockArgument argument);
  Bound findTested(Value condition, Value tested);
  Bound findProduct(SmallVector<Value> factors);
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
  if (!bound->exact || !isSolvable(*bound->exact))
    return std::nullopt;
  bound->conditions.push_back(*bound->exact);
  bound->exact = std::nullopt;
  bound->mayBeNegative = false;
  return bound;
}

/// The value of which `value` is an extension to more bits.
static Value skipExtensions(Value value) {
  while (isa_and_nonnull<arith::ExtSIOp, arith::ExtUIOp, arith::IndexCastOp>(
      value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

Bound BoundFinder::findArgument(BlockArgument argument) {
  // The body of a kernel that is being formed has no parent.
  Operation *parent = argument.getOwner()->getParentOp();
  if (!parent || isa<KernelOp>(parent)) {
    Polynomial atom = ofAtom({argument, {}});
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

/// Remove the factors that the divisor is the product of. Returns false where
/// `factors` has not all of them.
static bool removeDivisor(Value divisor, SmallVectorImpl<Value> &factors) {
  SmallVector<Value> removed;
  collectFactors(divisor, removed);
  for (Value factor : removed) {
    auto *found = llvm::find(factors, factor);
    if (found == factors.end())
      return false;
    factors.erase(found);
  }
  return true;
}

static bool isQuotient(Value value) {
  return skipExtensions(value).getDefiningOp<arith::DivUIOp>() != nullptr;
}

Bound BoundFinder::findProduct(SmallVector<Value> factors) {
  for (auto [index, factor] : llvm::enumerate(factors)) {
    // `(x / d) * d` is no more than x.
    if (auto quotient = factor.getDefiningOp<arith::DivUIOp>()) {
      SmallVector<Value> others = factors;
      others.erase(others.begin() + index);
      if (removeDivisor(quotient.getRhs(), others)) {
        collectFactors(quotient.getLhs(), others);
        return atMost(findProduct(std::move(others)));
      }
    }
    // `(x / d + c) * d` is no more than `x + c * d`.
    auto added = factor.getDefiningOp<arith::AddIOp>();
    if (added && isQuotient(added.getLhs()) && factors.size() > 1) {
      SmallVector<Value> left = factors, right = factors;
      left[index] = skipExtensions(added.getLhs());
      right[index] = added.getRhs();
      return sum(findProduct(std::move(left)), findProduct(std::move(right)));
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
        return ScalarBound{ofAtom({}), ofAtom({}), false, {}};
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
        return getConstant(op, kGreatest) ? atMost(left()) : std::nullopt;
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

//===----------------------------------------------------------------------===//
// Bounds of linear forms
//===----------------------------------------------------------------------===//

/// The least and the greatest of the numbers of active lanes; nothing where no
/// lane is active.
static std::optional<std::pair<int64_t, int64_t>>
findRange(ArrayRef<int64_t> lanes, ArrayRef<bool> active) {
  std::optional<std::pair<int64_t, int64_t>> range;
  for (auto [lane, number] : llvm::enumerate(lanes)) {
    if (lanes.size() == active.size() && !active[lane])
      continue;
    if (!range)
      range = {number, number};
    range->first = std::min(range->first, number);
    range->second = std::max(range->second, number);
  }
  return range;
}

namespace {
/// The numbers that the lanes of a linear form have in a group.
struct FormBounds {
  Polynomial least, most;
  /// Whether a lane has the number `least`.
  bool isExact = true;
  bool mayBeNegative = false;
  SmallVector<Polynomial, 1> conditions;

  /// Add the product of `factor`, whose numbers for lanes are between `low` and
  /// `high`, and `scalar`.
  bool addProduct(const Polynomial &factor, int64_t low, int64_t high,
                  Value scalar) {
    if (!scalar)
      return true;
    Bound bound = findBound(scalar);
    if (!bound || (low != high && !bound->isNonNegative()) ||
        (low < 0 && !bound->exact))
      return false;
    bool isNegative = !bound->isNonNegative() || low < 0;
    mayBeNegative |= isNegative;
    std::optional<Polynomial> added = multiply(bound->most, factor);
    if (added)
      added = add(most, *added, std::max(std::abs(low), std::abs(high)));
    if (!added)
      return false;
    most = std::move(*added);
    llvm::append_range(conditions, bound->conditions);
    // What is not negative is left out of the least number.
    if (!bound->exact)
      isExact = false;
    std::optional<Polynomial> lower;
    if (bound->exact)
      lower = multiply(*bound->exact, factor);
    if (lower)
      lower = add(least, *lower, low);
    if (bound->exact && !lower)
      return false;
    if (lower)
      least = std::move(*lower);
    return true;
  }
};
} // namespace

static std::optional<FormBounds> findBounds(const LinearForm &form,
                                            ArrayRef<bool> active) {
  FormBounds bounds;
  auto offsets = findRange(form.offsets, active);
  if (!offsets)
    return std::nullopt;
  bounds.least = ofNumber(offsets->first);
  bounds.most =
      ofNumber(std::max(std::abs(offsets->first), std::abs(offsets->second)));
  bounds.mayBeNegative = offsets->first < 0 || form.stride < 0;
  Polynomial one = ofNumber(1), group = ofAtom({});
  auto least = add(bounds.least, group, form.stride),
       most = add(bounds.most, group, std::abs(form.stride));
  if (!least || !most)
    return std::nullopt;
  bounds.least = *least;
  bounds.most = *most;
  if (!bounds.addProduct(one, 1, 1, form.base) ||
      !bounds.addProduct(group, 1, 1, form.scaledStride))
    return std::nullopt;
  for (const LinearForm::Rows &rows : form.rows) {
    auto factors = findRange(rows.factors, active);
    if (!factors ||
        !bounds.addProduct(one, factors->first, factors->second, rows.scale))
      return std::nullopt;
  }
  return bounds;
}

static size_t findDegree(const Polynomial &polynomial) {
  size_t degree = 0;
  for (const auto &term : polynomial.terms)
    degree = std::max(degree, term.first.size());
  return degree;
}

/// Whether the products of most factors are the same in both.
static bool areAlike(const Polynomial &a, const Polynomial &b) {
  size_t degree = findDegree(a);
  auto isFoundIn = [degree](const Polynomial &other) {
    return [&other, degree](const auto &term) {
      return term.first.size() < degree || other.terms.count(term.first);
    };
  };
  return degree == findDegree(b) && llvm::all_of(a.terms, isFoundIn(b)) &&
         llvm::all_of(b.terms, isFoundIn(a));
}

/// The polynomial whose coefficients and constant are those that `choose` takes
/// of both.
static Polynomial merge(const Polynomial &a, const Polynomial &b,
                        llvm::function_ref<int64_t(int64_t, int64_t)> choose) {
  Polynomial merged = ofNumber(choose(a.lanes.front(), b.lanes.front()));
  auto coefficient = [](const Polynomial &of, const Monomial &monomial) {
    auto found = of.terms.find(monomial);
    return found == of.terms.end() ? int64_t(0) : found->second;
  };
  for (const Polynomial *each : {&a, &b})
    for (const auto &[monomial, _] : each->terms)
      if (int64_t chosen =
              choose(coefficient(a, monomial), coefficient(b, monomial)))
        merged.terms[monomial] = chosen;
  return merged;
}

/// Add `limit` to `limits`. Of two limits that are alike, one that both follow
/// from is kept, as each is computed in each call of the kernel's function.
static void addLimit(SmallVectorImpl<Polynomial> &limits, Polynomial limit,
                     llvm::function_ref<int64_t(int64_t, int64_t)> choose) {
  for (Polynomial &other : limits) {
    if (!areAlike(other, limit))
      continue;
    Polynomial merged = merge(other, limit, choose);
    if (!isSolvable(merged))
      continue;
    other = std::move(merged);
    return;
  }
  limits.push_back(std::move(limit));
}

/// Whether `polynomial` is negative in a few of the first groups at most.
static bool isSoonNonNegative(const Polynomial &polynomial) {
  constexpr int64_t kMostGroups = 16;
  auto stride = polynomial.terms.find({Atom()});
  return stride != polynomial.terms.end() &&
         stride->second * kMostGroups > -polynomial.lanes.front() &&
         llvm::all_of(polynomial.terms,
                      [](const auto &term) { return term.second >= 0; });
}

bool FittingGroups::assume(const LinearForm &form, ArrayRef<bool> active,
                           bool isNonNegative, bool mayLeaveFirst) {
  bool isOfConstants = !form.base && !form.scaledStride && form.rows.empty();
  if (isOfConstants && form.cannotBeNegative()) {
    int64_t left = kGreatest - *llvm::max_element(form.offsets);
    if (left < 0)
      return false;
    if (form.stride)
      constantGroups = std::min(constantGroups, left / form.stride + 1);
    return true;
  }
  std::optional<FormBounds> bounds = findBounds(form, active);
  if (!bounds || !isSolvable(bounds->most))
    return false;
  if (!isNonNegative && bounds->mayBeNegative) {
    if (!bounds->isExact && !isSoonNonNegative(bounds->least))
      return false;
    bounds->conditions.push_back(bounds->least);
  }
  for (const Polynomial &condition : bounds->conditions) {
    bool grows = llvm::any_of(condition.terms, [](const auto &term) {
      return countGroupFactors(term.first) && term.second > 0;
    });
    if (!isSolvable(condition) || (grows && !mayLeaveFirst))
      return false;
  }
  addLimit(limited, bounds->most,
           [](int64_t x, int64_t y) { return std::max(x, y); });
  for (const Polynomial &condition : bounds->conditions)
    addLimit(nonNegative, condition,
             [](int64_t x, int64_t y) { return std::min(x, y); });
  return true;
}

//===----------------------------------------------------------------------===//
// Numbers of groups
//===----------------------------------------------------------------------===//

namespace {
/// Computes polynomials when the kernel is called. What exceeds 2^31 becomes
/// 2^31, so that nothing overflows.
class PolynomialEmitter {
public:
  PolynomialEmitter(OpBuilder &builder, Location loc, int64_t mostGroups)
      : builder(builder), loc(loc), mostGroups(mostGroups) {}

  Value constant(int64_t number) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(number));
  }
  template <typename OpTy> Value make(Value a, Value b) {
    return builder.createOrFold<OpTy>(loc, a, b);
  }

  /// The range of groups in which `polynomial` is below 2^31.
  GroupRange findSmall(const Polynomial &polynomial) {
    std::optional<Polynomial> left =
        add(Polynomial(), polynomial, /*factor=*/-1);
    return findNonNegative(*left, kGreatest);
  }

  /// The range of groups in which `polynomial + plus` is not negative.
  GroupRange findNonNegative(const Polynomial &polynomial, int64_t plus = 0) {
    Value first = constant(polynomial.lanes.front() + plus);
    if (Value sum = emitTerms(polynomial, 0))
      first = make<arith::AddIOp>(first, sum);
    Value step = emitTerms(polynomial, 1);
    Value fits = isAtLeast(first, 0);
    if (!step)
      return {{}, choose(fits, constant(mostGroups), constant(0))};
    bool grows = llvm::any_of(polynomial.terms, [](const auto &term) {
      return countGroupFactors(term.first) && term.second > 0;
    });
    return grows ? findGrown(first, step, fits) : findShrunk(first, step, fits);
  }

private:
  /// The groups before that in which `first + step * group` becomes negative,
  /// where `step` is negative or zero.
  GroupRange findShrunk(Value first, Value step, Value fits) {
    Value size = make<arith::SubIOp>(constant(0), step);
    size = make<arith::MaxSIOp>(size, constant(1));
    Value groups =
        make<arith::AddIOp>(make<arith::DivSIOp>(first, size), constant(1));
    return {{}, choose(fits, groups, constant(0))};
  }

  /// The groups from that on in which `first + step * group` is not negative,
  /// where `step` is positive or zero.
  GroupRange findGrown(Value first, Value step, Value fits) {
    Value missing = make<arith::SubIOp>(constant(0), first);
    Value size = make<arith::MaxSIOp>(step, constant(1));
    Value rounded =
        make<arith::SubIOp>(make<arith::AddIOp>(missing, size), constant(1));
    Value groups =
        choose(isAtLeast(step, 1), make<arith::DivSIOp>(rounded, size),
               constant(mostGroups));
    return {choose(fits, constant(0), groups), {}};
  }

  /// The sum of the terms with `groupFactors` times the group's index, without
  /// it; null if there are none.
  Value emitTerms(const Polynomial &polynomial, size_t groupFactors) {
    Value sum;
    for (const auto &[monomial, coefficient] : polynomial.terms) {
      if (countGroupFactors(monomial) != groupFactors)
        continue;
      Value product;
      for (const Atom &atom : monomial) {
        if (atom.isGroup())
          continue;
        Value factor = asNumber(atom.value);
        product =
            product ? limit(make<arith::MulIOp>(product, factor)) : factor;
      }
      int64_t size = std::min<int64_t>(std::abs(coefficient), kGreatest + 1);
      product = product ? make<arith::MulIOp>(product, constant(size))
                        : constant(size);
      // Sums of products with small constants do not overflow.
      constexpr int64_t kSmall = 1 << 24;
      if (size > kSmall)
        product = limit(product);
      if (!sum)
        sum = constant(0);
      sum = coefficient > 0 ? make<arith::AddIOp>(sum, product)
                            : make<arith::SubIOp>(sum, product);
    }
    return sum;
  }

  Value isAtLeast(Value number, int64_t least) {
    return builder.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::sge,
                                               number, constant(least));
  }
  Value choose(Value condition, Value ifTrue, Value ifFalse) {
    return builder.createOrFold<arith::SelectOp>(loc, condition, ifTrue,
                                                 ifFalse);
  }
  Value limit(Value number) {
    return make<arith::MinUIOp>(number, constant(kGreatest + 1));
  }
  Value asNumber(Value argument) {
    Type i64 = builder.getI64Type();
    if (argument.getType().isIndex())
      argument = arith::IndexCastOp::create(builder, loc, i64, argument);
    else if (argument.getType() != i64)
      argument = arith::ExtUIOp::create(builder, loc, i64, argument);
    return limit(argument);
  }

  OpBuilder &builder;
  Location loc;
  int64_t mostGroups;
};
} // namespace

GroupRange FittingGroups::emit(OpBuilder &builder, Location loc,
                               int64_t mostGroups) const {
  PolynomialEmitter emitter(builder, loc, mostGroups);
  GroupRange range;
  range.to = emitter.constant(std::min(constantGroups, mostGroups));
  auto narrow = [&](GroupRange other) {
    if (other.to)
      range.to = emitter.make<arith::MinSIOp>(range.to, other.to);
    if (other.from)
      range.from = range.from
                       ? emitter.make<arith::MaxSIOp>(range.from, other.from)
                       : other.from;
  };
  for (const Polynomial &polynomial : limited)
    narrow(emitter.findSmall(polynomial));
  for (const Polynomial &polynomial : nonNegative)
    narrow(emitter.findNonNegative(polynomial));
  return range;
}
