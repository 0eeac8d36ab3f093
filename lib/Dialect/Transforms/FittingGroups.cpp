//===- FittingGroups.cpp - Groups whose places fit in 32 bits -------------===//

#include "FittingGroups.h"
#include "ScalarBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace pirch;

/// The greatest number that is the same with and without a sign in 32 bits.
static constexpr int64_t kGreatest = (int64_t(1) << 31) - 1;

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
  /// Whether all numbers are at least `least`, and whether a lane has that.
  bool hasLeast = true, isExact = true;
  bool mayBeNegative = false;
  SmallVector<Polynomial, 1> conditions;

  /// Add the product of `scalar`, of `factor`, which all lanes have in common,
  /// and of a number of each lane, which is between `low` and `high`. Returns
  /// false where no bound of the product is known.
  bool addProduct(const Polynomial &factor, int64_t low, int64_t high,
                  Value scalar) {
    if (!scalar)
      return true;
    std::optional<ScalarBound> bound = findBound(scalar);
    if (!bound || (low != high && !bound->isNonNegative()) ||
        (low < 0 && !bound->exact))
      return false;
    mayBeNegative |= !bound->isNonNegative() || low < 0;
    std::optional<Polynomial> greatest = multiply(bound->most, factor);
    if (greatest)
      greatest = add(most, *greatest, std::max(std::abs(low), std::abs(high)));
    if (!greatest)
      return false;
    most = std::move(*greatest);
    llvm::append_range(conditions, bound->conditions);
    if (!bound->exact) {
      // What is not negative is left out of the least number.
      isExact = false;
      hasLeast &= bound->isNonNegative();
      return true;
    }
    std::optional<Polynomial> lowest = multiply(*bound->exact, factor);
    if (lowest)
      lowest = add(least, *lowest, low);
    if (!lowest)
      return false;
    least = std::move(*lowest);
    return true;
  }
};
} // namespace

/// What is known of the numbers of the active lanes of `form` in a group;
/// nothing where a scalar has no bound.
static std::optional<FormBounds> findBounds(const LinearForm &form,
                                            ArrayRef<bool> active) {
  FormBounds bounds;
  auto offsets = findRange(form.offsets, active);
  if (!offsets)
    return std::nullopt;
  bounds.least = polynomialOf(offsets->first);
  bounds.most = polynomialOf(
      std::max(std::abs(offsets->first), std::abs(offsets->second)));
  bounds.mayBeNegative = offsets->first < 0 || form.stride < 0;
  Polynomial one = polynomialOf(1), group = polynomialOf(Atom());
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

/// The number of factors of the longest product in `polynomial`.
static size_t findDegree(const Polynomial &polynomial) {
  size_t degree = 0;
  for (const auto &term : polynomial.terms)
    degree = std::max(degree, term.first.size());
  return degree;
}

/// Whether `a` and `b` have the same longest products.
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
  Polynomial merged = polynomialOf(choose(a.lanes.front(), b.lanes.front()));
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

/// Add `limit` to `limits`, which the function of the kernel evaluates in each
/// call. Two limits with the same longest products are replaced by one, whose
/// coefficients `choose` takes of both, so that both follow from it.
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
  std::optional<FormBounds> bounds = findBounds(form, active);
  if (!bounds || !isSolvable(bounds->most) ||
      bounds->most.lanes.front() > kGreatest)
    return false;
  if (!isNonNegative && bounds->mayBeNegative) {
    if (!bounds->hasLeast ||
        (!bounds->isExact && !isSoonNonNegative(bounds->least)))
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
  if (bounds->most.terms.empty() && bounds->conditions.empty())
    return true;
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
  range.to = emitter.constant(mostGroups);
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
