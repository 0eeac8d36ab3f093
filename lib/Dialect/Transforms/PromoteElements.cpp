//===- PromoteElements.cpp - Elements that a loop keeps in registers ------===//
//
// A loop that changes the same elements of a buffer in each iteration,
// `for (k ...) c[i] += a[k] * b[k]`, carries them as values instead. `Place` is
// what the loop's accesses have in common that touch the same elements,
// `Promoter` changes one loop.
//
//===----------------------------------------------------------------------===//

#include "AccessOrigin.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "ScalarSlices.h"
#include "WrappingIndex.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {
#define GEN_PASS_DEF_PROMOTEELEMENTS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// The accesses of a loop that touch the same elements with the same lanes.
struct Place {
  /// In the order of the program; at least one of them is a store.
  SmallVector<Operation *, 2> accesses;

  Operation *getStore() const {
    return *llvm::find_if(accesses, [](Operation *op) {
      return cast<AccessOpInterface>(op).isWrite();
    });
  }
  bool isLoaded() const {
    return llvm::any_of(accesses, [](Operation *op) {
      return !cast<AccessOpInterface>(op).isWrite();
    });
  }
};

/// The operands of `access` but for the value that a store writes.
SmallVector<Value> getPlaceOperands(Operation *access) {
  return SmallVector<Value>(access->getOperands().drop_front(
      cast<AccessOpInterface>(access).isWrite() ? 1 : 0));
}

/// Whether both touch the same elements with the same lanes.
bool isSamePlace(Operation *a, Operation *b) {
  auto affineA = dyn_cast<AffineAccessOpInterface>(a);
  auto affineB = dyn_cast<AffineAccessOpInterface>(b);
  return bool(affineA) == bool(affineB) &&
         getPlaceOperands(a) == getPlaceOperands(b) &&
         cast<AccessOpInterface>(a).getAccessType() ==
             cast<AccessOpInterface>(b).getAccessType() &&
         (!affineA || affineA.getOffsets() == affineB.getOffsets());
}

/// The least and the greatest offset of `access`.
std::pair<int64_t, int64_t> getOffsetRange(AffineAccessOpInterface access) {
  int64_t least = INT64_MAX, greatest = INT64_MIN;
  for (int64_t offset : access.getOffsets())
    if (offset != kNoOffset) {
      least = std::min(least, offset);
      greatest = std::max(greatest, offset);
    }
  return {least, greatest};
}

/// Lets one loop carry the places that it changes.
class Promoter {
public:
  explicit Promoter(scf::WhileOp loop) : loop(loop), builder(loop) {}

  /// Returns the number of places that the loop carries now.
  int64_t run() {
    if (!isPlain() || !findPlaces())
      return 0;
    promote();
    return places.size();
  }

private:
  bool isPlain();
  bool isOutside(Value value) const {
    return !loop->isAncestor(value.getParentRegion()->getParentOp());
  }
  bool isInvariant(Value value) const {
    return isComputedFrom(value, [&](Value input) { return isOutside(input); });
  }
  Value hoist(Value value) {
    return computeAgain(value, builder, hoisted,
                        [&](Value input) { return isOutside(input); });
  }

  bool findPlaces();
  void addPlaces(ArrayRef<Operation *> accesses);
  bool mayPromote(ArrayRef<Place> ofBuffer) const;

  Value emitFirstCondition();
  Value emitDistinct();
  Value emitApart(AffineAccessOpInterface before,
                  AffineAccessOpInterface after);
  Value emitAscending(Value index);
  scf::WhileOp emitOnce(Value condition);
  Operation *cloneAccess(const Place &place, Value stored);
  scf::WhileOp carryPlaces(scf::WhileOp once);
  void promote();

  Value both(Value a, Value b) {
    return a && b ? arith::AndIOp::create(builder, loop.getLoc(), a, b)
           : a    ? a
                  : b;
  }

  scf::WhileOp loop;
  OpBuilder builder;
  SmallVector<Place, 4> places;
  IRMapping hoisted;
};

} // namespace

//===----------------------------------------------------------------------===//
// What is promoted
//===----------------------------------------------------------------------===//

/// Whether the loop has few operations and is no remainder of another one, and
/// its condition computes nothing but itself and hands on what the loop
/// carries.
bool Promoter::isPlain() {
  constexpr int64_t kMostOperations = 512;
  int64_t operations = 0;
  loop.getAfter().walk([&](Operation *) { ++operations; });
  return operations <= kMostOperations &&
         !loop->hasAttr(kRemainderLoopAttrName) &&
         loop.getConditionOp().getArgs() == loop.getBeforeArguments() &&
         llvm::all_of(loop.getBeforeBody()->without_terminator(),
                      [](Operation &op) {
                        return op.getNumRegions() == 0 && isPure(&op);
                      });
}

/// Fill `places`; false if there are none.
bool Promoter::findPlaces() {
  llvm::MapVector<Value, SmallVector<Operation *>> accesses;
  llvm::DenseSet<Value> otherwise;
  bool isKnown = true;
  for (Operation &op : loop.getAfterBody()->without_terminator()) {
    if (isa<LoadOp, StoreOp, GatherOp, ScatterOp>(op)) {
      accesses[cast<AccessOpInterface>(op).getBuffer()].push_back(&op);
      continue;
    }
    forEachEffect(&op, [&](Value buffer, bool) {
      isKnown &= buffer != Value();
      otherwise.insert(buffer);
    });
  }
  if (!isKnown)
    return false;
  for (const auto &[buffer, ops] : accesses)
    if (!otherwise.contains(buffer))
      addPlaces(ops);
  return !places.empty();
}

/// Add the places of all accesses of one buffer, if they may be promoted.
void Promoter::addPlaces(ArrayRef<Operation *> accesses) {
  SmallVector<Place, 4> ofBuffer;
  for (Operation *access : accesses) {
    auto found = llvm::find_if(ofBuffer, [&](const Place &place) {
      return isSamePlace(place.accesses.front(), access);
    });
    if (found == ofBuffer.end())
      found = ofBuffer.insert(found, Place());
    found->accesses.push_back(access);
  }
  if (mayPromote(ofBuffer))
    llvm::append_range(places, ofBuffer);
}

/// Whether elements at the places of one buffer stay the same from iteration to
/// iteration, are loaded and stored, and no element is at two places, as far as
/// can be known at compile time.
bool Promoter::mayPromote(ArrayRef<Place> ofBuffer) const {
  AffineAccessOpInterface before;
  for (const Place &place : ofBuffer) {
    Operation *front = place.accesses.front();
    auto access = cast<AccessOpInterface>(front);
    if (!place.isLoaded() ||
        !llvm::any_of(place.accesses,
                      [](Operation *op) {
                        return cast<AccessOpInterface>(op).isWrite();
                      }) ||
        access.getAccessType().getExtent() != 1 ||
        !llvm::all_of(getPlaceOperands(front),
                      [&](Value operand) { return isInvariant(operand); }))
      return false;
    auto affine = dyn_cast<AffineAccessOpInterface>(front);
    if (!affine) {
      // The index operand stands behind the buffer.
      if (ofBuffer.size() > 1 ||
          !WrappingIndex(getPlaceOperands(front)[1]).holdsNumbers())
        return false;
      continue;
    }
    bool touchesNothing = llvm::all_of(affine.getOffsets(), [](int64_t offset) {
      return offset == kNoOffset;
    });
    if (touchesNothing || !hasDistinctOffsets(affine))
      return false;
    if (before &&
        (before.getGroupStride() != affine.getGroupStride() ||
         (before.getBase() == affine.getBase() &&
          getOffsetRange(before).second >= getOffsetRange(affine).first)))
      return false;
    before = affine;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// What must hold at run time
//===----------------------------------------------------------------------===//

/// Whether there is a first iteration.
Value Promoter::emitFirstCondition() {
  IRMapping mapping;
  mapping.map(loop.getBeforeArguments(), loop.getInits());
  for (Operation &op : loop.getBeforeBody()->without_terminator())
    builder.clone(op, mapping);
  return mapping.lookupOrDefault(loop.getConditionOp().getCondition());
}

/// Whether the elements at `after` lie behind those at `before`; null where
/// that is known.
Value Promoter::emitApart(AffineAccessOpInterface before,
                          AffineAccessOpInterface after) {
  if (before.getBase() == after.getBase())
    return {};
  Location loc = loop.getLoc();
  int64_t least =
      getOffsetRange(before).second - getOffsetRange(after).first + 1;
  Value distance = arith::SubIOp::create(builder, loc, hoist(after.getBase()),
                                         hoist(before.getBase()));
  Value needed =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(least));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                               distance, needed);
}

/// Whether `index` grows from each work item of a group to the next; null where
/// a group has one work item.
Value Promoter::emitAscending(Value index) {
  Location loc = loop.getLoc();
  auto type = cast<InfRegType>(index.getType());
  int64_t items = type.getNumItems();
  if (items == 1)
    return {};
  SmallVector<int32_t> before{0};
  for (int32_t wi = 1; wi < items; ++wi)
    before.push_back(wi - 1);
  Value other = WgPermuteOp::create(builder, loc, type, index, before);
  Value distance = arith::SubIOp::create(builder, loc, index, other);
  // The first work item has none before it.
  SmallVector<int64_t> least(items, 1);
  least.front() = 0;
  auto table = DenseElementsAttr::get(
      RankedTensorType::get({items, 1}, builder.getI64Type()),
      ArrayRef<int64_t>(least));
  Value needed = ConstantOp::create(builder, loc, type, table);
  Value bad = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                    distance, needed);
  Value any = ActiveOp::create(builder, loc, bad);
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
  return arith::XOrIOp::create(builder, loc, any, one);
}

/// Whether no element is touched by two lanes of a group; null where that is
/// known at compile time.
Value Promoter::emitDistinct() {
  Value distinct;
  AffineAccessOpInterface before;
  for (const Place &place : places) {
    Operation *op = place.accesses.front();
    auto affine = dyn_cast<AffineAccessOpInterface>(op);
    if (!affine) {
      Value index =
          WrappingIndex(getPlaceOperands(op)[1])
              .emit(builder, [&](Value value) { return hoist(value); });
      distinct = both(distinct, emitAscending(index));
      continue;
    }
    if (before && before.getBuffer() == affine.getBuffer())
      distinct = both(distinct, emitApart(before, affine));
    before = affine;
  }
  return distinct;
}

//===----------------------------------------------------------------------===//
// The new loop
//===----------------------------------------------------------------------===//

/// A loop around the builder's next place, which is left after one iteration at
/// the latest and has none if `condition` is false. It carries what `loop`
/// does.
scf::WhileOp Promoter::emitOnce(Value condition) {
  Location loc = loop.getLoc();
  SmallVector<Value> inits(loop.getInits());
  SmallVector<Type> types(loop->getOperandTypes());
  inits.push_back(condition);
  SmallVector<Location> locations(types.size(), loc);
  auto once = scf::WhileOp::create(builder, loc, types, inits);
  // The cost model counts one iteration.
  once->setAttr(kRemainderLoopAttrName, builder.getUnitAttr());
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&once.getAfter(), {}, types, locations);
  types.push_back(condition.getType());
  locations.push_back(loc);
  Block *before = builder.createBlock(&once.getBefore(), {}, types, locations);
  scf::ConditionOp::create(builder, loc, before->getArguments().back(),
                           before->getArguments().drop_back());
  return once;
}

/// A load of `place` before the loop or, with a value, a store behind it.
Operation *Promoter::cloneAccess(const Place &place, Value stored) {
  bool isWrite = stored != Value();
  auto like = llvm::find_if(place.accesses, [&](Operation *op) {
    return cast<AccessOpInterface>(op).isWrite() == isWrite;
  });
  Operation *copy = builder.clone(**like);
  for (OpOperand &operand : copy->getOpOperands().drop_front(isWrite ? 1 : 0))
    operand.set(hoisted.lookupOrDefault(operand.get()));
  if (isWrite)
    copy->setOperand(0, stored);
  return copy;
}

/// Put a loop into `once` that carries the places as well, and has what `loop`
/// consists of.
scf::WhileOp Promoter::carryPlaces(scf::WhileOp once) {
  Location loc = loop.getLoc();
  SmallVector<Value> inits(once.getAfterArguments());
  size_t numCarried = inits.size();
  for (const Place &place : places)
    inits.push_back(cloneAccess(place, {})->getResult(0));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  auto inner = scf::WhileOp::create(builder, loc, types, inits);
  inner->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  inner.getBefore().takeBody(loop.getBefore());
  inner.getAfter().takeBody(loop.getAfter());
  auto added = ArrayRef<Type>(types).drop_front(numCarried);
  SmallVector<Location> locations(added.size(), loc);
  auto before = inner.getBeforeBody()->addArguments(added, locations);
  inner.getConditionOp().getArgsMutable().append(
      SmallVector<Value>(before.begin(), before.end()));
  auto after = inner.getAfterBody()->addArguments(added, locations);
  SmallVector<Value> next;
  for (auto [place, element] : llvm::zip(places, after)) {
    Value current = element;
    for (Operation *access : place.accesses) {
      if (cast<AccessOpInterface>(access).isWrite())
        current = access->getOperand(0);
      else
        access->getResult(0).replaceAllUsesWith(current);
    }
    next.push_back(current);
  }
  inner.getYieldOp().getResultsMutable().append(next);
  return inner;
}

void Promoter::promote() {
  Location loc = loop.getLoc();
  for (const Place &place : places)
    for (Operation *access : place.accesses)
      for (Value operand : getPlaceOperands(access))
        hoisted.map(operand, hoist(operand));
  Value distinct = emitDistinct();
  // Where the loop has no iteration, what is distinct may not be defined.
  Value condition = emitFirstCondition();
  if (distinct) {
    Value never =
        arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false));
    condition =
        arith::SelectOp::create(builder, loc, condition, distinct, never);
  }
  scf::WhileOp once = emitOnce(condition);
  ValueRange results = once.getResults();
  if (distinct) {
    // The loop itself does all iterations where the elements are not distinct.
    auto rest = cast<scf::WhileOp>(builder.clone(*loop));
    rest->setOperands(results);
    rest->setAttr(kRemainderLoopAttrName, builder.getUnitAttr());
    results = rest.getResults();
  }
  loop.replaceAllUsesWith(results);
  builder.setInsertionPointToEnd(once.getAfterBody());
  scf::WhileOp inner = carryPlaces(once);
  ValueRange elements = inner.getResults().take_back(places.size());
  for (auto [place, element] : llvm::zip(places, elements))
    cloneAccess(place, element);
  for (const Place &place : places)
    for (Operation *access : llvm::reverse(place.accesses))
      access->erase();
  SmallVector<Value> yielded(inner.getResults().drop_back(places.size()));
  yielded.push_back(
      arith::ConstantOp::create(builder, loc, builder.getBoolAttr(false)));
  scf::YieldOp::create(builder, loc, yielded);
  loop.erase();
}

namespace {
struct PromoteElementsPass
    : public pirch::impl::PromoteElementsBase<PromoteElementsPass> {
  using PromoteElementsBase::PromoteElementsBase;

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    scf::WhileOp::getCanonicalizationPatterns(set, context);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      SmallVector<Operation *> loops;
      kernel.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
      if (loops.empty())
        continue;
      // Masks and counters that no iteration changes are carried by no loop
      // then.
      GreedyRewriteConfig config;
      config.setStrictness(GreedyRewriteStrictness::ExistingOps)
          .enableFolding(false);
      (void)applyOpPatternsGreedily(loops, patterns, config);
      kernel.walk([&](scf::WhileOp loop) {
        Location loc = loop.getLoc();
        int64_t promoted = Promoter(loop).run();
        numPlaces += promoted;
        if (promoted && emitRemarks)
          emitRemark(loc) << "elements of buffers stay in registers until the "
                             "loop ends (places: "
                          << promoted << ")";
      });
    }
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
