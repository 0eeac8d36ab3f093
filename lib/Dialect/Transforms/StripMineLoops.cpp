//===- StripMineLoops.cpp - Rows read and written by several iterations ---===//
//
// A loop over the elements of a row of each work item is unrolled, so that the
// iterations' accesses of one row become one. `RowLoop` recognizes such a loop
// and its accesses, `StripMiner` unrolls it.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/IR/UnrollHint.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "RowLoop.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

namespace pirch {
#define GEN_PASS_DEF_STRIPMINELOOPS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Puts an unrolled copy of a loop before it.
class StripMiner {
public:
  StripMiner(RowLoop &rows, int64_t times)
      : rows(rows), loop(rows.getLoop()), times(times), builder(loop) {}

  /// Returns the number of accesses that became accesses of rows.
  int64_t run() {
    Value mayRun = emitChecks();
    IRMapping mapping;
    auto unrolled = cast<scf::WhileOp>(builder.clone(*loop, mapping));
    loop->setOperands(unrolled.getResults());
    loop->setAttr(kRemainderLoopAttrName, builder.getUnitAttr());
    narrowCondition(unrolled, mapping, mayRun);
    unroll(unrolled);
    // What the source asks for is done, or a part of it.
    UnrollHint hint = getUnrollHint(loop);
    if (hint.kind == UnrollHint::count)
      hint.times = llvm::divideCeil(hint.times, times);
    if (hint.kind != UnrollHint::count || hint.times < 2)
      hint = {};
    setUnrollHint(unrolled, hint);
    setUnrollHint(loop, {});
    return numRows;
  }

private:
  /// The unrolled loop's work on one gather or scatter.
  struct RowAccess {
    /// The part of the place that is the same in all iterations.
    Value lanes;
    /// If it loads: what the unrolled iterations load, rows.
    Value loaded;
    /// If it stores: the base of the first of the unrolled iterations, and the
    /// rows with what the iterations so far store.
    Value base, stored;
  };

  /// What must hold for the unrolled loop to run at all; null if nothing.
  /// Computes the parts of places that do not change, before the loop.
  Value emitChecks() {
    Value bad;
    auto add = [&](Value lanes) {
      Value any = ActiveOp::create(builder, loop.getLoc(), lanes);
      bad = bad ? Value(arith::OrIOp::create(builder, loop.getLoc(), bad, any))
                : any;
    };
    for (const auto &[op, place] : rows.getRows()) {
      Value lanes = accesses[op].lanes = rows.emitLanes(place, builder);
      for (Value term : place.wrapping)
        add(emitWrap(term));
      if (isa<ScatterOp>(op))
        add(emitOverlap(lanes));
    }
    if (!bad)
      return {};
    Value one = arith::ConstantOp::create(builder, loop.getLoc(),
                                          builder.getBoolAttr(true));
    return arith::XOrIOp::create(builder, loop.getLoc(), bad, one);
  }

  /// In which lanes the sum of `term` and the bound of the counter wraps
  /// around, both without a sign.
  Value emitWrap(Value term) {
    Location loc = loop.getLoc();
    Value lanes = rows.hoist(term, builder);
    Value bound = SplatOp::create(builder, loc, lanes.getType(),
                                  rows.hoist(rows.getBound(), builder));
    Value sum = arith::AddIOp::create(builder, loc, lanes, bound);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, sum,
                                 lanes);
  }

  /// Which work items' rows begin less than a row behind that of the work item
  /// before them.
  Value emitOverlap(Value lanes) {
    Location loc = loop.getLoc();
    auto type = cast<InfRegType>(lanes.getType());
    int64_t items = type.getNumItems();
    SmallVector<int32_t> before{0};
    SmallVector<int64_t> distance(items, 0);
    for (int32_t wi = 1; wi < items; ++wi)
      before.push_back(wi - 1);
    distance[0] = times; // the first work item has none before it
    Value other = WgPermuteOp::create(builder, loc, type, lanes, before);
    Value apart = arith::SubIOp::create(builder, loc, lanes, other);
    auto table = DenseElementsAttr::get(
        RankedTensorType::get({items, 1}, builder.getI64Type()),
        ArrayRef<int64_t>(distance));
    apart = arith::AddIOp::create(
        builder, loc, apart, ConstantOp::create(builder, loc, type, table));
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, apart,
                                 splat(times, type));
  }

  Value splat(int64_t value, InfRegType type) {
    Value scalar = arith::ConstantOp::create(
        builder, loop.getLoc(),
        builder.getIntegerAttr(type.getElementType(), value));
    return SplatOp::create(builder, loop.getLoc(), type, scalar);
  }

  /// Let the loop run only while as many iterations are left as it unrolls.
  void narrowCondition(scf::WhileOp unrolled, IRMapping &mapping,
                       Value mayRun) {
    scf::ConditionOp condition = unrolled.getConditionOp();
    Location loc = condition.getLoc();
    builder.setInsertionPoint(condition);
    Value position = mapping.lookup(rows.getPosition());
    Value bound = mapping.lookupOrDefault(rows.getBound());
    // The condition holds, so that the difference is no less than 0, and exact
    // without a sign.
    Value left = arith::SubIOp::create(builder, loc, bound, position);
    Value least = arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(left.getType(),
                               rows.isInclusive() ? times - 1 : times));
    Value enough = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::uge, left, least);
    Value again =
        arith::AndIOp::create(builder, loc, condition.getCondition(), enough);
    if (mayRun)
      again = arith::AndIOp::create(builder, loc, again, mayRun);
    condition.getConditionMutable().assign(again);
  }

  void unroll(scf::WhileOp unrolled) {
    Block *from = loop.getAfterBody(), *to = unrolled.getAfterBody();
    SmallVector<Operation *> old;
    for (Operation &op : *to)
      old.push_back(&op);
    builder.setInsertionPointToEnd(to);
    SmallVector<Value> carried(to->getArguments());
    IRMapping first;
    for (int64_t copy = 0; copy < times; ++copy) {
      IRMapping mapping;
      mapping.map(from->getArguments(), carried);
      for (Operation &op : from->without_terminator())
        emitCopy(&op, copy, mapping, copy ? first : mapping);
      carried.clear();
      for (Value value : from->getTerminator()->getOperands())
        carried.push_back(mapping.lookupOrDefault(value));
      if (copy == 0)
        first = mapping;
    }
    scf::YieldOp::create(builder, loop.getLoc(), carried);
    for (Operation *op : llvm::reverse(old))
      op->erase();
  }

  /// Emit `op` for iteration `copy` of those unrolled; `first` has what the
  /// values of the loop's body have become in the first of them.
  void emitCopy(Operation *op, int64_t copy, IRMapping &mapping,
                const IRMapping &first) {
    if (auto found = accesses.find(op); found != accesses.end()) {
      if (auto load = dyn_cast<GatherOp>(op))
        emitLoad(load, copy, mapping, found->second);
      else
        emitStore(cast<ScatterOp>(op), copy, mapping, found->second);
      return;
    }
    Operation *clone = builder.clone(*op, mapping);
    auto access = dyn_cast<AffineAccessOpInterface>(clone);
    std::optional<int64_t> step =
        access ? rows.getStep(cast<AffineAccessOpInterface>(op).getBase())
               : std::nullopt;
    if (!step || *step == 0 || copy == 0)
      return;
    // Accesses of one base are merged later.
    Value base = first.lookup(cast<AffineAccessOpInterface>(op).getBase());
    SmallVector<int64_t> offsets(access.getOffsets());
    for (int64_t &offset : offsets)
      if (offset != kNoOffset)
        offset += *step * copy;
    access.setOffsets(offsets);
    if (auto load = dyn_cast<LoadOp>(clone))
      load.getBaseMutable().assign(base);
    else
      cast<StoreOp>(clone).getBaseMutable().assign(base);
  }

  InfRegType rowType(InfRegType type) const {
    SmallVector<int64_t> shape(type.getShape());
    shape.back() = times;
    return type.cloneWith(ArrayRef<int64_t>(shape), type.getElementType());
  }

  Value moving(Operation *op, const IRMapping &mapping) {
    return RowLoop::emitMoving(rows.getRows().find(op)->second, builder,
                               mapping);
  }

  void emitLoad(GatherOp op, int64_t copy, IRMapping &mapping,
                RowAccess &access) {
    if (copy == 0) {
      Value base = moving(op, mapping);
      access.loaded =
          LoadRowsOp::create(builder, op.getLoc(), rowType(op.getType()),
                             op.getBuffer(), base, access.lanes);
      ++numRows;
    }
    mapping.map(
        op.getResult(),
        ReorderOp::create(builder, op.getLoc(), op.getType(), access.loaded,
                          SmallVector<int32_t>{static_cast<int32_t>(copy)})
            .getResult());
  }

  void emitStore(ScatterOp op, int64_t copy, IRMapping &mapping,
                 RowAccess &access) {
    InfRegType type = rowType(op.getValue().getType());
    if (copy == 0) {
      access.base = moving(op, mapping);
      ++numRows;
    }
    SmallVector<int32_t> map(times, kNoLane);
    map[copy] = 0;
    Value placed =
        ReorderOp::create(builder, op.getLoc(), type,
                          mapping.lookupOrDefault(op.getValue()), map);
    SmallVector<bool> lanes;
    for (int64_t lane = 0; lane < type.getLanesPerGroup(); ++lane)
      lanes.push_back(lane % times == copy);
    access.stored = copy == 0 ? placed
                              : MergeOp::create(builder, op.getLoc(), placed,
                                                access.stored, lanes)
                                    .getResult();
    if (copy + 1 == times)
      StoreRowsOp::create(builder, op.getLoc(), access.stored, op.getBuffer(),
                          access.base, access.lanes);
  }

  RowLoop &rows;
  scf::WhileOp loop;
  int64_t times;
  OpBuilder builder;
  llvm::DenseMap<Operation *, RowAccess> accesses;
  int64_t numRows = 0;
};

struct StripMineLoopsPass
    : public pirch::impl::StripMineLoopsBase<StripMineLoopsPass> {
  using StripMineLoopsBase::StripMineLoopsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      auto target =
          dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
      if (!target || target.distributesWorkItems() ||
          !target.getReorderCost(ReorderPattern::permute2))
        continue;
      SmallVector<scf::WhileOp> loops;
      kernel.walk([&](scf::WhileOp loop) { loops.push_back(loop); });
      for (scf::WhileOp loop : loops)
        run(loop, target);
    }
  }

  void run(scf::WhileOp loop, TargetAttrInterface target) {
    RowLoop rows(loop);
    UnrollHint hint = getUnrollHint(loop);
    if (hint.kind == UnrollHint::never ||
        loop->hasAttr(kRemainderLoopAttrName) || !rows.match())
      return;
    constexpr int64_t kMostTimes = 16;
    int64_t times = kMostTimes;
    for (Type type : rows.getElementTypes())
      times = std::min(times, target.getNativeLanes(type));
    int64_t size = llvm::range_size(loop.getAfterBody()->without_terminator());
    if (times < 2 || size * times > maxOperations)
      return;
    numRows += StripMiner(rows, times).run();
    ++numLoops;
    if (emitRemarks)
      emitRemark(loop.getLoc())
          << times << " iterations at a time read and write rows together";
  }
};

} // namespace
