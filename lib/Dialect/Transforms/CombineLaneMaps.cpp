//===- CombineLaneMaps.cpp - One map for chains and merges of maps --------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_COMBINELANEMAPS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Where the lanes of a value come from: if a lane map computes the value,
/// lanes of the map's source; else the value itself.
struct MappedValue {
  Value source;
  /// For each lane of a group, the lane of `source` that it copies, or kNoLane.
  SmallVector<int32_t> table;
  /// Whether the value is a map that is used here only.
  bool isMap = false;

  explicit MappedValue(Value value) : source(value) {
    auto map = value.getDefiningOp<LaneMapOpInterface>();
    if (map && value.hasOneUse()) {
      source = map.getLaneSource();
      table = map.getLaneTable();
      isMap = true;
      return;
    }
    int64_t lanes = cast<InfRegType>(value.getType()).getLanesPerGroup();
    for (int64_t lane = 0; lane < lanes; ++lane)
      table.push_back(lane);
  }
};

struct CombineLaneMapsPass
    : public pirch::impl::CombineLaneMapsBase<CombineLaneMapsPass> {
  using CombineLaneMapsBase::CombineLaneMapsBase;

  void runOnOperation() override {
    // In the order of the program, so that what became one map may join the
    // next one.
    getOperation()->walk([&](Operation *op) {
      if (auto map = dyn_cast<LaneMapOpInterface>(op))
        joinChain(map);
      else if (auto merge = dyn_cast<MergeOp>(op))
        joinMerged(merge);
    });
  }

  /// If the source of `map` is a map that nobody else uses, let `map` take its
  /// lanes from that map's source.
  void joinChain(LaneMapOpInterface map) {
    MappedValue inner(map.getLaneSource());
    if (!inner.isMap)
      return;
    SmallVector<int32_t> table = map.getLaneTable();
    for (int32_t &lane : table)
      if (lane != kNoLane)
        lane = inner.table[lane];
    Operation *innerMap = map.getLaneSource().getDefiningOp();
    if (isa<ReorderOp>(innerMap) && isa<ReorderOp>(map)) {
      map->setOperand(0, inner.source);
      map.setLaneTable(table);
    } else {
      replace(map, inner.source, table);
    }
    innerMap->erase();
    ++numChained;
  }

  /// Replace a merge of two maps of one value, or of such a map and the value,
  /// by one map.
  void joinMerged(MergeOp merge) {
    MappedValue value(merge.getValue()), into(merge.getInto());
    if (value.source != into.source || !(value.isMap || into.isMap))
      return;
    SmallVector<int32_t> table = into.table;
    for (auto [lane, isTaken] : llvm::enumerate(merge.getLanes()))
      if (isTaken)
        table[lane] = value.table[lane];
    Operation *valueMap = merge.getValue().getDefiningOp();
    Operation *intoMap = merge.getInto().getDefiningOp();
    replace(merge, value.source, table);
    if (value.isMap)
      valueMap->erase();
    if (into.isMap)
      intoMap->erase();
    ++numMerged;
  }

  /// Replace `op` by a map of `source`.
  static void replace(Operation *op, Value source, ArrayRef<int32_t> table) {
    OpBuilder builder(op);
    Value map = builder.createOrFold<WgPermuteOp>(
        op->getLoc(), op->getResult(0).getType(), source, table);
    op->replaceAllUsesWith(ValueRange{map});
    op->erase();
  }
};

} // namespace
