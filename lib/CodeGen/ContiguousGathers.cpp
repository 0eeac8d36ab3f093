//===- ContiguousGathers.cpp - Gathers that are loads ---------------------===//
//
// `table[index[group] * n + item]` begins at another place in each group, which
// is known only at run time, but lies in one piece: the lanes of its subscript
// are one number plus 0, 1, 2 ... `LaneSegments` finds that out,
// `GatherRewriter` loads the pieces.
//
//===----------------------------------------------------------------------===//

#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace pirch {
#define GEN_PASS_DEF_CONTIGUOUSGATHERS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// What is known of vectors whose lanes are taken as segments of equal length.
class LaneSegments {
public:
  explicit LaneSegments(int64_t length) : length(length) {}

  /// Whether the lanes of each segment hold the same. False where that is not
  /// known. Scalars are the same in all lanes.
  bool areSame(Value value);
  /// Whether the lanes of each segment hold one number and those that follow
  /// it, counted in as many bits as pointers have.
  bool areConsecutive(Value index);

private:
  /// By how much each lane exceeds the first one of its segment, modulo the
  /// number's range.
  struct Distances {
    SmallVector<int64_t> ofLanes;
    /// Whether that holds of the signed numbers without a wrap around.
    bool isExact = true;
  };

  bool computeSame(Value value);
  bool isArgumentSame(BlockArgument argument);
  std::optional<Distances> findDistances(Value value);
  std::optional<Distances> combine(Operation *op, bool isSum);
  std::optional<Distances> multiply(Operation *op, bool isShift);
  /// The distances of the lanes of a constant.
  Distances measure(DenseIntElementsAttr numbers) const;

  int64_t length;
  llvm::DenseSet<Value> same, others;
};

/// Loads what gathers of a function read in pieces.
class GatherRewriter {
public:
  GatherRewriter(int64_t leastBits, bool splits)
      : leastBits(leastBits), splits(splits) {}

  /// Whether `gather` has been replaced.
  bool rewrite(LLVM::masked_gather gather);

private:
  Value loadPieces(LLVM::masked_gather gather, LLVM::GEPOp place,
                   int64_t length);
  Value loadOne(LLVM::masked_gather gather);

  int64_t leastBits;
  bool splits;
};

} // namespace

static int64_t lanesOf(Value value) {
  auto vector = dyn_cast<VectorType>(value.getType());
  return vector && vector.getRank() == 1 && !vector.isScalable()
             ? vector.getNumElements()
             : 0;
}

//===----------------------------------------------------------------------===//
// Segments
//===----------------------------------------------------------------------===//

bool LaneSegments::areSame(Value value) {
  if (!isa<VectorType>(value.getType()))
    return true;
  if (others.contains(value) || lanesOf(value) % length != 0)
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
      isa<LLVM::masked_gather, LLVM::GEPOp>(op) ||
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
  int64_t lanes = lanesOf(value);
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
  return std::nullopt;
}

bool LaneSegments::areConsecutive(Value index) {
  std::optional<Distances> distances = findDistances(index);
  bool isWide = cast<VectorType>(index.getType())
                    .getElementType()
                    .isInteger(64); // others are extended
  if (!distances || !(isWide || distances->isExact))
    return false;
  for (auto [lane, distance] : llvm::enumerate(distances->ofLanes))
    if (distance != static_cast<int64_t>(lane) % length)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

static bool isAllTrue(Value mask) {
  DenseIntElementsAttr constant;
  return matchPattern(mask, m_Constant(&constant)) && constant.isSplat() &&
         constant.getSplatValue<APInt>().isOne();
}

/// `count` lanes of `vector` from lane `first` on.
static Value slice(OpBuilder &builder, Location loc, Value vector,
                   int64_t first, int64_t count) {
  if (count == lanesOf(vector))
    return vector;
  auto lanes = llvm::to_vector(llvm::seq<int64_t>(first, first + count));
  return vector::ShuffleOp::create(builder, loc, vector, vector, lanes);
}

/// All lanes of `parts`, whose number is a power of two.
static Value concatenate(OpBuilder &builder, Location loc,
                         SmallVector<Value> parts) {
  while (parts.size() > 1) {
    auto lanes =
        llvm::to_vector(llvm::seq<int64_t>(0, 2 * lanesOf(parts.front())));
    for (size_t pair = 0; pair < parts.size() / 2; ++pair)
      parts[pair] = vector::ShuffleOp::create(builder, loc, parts[2 * pair],
                                              parts[2 * pair + 1], lanes);
    parts.truncate(parts.size() / 2);
  }
  return parts.front();
}

/// A load of `type` at `pointer`, with the alignment of `gather`.
static Value load(OpBuilder &builder, LLVM::masked_gather gather, Type type,
                  Value pointer, Value mask, Value otherwise) {
  Location loc = gather.getLoc();
  unsigned alignment = gather.getAlignment();
  if (isAllTrue(gather.getMask()))
    return LLVM::LoadOp::create(builder, loc, type, pointer, alignment);
  return LLVM::MaskedLoadOp::create(builder, loc, type, pointer, mask,
                                    otherwise,
                                    builder.getI32IntegerAttr(alignment));
}

Value GatherRewriter::loadPieces(LLVM::masked_gather gather, LLVM::GEPOp place,
                                 int64_t length) {
  OpBuilder builder(gather);
  Location loc = gather.getLoc();
  auto type = cast<VectorType>(gather.getType());
  auto piece = VectorType::get({length}, type.getElementType());
  Value index = place.getDynamicIndices()[0];
  SmallVector<Value> pieces;
  for (int64_t first = 0; first < type.getNumElements(); first += length) {
    Value number = vector::ExtractOp::create(builder, loc, index, first);
    Value pointer = LLVM::GEPOp::create(builder, loc, place.getBase().getType(),
                                        place.getElemType(), place.getBase(),
                                        ArrayRef<LLVM::GEPArg>{number});
    pieces.push_back(
        load(builder, gather, piece, pointer,
             slice(builder, loc, gather.getMask(), first, length),
             slice(builder, loc, gather.getPassThru()[0], first, length)));
  }
  return concatenate(builder, loc, std::move(pieces));
}

/// One element for all lanes, all or none of which take part.
Value GatherRewriter::loadOne(LLVM::masked_gather gather) {
  OpBuilder builder(gather);
  Location loc = gather.getLoc();
  auto type = cast<VectorType>(gather.getType());
  Value pointer = vector::ExtractOp::create(builder, loc, gather.getPtrs(), 0);
  if (isAllTrue(gather.getMask())) {
    Value element =
        load(builder, gather, type.getElementType(), pointer, Value(), Value());
    return vector::BroadcastOp::create(builder, loc, type, element);
  }
  // The first lane alone is loaded.
  SmallVector<bool> first(type.getNumElements(), false);
  first[0] = true;
  auto maskType = cast<VectorType>(gather.getMask().getType());
  Value one = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(maskType, ArrayRef<bool>(first)));
  Value mask = arith::AndIOp::create(builder, loc, gather.getMask(), one);
  Value loaded =
      load(builder, gather, type, pointer, mask, gather.getPassThru()[0]);
  SmallVector<int64_t> zeros(type.getNumElements(), 0);
  return vector::ShuffleOp::create(builder, loc, loaded, loaded, zeros);
}

bool GatherRewriter::rewrite(LLVM::masked_gather gather) {
  auto place = gather.getPtrs().getDefiningOp<LLVM::GEPOp>();
  auto type = dyn_cast<VectorType>(gather.getType());
  if (!place || !type || gather.getPassThru().size() != 1 ||
      place.getDynamicIndices().size() != 1 ||
      isa<VectorType>(place.getBase().getType()) ||
      place.getElemType() != type.getElementType() ||
      !isa<VectorType>(place.getDynamicIndices()[0].getType()))
    return false;
  int64_t lanes = type.getNumElements();
  Value loaded;
  LaneSegments whole(lanes);
  if (whole.areSame(gather.getPtrs()) && whole.areSame(gather.getMask()) &&
      whole.areSame(gather.getPassThru()[0]))
    loaded = loadOne(gather);
  for (int64_t length = lanes;
       !loaded && length * type.getElementTypeBitWidth() >= leastBits;
       length /= 2) {
    if (LaneSegments(length).areConsecutive(place.getDynamicIndices()[0]))
      loaded = loadPieces(gather, place, length);
    if (!splits || length % 2)
      break;
  }
  if (!loaded)
    return false;
  gather.replaceAllUsesWith(loaded);
  gather.erase();
  return true;
}

namespace {
struct ContiguousGathersPass
    : public pirch::impl::ContiguousGathersBase<ContiguousGathersPass> {
  using ContiguousGathersBase::ContiguousGathersBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto target = function->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    // Pieces are put together by shuffles within a register.
    int64_t block = target ? target.getShuffleBlockBits() : 0;
    constexpr int64_t kLeastBits = 128;
    GatherRewriter rewriter(kLeastBits, /*splits=*/block != 0);
    function.walk([&](LLVM::masked_gather gather) {
      Location loc = gather.getLoc();
      if (!rewriter.rewrite(gather))
        return;
      ++numLoads;
      if (emitRemarks)
        emitRemark(loc) << "gather of elements in one piece: load";
    });
  }
};
} // namespace
