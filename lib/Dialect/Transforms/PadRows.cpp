//===- PadRows.cpp - Rows that begin at a register's first lane -----------===//

#include "PadRows.h"
#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "RetypeInfRegs.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MathExtras.h"

namespace pirch {
#define GEN_PASS_DEF_PADROWS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {

/// Lengthens rows of one kernel.
class RowPadder {
public:
  RowPadder(KernelOp kernel, int64_t chunkLanes)
      : kernel(kernel), chunkLanes(chunkLanes) {}

  int64_t run() {
    int64_t count = 0;
    WalkResult result = kernel.walk([&](Operation *op) {
      int64_t padded = llvm::count_if(
          op->getResultTypes(), [&](Type type) { return isPadded(type); });
      bool reads = llvm::any_of(op->getOperandTypes(),
                                [&](Type type) { return isPadded(type); });
      count += padded;
      return (padded || reads) && !goesByLanes(op) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
    });
    if (result.wasInterrupted() || count == 0)
      return 0;
    kernel.walk([&](Operation *op) { lengthenTables(op); });
    retypeInfRegs(kernel, [&](InfRegType type) {
      return type.cloneWith(ArrayRef<int64_t>{type.getShape()[0],
                                              type.getNumItems(),
                                              extentOf(type)},
                            type.getElementType());
    });
    for (auto &[map, table] : tables)
      map.setLaneTable(table);
    return count;
  }

private:
  int64_t extentOf(InfRegType type) const {
    int64_t extent = type.getExtent();
    return extent > chunkLanes / 2 ? llvm::alignTo(extent, chunkLanes) : extent;
  }

  bool isPadded(Type type) const {
    auto infreg = dyn_cast<InfRegType>(type);
    return infreg && extentOf(infreg) != infreg.getExtent();
  }

  /// Whether lanes that nobody reads change nothing for the others.
  static bool goesByLanes(Operation *op) {
    if (auto constant = dyn_cast<ConstantOp>(op))
      return isa<DenseElementsAttr>(constant.getValue());
    return isa<LoadOp, StoreOp, ReorderOp, WgPermuteOp, MergeOp, SplatOp,
               SelectOp, ConvertOp, WgIndexOp, WiIndexOp, IxIndexOp>(op) ||
           op->hasTrait<OpTrait::Elementwise>() ||
           isa<scf::SCFDialect>(op->getDialect());
  }

  /// What operations know about each lane, `type` being the one before.
  void lengthenTables(Operation *op) {
    if (auto load = dyn_cast<LoadOp>(op))
      load.setOffsets(
          lengthen<int64_t>(load.getOffsets(), load.getType(), kNoOffset));
    if (auto store = dyn_cast<StoreOp>(op))
      store.setOffsets(lengthen<int64_t>(
          store.getOffsets(), store.getValue().getType(), kNoOffset));
    if (auto merge = dyn_cast<MergeOp>(op))
      merge.setLanes(lengthen(merge.getLanes(), merge.getType()));
    if (auto constant = dyn_cast<ConstantOp>(op))
      lengthenConstant(constant);
    if (auto map = dyn_cast<LaneMapOpInterface>(op))
      lengthenMap(map);
  }

  /// A table of one entry per lane; the new lanes get `pad`, or what the last
  /// one of their row has.
  template <typename T>
  SmallVector<T> lengthen(ArrayRef<T> table, InfRegType type,
                          std::optional<T> pad = std::nullopt) const {
    SmallVector<T> result;
    int64_t extent = type.getExtent(), more = extentOf(type) - extent;
    for (int64_t wi = 0; wi < type.getNumItems(); ++wi) {
      ArrayRef<T> row = table.slice(wi * extent, extent);
      result.append(row.begin(), row.end());
      result.append(more, pad.value_or(row.back()));
    }
    return result;
  }

  void lengthenConstant(ConstantOp op) const {
    InfRegType type = op.getType();
    if (!isPadded(type))
      return;
    auto dense = cast<DenseElementsAttr>(op.getValue());
    SmallVector<Attribute> values(dense.getValues<Attribute>());
    op.setValueAttr(DenseElementsAttr::get(
        RankedTensorType::get({type.getNumItems(), extentOf(type)},
                              type.getElementType()),
        lengthen<Attribute>(values, type)));
  }

  void lengthenMap(LaneMapOpInterface map) {
    auto to = cast<InfRegType>(map->getResult(0).getType());
    auto from = cast<InfRegType>(map.getLaneSource().getType());
    if (!isPadded(to) && !isPadded(from))
      return;
    SmallVector<int32_t> table =
        lengthen<int32_t>(map.getLaneTable(), to, kNoLane);
    // What a whole row gets from one lane, the new lanes may get too.
    for (int64_t at = 0; at < static_cast<int64_t>(table.size());
         at += extentOf(to)) {
      auto row = MutableArrayRef<int32_t>(table).slice(at, extentOf(to));
      if (llvm::all_equal(row.take_front(to.getExtent())))
        llvm::fill(row, row.front());
    }
    for (int32_t &lane : table)
      if (lane != kNoLane)
        lane =
            lane / from.getExtent() * extentOf(from) + lane % from.getExtent();
    tables.push_back({map, std::move(table)});
  }

  KernelOp kernel;
  int64_t chunkLanes;
  /// Lane maps with what they become once types have changed.
  SmallVector<std::pair<LaneMapOpInterface, SmallVector<int32_t>>> tables;
};

struct PadRowsPass : public pirch::impl::PadRowsBase<PadRowsPass> {
  using PadRowsBase::PadRowsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (!kernel.getWgPack())
        numPadded += padRows(kernel, getChunkLanes(kernel));
  }
};

} // namespace

int64_t pirch::padRows(KernelOp kernel, int64_t chunkLanes) {
  return RowPadder(kernel, chunkLanes).run();
}
