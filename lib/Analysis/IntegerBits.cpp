//===- IntegerBits.cpp - Which bits of integers matter --------------------===//
//
// The analysis behind pirch-narrow-integers.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pirch;

/// The bits of an integer, or of each lane of a vector or infreg of integers; 0
/// for other types.
static unsigned widthOf(Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return integer ? integer.getWidth() : 0;
}

std::optional<APInt> pirch::getSplatConstant(Value value) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    value = broadcast.getSource();
  if (auto splat = value.getDefiningOp<SplatOp>())
    value = splat.getScalar();
  if (auto lanes = value.getDefiningOp<ConstantOp>())
    if (auto same = dyn_cast<SplatElementsAttr>(lanes.getValue());
        same && isa<IntegerType>(same.getElementType()))
      return same.getSplatValue<APInt>();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  return std::nullopt;
}

/// The number of lowest bits that are known to be zero in all lanes of `value`.
static unsigned countZeroBits(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::MulIOp, arith::ShLIOp>(op))
    return 0;
  std::optional<APInt> factor = getSplatConstant(op->getOperand(1));
  if (!factor)
    return 0;
  return isa<arith::MulIOp>(op)
             ? factor->countTrailingZeros()
             : static_cast<unsigned>(factor->getLimitedValue());
}

/// The number of bits of the greatest of the constants in the lanes of `value`,
/// none of which is negative; nothing for other values.
static std::optional<unsigned> countBitsOfTable(Value value) {
  DenseIntElementsAttr numbers;
  if (auto lanes = value.getDefiningOp<ConstantOp>())
    numbers = dyn_cast<DenseIntElementsAttr>(lanes.getValue());
  else if (!matchPattern(value, m_Constant(&numbers)))
    return std::nullopt;
  if (!numbers)
    return std::nullopt;
  unsigned bits = 0;
  for (const APInt &number : numbers.getValues<APInt>()) {
    if (number.isNegative())
      return std::nullopt;
    bits = std::max(bits, number.getActiveBits());
  }
  return bits;
}

std::optional<unsigned>
pirch::countDifferentBits(Value sum, llvm::function_ref<bool(Value)> isShared) {
  auto add = sum.getDefiningOp<arith::AddIOp>();
  if (!add)
    return std::nullopt;
  for (unsigned number : {0, 1}) {
    Value multiple = add->getOperand(number);
    std::optional<unsigned> bits =
        countBitsOfTable(add->getOperand(1 - number));
    if (bits && isShared(multiple) && countZeroBits(multiple) >= *bits)
      return bits;
  }
  return std::nullopt;
}

namespace {
/// Upstream's analysis of the ranges of integers, and one rule for sums whose
/// terms are not independent of each other.
class RangeAnalysis : public dataflow::IntegerRangeAnalysis {
public:
  using IntegerRangeAnalysis::IntegerRangeAnalysis;
  using Lattice = dataflow::IntegerValueRangeLattice;

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const Lattice *> operands,
                               ArrayRef<Lattice *> results) override {
    if (auto sum = dyn_cast<arith::AddIOp>(op))
      if (std::optional<APInt> largest = boundOfBlend(sum)) {
        auto zero = APInt::getZero(largest->getBitWidth());
        propagateIfChanged(
            results[0], results[0]->join(IntegerValueRange(
                            ConstantIntRanges::fromUnsigned(zero, *largest))));
        return success();
      }
    return IntegerRangeAnalysis::visitOperation(op, operands, results);
  }

private:
  /// The largest value of `value`, an operand of an operand of `user`, if it is
  /// known and `value` is never negative.
  std::optional<APInt> largestOf(Value value, Operation *user) {
    const Lattice *state =
        getLatticeElementFor(getProgramPointAfter(user), value);
    if (state->getValue().isUninitialized())
      return std::nullopt;
    const ConstantIntRanges &range = state->getValue().getValue();
    if (range.smin().isNegative())
      return std::nullopt;
    return range.smax();
  }

  /// The largest value of `a * x + b * (C - x)`, for a constant C and x from 0
  /// to C, which is that of a or b times C. Such a sum blends a and b; taken by
  /// themselves, its two terms reach twice as far.
  std::optional<APInt> boundOfBlend(arith::AddIOp sum) {
    auto one = sum.getLhs().getDefiningOp<arith::MulIOp>();
    auto other = sum.getRhs().getDefiningOp<arith::MulIOp>();
    if (!one || !other)
      return std::nullopt;
    for (auto [first, second] : {std::pair(one, other), std::pair(other, one)})
      for (int x : {0, 1})
        for (int rest : {0, 1})
          if (std::optional<APInt> share = sumOfShares(
                  first->getOperand(x), second->getOperand(rest), sum))
            return boundOfBlend(first->getOperand(1 - x),
                                second->getOperand(1 - rest), *share, sum);
    return std::nullopt;
  }

  /// C, where `rest` is `C - x` and x is never greater.
  std::optional<APInt> sumOfShares(Value x, Value rest, Operation *user) {
    auto difference = rest.getDefiningOp<arith::SubIOp>();
    if (!difference || difference.getRhs() != x)
      return std::nullopt;
    std::optional<APInt> whole = getSplatConstant(difference.getLhs());
    std::optional<APInt> largest = largestOf(x, user);
    if (!whole || !largest || whole->isNegative() || largest->ugt(*whole))
      return std::nullopt;
    return whole;
  }

  std::optional<APInt> boundOfBlend(Value a, Value b, const APInt &whole,
                                    Operation *user) {
    std::optional<APInt> ofA = largestOf(a, user), ofB = largestOf(b, user);
    if (!ofA || !ofB)
      return std::nullopt;
    bool overflows = false;
    APInt bound = llvm::APIntOps::umax(*ofA, *ofB).smul_ov(whole, overflows);
    return overflows ? std::nullopt : std::optional(bound);
  }
};
} // namespace

IntegerBits::IntegerBits(FunctionOpInterface function) {
  dataflow::loadBaselineAnalyses(solver);
  solver.load<RangeAnalysis>();
  // An analysis that fails knows nothing of any value.
  (void)solver.initializeAndRun(function);
  llvm::DenseSet<Operation *> visited;
  function.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    visited.insert(op);
    // What an operation depends on follows from what is demanded of its
    // results, so that all users must have been visited.
    for (Value result : op->getResults())
      if (unsigned width = widthOf(result.getType());
          width && !llvm::all_of(result.getUsers(), [&](Operation *user) {
            return visited.contains(user);
          }))
        demand(result, width);
    demandOperands(op);
  });
}

void IntegerBits::demand(Value value, unsigned bits) {
  unsigned &known = demanded[value];
  known = std::max(known, std::min(bits, widthOf(value.getType())));
}

void IntegerBits::demandOperands(Operation *op) {
  unsigned wanted = op->getNumResults() == 1 && widthOf(op->getResultTypes()[0])
                        ? demanded.lookup(op->getResult(0))
                        : 0;
  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::OrIOp,
            arith::XOrIOp, arith::ExtUIOp, arith::TruncIOp, vector::ShuffleOp,
            vector::BroadcastOp, SplatOp, ReorderOp, WgPermuteOp, MergeOp>(
          [&](Operation *op) {
            for (Value operand : op->getOperands())
              demand(operand, wanted);
          })
      .Case([&](arith::AndIOp op) {
        demand(op.getLhs(), std::min(wanted, get(op.getRhs()).unsignedBits));
        demand(op.getRhs(), std::min(wanted, get(op.getLhs()).unsignedBits));
      })
      .Case([&](arith::SelectOp op) {
        demand(op.getTrueValue(), wanted);
        demand(op.getFalseValue(), wanted);
        demand(op.getCondition(), 1);
      })
      .Case([&](SelectOp op) {
        demand(op.getTrueValue(), wanted);
        demand(op.getFalseValue(), wanted);
        demand(op.getMask(), 1);
      })
      .Case<WgShuffleOp, ExtractOp, InsertOp>([&](Operation *op) {
        size_t numValues = isa<InsertOp>(op) ? 2 : 1;
        for (auto [index, operand] : llvm::enumerate(op->getOperands()))
          if (unsigned width = widthOf(operand.getType()))
            demand(operand, index < numValues ? wanted : width);
      })
      .Case([&](ConvertOp op) {
        if (unsigned width = widthOf(op.getSource().getType()))
          demand(op.getSource(), op.getKind() == ConversionKind::extui ||
                                         op.getKind() == ConversionKind::trunci
                                     ? wanted
                                     : width);
      })
      .Case<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>([&](Operation *op) {
        unsigned width = widthOf(op->getResultTypes()[0]);
        std::optional<APInt> shift = getSplatConstant(op->getOperand(1));
        demand(op->getOperand(1), width);
        if (!shift || shift->uge(width))
          return demand(op->getOperand(0), width);
        unsigned by = shift->getZExtValue();
        demand(op->getOperand(0), !isa<arith::ShLIOp>(op) ? wanted + by
                                  : wanted > by           ? wanted - by
                                                          : 0);
      })
      .Default([&](Operation *op) {
        for (Value operand : op->getOperands())
          if (unsigned width = widthOf(operand.getType()))
            demand(operand, width);
      });
}

std::optional<ConstantIntRanges> IntegerBits::getRange(Value value) const {
  const auto *state =
      solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!state || state->getValue().isUninitialized())
    return std::nullopt;
  const ConstantIntRanges &range = state->getValue().getValue();
  if (range.umax().getBitWidth() != widthOf(value.getType()))
    return std::nullopt;
  return range;
}

KnownBits IntegerBits::get(Value value) const {
  unsigned width = widthOf(value.getType());
  KnownBits bits{width, demanded.lookup(value), width, width};
  std::optional<ConstantIntRanges> range = getRange(value);
  if (!range)
    return bits;
  bits.unsignedBits = range->umax().getActiveBits();
  bits.signedBits = std::max(range->smin().getSignificantBits(),
                             range->smax().getSignificantBits());
  return bits;
}
