//===- LaneSegments.cpp - Lanes that are alike or count up ----------------===//

#include "LaneSegments.h"
#include "Pirch/Analysis/IndexGrowth.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace pirch;

bool LaneSegments::areSame(Value value) {
  if (!isa<VectorType>(value.getType()))
    return true;
  if (others.contains(value) || countLanes(value) % length != 0)
    return false;
  // A loop hands on what is the same as long as all values are that it is
  // computed from.
  if (!same.insert(value).second)
    return true;
  if (computeSame(value)) {
    same.insert(value);
    return true;
  }
  // What was found while this value was taken to be the same may not be.
  same.clear();
  others.insert(value);
  return false;
}

bool LaneSegments::computeSame(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return isArgumentSame(cast<BlockArgument>(value));
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return areSame(loop.getConditionOp().getArgs()[number]);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return areSame(loop.getInitArgs()[number]) &&
           areSame(loop.getYieldedValues()[number]);
  if (auto broadcast = dyn_cast<vector::BroadcastOp>(op))
    return !isa<VectorType>(broadcast.getSourceType());
  if (isa<LLVM::PoisonOp, ub::PoisonOp>(op))
    return true;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!elements)
      return false;
    if (elements.isSplat())
      return true;
    auto all = llvm::to_vector(elements.getValues<Attribute>());
    for (size_t lane = 0; lane < all.size(); ++lane)
      if (all[lane] != all[lane - lane % length])
        return false;
    return true;
  }
  if (auto shuffle = dyn_cast<vector::ShuffleOp>(op)) {
    ArrayRef<int64_t> lanes = shuffle.getMask();
    for (size_t lane = 0; lane < lanes.size(); ++lane)
      if (lanes[lane] != lanes[lane - lane % length])
        return false;
    return true;
  }
  bool isLaneWise =
      isa<LLVM::masked_gather, LLVM::GEPOp, LLVM::FreezeOp>(op) ||
      (OpTrait::hasElementwiseMappableTraits(op) && isMemoryEffectFree(op));
  return isLaneWise && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(),
                      [&](Value operand) { return areSame(operand); });
}

bool LaneSegments::isArgumentSame(BlockArgument argument) {
  unsigned number = argument.getArgNumber();
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (number == 0)
      return false; // no vector counts iterations
    return areSame(loop.getInitArgs()[number - 1]) &&
           areSame(loop.getYieldedValues()[number - 1]);
  }
  auto loop = dyn_cast<scf::WhileOp>(parent);
  if (!loop)
    return false;
  if (argument.getOwner() == loop.getAfterBody())
    return areSame(loop.getConditionOp().getArgs()[number]);
  return areSame(loop.getInits()[number]) &&
         areSame(loop.getYieldOp().getResults()[number]);
}

LaneSegments::Distances
LaneSegments::measure(DenseIntElementsAttr numbers) const {
  Distances distances;
  SmallVector<int64_t> all;
  for (const APInt &number : numbers.getValues<APInt>())
    all.push_back(number.getSExtValue());
  for (size_t lane = 0; lane < all.size(); ++lane)
    distances.ofLanes.push_back(all[lane] - all[lane - lane % length]);
  return distances;
}

/// Of a sum or a difference.
std::optional<LaneSegments::Distances> LaneSegments::combine(Operation *op,
                                                             bool isSum) {
  std::optional<Distances> left = findDistances(op->getOperand(0));
  std::optional<Distances> right =
      left ? findDistances(op->getOperand(1)) : std::nullopt;
  if (!right)
    return std::nullopt;
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  left->isExact &= right->isExact && flags.hasNoSignedWrap();
  for (auto [sum, added] : llvm::zip_equal(left->ofLanes, right->ofLanes))
    sum += isSum ? added : -added;
  return left;
}

/// Of a product with a constant, or a shift by one.
std::optional<LaneSegments::Distances> LaneSegments::multiply(Operation *op,
                                                              bool isShift) {
  APInt constant;
  Value factor = op->getOperand(1), other = op->getOperand(0);
  if (auto broadcast = factor.getDefiningOp<vector::BroadcastOp>())
    factor = broadcast.getSource();
  if (!matchPattern(factor, m_ConstantInt(&constant)) ||
      constant.getSignificantBits() > 32)
    return std::nullopt;
  int64_t number = constant.getSExtValue();
  if (isShift && (number < 0 || number > 31))
    return std::nullopt;
  std::optional<Distances> distances = findDistances(other);
  if (!distances)
    return std::nullopt;
  auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
  distances->isExact &= flags.hasNoSignedWrap();
  for (int64_t &distance : distances->ofLanes)
    distance *= isShift ? int64_t(1) << number : number;
  return distances;
}

std::optional<LaneSegments::Distances>
LaneSegments::findDistances(Value value) {
  if (auto found = known.find(value); found != known.end())
    return found->second;
  std::optional<Distances> distances = computeDistances(value);
  known[value] = distances;
  return distances;
}

std::optional<LaneSegments::Distances>
LaneSegments::computeDistances(Value value) {
  int64_t lanes = countLanes(value);
  if (!lanes || lanes % length != 0 ||
      !isa<IntegerType>(cast<VectorType>(value.getType()).getElementType()))
    return std::nullopt;
  if (areSame(value)) {
    Distances none;
    none.ofLanes.assign(lanes, 0);
    return none;
  }
  DenseIntElementsAttr numbers;
  if (matchPattern(value, m_Constant(&numbers)))
    return measure(numbers);
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (isa<arith::AddIOp, arith::SubIOp>(op))
    return combine(op, isa<arith::AddIOp>(op));
  if (isa<arith::MulIOp, arith::ShLIOp>(op))
    return multiply(op, isa<arith::ShLIOp>(op));
  if (isa<arith::ExtSIOp>(op)) {
    std::optional<Distances> distances = findDistances(op->getOperand(0));
    return distances && distances->isExact ? distances : std::nullopt;
  }
  if (isa<arith::TruncIOp>(op))
    return truncate(op);
  return std::nullopt;
}

/// Of an integer that is cut to fewer bits: where its lanes differ in still
/// fewer, they lie as far apart as before.
std::optional<LaneSegments::Distances> LaneSegments::truncate(Operation *op) {
  std::optional<unsigned> bits = countDifferentBits(
      op->getOperand(0), [&](Value part) { return areSame(part); });
  if (!bits || *bits >= getElementTypeOrSelf(op->getResult(0).getType())
                            .getIntOrFloatBitWidth())
    return std::nullopt;
  std::optional<Distances> distances = findDistances(op->getOperand(0));
  if (distances)
    distances->isExact = true;
  return distances;
}

bool LaneSegments::countsUp(const Distances &distances, Value mask) const {
  SmallVector<bool> takesPart(distances.ofLanes.size(), true);
  DenseIntElementsAttr constant;
  if (mask && matchPattern(mask, m_Constant(&constant)))
    takesPart = llvm::to_vector(constant.getValues<bool>());
  for (auto [lane, distance] : llvm::enumerate(distances.ofLanes))
    if (takesPart[lane] && distance != static_cast<int64_t>(lane) % length)
      return false;
  return true;
}

bool LaneSegments::areConsecutive(Value index, Value mask) {
  std::optional<Distances> distances = findDistances(index);
  bool isWide = cast<VectorType>(index.getType())
                    .getElementType()
                    .isInteger(64); // others are extended
  return distances && (isWide || distances->isExact) &&
         countsUp(*distances, mask);
}

//===----------------------------------------------------------------------===//
// Guesses
//===----------------------------------------------------------------------===//

bool LaneSegments::areLikelyConsecutive(Value index, Value mask) {
  std::optional<Distances> distances = guessDistances(index);
  return distances && countsUp(*distances, mask);
}

std::optional<LaneSegments::Distances>
LaneSegments::guessDistances(Value value) {
  if (auto found = guessed.find(value); found != guessed.end())
    return found->second;
  std::optional<Distances> distances = findDistances(value);
  if (!distances)
    distances = computeGuess(value);
  guessed[value] = distances;
  return distances;
}

bool LaneSegments::isOfItems(Value value) {
  if (auto found = ofItems.find(value); found != ofItems.end())
    return found->second;
  Operation *op = value.getDefiningOp();
  bool isComputed =
      op && op->getNumRegions() == 0 && isMemoryEffectFree(op) &&
      (OpTrait::hasElementwiseMappableTraits(op) || isa<LLVM::FreezeOp>(op));
  bool result =
      areSame(value) || matchPattern(value, m_Constant()) ||
      (isComputed && llvm::all_of(op->getOperands(), [&](Value operand) {
         return isOfItems(operand);
       }));
  ofItems[value] = result;
  return result;
}

/// Of one of two values, which one is not known. A value that all lanes share
/// is a limit, which most groups do not reach.
std::optional<LaneSegments::Distances>
LaneSegments::guessOfChoice(Value left, Value right) {
  if (areSame(right))
    return guessDistances(left);
  std::optional<Distances> distances = guessDistances(right);
  if (!distances || areSame(left))
    return distances;
  std::optional<Distances> others = guessDistances(left);
  if (!others || others->ofLanes != distances->ofLanes)
    return std::nullopt;
  return distances;
}

/// The distances of the lanes of a product, of which all lanes share one
/// factor. They are guessed only where the other factor is likely the same in
/// all lanes of a segment, and so is the product.
std::optional<LaneSegments::Distances>
LaneSegments::guessOfProduct(Value left, Value right) {
  if (!areSame(right))
    std::swap(left, right);
  std::optional<Distances> distances =
      areSame(right) ? guessDistances(left) : std::nullopt;
  bool areAlike = distances && llvm::all_of(distances->ofLanes,
                                            [](int64_t d) { return d == 0; });
  return areAlike ? distances : std::nullopt;
}

std::optional<LaneSegments::Distances> LaneSegments::computeGuess(Value value) {
  if (!countLanes(value) || countLanes(value) % length != 0)
    return std::nullopt;
  // Lanes that count side by side in the first iteration likely go on so.
  if (Value initial = getInitialValue(value))
    return guessDistances(initial);
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, LLVM::FreezeOp>(op))
    return guessDistances(op->getOperand(0));
  if (isa<arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp>(op))
    return guessOfChoice(op->getOperand(0), op->getOperand(1));
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return isOfItems(select.getCondition())
               ? guessOfChoice(select.getTrueValue(), select.getFalseValue())
               : std::nullopt;
  if (isa<arith::RemSIOp, arith::RemUIOp, arith::AndIOp>(op)) {
    std::optional<Distances> limit = guessDistances(op->getOperand(1));
    bool isShared = limit && llvm::all_of(limit->ofLanes, [](int64_t distance) {
                      return distance == 0;
                    });
    return isShared ? guessDistances(op->getOperand(0)) : std::nullopt;
  }
  // Most segments lie in one block of those that the quotients number.
  if (isa<arith::DivSIOp, arith::DivUIOp>(op)) {
    Distances none;
    none.ofLanes.assign(countLanes(value), 0);
    return areSame(op->getOperand(1)) && guessDistances(op->getOperand(0))
               ? std::optional(none)
               : std::nullopt;
  }
  if (isa<arith::MulIOp>(op))
    return guessOfProduct(op->getOperand(0), op->getOperand(1));
  if (!isa<arith::AddIOp, arith::SubIOp>(op))
    return std::nullopt;
  std::optional<Distances> sum = guessDistances(op->getOperand(0));
  std::optional<Distances> other =
      sum ? guessDistances(op->getOperand(1)) : std::nullopt;
  if (!other)
    return std::nullopt;
  for (auto [distance, added] : llvm::zip_equal(sum->ofLanes, other->ofLanes))
    distance += isa<arith::AddIOp>(op) ? added : -added;
  return sum;
}
