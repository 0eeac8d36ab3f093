//===- MergedLoadStoreMotion.cpp - One access for the arms of a branch ----===//

#include "AccessOrigin.h"
#include "MaskedLoop.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace pirch {
#define GEN_PASS_DEF_MERGEDLOADSTOREMOTION
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// If `rest` is the mask of the work items that are left of others when those
/// in `mask` have gone, as by `return`: the mask of the others.
static Value findAllBefore(Value rest, Value mask) {
  auto select = rest.getDefiningOp<SelectOp>();
  return select && select.getMask() == mask &&
                 isMaskOf(select.getTrueValue(), false)
             ? select.getFalseValue()
             : Value();
}

/// Whether `a` is false where `b` is true, and true where `b` is false.
static bool areOpposite(Value a, Value b) {
  auto isInverse = [](Value inverse, Value mask) {
    if (Value before = findAllBefore(inverse, mask))
      return isMaskOf(before, true);
    auto flip = inverse.getDefiningOp<arith::XOrIOp>();
    return flip && flip.getLhs() == mask && isMaskOf(flip.getRhs(), true);
  };
  return isInverse(a, b) || isInverse(b, a);
}

/// A mask that is true where `a` or `b` is, if there is one already. It is
/// defined before both. Null masks are true everywhere.
static std::optional<Value> findUnion(Value a, Value b) {
  if (!a || !b || areOpposite(a, b))
    return Value();
  if (a == b)
    return a;
  auto first = a.getDefiningOp<arith::AndIOp>();
  auto second = b.getDefiningOp<arith::AndIOp>();
  if (!first || !second || first.getLhs() != second.getLhs())
    return std::nullopt;
  Value both = first.getLhs();
  if (areOpposite(first.getRhs(), second.getRhs()))
    return both;
  // Those of `both` that are in `a`, and those that are left of them.
  Value before = findAllBefore(second.getRhs(), a);
  if (before && (before == both || isMaskOf(before, true)))
    return both;
  return std::nullopt;
}

/// Whether two accesses of one kind touch the same elements in the same work
/// items, as far as their masks let them.
static bool areAlike(AffineAccessOpInterface access,
                     AffineAccessOpInterface later) {
  Value mask = access.getMask(), laterMask = later.getMask();
  return access.isWrite() == later.isWrite() &&
         getOrigin(access) == getOrigin(later) &&
         access.getAccessType() == later.getAccessType() &&
         access.getOffsets() == later.getOffsets() &&
         (!mask || !laterMask || mask.getType() == laterMask.getType());
}

static void setMask(AffineAccessOpInterface access, Value mask) {
  auto operand = isa<LoadOp>(access.getOperation())
                     ? cast<LoadOp>(access.getOperation()).getMaskMutable()
                     : cast<StoreOp>(access.getOperation()).getMaskMutable();
  if (mask)
    operand.assign(mask);
  else
    operand.clear();
}

/// Let `later` store what `store` stores as well.
static void mergeStores(StoreOp store, StoreOp later) {
  OpBuilder builder(later);
  Location loc = later.getLoc();
  if (Value mask = later.getMask()) {
    later.getValueMutable().assign(
        SelectOp::create(builder, loc, later.getValue().getType(), mask,
                         later.getValue(), store.getValue()));
    std::optional<Value> either = findUnion(store.getMask(), mask);
    setMask(later,
            either ? *either
                   : arith::OrIOp::create(builder, loc, store.getMask(), mask));
  }
  store.erase();
}

namespace {

/// Merges the accesses of one block.
class AccessMerger {
public:
  void run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(op);
    for (auto *chainsOfAll : {&loads, &stores})
      for (auto &[buffer, chains] : *chainsOfAll)
        mergeChains(chains, [](auto) { return true; });
  }

  int64_t numLoads = 0, numStores = 0;

private:
  /// Accesses of the same elements in their order. Nothing between them writes
  /// these elements, or, if they are stores, reads them.
  using Chain = SmallVector<AffineAccessOpInterface, 2>;

  void visit(Operation &op);
  void
  mergeChains(std::vector<Chain> &chains,
              llvm::function_ref<bool(AffineAccessOpInterface)> isFinished);
  void merge(Chain chain);

  /// The chains of each buffer.
  llvm::MapVector<Value, std::vector<Chain>> loads, stores;
};

} // namespace

/// The last accesses are merged first: the masks of `else if` complement each
/// other from the end.
void AccessMerger::merge(Chain chain) {
  while (chain.size() > 1) {
    AffineAccessOpInterface last = chain.pop_back_val();
    AffineAccessOpInterface before = chain.back();
    if (auto later = dyn_cast<StoreOp>(last.getOperation())) {
      mergeStores(cast<StoreOp>(before.getOperation()), later);
      chain.back() = last;
      ++numStores;
      continue;
    }
    std::optional<Value> either = findUnion(before.getMask(), last.getMask());
    if (!either)
      continue;
    setMask(before, *either);
    last->getResult(0).replaceAllUsesWith(before->getResult(0));
    last->erase();
    ++numLoads;
  }
}

/// Merge the chains for which `isFinished` holds and forget them.
void AccessMerger::mergeChains(
    std::vector<Chain> &chains,
    llvm::function_ref<bool(AffineAccessOpInterface)> isFinished) {
  llvm::erase_if(chains, [&](Chain &chain) {
    bool isDone = isFinished(chain.back());
    if (isDone)
      merge(std::move(chain));
    return isDone;
  });
}

void AccessMerger::visit(Operation &op) {
  auto access = dyn_cast<AffineAccessOpInterface>(&op);
  if (!access) {
    forEachEffect(&op, [&](Value buffer, bool isWrite) {
      for (auto *chainsOfAll : {&loads, &stores})
        for (auto &[other, chains] : *chainsOfAll)
          if ((isWrite || chainsOfAll == &stores) &&
              (!buffer || buffer == other))
            mergeChains(chains, [](auto) { return true; });
    });
    return;
  }
  Footprint footprint;
  footprint.add(access);
  auto meets = [&](AffineAccessOpInterface other) {
    return !areAlike(other, access) &&
           (getOrigin(other) != getOrigin(access) || footprint.meets(other));
  };
  Value buffer = access.getBuffer();
  mergeChains(stores[buffer], meets);
  if (access.isWrite())
    mergeChains(loads[buffer], meets);
  std::vector<Chain> &chains = (access.isWrite() ? stores : loads)[buffer];
  auto alike = llvm::find_if(
      chains, [&](Chain &chain) { return areAlike(chain.back(), access); });
  if (alike != chains.end())
    alike->push_back(access);
  else if (!access.isWrite() || hasDistinctOffsets(access))
    chains.push_back({access});
}

namespace {

struct MergedLoadStoreMotionPass
    : public pirch::impl::MergedLoadStoreMotionBase<MergedLoadStoreMotionPass> {
  using MergedLoadStoreMotionBase::MergedLoadStoreMotionBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk([&](Block *block) {
        AccessMerger merger;
        merger.run(*block);
        numLoads += merger.numLoads;
        numStores += merger.numStores;
      });
  }
};

} // namespace
