//===- ScalarizeEqualLanes.cpp - Scalars for vectors of one value ---------===//
//
// Bounds and counters that a group shares, but that other groups do not, are
// vectors whose lanes are all the same where a pack has one group. Loops carry
// a scalar instead, and what is computed of scalars is computed once. So is an
// element of memory that all lanes gather, and a quotient of such vectors,
// which would take as much time as quotients of different lanes.
//
//===----------------------------------------------------------------------===//

#include "LaneSegments.h"
#include "Pirch/Analysis/Divisors.h"
#include "Pirch/CodeGen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace pirch {
#define GEN_PASS_DEF_SCALARIZEEQUALLANES
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// The constant that all lanes of `vector` hold; null if there is none.
static TypedAttr getSplat(Value vector) {
  DenseElementsAttr constant;
  if (!matchPattern(vector, m_Constant(&constant)) || !constant.isSplat())
    return {};
  return cast<TypedAttr>(constant.getSplatValue<Attribute>());
}

/// The scalar that `value`, if it is a vector, broadcasts; null if there is
/// none.
static Value getBroadcastScalar(Value value) {
  auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
  return broadcast && !isa<VectorType>(broadcast.getSourceType())
             ? broadcast.getSource()
             : Value();
}

namespace {

/// Arithmetic on broadcasts is a broadcast of arithmetic on scalars. What
/// mathematical functions are expanded to is made for vectors, and stays.
struct SinkBroadcast : RewritePattern {
  explicit SinkBroadcast(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    bool isArithmetic =
        isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
        OpTrait::hasElementwiseMappableTraits(op);
    if (!(isArithmetic || isa<LLVM::FreezeOp>(op)) ||
        op->getNumResults() != 1 || countLanes(op->getResult(0)) == 0 ||
        llvm::none_of(op->getOperands(), getBroadcastScalar) ||
        !llvm::all_of(op->getOperands(), [](Value operand) {
          return !isa<VectorType>(operand.getType()) ||
                 getBroadcastScalar(operand) || getSplat(operand);
        }))
      return failure();
    SmallVector<Value> scalars;
    for (Value operand : op->getOperands()) {
      if (Value scalar = getBroadcastScalar(operand))
        scalars.push_back(scalar);
      else if (isa<VectorType>(operand.getType()))
        scalars.push_back(arith::ConstantOp::create(rewriter, op->getLoc(),
                                                    getSplat(operand)));
      else
        scalars.push_back(operand);
    }
    auto type = cast<VectorType>(op->getResult(0).getType());
    Operation *scalar =
        rewriter.create(op->getLoc(), op->getName().getIdentifier(), scalars,
                        TypeRange{type.getElementType()}, op->getAttrs());
    rewriter.replaceOpWithNewOp<vector::BroadcastOp>(op, type,
                                                     scalar->getResult(0));
    return success();
  }
};

/// The conjunction or disjunction of lanes that are all one scalar is this
/// scalar.
struct ReduceBroadcast : OpRewritePattern<vector::ReductionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(vector::ReductionOp op,
                                PatternRewriter &rewriter) const override {
    Value scalar = getBroadcastScalar(op.getVector());
    bool keeps = op.getKind() == vector::CombiningKind::OR ||
                 op.getKind() == vector::CombiningKind::AND;
    if (!keeps || op.getAcc() || !scalar)
      return failure();
    rewriter.replaceOp(op, scalar);
    return success();
  }
};

/// A mask whose lanes are all one condition chooses between whole vectors.
struct SelectByBroadcast : OpRewritePattern<arith::SelectOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::SelectOp op,
                                PatternRewriter &rewriter) const override {
    Value scalar = getBroadcastScalar(op.getCondition());
    if (!scalar)
      return failure();
    rewriter.modifyOpInPlace(
        op, [&]() { op.getConditionMutable().assign(scalar); });
    return success();
  }
};

/// Finds what a loop carries more than once: chunks of a value that a group
/// shares are alike in each iteration.
class CarriedTwice {
public:
  explicit CarriedTwice(scf::WhileOp loop) : loop(loop) {}

  /// Let one of the values take the place of those that are always equal to it.
  void merge();

private:
  void findClasses();
  bool areEqual(Value a, Value b);
  bool computeEqual(Value a, Value b);

  scf::WhileOp loop;
  /// For each argument of the condition's and of the body's block, the first
  /// one that is equal to it, as far as is known.
  SmallVector<unsigned> before, after;
  /// What was found with these classes.
  llvm::DenseMap<std::pair<Value, Value>, bool> found;
};

/// Has one loop carry scalars.
class Scalarizer {
public:
  explicit Scalarizer(scf::WhileOp loop) : loop(loop), builder(loop) {}

  /// Returns the number of vectors that became scalars.
  int64_t run();

private:
  /// Which of `values` are vectors whose lanes are all the same.
  static SmallVector<bool> findSame(ValueRange values);
  Value firstLane(Value vector) {
    return vector::ExtractOp::create(builder, loop.getLoc(), vector, 0);
  }
  /// Have the argument be a scalar, of which a broadcast takes its place.
  void scalarize(BlockArgument argument);
  static void replaceOperands(MutableOperandRange operands,
                              ArrayRef<bool> which,
                              llvm::function_ref<Value(Value)> replace);

  scf::WhileOp loop;
  OpBuilder builder;
};

} // namespace

bool CarriedTwice::areEqual(Value a, Value b) {
  if (a == b)
    return true;
  auto [entry, isNew] = found.try_emplace({a, b}, false);
  if (!isNew)
    return entry->second;
  bool result = computeEqual(a, b);
  found[{a, b}] = result;
  return result;
}

bool CarriedTwice::computeEqual(Value a, Value b) {
  auto left = dyn_cast<BlockArgument>(a), right = dyn_cast<BlockArgument>(b);
  if (left || right) {
    if (!left || !right || left.getOwner() != right.getOwner() ||
        left.getOwner()->getParentOp() != loop)
      return false;
    ArrayRef<unsigned> classes =
        left.getOwner() == loop.getBeforeBody() ? before : after;
    return classes[left.getArgNumber()] == classes[right.getArgNumber()];
  }
  Operation *one = a.getDefiningOp(), *two = b.getDefiningOp();
  return loop->isProperAncestor(one) && loop->isProperAncestor(two) &&
         one->getName() == two->getName() && one->getNumRegions() == 0 &&
         one->getNumResults() == 1 && isMemoryEffectFree(one) &&
         a.getType() == b.getType() &&
         one->getAttrDictionary() == two->getAttrDictionary() &&
         one->getNumOperands() == two->getNumOperands() &&
         llvm::all_of(llvm::zip(one->getOperands(), two->getOperands()),
                      [&](auto pair) {
                        return areEqual(std::get<0>(pair), std::get<1>(pair));
                      });
}

/// Values that begin alike are taken to be equal until what the loop makes of
/// them shows that they are not.
void CarriedTwice::findClasses() {
  ValueRange inits = loop.getInits();
  for (unsigned number = 0; number < inits.size(); ++number)
    before.push_back(llvm::find(inits, inits[number]) - inits.begin());
  ValueRange handedOn = loop.getConditionOp().getArgs();
  ValueRange yielded = loop.getYieldOp().getResults();
  for (bool isStable = false; !isStable;) {
    isStable = true;
    after.clear();
    found.clear();
    for (unsigned number = 0; number < handedOn.size(); ++number) {
      unsigned first = 0;
      while (!areEqual(handedOn[first], handedOn[number]))
        ++first;
      after.push_back(first);
    }
    for (unsigned number = 0; number < before.size(); ++number) {
      if (before[number] == number ||
          areEqual(yielded[before[number]], yielded[number]))
        continue;
      before[number] = number;
      isStable = false;
    }
  }
}

void CarriedTwice::merge() {
  findClasses();
  for (auto [number, first] : llvm::enumerate(before))
    if (first != number)
      loop.getBeforeArguments()[number].replaceAllUsesWith(
          loop.getBeforeArguments()[first]);
  for (auto [number, first] : llvm::enumerate(after)) {
    if (first == number)
      continue;
    loop.getAfterArguments()[number].replaceAllUsesWith(
        loop.getAfterArguments()[first]);
    loop.getResult(number).replaceAllUsesWith(loop.getResult(first));
  }
}

SmallVector<bool> Scalarizer::findSame(ValueRange values) {
  SmallVector<bool> same;
  for (Value value : values) {
    int64_t lanes = countLanes(value);
    same.push_back(lanes > 0 && LaneSegments(lanes).areSame(value));
  }
  return same;
}

void Scalarizer::scalarize(BlockArgument argument) {
  auto type = cast<VectorType>(argument.getType());
  argument.setType(type.getElementType());
  builder.setInsertionPointToStart(argument.getOwner());
  auto broadcast =
      vector::BroadcastOp::create(builder, loop.getLoc(), type, argument);
  argument.replaceAllUsesExcept(broadcast, broadcast);
}

void Scalarizer::replaceOperands(MutableOperandRange operands,
                                 ArrayRef<bool> which,
                                 llvm::function_ref<Value(Value)> replace) {
  for (auto [operand, isReplaced] : llvm::zip_equal(operands, which))
    if (isReplaced)
      operand.set(replace(operand.get()));
}

int64_t Scalarizer::run() {
  SmallVector<bool> carried = findSame(loop.getBeforeArguments());
  SmallVector<bool> handedOn = findSame(loop.getConditionOp().getArgs());
  int64_t count = llvm::count(carried, true) + llvm::count(handedOn, true);
  if (count == 0)
    return 0;
  SmallVector<Value> inits(loop.getInits());
  for (auto [init, isSame] : llvm::zip_equal(inits, carried))
    if (isSame)
      init = firstLane(init);
  SmallVector<Type> types;
  for (auto [type, isSame] : llvm::zip_equal(loop.getResultTypes(), handedOn))
    types.push_back(isSame ? cast<VectorType>(type).getElementType() : type);
  auto scalar = scf::WhileOp::create(builder, loop.getLoc(), types, inits);
  scalar->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  scalar.getBefore().takeBody(loop.getBefore());
  scalar.getAfter().takeBody(loop.getAfter());
  builder.setInsertionPointAfter(scalar);
  for (auto [old, result, isSame] :
       llvm::zip_equal(loop.getResults(), scalar.getResults(), handedOn)) {
    Value replacement = result;
    if (isSame)
      replacement = vector::BroadcastOp::create(builder, loop.getLoc(),
                                                old.getType(), result);
    old.replaceAllUsesWith(replacement);
  }
  auto first = [&](Value vector) { return firstLane(vector); };
  builder.setInsertionPoint(scalar.getConditionOp());
  replaceOperands(scalar.getConditionOp().getArgsMutable(), handedOn, first);
  builder.setInsertionPoint(scalar.getYieldOp());
  replaceOperands(scalar.getYieldOp().getResultsMutable(), carried, first);
  for (auto [argument, isSame] :
       llvm::zip_equal(scalar.getBeforeArguments(), carried))
    if (isSame)
      scalarize(argument);
  for (auto [argument, isSame] :
       llvm::zip_equal(scalar.getAfterArguments(), handedOn))
    if (isSame)
      scalarize(argument);
  loop.erase();
  return count;
}

/// Have `op`, a quotient or remainder of vectors each of which holds one number
/// in all lanes, be computed of scalars.
static void divideOnce(Operation *op) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  SmallVector<Value> scalars;
  for (Value operand : op->getOperands())
    scalars.push_back(vector::ExtractOp::create(builder, loc, operand, 0));
  auto type = cast<VectorType>(op->getResult(0).getType());
  Operation *scalar =
      builder.create(loc, op->getName().getIdentifier(), scalars,
                     TypeRange{type.getElementType()}, op->getAttrs());
  op->getResult(0).replaceAllUsesWith(
      vector::BroadcastOp::create(builder, loc, type, scalar->getResult(0)));
  op->erase();
}

/// Have the element that all lanes of `gather` read be loaded once. Returns
/// false where lanes may read different elements, or none.
static bool loadOnce(LLVM::masked_gather gather) {
  int64_t lanes = countLanes(gather.getResult());
  auto place = gather.getPtrs().getDefiningOp<LLVM::GEPOp>();
  DenseElementsAttr mask;
  if (!place || place.getDynamicIndices().size() != 1 ||
      place.getRawConstantIndices().size() != 1 ||
      isa<VectorType>(place.getBase().getType()) ||
      !matchPattern(gather.getMask(), m_Constant(&mask)) || !mask.isSplat() ||
      !mask.getSplatValue<bool>())
    return false;
  Value index = place.getDynamicIndices()[0];
  if (countLanes(index) != lanes || !LaneSegments(lanes).areSame(index))
    return false;
  OpBuilder builder(gather);
  Location loc = gather.getLoc();
  auto type = cast<VectorType>(gather.getResult().getType());
  Value first = vector::ExtractOp::create(builder, loc, index, 0);
  Value pointer =
      LLVM::GEPOp::create(builder, loc, place.getBase().getType(),
                          place.getElemType(), place.getBase(), first);
  Value element = LLVM::LoadOp::create(builder, loc, type.getElementType(),
                                       pointer, gather.getAlignment());
  gather.getResult().replaceAllUsesWith(
      vector::BroadcastOp::create(builder, loc, type, element));
  gather.erase();
  return true;
}

namespace {
struct ScalarizeEqualLanesPass
    : public pirch::impl::ScalarizeEqualLanesBase<ScalarizeEqualLanesPass> {
  using ScalarizeEqualLanesBase::ScalarizeEqualLanesBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<SinkBroadcast, ReduceBroadcast, SelectByBroadcast>(context);
    vector::ExtractOp::getCanonicalizationPatterns(set, context);
    scf::WhileOp::getCanonicalizationPatterns(set, context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    SmallVector<scf::WhileOp> loops;
    getOperation().walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    int64_t count = 0;
    for (scf::WhileOp loop : loops)
      count += Scalarizer(loop).run();
    numCarried += count;
    int64_t single = computeOnce();
    numSingle += single;
    if (count + single == 0)
      return;
    simplify();
    getOperation().walk([](scf::WhileOp loop) { CarriedTwice(loop).merge(); });
    simplify();
  }

  /// Returns the number of operations that became those of scalars.
  int64_t computeOnce() {
    SmallVector<Operation *> divisions;
    SmallVector<LLVM::masked_gather> gathers;
    getOperation().walk([&](Operation *op) {
      if (auto gather = dyn_cast<LLVM::masked_gather>(op))
        gathers.push_back(gather);
      if (isIntegerDivision(op) && countLanes(op->getResult(0)) > 0)
        divisions.push_back(op);
    });
    int64_t count = 0;
    for (LLVM::masked_gather gather : gathers)
      count += loadOnce(gather);
    for (Operation *op : divisions) {
      LaneSegments lanes(countLanes(op->getResult(0)));
      if (!lanes.areSame(op->getOperand(0)) ||
          !lanes.areSame(op->getOperand(1)) ||
          op->getOperand(0).getDefiningOp<arith::ConstantOp>())
        continue;
      divideOnce(op);
      ++count;
    }
    return count;
  }

  void simplify() {
    (void)applyPatternsGreedily(getOperation(), patterns);
    IRRewriter rewriter(&getContext());
    DominanceInfo dominance(getOperation());
    eliminateCommonSubExpressions(rewriter, dominance, getOperation());
    (void)applyPatternsGreedily(getOperation(), patterns);
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
