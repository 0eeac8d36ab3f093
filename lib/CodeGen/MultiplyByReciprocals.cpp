//===- MultiplyByReciprocals.cpp - Quotients of shared divisors -----------===//

#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Analysis/PipelineModel.h"
#include "Pirch/CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include <cmath>

namespace pirch {
#define GEN_PASS_DEF_MULTIPLYBYRECIPROCALS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Numbers for which the products are exact enough
//===----------------------------------------------------------------------===//

namespace {
/// Exponents of two between which absolute values lie, so that nothing
/// overflows, the rest `x - q * y` is a normal number, and `x * rest` has all
/// bits that matter.
struct ExponentLimits {
  int divisors, dividends;
};
} // namespace

static ExponentLimits getLimits(Type element) {
  return element.isF32() ? ExponentLimits{30, 60} : ExponentLimits{200, 600};
}

/// The value of all lanes of a constant.
static std::optional<APFloat> getSplat(Value value) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    value = broadcast.getSource();
  FloatAttr scalar;
  if (matchPattern(value, m_Constant(&scalar)))
    return scalar.getValue();
  DenseElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat() ||
      !isa<FloatType>(elements.getElementType()))
    return std::nullopt;
  return elements.getSplatValue<APFloat>();
}

/// Whether a divisor is in the range for which products are exact enough.
static bool isInRange(const APFloat &divisor, Type element) {
  return divisor.isFiniteNonZero() &&
         std::abs(ilogb(divisor)) < getLimits(element).divisors;
}

/// Whether a divisor, a normal number, is a power of two, by which LLVM
/// multiplies.
static bool isPowerOfTwo(const APFloat &divisor) {
  return divisor.getExactLog2Abs() != INT_MIN;
}

/// Whether quotients by a constant are far enough from the middle of two
/// numbers for the product with its reciprocal and the reciprocal's rest to be
/// right: where its mantissa, without zeros at its end, has six bits less than
/// the type's.
static bool hasFewBits(const APFloat &divisor) {
  unsigned precision = APFloat::semanticsPrecision(divisor.getSemantics());
  APFloat mantissa = scalbn(divisor, -ilogb(divisor) + precision - 7,
                            APFloat::rmNearestTiesToEven);
  return mantissa.isInteger();
}

/// Whether no lane of `value` is a small number that is not zero, nor infinite.
static bool isFromIntegers(Value value) {
  return value.getDefiningOp<arith::SIToFPOp>() ||
         value.getDefiningOp<arith::UIToFPOp>();
}

//===----------------------------------------------------------------------===//
// Emission
//===----------------------------------------------------------------------===//

namespace {
/// What quotients by one divisor are computed from.
struct Reciprocal {
  /// The reciprocal, rounded, and the reciprocal of the divisor minus it. Of a
  /// divisor with few bits, the reciprocal is rounded toward zero, so that the
  /// rest has its sign, and zeros get the right one.
  Value rounded, rest;
  /// The bounds of the absolute values of dividends.
  Value least, most;
  bool hasFewBits = false;
};

class Emitter {
public:
  /// Replace quotients of one block, none of which depends on another, at the
  /// last one's place.
  void replace(ArrayRef<arith::DivFOp> quotients);

  /// Whether this emitter made the division `op` to compute a reciprocal.
  bool isOwn(Operation *op) const { return own.contains(op); }

private:
  /// The reciprocal of `divisor`, computed where the divisor is.
  const Reciprocal &getReciprocal(Value divisor, Location loc);
  static Reciprocal computeConstant(ImplicitLocOpBuilder &builder,
                                    const APFloat &divisor, VectorType type);
  Reciprocal compute(ImplicitLocOpBuilder &builder, Value divisor);
  /// The quotient, where `isOutside` of no lane says otherwise; `isOutside` is
  /// left null where there is no such lane.
  Value multiply(ImplicitLocOpBuilder &builder, arith::DivFOp quotient,
                 Value &isOutside);

  llvm::DenseMap<Value, Reciprocal> reciprocals;
  llvm::DenseSet<Operation *> own;
};
} // namespace

static Value constantOf(ImplicitLocOpBuilder &builder, VectorType type,
                        const APFloat &value) {
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, value));
}

/// A vector of 2 to the power of `exponent`.
static Value powerOfTwo(ImplicitLocOpBuilder &builder, VectorType type,
                        int exponent) {
  auto element = cast<FloatType>(type.getElementType());
  return arith::ConstantOp::create(
      builder,
      DenseElementsAttr::get(type, Attribute(builder.getFloatAttr(
                                       element, std::ldexp(1.0, exponent)))));
}

/// Lanes whose absolute value in `sizes` compares so.
static Value compare(ImplicitLocOpBuilder &builder,
                     arith::CmpFPredicate predicate, Value sizes, Value bound) {
  return arith::CmpFOp::create(builder, predicate, sizes, bound);
}

Reciprocal Emitter::computeConstant(ImplicitLocOpBuilder &builder,
                                    const APFloat &divisor, VectorType type) {
  bool few = hasFewBits(divisor);
  APFloat one(divisor.getSemantics(), 1), rounded = one;
  rounded.divide(divisor,
                 few ? APFloat::rmTowardZero : APFloat::rmNearestTiesToEven);
  APFloat rest = rounded;
  rest.changeSign();
  rest.fusedMultiplyAdd(divisor, one, APFloat::rmNearestTiesToEven); // exact
  rest.divide(divisor, APFloat::rmNearestTiesToEven);
  ExponentLimits limits = getLimits(type.getElementType());
  Reciprocal result;
  result.rounded = constantOf(builder, type, rounded);
  result.rest = constantOf(builder, type, rest);
  result.least = powerOfTwo(builder, type, -limits.dividends);
  result.most = powerOfTwo(builder, type, limits.dividends);
  result.hasFewBits = few;
  return result;
}

Reciprocal Emitter::compute(ImplicitLocOpBuilder &builder, Value divisor) {
  auto type = cast<VectorType>(divisor.getType());
  ExponentLimits limits = getLimits(type.getElementType());
  Value one = powerOfTwo(builder, type, 0);
  Reciprocal result;
  result.rounded = arith::DivFOp::create(builder, one, divisor);
  own.insert(result.rounded.getDefiningOp());
  Value negated = arith::NegFOp::create(builder, result.rounded);
  Value error = math::FmaOp::create(builder, negated, divisor, one); // exact
  result.rest = arith::MulFOp::create(builder, error, result.rounded);
  // By a divisor outside of the range, every dividend is too small.
  Value size = math::AbsFOp::create(builder, divisor);
  Value isOutside =
      arith::OrIOp::create(builder,
                           compare(builder, arith::CmpFPredicate::OLT, size,
                                   powerOfTwo(builder, type, -limits.divisors)),
                           compare(builder, arith::CmpFPredicate::OGT, size,
                                   powerOfTwo(builder, type, limits.divisors)));
  APFloat infinite = APFloat::getInf(
      cast<FloatType>(type.getElementType()).getFloatSemantics());
  result.least = arith::SelectOp::create(
      builder, isOutside, constantOf(builder, type, infinite),
      powerOfTwo(builder, type, -limits.dividends));
  result.most = powerOfTwo(builder, type, limits.dividends);
  return result;
}

const Reciprocal &Emitter::getReciprocal(Value divisor, Location loc) {
  auto [found, isNew] = reciprocals.try_emplace(divisor);
  if (!isNew)
    return found->second;
  ImplicitLocOpBuilder builder(loc, divisor.getContext());
  builder.setInsertionPointAfterValue(divisor);
  auto type = cast<VectorType>(divisor.getType());
  std::optional<APFloat> constant = getSplat(divisor);
  found->second = constant ? computeConstant(builder, *constant, type)
                           : compute(builder, divisor);
  return found->second;
}

Value Emitter::multiply(ImplicitLocOpBuilder &builder, arith::DivFOp quotient,
                        Value &isOutside) {
  Value dividend = quotient.getLhs(), divisor = quotient.getRhs();
  const Reciprocal &reciprocal = getReciprocal(divisor, quotient.getLoc());
  Value product = arith::MulFOp::create(builder, dividend, reciprocal.rest);
  Value result =
      math::FmaOp::create(builder, dividend, reciprocal.rounded, product);
  if (reciprocal.hasFewBits && isFromIntegers(dividend))
    return result;
  Value size = math::AbsFOp::create(builder, dividend);
  Value isSmall =
      compare(builder, arith::CmpFPredicate::OLT, size, reciprocal.least);
  if (reciprocal.hasFewBits) {
    Value zero =
        constantOf(builder, cast<VectorType>(dividend.getType()),
                   APFloat::getZero(getElementTypeOrSelf(dividend).isF32()
                                        ? APFloat::IEEEsingle()
                                        : APFloat::IEEEdouble()));
    isOutside = arith::AndIOp::create(
        builder, isSmall,
        compare(builder, arith::CmpFPredicate::UNE, dividend, zero));
    return result;
  }
  isOutside = arith::OrIOp::create(
      builder, isSmall,
      compare(builder, arith::CmpFPredicate::OGT, size, reciprocal.most));
  Value negated = arith::NegFOp::create(builder, result);
  Value rest = math::FmaOp::create(builder, negated, divisor, dividend);
  return math::FmaOp::create(builder, rest, reciprocal.rounded, result);
}

/// Whether any lane of `masks` is set. Lanes that nobody reads may be poison,
/// on which nothing may branch.
static Value isAnySet(ImplicitLocOpBuilder &builder, ArrayRef<Value> masks) {
  llvm::MapVector<Type, Value> sums;
  for (Value mask : masks) {
    Value &sum = sums[mask.getType()];
    sum = sum ? arith::OrIOp::create(builder, sum, mask).getResult() : mask;
  }
  Value any;
  for (auto [type, sum] : sums) {
    Value known = LLVM::FreezeOp::create(builder, sum);
    Value bit =
        vector::ReductionOp::create(builder, vector::CombiningKind::OR, known);
    any = any ? arith::OrIOp::create(builder, any, bit).getResult() : bit;
  }
  return any;
}

void Emitter::replace(ArrayRef<arith::DivFOp> quotients) {
  arith::DivFOp last = quotients.back();
  ImplicitLocOpBuilder builder(last.getLoc(), last);
  SmallVector<Value> products, masks;
  SmallVector<arith::DivFOp> tested;
  for (arith::DivFOp quotient : quotients) {
    builder.setLoc(quotient.getLoc());
    Value isOutside;
    Value product = multiply(builder, quotient, isOutside);
    if (!isOutside) {
      quotient.replaceAllUsesWith(product);
      continue;
    }
    tested.push_back(quotient);
    products.push_back(product);
    masks.push_back(isOutside);
  }
  if (!tested.empty()) {
    // Without the hint, LLVM computes both sides and selects.
    Value never =
        arith::ConstantOp::create(builder, builder.getBoolAttr(false));
    Value any =
        LLVM::ExpectOp::create(builder, isAnySet(builder, masks), never);
    auto branch = scf::IfOp::create(builder, TypeRange(ValueRange(products)),
                                    any, /*withElseRegion=*/true);
    for (auto [quotient, result] : llvm::zip(tested, branch.getResults()))
      quotient.replaceAllUsesWith(result);
    OpBuilder divide = branch.getThenBodyBuilder();
    SmallVector<Value> divided;
    for (arith::DivFOp quotient : tested)
      divided.push_back(divide.clone(*quotient)->getResult(0));
    scf::YieldOp::create(divide, builder.getLoc(), divided);
    OpBuilder keep = branch.getElseBodyBuilder();
    scf::YieldOp::create(keep, builder.getLoc(), products);
  }
  for (arith::DivFOp quotient : quotients)
    quotient.erase();
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

namespace {
/// Work of one block, in the target's unit of costs.
struct BlockWork {
  /// Of the unit that divides, and of all others meanwhile.
  double divider = 0, others = 0;
  double getTime() const { return std::max(divider, others); }
};

struct MultiplyByReciprocalsPass
    : public pirch::impl::MultiplyByReciprocalsBase<MultiplyByReciprocalsPass> {
  using MultiplyByReciprocalsBase::MultiplyByReciprocalsBase;

  void runOnOperation() override {
    target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    if (!target || !target.hasFusedMultiplyAdd() ||
        !target.getOperationsInFlight())
      return;
    SmallVector<Block *> blocks;
    getOperation()->walk([&](Block *block) { blocks.push_back(block); });
    Emitter emitter;
    for (Block *block : blocks)
      if (!isHardlyExecuted(*block))
        runOnBlock(*block, emitter);
  }

private:
  /// Whether `block` is a branch that is expected not to be taken.
  static bool isHardlyExecuted(Block &block) {
    auto branch = dyn_cast_if_present<scf::IfOp>(block.getParentOp());
    auto expected = branch
                        ? branch.getCondition().getDefiningOp<LLVM::ExpectOp>()
                        : nullptr;
    return expected && block.getParent() == &branch.getThenRegion() &&
           matchPattern(expected.getExpected(), m_Zero());
  }

  void runOnBlock(Block &block, Emitter &emitter) {
    llvm::DenseSet<Operation *> chosen = choose(block, emitter);
    // How many quotients wait for one branch: their dividends and divisors
    // take registers until then.
    constexpr size_t kMostTogether = 4;
    SmallVector<arith::DivFOp> together;
    auto flush = [&] {
      if (!together.empty())
        emitter.replace(together);
      numMultiplied += together.size();
      together.clear();
    };
    for (Operation &op : llvm::make_early_inc_range(block)) {
      bool reads =
          op.walk([&](Operation *inner) {
              return llvm::any_of(inner->getOperands(),
                                  [&](Value operand) {
                                    return llvm::is_contained(
                                        together, operand.getDefiningOp());
                                  })
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            }).wasInterrupted();
      if (reads || together.size() == kMostTogether)
        flush();
      if (chosen.contains(&op))
        together.push_back(cast<arith::DivFOp>(op));
    }
    flush();
  }

  /// The divisions of `block` that are to become multiplications: as many as
  /// shorten the time in which divider and other units are done.
  llvm::DenseSet<Operation *> choose(Block &block,
                                     const Emitter &emitter) const {
    BlockWork work;
    llvm::MapVector<Value, SmallVector<Operation *>> quotients;
    PipelineModel model(target);
    for (Operation &op : block) {
      if (op.getNumRegions())
        continue;
      double cost = model.getCost(&op) * countRegisters(op);
      if (!usesDivider(&op)) {
        work.others += cost;
        continue;
      }
      if (auto divisor = getSplat(op.getOperands().back());
          divisor && isa<arith::DivFOp>(op) && isPowerOfTwo(*divisor)) {
        work.others += countRegisters(op);
        continue;
      }
      work.divider += cost;
      work.others += kUnitsOfDivision * countRegisters(op);
      if (mayMultiply(op) && !emitter.isOwn(&op))
        quotients[op.getOperand(1)].push_back(&op);
    }
    llvm::DenseSet<Operation *> chosen;
    for (auto &[divisor, users] : quotients) {
      BlockWork less = withProducts(work, divisor, users, model);
      double most = work.getTime();
      if (needsTest(divisor, users))
        most *= kWorthBranch;
      if (less.getTime() > most)
        continue;
      work = less;
      chosen.insert(users.begin(), users.end());
    }
    return chosen;
  }

  /// `work` with multiplications for the quotients `users` by `divisor`.
  BlockWork withProducts(BlockWork work, Value divisor,
                         ArrayRef<Operation *> users,
                         const PipelineModel &model) const {
    std::optional<APFloat> constant = getSplat(divisor);
    bool few = constant && hasFewBits(*constant);
    for (Operation *user : users) {
      double registers = countRegisters(*user);
      work.divider -= model.getCost(user) * registers;
      double operations = few ? kProductsOfFewBits : kProducts;
      if (!few)
        operations += kTest;
      else if (!isFromIntegers(user->getOperand(0)))
        operations += kTestOfFewBits;
      work.others += (operations - kUnitsOfDivision) * registers;
    }
    if (!constant && !isInvariant(divisor, users.front())) {
      double registers = countRegisters(*users.front());
      work.divider += model.getCost(users.front()) * registers;
      work.others += (kUnitsOfDivision + kReciprocal) * registers;
    }
    return work;
  }

  /// Whether dividends must be tested at run time, and branched on, before
  /// products with the reciprocal of `divisor` take the place of `users`.
  static bool needsTest(Value divisor, ArrayRef<Operation *> users) {
    std::optional<APFloat> constant = getSplat(divisor);
    return !constant || !hasFewBits(*constant) ||
           !llvm::all_of(users, [](Operation *user) {
             return isFromIntegers(user->getOperand(0));
           });
  }

  static bool mayMultiply(Operation &op) {
    auto quotient = dyn_cast<arith::DivFOp>(op);
    auto type = quotient ? dyn_cast<VectorType>(quotient.getType()) : nullptr;
    if (!type || type.getRank() != 1 || type.isScalable() ||
        type.getNumElements() == 1)
      return false;
    Type element = type.getElementType();
    if (!element.isF32() && !element.isF64())
      return false;
    std::optional<APFloat> divisor = getSplat(quotient.getRhs());
    return !divisor || isInRange(*divisor, element);
  }

  /// Whether `value` is the same in all iterations of the loop around `user`.
  static bool isInvariant(Value value, Operation *user) {
    auto loop = user->getParentOfType<LoopLikeOpInterface>();
    if (!loop)
      return false;
    if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
      value = broadcast.getSource();
    return loop.isDefinedOutsideOfLoop(value);
  }

  /// The number of registers of the result of `op`; 1 where it has none.
  double countRegisters(Operation &op) const {
    if (op.getNumResults() == 0)
      return 1;
    auto type = dyn_cast<VectorType>(op.getResult(0).getType());
    if (!type || type.isScalable() || !type.getElementType().isIntOrFloat())
      return 1;
    int64_t bits =
        type.getNumElements() * type.getElementType().getIntOrFloatBitWidth();
    return std::max<int64_t>(1,
                             llvm::divideCeil(bits, target.getRegisterBits()));
  }

  /// What a division takes of the units that multiply and add, in instructions:
  /// x86 issues it as three operations, one of them for the divider.
  static constexpr double kUnitsOfDivision = 2;
  /// Instructions for each register of quotients, as `Emitter::multiply` makes
  /// them: the products, and the test whether all dividends are in range.
  static constexpr double kProducts = 4, kTest = 6;
  static constexpr double kProductsOfFewBits = 2, kTestOfFewBits = 5;
  /// Instructions beside the division for each register of divisors, as
  /// `Emitter::compute` makes them: the reciprocal's rest, and the test whether
  /// all divisors are in range.
  static constexpr double kReciprocal = 6;
  /// A branch for dividends that are out of range is worth this share of time.
  static constexpr double kWorthBranch = 0.95;

  TargetAttrInterface target;
};
} // namespace
