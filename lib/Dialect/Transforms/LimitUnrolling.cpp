//===- LimitUnrolling.cpp - Large loops unrolled in part ------------------===//
//
// A loop of many iterations whose unrolled code would not be held where a core
// fetches instructions at full speed becomes a loop of fewer iterations, each
// of which does several of the old ones.
//
//===----------------------------------------------------------------------===//

#include "PanelLoops.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Dialect/IR/UnrollHint.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "StridedLoop.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pirch {
#define GEN_PASS_DEF_LIMITUNROLLING
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// `for (counter = first; counter < first + count * step; counter += step)`.
struct KnownLoop {
  Value counter;
  /// The constant that the counter has before the loop.
  int64_t first;
  int64_t step;
  /// The number of iterations.
  int64_t count;
};

/// How the iterations of a loop are divided: each round of the loop that stays
/// does `size` of them, and `rest` of them are done behind that loop.
struct Tile {
  int64_t size;
  int64_t rest;
};

} // namespace

/// The constant that `variable` gets in the block of `loop` before the loop,
/// or nothing where it gets another value, or where an operation with regions
/// between may change it.
static std::optional<int64_t> findFirst(LoopOp loop, Value variable) {
  for (Operation *op = loop->getPrevNode(); op; op = op->getPrevNode()) {
    if (op->getNumRegions())
      return std::nullopt;
    auto store = dyn_cast<memref::StoreOp>(op);
    if (!store || store.getMemRef() != variable)
      continue;
    APInt value;
    if (!matchPattern(store.getValueToStore(), m_ConstantInt(&value)) ||
        value.getSignificantBits() > 32)
      return std::nullopt;
    return value.getSExtValue();
  }
  return std::nullopt;
}

/// The counter and the iterations of `loop`, or nothing where they are not
/// constants.
static std::optional<KnownLoop> matchKnownLoop(LoopOp loop) {
  std::optional<StridedLoop> strided = matchStridedLoop(loop);
  if (!strided || strided->stepOperand || !strided->flags.empty())
    return std::nullopt;
  std::optional<int64_t> first = findFirst(loop, strided->counter);
  APInt bound;
  // Numbers without a sign are those with one where neither is negative.
  if (!first || !matchPattern(strided->bound, m_ConstantInt(&bound)) ||
      bound.getSignificantBits() > 31 || (!strided->isSigned() && *first < 0) ||
      (!strided->isSigned() && bound.isNegative()))
    return std::nullopt;
  int64_t end = bound.getSExtValue() + strided->isInclusive();
  if (end <= *first)
    return std::nullopt;
  return KnownLoop{
      strided->counter, *first, strided->step,
      static_cast<int64_t>(llvm::divideCeil(end - *first, strided->step))};
}

//===----------------------------------------------------------------------===//
// What a loop needs of its iterations
//===----------------------------------------------------------------------===//

namespace {

/// Whether iterations of a loop are the same code, but for the places in
/// buffers that they access: nothing else depends on which iteration it is.
class AlikeIterations {
public:
  AlikeIterations(LoopOp loop, Value counter, const KnownValues &known)
      : loop(loop), counter(counter), known(known), tainted({counter}) {}

  bool areAlike() {
    size_t before;
    do {
      before = tainted.size();
      WalkResult result = loop.getBody().walk([&](Operation *op) {
        return follow(op) ? WalkResult::advance() : WalkResult::interrupt();
      });
      if (result.wasInterrupted())
        return false;
    } while (tainted.size() != before);
    return true;
  }

  /// Whether an iteration accesses a buffer at a place that differs from that
  /// of the iteration before, and that is not next to the place of the work
  /// item before: accesses of several unrolled iterations are made together.
  /// `areAlike` was called before.
  bool haveStridedPlaces() {
    return loop.getBody()
        .walk([&](Operation *op) {
          ValueRange indices;
          if (auto load = dyn_cast<memref::LoadOp>(op))
            indices = load.getIndices();
          else if (auto store = dyn_cast<memref::StoreOp>(op))
            indices = store.getIndices();
          return llvm::any_of(indices,
                              [&](Value index) {
                                return tainted.contains(index) &&
                                       isStrided(index);
                              })
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

private:
  static bool isBuffer(Value memref) { return isa<BlockArgument>(memref); }

  /// Whether `place` is computed from a product of what differs between work
  /// items, also where a variable holds the product.
  bool isStrided(Value place) const {
    SmallVector<Value> todo{place};
    llvm::SmallDenseSet<Value> seen;
    while (!todo.empty()) {
      Value value = todo.pop_back_val();
      Operation *op = value.getDefiningOp();
      if (!op || !known.isPerItem(value) || !seen.insert(value).second)
        continue;
      if (isa<arith::MulIOp, arith::ShLIOp>(op))
        return true;
      if (auto load = dyn_cast<memref::LoadOp>(op)) {
        for (Operation *user : load.getMemRef().getUsers())
          if (auto store = dyn_cast<memref::StoreOp>(user);
              store && store.getMemRef() == load.getMemRef())
            todo.push_back(store.getValueToStore());
      } else if (isPure(op)) {
        todo.append(op->operand_begin(), op->operand_end());
      }
    }
    return false;
  }

  static bool isScalar(Value memref) {
    auto variable = memref.getDefiningOp<memref::AllocaOp>();
    return variable && variable.getType().getNumElements() == 1 &&
           variable.getType().getMemorySpaceAsInt() != kLocalMemorySpace;
  }

  /// Mark what depends on the iteration by `op`; returns false where that is
  /// more than a place.
  bool follow(Operation *op) {
    auto isTainted = [&](Value value) { return tainted.contains(value); };
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (isTainted(load.getMemRef()))
        tainted.insert(load.getResult());
      return isBuffer(load.getMemRef()) ||
             llvm::none_of(load.getIndices(), isTainted);
    }
    if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (isTainted(store.getValueToStore())) {
        if (!isScalar(store.getMemRef()))
          return false;
        tainted.insert(store.getMemRef());
      }
      return isBuffer(store.getMemRef()) ||
             llvm::none_of(store.getIndices(), isTainted);
    }
    if (llvm::none_of(op->getOperands(), isTainted))
      return true;
    if (!isPlaceOf(op))
      return false;
    tainted.insert(op->getResult(0));
    return true;
  }

  /// Whether what `op` computes from the iteration is a scalar that grows by
  /// the same in each, plus what each work item adds to it.
  bool isPlaceOf(Operation *op) const {
    if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp>(op))
      return true;
    if (auto extend = dyn_cast<arith::ExtUIOp>(op)) {
      auto load = extend.getIn().getDefiningOp<memref::LoadOp>();
      return load && load.getMemRef() == counter;
    }
    bool isProduct = isa<arith::MulIOp, arith::ShLIOp>(op);
    if (!isProduct && !isa<arith::AddIOp, arith::SubIOp>(op))
      return false;
    if (isProduct && llvm::any_of(op->getOperands(), [&](Value value) {
          return known.isPerItem(value);
        }))
      return false;
    // Narrow numbers may wrap around where no rule of C forbids it.
    auto flags = cast<arith::ArithIntegerOverflowFlagsInterface>(op);
    return op->getResult(0).getType().isInteger(64) || flags.hasNoSignedWrap();
  }

  LoopOp loop;
  Value counter;
  const KnownValues &known;
  /// What depends on the iteration: values, and variables that hold them.
  llvm::DenseSet<Value> tainted;
};

} // namespace

static bool hasPanels(LoopOp loop) {
  return loop
      ->walk([](LoopOp inner) {
        return inner.getPanelLimit() ? WalkResult::interrupt()
                                     : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether an iteration of `loop` needs nothing of the one before it: it
/// changes no variable that is declared outside the loop.
static bool areIndependent(LoopOp loop) {
  return !loop.getBody()
              .walk([&](memref::StoreOp store) {
                auto variable =
                    store.getMemRef().getDefiningOp<memref::AllocaOp>();
                return variable && !loop->isAncestor(variable)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

class UnrollLimiter {
public:
  UnrollLimiter(KernelOp kernel, int64_t limit, bool emitsRemarks)
      : known(kernel), items(kernel.getWgSize()), lanes(getChunkLanes(kernel)),
        limit(limit), emitsRemarks(emitsRemarks) {}

  /// Limit the loops of `block` that are in no other loop of it. Returns the
  /// number of loops that stay loops.
  int64_t limitLoops(Block &block) {
    int64_t sum = 0;
    for (Operation &op : llvm::make_early_inc_range(block))
      if (auto loop = dyn_cast<LoopOp>(op))
        sum += limitLoop(loop);
    return sum;
  }

private:
  /// The number of independent operations on registers that keep a core busy:
  /// how many it begins in one cycle, two, times the four cycles that a
  /// multiplication and addition takes.
  static constexpr int64_t kBusy = 8;

  int64_t limitLoop(LoopOp loop) {
    if (getUnrollHint(loop).kind != UnrollHint::none || hasPanels(loop))
      return 0;
    std::optional<KnownLoop> form = matchKnownLoop(loop);
    if (!form)
      return limitLoops(loop.getBody().front());
    int64_t body = estimate(loop);
    AlikeIterations iterations(loop, form->counter, known);
    if (form->count * body <= limit || !iterations.areAlike() ||
        (!areIndependent(loop) && iterations.haveStridedPlaces()))
      return 0;
    Tile tile = chooseTile(form->count, body);
    if (tile.size >= form->count)
      return 0;
    if (emitsRemarks)
      loop.emitRemark() << "loop of " << form->count
                        << " iterations: " << tile.size
                        << " at once, as there would be too much code if all "
                           "were unrolled";
    if (tile.size > 1) {
      splitIterations(loop, *form, tile);
      return 1;
    }
    setUnrollHint(loop, {UnrollHint::never, 0});
    return 1 + limitLoops(loop.getBody().front());
  }

  int64_t estimate(LoopOp loop) const {
    return estimateInstructions(
        loop.getBody().front(), known, items, lanes, [&](LoopOp inner) {
          std::optional<KnownLoop> form = matchKnownLoop(inner);
          return form ? form->count : 1;
        });
  }

  /// How many instructions an iteration of the loop that stays may have, as
  /// parts of `limit`: in general, and where fewer would not keep the core
  /// busy.
  static constexpr double kPart = 0.3, kMostPart = 0.75;

  Tile chooseTile(int64_t count, int64_t body) const {
    int64_t chunks = llvm::divideCeil(items, lanes);
    int64_t most = std::max<int64_t>(kPart * limit / body, 1);
    while (most * chunks < kBusy && 2 * most * body <= kMostPart * limit)
      most *= 2;
    // Little is left behind the loop.
    Tile best{most, count % most};
    for (int64_t size = most; size > most / 2; --size)
      if (count % size < best.rest)
        best = {size, count % size};
    return best;
  }

  /// Replace `loop` by one that does as many iterations at once as `tile` says,
  /// and one of those left.
  void splitIterations(LoopOp loop, const KnownLoop &form, Tile tile) {
    OpBuilder builder(loop);
    int64_t rounds = form.count / tile.size;
    int64_t end = form.first + rounds * tile.size * form.step;
    builder.setInsertionPointAfter(loop);
    Location loc = loop.getLoc();
    memref::StoreOp::create(builder, loc,
                            makeConstant(builder, loc, typeOf(form), end),
                            form.counter, zeroIndex(builder, loc));
    if (tile.rest)
      builder.clone(*loop);
    setBound(loop, form, end);
    setStep(loop, form, tile.size * form.step);
    wrapBody(loop, form, tile.size);
    setUnrollHint(loop, {UnrollHint::never, 0});
  }

  Value makeConstant(OpBuilder &builder, Location loc, Type type,
                     int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(type, value));
  }

  Type typeOf(const KnownLoop &form) const {
    return cast<MemRefType>(form.counter.getType()).getElementType();
  }

  /// Let the loop run while its counter is less than `end`.
  void setBound(LoopOp loop, const KnownLoop &form, int64_t end) {
    auto condition = cast<ConditionOp>(loop.getCond().front().getTerminator());
    OpBuilder builder(condition);
    Location loc = condition.getLoc();
    Value counter = memref::LoadOp::create(builder, loc, form.counter,
                                           zeroIndex(builder, loc));
    Value less =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, counter,
                              makeConstant(builder, loc, typeOf(form), end));
    condition.getConditionMutable().assign(less);
    eraseUnused(loop.getCond().front());
  }

  void setStep(LoopOp loop, const KnownLoop &form, int64_t step) {
    Block &block = loop.getStep().front();
    memref::StoreOp store = *block.getOps<memref::StoreOp>().begin();
    OpBuilder builder(store);
    Location loc = store.getLoc();
    Value counter = memref::LoadOp::create(builder, loc, form.counter,
                                           zeroIndex(builder, loc));
    Value next = arith::AddIOp::create(
        builder, loc, counter, makeConstant(builder, loc, typeOf(form), step));
    store.getValueMutable().assign(next);
    eraseUnused(block);
  }

  /// Let the body run for `size` values of the counter, in a loop of a counter
  /// of its own.
  void wrapBody(LoopOp loop, const KnownLoop &form, int64_t size) {
    Location loc = loop.getLoc();
    Block &body = loop.getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    Type type = typeOf(form);
    auto variableType = MemRefType::get({1}, type);
    auto makeVariable = [&](Value first) {
      Value variable = memref::AllocaOp::create(builder, loc, variableType);
      if (first)
        memref::StoreOp::create(builder, loc, first, variable,
                                zeroIndex(builder, loc));
      return variable;
    };
    auto load = [&](Value variable) -> Value {
      return memref::LoadOp::create(builder, loc, variable,
                                    zeroIndex(builder, loc));
    };
    Value base = load(form.counter);
    Value number = makeVariable(makeConstant(builder, loc, type, 0));
    Value inBody = makeVariable(Value());
    auto inner = LoopOp::create(builder, loc, /*post_test=*/false,
                                /*panel_limit=*/IntegerAttr());
    Block *cond = &inner.getCond().emplaceBlock();
    builder.setInsertionPointToEnd(cond);
    Value less = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, load(number),
        makeConstant(builder, loc, type, size * form.step));
    ConditionOp::create(builder, loc, less);
    Block *step = &inner.getStep().emplaceBlock();
    builder.setInsertionPointToEnd(step);
    Value next =
        arith::AddIOp::create(builder, loc, load(number),
                              makeConstant(builder, loc, type, form.step));
    memref::StoreOp::create(builder, loc, next, number,
                            zeroIndex(builder, loc));
    YieldOp::create(builder, loc);
    // What stands behind the inner loop is its body.
    Block *innerBody = &inner.getBody().emplaceBlock();
    innerBody->getOperations().splice(innerBody->end(), body.getOperations(),
                                      std::next(inner->getIterator()),
                                      body.end());
    builder.setInsertionPointToStart(innerBody);
    // The counter of the old loop counted as far.
    Value current = arith::AddIOp::create(builder, loc, base, load(number),
                                          arith::IntegerOverflowFlags::nsw |
                                              arith::IntegerOverflowFlags::nuw);
    memref::StoreOp::create(builder, loc, current, inBody,
                            zeroIndex(builder, loc));
    inner.walk([&](memref::LoadOp op) {
      if (op.getMemRef() == form.counter)
        op.getMemrefMutable().assign(inBody);
    });
    builder.setInsertionPointToEnd(&body);
    YieldOp::create(builder, loc);
  }

  static Value zeroIndex(OpBuilder &builder, Location loc) {
    return arith::ConstantIndexOp::create(builder, loc, 0);
  }

  static void eraseUnused(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
      if (isOpTriviallyDead(&op))
        op.erase();
  }

  KnownValues known;
  int64_t items, lanes, limit;
  bool emitsRemarks;
};

struct LimitUnrollingPass
    : public pirch::impl::LimitUnrollingBase<LimitUnrollingPass> {
  using LimitUnrollingBase::LimitUnrollingBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      auto target =
          dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
      if (!target || target.distributesWorkItems())
        continue;
      int64_t most = target.getCacheModel().fetchedInstructions;
      if (limit)
        most = limit;
      if (most)
        numLimitedLoops += UnrollLimiter(kernel, most, emitRemarks)
                               .limitLoops(kernel.getBody().front());
    }
  }
};

} // namespace
