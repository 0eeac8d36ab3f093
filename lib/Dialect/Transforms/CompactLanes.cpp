//===- CompactLanes.cpp - Expensive operations on the lanes that count ----===//

#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/LaneDemand.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Analysis/ReorderPatterns.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_COMPACTLANES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Computes one operation on a dense infreg that holds only the lanes that are
/// read, and moves the results back. The dense infreg is one array for each
/// group or, if this takes fewer chunks, has elements of each work item: where
/// work items are threads, one element of each item is one chunk.
class Compaction {
public:
  Compaction(Operation *op, const llvm::BitVector &wanted, KernelOp kernel,
             const KernelMapping &mapping)
      : op(op), type(cast<InfRegType>(op->getResult(0).getType())),
        target(cast<TargetAttrInterface>(kernel.getTargetAttr())),
        selector(target), mapping(mapping) {
    chooseShape(wanted.count(), kernel.getWgSize());
    dense.assign(denseItems * denseExtent, kNoLane);
    spread.assign(type.getLanesPerGroup(), kNoLane);
    int64_t next = 0;
    for (int32_t lane : wanted.set_bits()) {
      int64_t place = next % denseItems * denseExtent + next / denseItems;
      spread[lane] = place;
      dense[place] = lane;
      ++next;
    }
    oldOperations = countChunksRead(mapping.get(type), wanted);
  }

  /// Whether compaction costs less than the operation on all chunks.
  bool pays() const {
    if (dense.empty())
      return false;
    InfRegType small = denseType(type.getElementType());
    int64_t newOperations = mapping.get(small).getNumChunks();
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

  /// Choose the shape that takes the fewest chunks for `count` lanes of a
  /// group.
  void chooseShape(int64_t count, int64_t wgSize) {
    denseItems = 1;
    denseExtent = count;
    if (!count)
      return;
    int64_t chunks =
        mapping.get(denseType(type.getElementType())).getNumChunks();
    denseItems = wgSize;
    denseExtent = llvm::divideCeil(count, wgSize);
    if (mapping.get(denseType(type.getElementType())).getNumChunks() < chunks)
      return;
    denseItems = 1;
    denseExtent = count;
  }

  /// The value, before all lane maps that lead to `operand`, of which the dense
  /// operand's lanes are copies; and the lane table from it to the dense
  /// operand.
  std::pair<Value, SmallVector<int32_t>> findSource(Value operand) const {
    SmallVector<int32_t> table = dense;
    while (auto map = operand.getDefiningOp<LaneMapOpInterface>()) {
      table = composeTables(table, map.getLaneTable());
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
    int64_t sum = 0;
    for (const ReorderSelector::Choice &choice : selector.selectAll(
             splitLaneMap(mapping.get(from), mapping.get(to), table)))
      sum += choice.cost;
    return sum * target.getRegistersPerChunk(from.getElementType(),
                                             mapping.get(from).getLanes());
  }

  Operation *op;
  InfRegType type;
  TargetAttrInterface target;
  ReorderSelector selector;
  const KernelMapping &mapping;
  /// The extents of the dense infreg: items and elements.
  int64_t denseItems, denseExtent;
  /// Two lane tables: the lane that each dense lane copies, and the dense lane
  /// that holds each lane's result.
  SmallVector<int32_t> dense, spread;
  /// The number of chunks that are computed without compaction.
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
    return type && type.getLanes() &&
           (usesDivider(op) || classifyOp(op) == OpClass::libcall) &&
           llvm::all_of(op->getOperandTypes(),
                        [](Type operand) { return isa<InfRegType>(operand); });
  }

  void compact(KernelOp kernel) {
    LaneDemand demand(kernel);
    KernelMapping mapping(kernel);
    SmallVector<Operation *> candidates;
    kernel.walk([&](Operation *op) {
      if (isCandidate(op))
        candidates.push_back(op);
    });
    for (Operation *op : candidates) {
      Compaction compaction(op, demand.get(op->getResult(0)), kernel, mapping);
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
