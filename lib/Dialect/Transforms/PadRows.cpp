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

/// Lengthens the rows of one kernel.
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
      return (padded || reads) && !acceptsPaddedRows(op)
                 ? WalkResult::interrupt()
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
  /// The extent that arrays of `type` get.
  int64_t extentOf(InfRegType type) const {
    int64_t extent = type.getExtent();
    return extent > chunkLanes / 2 ? llvm::alignTo(extent, chunkLanes) : extent;
  }

  bool isPadded(Type type) const {
    auto infreg = dyn_cast<InfRegType>(type);
    return infreg && extentOf(infreg) != infreg.getExtent();
  }

  /// Whether `op` allows unread lanes in its rows: they do not change what it
  /// computes in the others.
  static bool acceptsPaddedRows(Operation *op) {
    auto lanes = dyn_cast<InfRegOpInterface>(op);
    return lanes ? lanes.acceptsPaddedRows()
                 : isa<scf::SCFDialect>(op->getDialect());
  }

  /// Lengthen the tables of `op`, whose types have not been changed yet.
  void lengthenTables(Operation *op) {
    if (auto map = dyn_cast<LaneMapOpInterface>(op))
      lengthenMap(map);
    else if (auto lanes = dyn_cast<InfRegOpInterface>(op))
      lanes.padTables([&](InfRegType type) { return extentOf(type); });
  }

  void lengthenMap(LaneMapOpInterface map) {
    auto to = cast<InfRegType>(map->getResult(0).getType());
    auto from = cast<InfRegType>(map.getLaneSource().getType());
    if (!isPadded(to) && !isPadded(from))
      return;
    SmallVector<int32_t> before = map.getLaneTable(), table;
    for (int64_t wi = 0; wi < to.getNumItems(); ++wi) {
      auto row = ArrayRef(before).slice(wi * to.getExtent(), to.getExtent());
      // The new lanes of a row that is a broadcast copy the same lane, so that
      // it stays one.
      int32_t more = llvm::all_equal(row) ? row.front() : kNoLane;
      table.append(row.begin(), row.end());
      table.append(extentOf(to) - to.getExtent(), more);
    }
    for (int32_t &lane : table)
      if (lane != kNoLane)
        lane =
            lane / from.getExtent() * extentOf(from) + lane % from.getExtent();
    tables.push_back({map, std::move(table)});
  }

  KernelOp kernel;
  int64_t chunkLanes;
  /// The lane maps and the tables that they get after types have changed.
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
