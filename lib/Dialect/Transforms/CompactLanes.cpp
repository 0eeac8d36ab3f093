//===- CompactLanes.cpp - Expensive operations on the lanes that count ----===//

#include "Pirch/Dialect/IR/ChunkModel.h"
#include "Pirch/Dialect/IR/ReorderPatterns.h"
#include "Pirch/Dialect/IR/ThreadMap.h"
#include "Pirch/Dialect/Transforms/LaneDemand.h"
#include "Pirch/Dialect/Transforms/OpCosts.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_COMPACTLANES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Moves the lanes that somebody reads of one operation to a dense register and
/// its results back. Where lanes are those of vectors, the dense register is
/// one array of each group; where work items are threads, its lanes are dealt
/// out to the items.
class Compaction {
public:
  Compaction(Operation *op, const llvm::BitVector &wanted,
             TargetAttrInterface target, int64_t chunkLanes, int64_t wgSize)
      : op(op), type(cast<InfRegType>(op->getResult(0).getType())),
        target(target), selector(target), chunkLanes(chunkLanes),
        hasThreads(target.getWarpSize() != 0),
        denseItems(hasThreads ? wgSize : 1) {
    denseExtent = llvm::divideCeil(wanted.count(), denseItems);
    dense.assign(denseItems * denseExtent, kNoLane);
    spread.assign(type.getLanesPerGroup(), kNoLane);
    int64_t next = 0;
    for (int32_t lane : wanted.set_bits()) {
      int64_t place = next % denseItems * denseExtent + next / denseItems;
      spread[lane] = place;
      dense[place] = lane;
      ++next;
    }
    oldOperations = hasThreads
                        ? countElementsRead(wanted)
                        : countChunksRead(LaneLayout(type), wanted, chunkLanes);
  }

  bool pays() const {
    if (dense.empty())
      return false;
    InfRegType small = denseType(type.getElementType());
    int64_t newOperations =
        hasThreads ? denseExtent
                   : llvm::divideCeil(LaneLayout(small).size(), chunkLanes);
    if (newOperations >= oldOperations)
      return false;
    int64_t moves = costOfMap(small, type, spread);
    for (Value operand : distinctOperands()) {
      auto [source, table] = findSource(operand);
      if (!source.getDefiningOp<SplatOp>())
        moves += costOfMap(cast<InfRegType>(source.getType()), small, table);
    }
    return newOperations * target.getCost(classifyOp(op)) + moves <
           oldOperations * target.getCost(classifyOp(op));
  }

  void apply() {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    IRMapping mapping;
    for (Value operand : distinctOperands()) {
      InfRegType small = denseType(getElementTypeOrSelf(operand.getType()));
      auto [source, table] = findSource(operand);
      auto splat = source.getDefiningOp<SplatOp>();
      mapping.map(operand,
                  splat
                      ? SplatOp::create(builder, loc, small, splat.getScalar())
                            .getResult()
                      : builder.createOrFold<WgPermuteOp>(
                            loc, small, source, ArrayRef<int32_t>(table)));
    }
    Operation *clone = builder.clone(*op, mapping);
    clone->getResult(0).setType(denseType(type.getElementType()));
    Value back =
        WgPermuteOp::create(builder, loc, type, clone->getResult(0), spread);
    op->getResult(0).replaceAllUsesWith(back);
    op->erase();
  }

private:
  InfRegType denseType(Type element) const {
    return InfRegType::get({type.getNumGroups(), denseItems, denseExtent},
                           element, type.getLanes());
  }

  /// The number of array elements of which a lane of some item is read.
  int64_t countElementsRead(const llvm::BitVector &wanted) const {
    llvm::SmallDenseSet<int64_t> elements;
    for (int64_t lane : wanted.set_bits())
      elements.insert(lane % type.getExtent());
    return elements.size();
  }

  /// The value that the dense lanes of an operand are copies of, behind all
  /// lane maps that lead to the operand, and the lanes of it.
  std::pair<Value, SmallVector<int32_t>> findSource(Value operand) const {
    SmallVector<int32_t> table = dense;
    while (auto map = operand.getDefiningOp<LaneMapOpInterface>()) {
      SmallVector<int32_t> inner = map.getLaneTable();
      for (int32_t &lane : table)
        if (lane != kNoLane)
          lane = inner[lane];
      operand = map.getLaneSource();
    }
    return {operand, table};
  }

  llvm::SmallSetVector<Value, 3> distinctOperands() const {
    return llvm::SmallSetVector<Value, 3>(op->operand_begin(),
                                          op->operand_end());
  }

  int64_t costOfMap(InfRegType from, InfRegType to,
                    ArrayRef<int32_t> table) const {
    if (hasThreads)
      return ThreadMap(from, to, table).getCost(target, from.getElementType());
    int64_t sum = 0;
    for (const ReorderSelector::Choice &choice : selector.selectAll(
             splitLaneMap(LaneLayout(from), LaneLayout(to), table, chunkLanes)))
      sum += choice.cost;
    return sum;
  }

  Operation *op;
  InfRegType type;
  TargetAttrInterface target;
  ReorderSelector selector;
  int64_t chunkLanes;
  bool hasThreads;
  /// The extents of the dense infreg: items and elements.
  int64_t denseItems, denseExtent;
  /// The lane of each dense lane, and the dense lane of each lane.
  SmallVector<int32_t> dense, spread;
  /// The number of operations without compaction: chunks, or elements of each
  /// thread.
  int64_t oldOperations;
};

struct CompactLanesPass
    : public pirch::impl::CompactLanesBase<CompactLanesPass> {
  using CompactLanesBase::CompactLanesBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      if (!kernel.getTargetAttr()) {
        kernel.emitOpError("has no target whose costs could be weighed");
        return signalPassFailure();
      }
      compact(kernel);
    }
  }

  /// Whether `op` is a lane-wise division or library call on infregs whose
  /// lanes have an order.
  static bool isCandidate(Operation *op) {
    if (op->getNumResults() != 1 || op->getNumRegions() || !isLaneWise(op))
      return false;
    auto type = dyn_cast<InfRegType>(op->getResult(0).getType());
    OpClass opClass = classifyOp(op);
    return type && type.getLanes() &&
           (opClass == OpClass::divide || opClass == OpClass::libcall) &&
           llvm::all_of(op->getOperandTypes(),
                        [](Type operand) { return isa<InfRegType>(operand); });
  }

  void compact(KernelOp kernel) {
    LaneDemand demand(kernel);
    auto target = cast<TargetAttrInterface>(kernel.getTargetAttr());
    int64_t chunkLanes = getChunkLanes(kernel);
    SmallVector<Operation *> candidates;
    kernel.walk([&](Operation *op) {
      if (isCandidate(op))
        candidates.push_back(op);
    });
    for (Operation *op : candidates) {
      Compaction compaction(op, demand.get(op->getResult(0)), target,
                            chunkLanes, kernel.getWgSize());
      if (!compaction.pays())
        continue;
      ++numCompacted;
      if (emitRemarks)
        op->emitRemark("computed on the lanes that are read only");
      compaction.apply();
    }
  }
};
} // namespace
