//===- FormBorders.cpp - Places near the borders of an array --------------===//
//
// A stencil or filter reads the neighbours of an element, and takes others at
// the borders of its array: `in[max(i - 1, 0)]`, `i < n - 1 ? in[i + 1] : 0`.
// In most groups no work item is at a border. The kernel is formed for those,
// where each place is what it is without the borders, at a known distance from
// that of the neighbouring work item (FormGuards.cpp).
//
//===----------------------------------------------------------------------===//

#include "Former.h"
#include "ScalarSlices.h"

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// What a value is for
//===----------------------------------------------------------------------===//

namespace {
/// Follows an integer or condition of the work-item form to what depends on it.
class AccessFinder {
public:
  AccessDecision run(Value value) {
    follow(value, /*isNegated=*/false);
    constexpr size_t kMost = 200;
    while (!open.empty() && seen.size() < kMost) {
      auto [next, isNegated] = open.pop_back_val();
      for (OpOperand &use : next.getUses())
        visit(use, isNegated);
    }
    return decision;
  }

private:
  void follow(Value value, bool isNegated) {
    if (seen.insert(value).second)
      open.emplace_back(value, isNegated);
  }

  void visit(OpOperand &use, bool isNegated) {
    Operation *user = use.getOwner();
    if (auto load = dyn_cast<memref::LoadOp>(user)) {
      if (isScalar(load.getMemRef()))
        follow(load.getResult(), isNegated);
      else
        decision.places |= isMemory(load.getMemRef());
    } else if (auto store = dyn_cast<memref::StoreOp>(user)) {
      if (use.get() != store.getValueToStore())
        decision.places |= isMemory(store.getMemRef());
      else if (isScalar(store.getMemRef()))
        follow(store.getMemRef(), isNegated);
    } else if (auto branch = dyn_cast<scf::IfOp>(user)) {
      bool inThen = visitArm(branch.getThenRegion(), isNegated);
      bool inElse = visitArm(branch.getElseRegion(), !isNegated);
      // Where both arms access memory, neither is the one at a border.
      if (inThen != inElse)
        (inThen != isNegated ? decision.whenTrue : decision.whenFalse) = true;
      for (Value result : branch.getResults())
        if (result.getType().isIntOrIndex())
          follow(result, isNegated);
    } else if (isa<scf::YieldOp>(user) && isa<scf::IfOp>(user->getParentOp())) {
      Value result = user->getParentOp()->getResult(use.getOperandNumber());
      if (result.getType().isIntOrIndex())
        follow(result, isNegated);
    } else if (user->getNumResults() == 1 && isPure(user) &&
               user->getResult(0).getType().isIntOrIndex() &&
               !isa<arith::CmpIOp>(user)) {
      bool isNot = isa<arith::XOrIOp>(user) &&
                   matchPattern(user->getOperand(1), m_One()) &&
                   user->getResult(0).getType().isInteger(1);
      follow(user->getResult(0), isNegated != isNot);
    }
  }

  /// Follow the variables that get other values in `arm`, which the condition
  /// leads to unless `isNegated`. Return whether memory is accessed there.
  bool visitArm(Region &arm, bool isNegated) {
    bool accesses = false;
    arm.walk([&](Operation *op) {
      auto load = dyn_cast<memref::LoadOp>(op);
      auto store = dyn_cast<memref::StoreOp>(op);
      if (!load && !store)
        return;
      Value memref = load ? load.getMemRef() : store.getMemRef();
      accesses |= isMemory(memref);
      if (!store || !isScalar(memref) ||
          !cast<MemRefType>(memref.getType()).getElementType().isInteger())
        return;
      // A flag that is cleared where the condition holds is its opposite.
      bool isCleared = matchPattern(store.getValueToStore(), m_Zero()) &&
                       store.getValueToStore().getType().isInteger(1);
      follow(memref, isNegated != isCleared);
    });
    return accesses;
  }

  static bool isMemory(Value memref) { return isa<BlockArgument>(memref); }
  static bool isScalar(Value memref) {
    auto variable = memref.getDefiningOp<memref::AllocaOp>();
    return variable && variable.getType().getNumElements() == 1;
  }

  AccessDecision decision;
  llvm::DenseSet<Value> seen;
  SmallVector<std::pair<Value, bool>> open;
};
} // namespace

const AccessDecision &Former::findAccesses(Operation *op) {
  auto [known, isNew] = deciding.insert({op, {}});
  if (isNew)
    known->second = AccessFinder().run(op->getResult(0));
  return known->second;
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

Border::Border(const LaneComparison &compare) {
  LaneComparison less = compare.asLess();
  isUpper = less.right->isUniform();
  place = isUpper ? less.left : less.right;
  bound = isUpper ? less.right : less.left;
}

/// Bounds near zero are those below which no element lies, and the first groups
/// are not within them. Other bounds are lengths, which the last groups exceed.
/// Nothing else is assumed: it may hold for few groups.
bool Border::isUsual() const {
  if (!place->linear || place->isUniform() || !bound->isUniform())
    return false;
  const LinearForm &linear = *place->linear;
  bool isNearZero = false;
  if (bound->isUniformStatic()) {
    constexpr int64_t kMostGroups = 4, kMostElements = 64;
    int64_t number = *getInt(bound->table[0]);
    int64_t distance = number - *llvm::min_element(linear.offsets);
    isNearZero = linear.base ? number <= kMostElements
                             : distance <= kMostGroups * linear.stride;
  }
  return isUpper != isNearZero;
}

/// Where a neighbour is compared with a length, or an element with that of a
/// last one, there is a constant between them: `i + 1 < n`, `i < n - 1`. An
/// element that is compared with a number itself may be before or behind any.
bool Border::isOfNeighbour() const {
  if (bound->isUniformStatic() || place->linear->offsets.front() != 0)
    return true;
  Operation *op = skipExtensions(bound->value).getDefiningOp();
  APInt constant;
  return op && isa<arith::AddIOp, arith::SubIOp>(op) &&
         matchPattern(op->getOperand(1), m_ConstantInt(&constant));
}

/// Whether `value`, a scalar, is one of the parameters `first` to `end - 1`, or
/// lies a constant away from one.
static bool isNearParam(Value value, unsigned first, unsigned end) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getArgNumber() >= first && argument.getArgNumber() < end;
  Operation *op = value.getDefiningOp();
  if (isa<arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp, arith::IndexCastOp>(
          op))
    return isNearParam(op->getOperand(0), first, end);
  return isa<arith::AddIOp, arith::SubIOp>(op) &&
         matchPattern(op->getOperand(1), m_Constant()) &&
         isNearParam(op->getOperand(0), first, end);
}

LaneValue Former::lookupPlace(Value value) {
  LaneValue known = lookup(value);
  if (!kernel.computesItemRows() || known.isStatic() || !known.isUniform())
    return known;
  // The first parameter behind those of source and grid is the row; a kernel of
  // a grid has no others.
  unsigned row = kernel.getNumArguments() - kernel.getNumRowParams();
  unsigned end = kernel.hasItemRows() ? row + 1 : kernel.getNumArguments();
  if (!isOfParameters(known.value) || !isNearParam(known.value, row, end))
    return known;
  LaneValue place;
  place.type = known.type;
  place.linear = getLinear(known);
  return place.linear ? place : known;
}

bool Former::assumeHolds(Operation *op, const LaneComparison &compare) {
  bool mayCount =
      builder.getInsertionBlock() == entry && Border(compare).isUsual();
  std::optional<GroupRange> range =
      mayCount ? findGroupsWhere(compare, op->getLoc()) : std::nullopt;
  if (!range || !mayAssume(*range))
    return false;
  mainGroups = intersect(mainGroups, *range, op->getLoc());
  return true;
}

std::optional<bool> Former::assumeComparison(arith::CmpIOp op) {
  unsigned number = conditions.lookup(op);
  if (!options.assumed.empty()) {
    auto found = options.assumed.find(number);
    return found == options.assumed.end() ? std::nullopt
                                          : std::optional(found->second);
  }
  if (!options.assumesGuards || recorder)
    return std::nullopt;
  const AccessDecision &decision = findAccesses(op);
  if (!decision.places && !decision.whenTrue && !decision.whenFalse)
    return std::nullopt;
  LaneValue left = lookupPlace(op.getLhs()), right = lookupPlace(op.getRhs());
  using P = arith::CmpIPredicate;
  bool isEquality = op.getPredicate() == P::eq || op.getPredicate() == P::ne;
  for (bool result : {true, false}) {
    P predicate =
        result ? op.getPredicate() : arith::invertPredicate(op.getPredicate());
    // Two places differ where the one is less, or where it is greater.
    SmallVector<P, 2> predicates = {predicate};
    if (predicate == P::ne)
      predicates = {P::slt, P::sgt};
    bool isGuarded = result ? decision.whenTrue : decision.whenFalse;
    for (P which : predicates) {
      LaneComparison compare = {which, &left, &right};
      Border border(compare);
      if (!border.isUsual())
        continue;
      // What is done beyond a length may be all that the kernel does.
      bool isAsked =
          (isGuarded && !isEquality) || !border.isUpper ||
          ((decision.places || isEquality) && border.isOfNeighbour());
      if (!isAsked || !assumeHolds(op, compare))
        continue;
      auto [known, isNew] = assumed.insert({number, result});
      if (!isNew && known->second != result)
        undecided.insert(number);
      return result;
    }
  }
  undecided.insert(number);
  return std::nullopt;
}

std::optional<arith::CmpIPredicate> Former::getOrder(Operation *op) {
  using P = arith::CmpIPredicate;
  return llvm::TypeSwitch<Operation *, std::optional<P>>(op)
      .Case([](arith::MaxSIOp) { return P::sge; })
      .Case([](arith::MinSIOp) { return P::sle; })
      .Case([](arith::MaxUIOp) { return P::uge; })
      .Case([](arith::MinUIOp) { return P::ule; })
      .Default(std::nullopt);
}

bool Former::assumeWithinBound(Operation *op) {
  std::optional<arith::CmpIPredicate> predicate = getOrder(op);
  if (!predicate || recorder)
    return false;
  unsigned number = conditions.lookup(op);
  LaneValue left = lookup(op->getOperand(0)), right = lookup(op->getOperand(1));
  // A comparison of the place with the bound, in this order.
  bool isSwapped = left.isUniform();
  LaneComparison compare = {*predicate, isSwapped ? &right : &left,
                            isSwapped ? &left : &right};
  if (!options.assumed.empty()) {
    auto found = options.assumed.find(number);
    if (found == options.assumed.end())
      return false;
    define(op->getResult(0), lookup(op->getOperand(found->second ? 1 : 0)));
    return true;
  }
  if (!options.assumesGuards || !findAccesses(op).places)
    return false;
  Border border(compare);
  bool isAssumed = border.isUsual() &&
                   (!border.isUpper || border.isOfNeighbour()) &&
                   assumeHolds(op, compare);
  auto [known, isNew] = assumed.insert({number, isSwapped});
  if (!isAssumed || (!isNew && known->second != isSwapped))
    undecided.insert(number);
  if (isAssumed)
    define(op->getResult(0), isSwapped ? right : left);
  return isAssumed;
}

/// Whether `dividend` is a sum of a place and a number known at compile time.
bool Former::hasKnownTerm(Value dividend) {
  auto sum = dividend.getDefiningOp<arith::AddIOp>();
  return sum && (lookup(sum.getLhs()).isUniformStatic() ||
                 lookup(sum.getRhs()).isUniformStatic());
}

/// A place in a ring, `(i + 1) % n` or `(i + n - 1) % n`, is `i + 1` or `i - 1`
/// where that is not behind the last or before the first element. What a
/// remainder without an offset tells is rather the column of an element.
std::optional<LaneValue> Former::getRingNeighbour(Operation *op) {
  if (!isa<arith::RemSIOp, arith::RemUIOp>(op))
    return std::nullopt;
  LaneValue place = lookup(op->getOperand(0)),
            length = lookup(op->getOperand(1));
  if (!place.linear || place.isUniform() || !length.isUniform())
    return std::nullopt;
  Value &base = place.linear->base;
  if (base && length.value &&
      skipExtensions(base) == skipExtensions(length.value))
    base = {};
  else if (base || (place.linear->offsets.front() == 0 &&
                    !hasKnownTerm(op->getOperand(0))))
    return std::nullopt;
  place.value = {};
  place.linear->isNonNegative = false;
  return place;
}

bool Former::assumeInRing(Operation *op) {
  if (recorder)
    return false;
  std::optional<LaneValue> place = getRingNeighbour(op);
  if (!place)
    return false;
  unsigned number = conditions.lookup(op);
  if (options.assumed.empty()) {
    if (!options.assumesGuards || !findAccesses(op).places)
      return false;
    LaneValue length = lookup(op->getOperand(1));
    LaneValue zero = constant(builder.getIntegerAttr(length.type, 0));
    using P = arith::CmpIPredicate;
    LaneComparison isBeforeEnd = {P::slt, &*place, &length};
    LaneComparison isBehindStart = {P::sge, &*place, &zero};
    bool isPositive = !place->linear->base &&
                      llvm::all_of(place->linear->offsets,
                                   [](int64_t at) { return at >= 0; });
    if (!Border(isBeforeEnd).isUsual() ||
        (!isPositive && !assumeHolds(op, isBehindStart)) ||
        !assumeHolds(op, isBeforeEnd)) {
      undecided.insert(number);
      return false;
    }
    assumed.insert({number, true});
  } else if (!options.assumed.contains(number)) {
    return false;
  }
  define(op->getResult(0), std::move(*place));
  return true;
}
