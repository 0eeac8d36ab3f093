//===- AffineSubscripts.cpp - Gathers whose places are affine after all ---===//
//
// Subscripts are expanded to polynomials over scalars, the group's index and
// quotients. A remainder is `i - (i / w) * w`, so that the parts of an index
// that a kernel took apart, `y = i / w` and `x = i % w`, cancel where it puts
// them together again: `y * w + x` is `i`.
//
//===----------------------------------------------------------------------===//

#include "ExactArithmetic.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"
#include <map>

namespace pirch {
#define GEN_PASS_DEF_AFFINESUBSCRIPTS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// What a polynomial does not look into: a value, or the quotient of two
/// values. The group's index is the atom of two null values.
struct Atom {
  Value value, divisor;
  /// The quotient is that of numbers without a sign, or the value is extended
  /// with zeros.
  bool isUnsigned = false;

  bool isGroup() const { return !value; }
  bool isScalar() const {
    return value && !divisor && !isa<InfRegType>(value.getType());
  }
  bool operator<(const Atom &other) const {
    auto key = [](const Atom &atom) {
      return std::tuple(atom.value.getAsOpaquePointer(),
                        atom.divisor.getAsOpaquePointer(), atom.isUnsigned);
    };
    return key(*this) < key(other);
  }
};

/// A product of atoms, in order.
using Monomial = std::vector<Atom>;

/// A sum of constants, one for each lane of a group or one for all, and of
/// products of atoms and constants.
struct Polynomial {
  SmallVector<int64_t> lanes = {0};
  std::map<Monomial, int64_t> terms;
};

/// Beyond these numbers nothing is simplified, so that nothing overflows.
constexpr int64_t kGreatest = int64_t(1) << 24;
constexpr size_t kMostTerms = 16;

std::optional<Polynomial> checked(Polynomial polynomial) {
  for (int64_t constant : polynomial.lanes)
    if (std::abs(constant) > kGreatest)
      return std::nullopt;
  for (auto it = polynomial.terms.begin(); it != polynomial.terms.end();) {
    if (std::abs(it->second) > kGreatest || it->first.size() > 4)
      return std::nullopt;
    it = it->second == 0 ? polynomial.terms.erase(it) : std::next(it);
  }
  if (polynomial.terms.size() > kMostTerms)
    return std::nullopt;
  return polynomial;
}

/// `a + factor * b`.
std::optional<Polynomial> add(Polynomial a, const Polynomial &b,
                              int64_t factor) {
  if (a.lanes.size() < b.lanes.size())
    a.lanes.resize(b.lanes.size(), a.lanes.front());
  for (auto [lane, constant] : llvm::enumerate(a.lanes))
    constant += factor * b.lanes[b.lanes.size() == 1 ? 0 : lane];
  for (const auto &[monomial, coefficient] : b.terms)
    a.terms[monomial] += factor * coefficient;
  return checked(std::move(a));
}

/// The product; nothing where lanes with different constants are multiplied by
/// atoms.
std::optional<Polynomial> multiply(const Polynomial &a, const Polynomial &b) {
  Polynomial result;
  size_t count = std::max(a.lanes.size(), b.lanes.size());
  auto at = [](const Polynomial &p, size_t lane) {
    return p.lanes[p.lanes.size() == 1 ? 0 : lane];
  };
  result.lanes.clear();
  for (size_t lane = 0; lane < count; ++lane)
    result.lanes.push_back(at(a, lane) * at(b, lane));
  if ((!a.terms.empty() && !llvm::all_equal(b.lanes)) ||
      (!b.terms.empty() && !llvm::all_equal(a.lanes)))
    return std::nullopt;
  for (const auto &[monomial, coefficient] : a.terms)
    result.terms[monomial] += coefficient * b.lanes.front();
  for (const auto &[monomial, coefficient] : b.terms)
    result.terms[monomial] += coefficient * a.lanes.front();
  for (const auto &[left, x] : a.terms)
    for (const auto &[right, y] : b.terms) {
      Monomial both(left);
      both.insert(both.end(), right.begin(), right.end());
      llvm::sort(both);
      result.terms[both] += x * y;
    }
  return checked(std::move(result));
}

/// Expands values to polynomials, whose arithmetic is that of unbounded
/// integers: an operation that may wrap around in less than 64 bits is an atom.
class Expander {
public:
  std::optional<Polynomial> expand(Value value) {
    if (auto known = cache.find(value); known != cache.end())
      return known->second;
    std::optional<Polynomial> result = compute(value);
    cache.insert({value, result});
    return result;
  }

private:
  static Polynomial atom(Atom atom) {
    Polynomial result;
    result.terms[{atom}] = 1;
    return result;
  }

  static Polynomial constant(int64_t value) {
    Polynomial result;
    result.lanes = {value};
    return result;
  }

  std::optional<Polynomial> compute(Value value) {
    APInt known;
    if (matchPattern(value, m_ConstantInt(&known)) &&
        known.getSignificantBits() <= 32)
      return constant(known.getSExtValue());
    Operation *op = value.getDefiningOp();
    std::optional<Polynomial> result;
    if (op)
      result = computeOp(op);
    return result ? result : atom({value, {}});
  }

  std::optional<Polynomial> computeOp(Operation *op) {
    if (isa<WgIndexOp>(op))
      return atom({});
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
      return atom(
          {op->getOperand(0), op->getOperand(1), isa<arith::DivUIOp>(op)});
    if (isa<arith::RemSIOp, arith::RemUIOp>(op))
      return computeRemainder(op);
    return std::nullopt;
  }

  std::optional<Polynomial> extendWithZeros(Value scalar) {
    if (!scalar.getType().isInteger() || scalar.getType().isInteger(1))
      return std::nullopt;
    return atom({scalar, {}, /*isUnsigned=*/true});
  }

  /// Whether `value` grows from group to group and has constants for lanes.
  bool isOfGroups(Value value) {
    std::optional<Polynomial> form = expand(value);
    return form && llvm::all_of(form->terms, [](auto &term) {
             return term.first.size() == 1 && term.first.front().isGroup();
           });
  }

  static std::optional<Polynomial> computeTable(ConstantOp op) {
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

  std::optional<Polynomial> computeArithmetic(Operation *op) {
    std::optional<Polynomial> a = expand(op->getOperand(0)),
                              b = expand(op->getOperand(1));
    if (!a || !b)
      return std::nullopt;
    if (isa<arith::MulIOp>(op))
      return multiply(*a, *b);
    return add(*a, *b, isa<arith::SubIOp>(op) ? -1 : 1);
  }

  /// Whether `value`, a multiple of the group's index beside constants, is
  /// negative in no group.
  bool isPlaceOfGroups(Value value) {
    if (!isOfGroups(value))
      return false;
    Polynomial form = *expand(value);
    return llvm::all_of(form.terms,
                        [](auto &term) { return term.second >= 0; }) &&
           llvm::all_of(form.lanes, [](int64_t lane) { return lane >= 0; });
  }

  /// `a % b` is `a - (a / b) * b`. Without a sign that holds of numbers that
  /// are extended with it only if `a` is not negative; others are left alone.
  std::optional<Polynomial> computeRemainder(Operation *op) {
    Value a = op->getOperand(0), b = op->getOperand(1);
    if (isa<arith::RemUIOp>(op) &&
        !getElementTypeOrSelf(op->getResult(0).getType()).isInteger(64) &&
        !isPlaceOfGroups(a))
      return std::nullopt;
    std::optional<Polynomial> dividend = expand(a), divisor = expand(b);
    if (!dividend || !divisor)
      return std::nullopt;
    std::optional<Polynomial> product =
        multiply(atom({a, b, isa<arith::RemUIOp>(op)}), *divisor);
    return product ? add(*dividend, *product, -1) : std::nullopt;
  }

  llvm::DenseMap<Value, std::optional<Polynomial>> cache;
};

/// Replaces one gather or scatter.
class AccessRewriter {
public:
  AccessRewriter(Operation *op, const Polynomial &place)
      : op(op), place(place), builder(op), loc(op->getLoc()) {}

  /// Whether the place is one of scalars, constants, and, in a parameter's
  /// buffer, multiples of the group's index.
  bool isAffine() const {
    bool isOwn =
        cast<AccessOpInterface>(op).getBuffer().getDefiningOp<AllocaOp>();
    return llvm::all_of(place.terms, [&](const auto &term) {
      int64_t groups = llvm::count_if(
          term.first, [](const Atom &atom) { return atom.isGroup(); });
      return groups <= !isOwn && llvm::all_of(term.first, [](const Atom &atom) {
               return atom.isGroup() || atom.isScalar();
             });
    });
  }

  void run() {
    Value base = emitSum(/*ofGroup=*/false), stride = emitSum(/*ofGroup=*/true);
    auto access = cast<AccessOpInterface>(op);
    SmallVector<int64_t> offsets(place.lanes);
    offsets.resize(access.getAccessType().getLanesPerGroup(), offsets.front());
    if (auto gather = dyn_cast<GatherOp>(op)) {
      auto load =
          LoadOp::create(builder, loc, gather.getType(), gather.getBuffer(),
                         base, stride, gather.getMask(), offsets);
      gather.replaceAllUsesWith(load.getResult());
    } else {
      auto scatter = cast<ScatterOp>(op);
      StoreOp::create(builder, loc, scatter.getValue(), scatter.getBuffer(),
                      base, stride, scatter.getMask(), offsets);
    }
    op->erase();
  }

private:
  /// The sum of the terms that have the group's index as a factor, without it,
  /// or of those that do not.
  Value emitSum(bool ofGroup) {
    Value sum;
    for (const auto &[monomial, coefficient] : place.terms) {
      bool hasGroup = llvm::any_of(
          monomial, [](const Atom &atom) { return atom.isGroup(); });
      if (hasGroup != ofGroup)
        continue;
      Value product;
      for (const Atom &atom : monomial)
        if (!atom.isGroup())
          product = times(product, extended(atom));
      if (!product || coefficient != 1)
        product = times(product, number(coefficient));
      sum = sum ? arith::AddIOp::create(builder, loc, sum, product).getResult()
                : product;
    }
    return sum ? sum : number(0);
  }

  /// The product, of which null counts as 1.
  Value times(Value a, Value b) {
    return a ? arith::MulIOp::create(builder, loc, a, b).getResult() : b;
  }

  Value extended(const Atom &atom) {
    Type i64 = builder.getI64Type();
    Value scalar = atom.value;
    if (atom.isUnsigned)
      return arith::ExtUIOp::create(builder, loc, i64, scalar);
    if (scalar.getType().isIndex())
      return arith::IndexCastOp::create(builder, loc, i64, scalar);
    return scalar.getType() == i64
               ? scalar
               : arith::ExtSIOp::create(builder, loc, i64, scalar).getResult();
  }

  Value number(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }

  Operation *op;
  const Polynomial &place;
  OpBuilder builder;
  Location loc;
};

struct AffineSubscriptsPass
    : public pirch::impl::AffineSubscriptsBase<AffineSubscriptsPass> {
  using AffineSubscriptsBase::AffineSubscriptsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      run(kernel);
  }

  void run(KernelOp kernel) {
    SmallVector<Operation *> accesses;
    kernel.walk([&](Operation *op) {
      if (isa<GatherOp, ScatterOp>(op))
        accesses.push_back(op);
    });
    Expander expander;
    for (Operation *op : accesses) {
      auto load = dyn_cast<GatherOp>(op);
      Value index = load ? load.getIndex() : cast<ScatterOp>(op).getIndex();
      std::optional<Polynomial> place = expander.expand(index);
      if (!place)
        continue;
      AccessRewriter rewriter(op, *place);
      if (!rewriter.isAffine())
        continue;
      rewriter.run();
      ++numAccesses;
    }
  }
};

} // namespace
