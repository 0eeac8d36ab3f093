//===- IndexPolynomials.cpp - Subscripts as polynomials -------------------===//

#include "IndexPolynomials.h"
#include "ExactArithmetic.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

/// Beyond these numbers nothing is simplified, so that sums do not overflow.
static constexpr int64_t kGreatest = int64_t(1) << 40;
static constexpr size_t kMostTerms = 16;

/// Add `a * b` to `sum`; what overflows becomes a number beyond the greatest.
static void addProduct(int64_t &sum, int64_t a, int64_t b) {
  int64_t product;
  if (llvm::MulOverflow(a, b, product) || llvm::AddOverflow(sum, product, sum))
    sum = INT64_MAX;
}

static std::optional<Polynomial> checked(Polynomial polynomial) {
  auto isGreat = [](int64_t number) {
    return number > kGreatest || number < -kGreatest;
  };
  if (llvm::any_of(polynomial.lanes, isGreat))
    return std::nullopt;
  for (auto it = polynomial.terms.begin(); it != polynomial.terms.end();) {
    if (isGreat(it->second) || it->first.size() > 4)
      return std::nullopt;
    it = it->second == 0 ? polynomial.terms.erase(it) : std::next(it);
  }
  if (polynomial.terms.size() > kMostTerms)
    return std::nullopt;
  return polynomial;
}

Polynomial pirch::polynomialOf(int64_t number) {
  Polynomial result;
  result.lanes = {number};
  return result;
}

Polynomial pirch::polynomialOf(Atom atom) {
  Polynomial result;
  result.terms[{atom}] = 1;
  return result;
}

std::optional<Polynomial> pirch::add(Polynomial a, const Polynomial &b,
                                     int64_t factor) {
  if (a.lanes.size() < b.lanes.size())
    a.lanes.resize(b.lanes.size(), a.lanes.front());
  for (auto [lane, constant] : llvm::enumerate(a.lanes))
    addProduct(constant, factor, b.lanes[b.lanes.size() == 1 ? 0 : lane]);
  for (const auto &[monomial, coefficient] : b.terms)
    addProduct(a.terms[monomial], factor, coefficient);
  return checked(std::move(a));
}

std::optional<Polynomial> pirch::multiply(const Polynomial &a,
                                          const Polynomial &b) {
  Polynomial result;
  size_t count = std::max(a.lanes.size(), b.lanes.size());
  auto at = [](const Polynomial &p, size_t lane) {
    return p.lanes[p.lanes.size() == 1 ? 0 : lane];
  };
  result.lanes.assign(count, 0);
  for (size_t lane = 0; lane < count; ++lane)
    addProduct(result.lanes[lane], at(a, lane), at(b, lane));
  if ((!a.terms.empty() && !llvm::all_equal(b.lanes)) ||
      (!b.terms.empty() && !llvm::all_equal(a.lanes)))
    return std::nullopt;
  for (const auto &[monomial, coefficient] : a.terms)
    addProduct(result.terms[monomial], coefficient, b.lanes.front());
  for (const auto &[monomial, coefficient] : b.terms)
    addProduct(result.terms[monomial], coefficient, a.lanes.front());
  for (const auto &[left, x] : a.terms)
    for (const auto &[right, y] : b.terms) {
      Monomial both(left);
      both.insert(both.end(), right.begin(), right.end());
      llvm::sort(both);
      addProduct(result.terms[both], x, y);
    }
  return checked(std::move(result));
}

bool pirch::areEqual(const Polynomial &a, const Polynomial &b) {
  auto at = [](const Polynomial &p, size_t lane) {
    return p.lanes[p.lanes.size() == 1 ? 0 : lane];
  };
  if (a.terms != b.terms)
    return false;
  for (size_t lane = 0; lane < std::max(a.lanes.size(), b.lanes.size()); ++lane)
    if (at(a, lane) != at(b, lane))
      return false;
  return true;
}

std::optional<Polynomial> IndexPolynomials::expand(Value value) {
  if (auto known = cache.find(value); known != cache.end())
    return known->second;
  std::optional<Polynomial> result = compute(value);
  cache.insert({value, result});
  return result;
}

std::optional<Polynomial> IndexPolynomials::expandPlace(LoadOp load) {
  Polynomial offsets;
  offsets.lanes.assign(load.getOffsets().begin(), load.getOffsets().end());
  if (llvm::is_contained(offsets.lanes, kNoOffset))
    return std::nullopt;
  std::optional<Polynomial> place = expand(load.getBase()),
                            stride = expand(load.getGroupStride());
  if (stride)
    stride = multiply(*stride, polynomialOf(Atom()));
  if (!place || !stride)
    return std::nullopt;
  place = add(*place, *stride, 1);
  return place ? add(*place, offsets, 1) : std::nullopt;
}

std::optional<Polynomial> IndexPolynomials::compute(Value value) {
  APInt known;
  if (matchPattern(value, m_ConstantInt(&known)) &&
      known.getSignificantBits() <= 32)
    return polynomialOf(known.getSExtValue());
  Operation *op = value.getDefiningOp();
  std::optional<Polynomial> result;
  if (op)
    result = computeOp(op);
  return result ? result : polynomialOf(Atom{value, {}});
}

std::optional<Polynomial> IndexPolynomials::computeOp(Operation *op) {
  if (isa<WgIndexOp>(op))
    return polynomialOf(Atom());
  if (auto splat = dyn_cast<SplatOp>(op))
    return expand(splat.getScalar());
  if (auto table = dyn_cast<ConstantOp>(op))
    return computeTable(table);
  if (auto convert = dyn_cast<ConvertOp>(op)) {
    // Indices that the source converts to 32 bits are taken to fit there.
    auto splat = convert.getSource().getDefiningOp<SplatOp>();
    if (convert.getKind() == ConversionKind::extui && splat)
      return extendWithZeros(splat.getScalar());
    bool keeps = convert.getKind() == ConversionKind::extsi ||
                 (convert.getKind() == ConversionKind::trunci &&
                  convert.getType().getElementType().isInteger(32) &&
                  isOfGroups(convert.getSource()));
    return keeps ? expand(convert.getSource()) : std::nullopt;
  }
  if (isa<arith::ExtSIOp, arith::IndexCastOp>(op))
    return expand(op->getOperand(0));
  if (isa<arith::ExtUIOp>(op))
    return extendWithZeros(op->getOperand(0));
  if (isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op))
    return isExact(op) ? computeArithmetic(op) : std::nullopt;
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    return polynomialOf(
        Atom{op->getOperand(0), op->getOperand(1), isa<arith::DivUIOp>(op)});
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return computeRemainder(op);
  return std::nullopt;
}

std::optional<Polynomial> IndexPolynomials::extendWithZeros(Value scalar) {
  if (!scalar.getType().isInteger() || scalar.getType().isInteger(1))
    return std::nullopt;
  return polynomialOf(Atom{scalar, {}, /*isUnsigned=*/true});
}

bool IndexPolynomials::isOfGroups(Value value) {
  std::optional<Polynomial> form = expand(value);
  return form && llvm::all_of(form->terms, [](auto &term) {
           return term.first.size() == 1 && term.first.front().isGroup();
         });
}

std::optional<Polynomial> IndexPolynomials::computeTable(ConstantOp op) {
  auto values = dyn_cast<DenseIntElementsAttr>(op.getValue());
  if (!values)
    return std::nullopt;
  Polynomial result;
  result.lanes.clear();
  for (const APInt &value : values.getValues<APInt>())
    result.lanes.push_back(
        value.getSignificantBits() <= 32 ? value.getSExtValue() : INT64_MAX);
  if (llvm::is_contained(result.lanes, INT64_MAX))
    return std::nullopt;
  return checked(std::move(result));
}

std::optional<Polynomial> IndexPolynomials::computeArithmetic(Operation *op) {
  std::optional<Polynomial> a = expand(op->getOperand(0)),
                            b = expand(op->getOperand(1));
  if (!a || !b)
    return std::nullopt;
  if (isa<arith::MulIOp>(op))
    return multiply(*a, *b);
  return add(*a, *b, isa<arith::SubIOp>(op) ? -1 : 1);
}

bool IndexPolynomials::isPlaceOfGroups(Value value) {
  if (!isOfGroups(value))
    return false;
  Polynomial form = *expand(value);
  return llvm::all_of(form.terms,
                      [](auto &term) { return term.second >= 0; }) &&
         llvm::all_of(form.lanes, [](int64_t lane) { return lane >= 0; });
}

std::optional<Polynomial> IndexPolynomials::computeRemainder(Operation *op) {
  Value a = op->getOperand(0), b = op->getOperand(1);
  if (isa<arith::RemUIOp>(op) &&
      !getElementTypeOrSelf(op->getResult(0).getType()).isInteger(64) &&
      !isPlaceOfGroups(a))
    return std::nullopt;
  std::optional<Polynomial> dividend = expand(a), divisor = expand(b);
  if (!dividend || !divisor)
    return std::nullopt;
  std::optional<Polynomial> product =
      multiply(polynomialOf(Atom{a, b, isa<arith::RemUIOp>(op)}), *divisor);
  return product ? add(*dividend, *product, -1) : std::nullopt;
}
