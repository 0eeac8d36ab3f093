//===- EvaluateCollectives.cpp - Votes, reductions and scans --------------===//

#include "Evaluate.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Combining two values
//===----------------------------------------------------------------------===//

static APFloat combineFloats(CombiningKind kind, const APFloat &a,
                             const APFloat &b) {
  switch (kind) {
  case CombiningKind::add:
    return a + b;
  case CombiningKind::mul:
    return a * b;
  case CombiningKind::minf:
    return minimumnum(a, b);
  case CombiningKind::maxf:
    return maximumnum(a, b);
  default:
    llvm_unreachable("the verifier refuses integer kinds of floats");
  }
}

static APInt combineIntegers(CombiningKind kind, const APInt &a,
                             const APInt &b) {
  switch (kind) {
  case CombiningKind::add:
    return a + b;
  case CombiningKind::mul:
    return a * b;
  case CombiningKind::minsi:
    return llvm::APIntOps::smin(a, b);
  case CombiningKind::minui:
    return llvm::APIntOps::umin(a, b);
  case CombiningKind::maxsi:
    return llvm::APIntOps::smax(a, b);
  case CombiningKind::maxui:
    return llvm::APIntOps::umax(a, b);
  case CombiningKind::and_:
    return a & b;
  case CombiningKind::or_:
    return a | b;
  case CombiningKind::xor_:
    return a ^ b;
  default:
    llvm_unreachable("the verifier refuses float kinds of integers");
  }
}

static uint64_t combine(CombiningKind kind, LaneFormat format, uint64_t a,
                        uint64_t b) {
  Lane result =
      format.isFloat()
          ? toLane(combineFloats(kind, format.toFloat(a), format.toFloat(b)))
          : toLane(combineIntegers(kind, format.toInteger(a),
                                   format.toInteger(b)));
  return *result;
}

//===----------------------------------------------------------------------===//
// What an exclusive scan gives where nothing comes before
//===----------------------------------------------------------------------===//

static uint64_t emptyFloatScan(CombiningKind kind,
                               const llvm::fltSemantics &semantics) {
  switch (kind) {
  case CombiningKind::add:
    return *toLane(APFloat::getZero(semantics));
  case CombiningKind::mul:
    return *toLane(APFloat::getOne(semantics));
  case CombiningKind::minf:
    return *toLane(APFloat::getInf(semantics));
  case CombiningKind::maxf:
    return *toLane(APFloat::getInf(semantics, /*Negative=*/true));
  default:
    llvm_unreachable("the verifier refuses integer kinds of floats");
  }
}

static uint64_t emptyScan(CombiningKind kind, LaneFormat format) {
  if (format.isFloat())
    return emptyFloatScan(kind, *format.semantics);
  unsigned width = format.width;
  switch (kind) {
  case CombiningKind::mul:
    return 1;
  case CombiningKind::minsi:
    return *toLane(APInt::getSignedMaxValue(width));
  case CombiningKind::maxsi:
    return *toLane(APInt::getSignedMinValue(width));
  case CombiningKind::minui:
  case CombiningKind::and_:
    return *toLane(APInt::getAllOnes(width));
  default:
    return 0;
  }
}

//===----------------------------------------------------------------------===//
// Reductions, scans and votes
//===----------------------------------------------------------------------===//

namespace {
/// The combination of a value over work items from the first on: of the items
/// so far in a tree of neighbours, or one after the other.
class Accumulator {
public:
  Accumulator(CombiningKind kind, LaneFormat format, bool isOrdered = true)
      : kind(kind), format(format), isOrdered(isOrdered) {}

  void add(Lane value, Lane takesPart) {
    isKnown &= takesPart && (!*takesPart || value);
    Lane here = isKnown && *takesPart ? value : Lane();
    if (isOrdered) {
      sum = combineIfThere(sum, here);
      return;
    }
    // Blocks of 1, 2, 4, ... items: two of one size become one of the next.
    size_t level = 0;
    for (; level < blocks.size() && (count >> level & 1); ++level)
      here = combineIfThere(blocks[level], here);
    if (level == blocks.size())
      blocks.emplace_back();
    blocks[level] = here;
    ++count;
  }
  /// Nothing where an item's value or mask holds none.
  Lane get() const {
    if (!isKnown || isOrdered)
      return isKnown ? sum : Lane();
    Lane result;
    for (auto [level, block] : llvm::enumerate(blocks))
      if (count >> level & 1)
        result = combineIfThere(block, result);
    return result;
  }
  Lane getOrEmpty() const {
    if (!isKnown)
      return Lane();
    Lane result = get();
    return result ? result : Lane(emptyScan(kind, format));
  }
  /// Both combined; the other where one is missing.
  Lane combineIfThere(Lane a, Lane b) const {
    if (!a || !b)
      return a ? a : b;
    return combine(kind, format, *a, *b);
  }

private:
  CombiningKind kind;
  LaneFormat format;
  bool isOrdered, isKnown = true;
  Lane sum;
  /// How many items were added, and for each bit that is set in it the
  /// combination of a block of so many items.
  size_t count = 0;
  SmallVector<Lane> blocks;
};
} // namespace

/// The combination of `values`, of which some may be missing: the upper half
/// joins the lower until one is left.
static Lane combineHalves(const Accumulator &sum, SmallVector<Lane> values) {
  values.resize(llvm::bit_ceil(values.size()));
  for (size_t half = values.size() / 2; half > 0; half /= 2)
    for (size_t index = 0; index < half; ++index)
      values[index] = sum.combineIfThere(values[index], values[index + half]);
  return values.front();
}

static LogicalResult checkForm(Operation *op) {
  if (isa<InfRegType>(op->getOperand(0).getType()))
    return success();
  return op->emitOpError("belongs to the work-item form; form infregs first "
                         "(pirch-vectorize-work-items)");
}

/// Call `combineItems(group, element)` for every group and array element: work
/// items are combined, elements are not.
static void forEachColumn(const Lanes &lanes,
                          llvm::function_ref<void(int64_t, int64_t)> visit) {
  for (int64_t group = 0; group < lanes.getNumGroups(); ++group)
    for (int64_t element = 0; element < lanes.getExtent(); ++element)
      visit(group, element);
}

static LogicalResult evaluateReduction(Operation *op, Frame &frame,
                                       CombiningKind kind, Value maskValue,
                                       bool isOrdered = true) {
  if (failed(checkForm(op)))
    return failure();
  const Lanes &value = frame.get(op->getOperand(0));
  const Lanes *mask = maskValue ? &frame.get(maskValue) : nullptr;
  Lanes result = frame.makeLanes(op->getResult(0).getType());
  forEachColumn(value, [&](int64_t group, int64_t element) {
    Accumulator sum(kind, value.getElementType());
    SmallVector<Lane> values;
    for (int64_t item = 0; item < value.getNumItems(); ++item) {
      Lanes::Place place{group, item, element};
      Lane takesPart = mask ? mask->at(place) : Lane(1);
      sum.add(value.at(place), takesPart);
      values.push_back(takesPart.value_or(0) ? value.at(place) : Lane());
    }
    Lane total = sum.get();
    if (total && !isOrdered)
      total = combineHalves(sum, std::move(values));
    for (int64_t item = 0; item < value.getNumItems(); ++item)
      if (!mask || mask->at({group, item, element}).value_or(0))
        result.at({group, item, element}) = total;
  });
  frame.set(op->getResult(0), std::move(result));
  return success();
}

static LogicalResult evaluateScan(ScanOp op, Frame &frame) {
  if (failed(checkForm(op)))
    return failure();
  const Lanes &value = frame.get(op.getValue());
  const Lanes *mask = op.getMask() ? &frame.get(op.getMask()) : nullptr;
  bool isInclusive = op.getMode() == ScanMode::inclusive;
  Lanes result = frame.makeLanes(op.getType());
  forEachColumn(value, [&](int64_t group, int64_t element) {
    Accumulator sum(op.getKind(), value.getElementType(), op.getOrdered());
    for (int64_t item = 0; item < value.getNumItems(); ++item) {
      Lanes::Place place{group, item, element};
      Lane takesPart = mask ? mask->at(place) : Lane(1);
      Lane before = sum.getOrEmpty();
      sum.add(value.at(place), takesPart);
      if (takesPart.value_or(0))
        result.at(place) = isInclusive ? sum.get() : before;
    }
  });
  frame.set(op.getResult(), std::move(result));
  return success();
}

/// One bit for all lanes of the pack.
static LogicalResult evaluateActive(ActiveOp op, Frame &frame) {
  const Lanes &mask = frame.get(op.getMask());
  Accumulator any(CombiningKind::or_, op.getType());
  for (int64_t at = 0; at < mask.size(); ++at)
    any.add(mask[at], Lane(1));
  frame.set(op.getResult(), Lanes::scalar(op.getType(), any.get()));
  return success();
}

static LogicalResult evaluateFirstLane(ReadFirstLaneOp op, Frame &frame) {
  if (frame.getNumGroups() != 1)
    return op.emitOpError("is one scalar for ")
           << frame.getNumGroups() << " work groups of a pack";
  Lane first = frame.get(op.getValue()).at({0, 0, 0});
  frame.set(op.getResult(), Lanes::scalar(op.getType(), first));
  return success();
}

void pirch::addCollectiveEvaluators(EvaluatorTable &table) {
  table.add<AnyOp>([](AnyOp op, Frame &frame) {
    return evaluateReduction(op, frame, CombiningKind::or_, {});
  });
  table.add<AllOp>([](AllOp op, Frame &frame) {
    return evaluateReduction(op, frame, CombiningKind::and_, {});
  });
  table.add<ReduceOp>([](ReduceOp op, Frame &frame) {
    return evaluateReduction(op, frame, op.getKind(), op.getMask(),
                             op.getOrdered());
  });
  table.add<ScanOp>(evaluateScan);
  table.add<ActiveOp>(evaluateActive);
  table.add<ReadFirstLaneOp>(evaluateFirstLane);
}
