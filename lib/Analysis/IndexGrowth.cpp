//===- IndexGrowth.cpp - Subscripts that count up -------------------------===//

#include "Pirch/Analysis/IndexGrowth.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

Value pirch::getInitialValue(Value value) {
  if (auto result = dyn_cast<OpResult>(value)) {
    unsigned number = result.getResultNumber();
    if (auto loop = dyn_cast<scf::ForOp>(result.getOwner()))
      return loop.getInitArgs()[number];
    if (auto loop = dyn_cast<scf::WhileOp>(result.getOwner()))
      return loop.getConditionOp().getArgs()[number];
    return {};
  }
  auto argument = cast<BlockArgument>(value);
  unsigned number = argument.getArgNumber();
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent))
    return number == 0 ? Value() : loop.getInitArgs()[number - 1];
  auto loop = dyn_cast<scf::WhileOp>(parent);
  if (!loop)
    return {};
  return argument.getOwner() == loop.getAfterBody()
             ? loop.getConditionOp().getArgs()[number]
             : loop.getInits()[number];
}

/// The number by which each entry of the table is more than the one before it;
/// nothing if there is no such number, or a single entry.
static std::optional<int64_t> getStep(ConstantOp constant) {
  auto numbers = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  if (!numbers || numbers.getNumElements() < 2)
    return std::nullopt;
  SmallVector<int64_t> all;
  for (const APInt &number : numbers.getValues<APInt>())
    all.push_back(number.getSExtValue());
  // Differences of numbers of 64 bits wrap around as subscripts do.
  auto subtract = [](int64_t a, int64_t b) {
    return static_cast<int64_t>(static_cast<uint64_t>(a) -
                                static_cast<uint64_t>(b));
  };
  int64_t step = subtract(all[1], all[0]);
  for (size_t item = 2; item < all.size(); ++item)
    if (subtract(all[item], all[item - 1]) != step)
      return std::nullopt;
  return step;
}

namespace {
/// By how much a subscript grows from each work item to the next, and how sure
/// that is.
struct Slope {
  int64_t step;
  Growth certainty;

  Slope atMost(Growth limit) const {
    return {step, std::min(certainty, limit)};
  }
};
} // namespace

static std::optional<Slope> findSlope(Value index, UniformValues &uniform,
                                      bool isExtended);

/// The slope of what `op`, an operation on two integers, computes. Limits and
/// remainders are likely to leave neighbours neighbours, and quotients are
/// likely to be the same for all work items of a group.
static std::optional<Slope>
findSlopeOfBinary(Operation *op, UniformValues &uniform, bool isExtended) {
  std::optional<Slope> left = findSlope(op->getOperand(0), uniform, isExtended);
  std::optional<Slope> right =
      left ? findSlope(op->getOperand(1), uniform, isExtended) : std::nullopt;
  if (!right)
    return std::nullopt;
  if (isa<arith::AddIOp, arith::SubIOp>(op)) {
    int64_t sign = isa<arith::AddIOp>(op) ? 1 : -1;
    return Slope{left->step + sign * right->step,
                 std::min(left->certainty, right->certainty)};
  }
  bool commutes = op->hasTrait<OpTrait::IsCommutative>();
  if (commutes && uniform.contains(op->getOperand(0)))
    std::swap(left, right);
  if (right->step != 0)
    return std::nullopt;
  if (isa<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp,
          arith::RemSIOp, arith::RemUIOp, arith::AndIOp>(op))
    return left->atMost(Growth::likely);
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    return Slope{0, Growth::likely};
  if (!isa<arith::MulIOp>(op))
    return std::nullopt;
  // A product of two numbers that all work items share is shared, too.
  if (left->step == 0)
    return left->atMost(right->certainty);
  bool isLeft = commutes && uniform.contains(op->getOperand(0));
  std::optional<APInt> factor =
      getSplatConstant(op->getOperand(isLeft ? 0 : 1));
  int64_t step;
  if (!factor || llvm::MulOverflow(left->step, factor->getSExtValue(), step))
    return std::nullopt;
  return Slope{step, left->certainty};
}

/// Whether `op` may wrap around.
static bool mayWrap(Operation *op) {
  auto arithmetic = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  return !arithmetic || !arithmetic.hasNoSignedWrap();
}

/// `isExtended`: the number is made wider, so that one work item's number would
/// be far from the next one's where the arithmetic between them wraps around.
static std::optional<Slope> findSlope(Value index, UniformValues &uniform,
                                      bool isExtended) {
  if (uniform.contains(index))
    return Slope{0, Growth::proven};
  auto likely = [&](Value other) {
    std::optional<Slope> slope = findSlope(other, uniform, isExtended);
    return slope ? std::optional(slope->atMost(Growth::likely)) : std::nullopt;
  };
  if (Value initial = getInitialValue(index))
    return likely(initial);
  Operation *op = index.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto constant = dyn_cast<ConstantOp>(op)) {
    std::optional<int64_t> step = getStep(constant);
    return step ? std::optional(Slope{*step, Growth::proven}) : std::nullopt;
  }
  if (auto convert = dyn_cast<ConvertOp>(op)) {
    Value from = convert.getOperand();
    if (convert.getKind() == ConversionKind::extsi)
      return findSlope(from, uniform, /*isExtended=*/true);
    std::optional<unsigned> bits =
        convert.getKind() == ConversionKind::trunci
            ? countDifferentBits(
                  from, [&](Value part) { return uniform.contains(part); })
            : std::nullopt;
    bool isExact =
        bits &&
        *bits < getElementTypeOrSelf(convert.getType()).getIntOrFloatBitWidth();
    return isExact ? findSlope(from, uniform, /*isExtended=*/false)
                   : likely(from);
  }
  if (op->getNumOperands() != 2)
    return std::nullopt;
  std::optional<Slope> slope = findSlopeOfBinary(op, uniform, isExtended);
  return slope && slope->step != 0 && isExtended && mayWrap(op)
             ? slope->atMost(Growth::likely)
             : slope;
}

/// The slope of `index`, a number of elements, which has 64 bits in the end.
static std::optional<Slope> findSlope(Value index, UniformValues &uniform) {
  Type element = cast<InfRegType>(index.getType()).getElementType();
  return findSlope(index, uniform, /*isExtended=*/!element.isInteger(64));
}

Growth pirch::findGrowth(Value index, UniformValues &uniform) {
  std::optional<Slope> slope = findSlope(index, uniform);
  return slope && slope->step == 1 ? slope->certainty : Growth::unknown;
}

std::optional<int64_t> pirch::findStep(Value index, UniformValues &uniform) {
  std::optional<Slope> slope = findSlope(index, uniform);
  return slope && slope->certainty == Growth::proven
             ? std::optional(slope->step)
             : std::nullopt;
}
