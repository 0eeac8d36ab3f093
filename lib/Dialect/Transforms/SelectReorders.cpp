//===- SelectReorders.cpp - Choose reorder patterns -----------------------===//

#include "Pirch/Analysis/KernelMapping.h"
#include "Pirch/Analysis/ReorderPatterns.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

namespace pirch {
#define GEN_PASS_DEF_SELECTREORDERS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct SelectReordersPass
    : public pirch::impl::SelectReordersBase<SelectReordersPass> {
  using SelectReordersBase::SelectReordersBase;

  void runOnOperation() override {
    SmallVector<ReorderPattern> without;
    for (const std::string &name : disable) {
      std::optional<ReorderPattern> pattern = symbolizeReorderPattern(name);
      if (!pattern || *pattern == ReorderPattern::unread ||
          *pattern == ReorderPattern::gather) {
        getOperation().emitError("cannot do without reorder pattern '")
            << name
            << "': expected reuse, broadcast, repeat, segmented, rotate, "
            << "shifts, permute, permute2, interleave, cover, network or lookup";
        return signalPassFailure();
      }
      without.push_back(*pattern);
    }
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      if (failed(select(kernel, without)))
        return signalPassFailure();
  }

  LogicalResult select(KernelOp kernel, ArrayRef<ReorderPattern> without) {
    if (!kernel.getTargetAttr())
      return kernel.emitOpError("has no target to choose reorder patterns for");
    ReorderSelector selector(cast<TargetAttrInterface>(kernel.getTargetAttr()),
                             without);
    KernelMapping mapping(kernel);
    auto result = kernel.walk([&](LaneMapOpInterface map) -> WalkResult {
      auto from = cast<InfRegType>(map.getLaneSource().getType());
      auto to = cast<InfRegType>(map->getResult(0).getType());
      if (!from.getLanes() || !to.getLanes())
        return map->emitOpError("has no lane order; assign lanes first "
                                "(pirch-assign-lanes)");
      std::vector<ChunkOrigins> origins =
          splitLaneMap(mapping.get(from), mapping.get(to), map.getLaneTable());
      SmallVector<ReorderPattern> patterns;
      for (const ReorderSelector::Choice &choice : selector.selectAll(origins))
        patterns.push_back(choice.pattern);
      map->setAttr("reorders", ReordersAttr::get(&getContext(), patterns));
      count(patterns);
      if (emitRemarks)
        remark(map, origins, patterns, selector);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    // Threads exchange values by instructions of their own.
    if (!cast<TargetAttrInterface>(kernel.getTargetAttr())
             .distributesWorkItems())
      kernel.walk([&](Operation *op) {
        TypeSwitch<Operation *>(op)
            .Case([&](WgShuffleOp shuffle) {
              selectLookups(op, shuffle.getValue(), Axis::wi, mapping,
                            selector);
            })
            .Case([&](ExtractOp extract) {
              selectLookups(op, extract.getSource(), Axis::ix, mapping,
                            selector);
            });
      });
    return success();
  }

  /// Choose how the lanes of `op`, which `axis` of `source` is chosen for at
  /// run time, are brought together.
  void selectLookups(Operation *op, Value source, Axis axis,
                     const KernelMapping &mapping,
                     const ReorderSelector &selector) {
    auto from = cast<InfRegType>(source.getType());
    const std::vector<LaneLookup> &lookups = mapping.getLookups(
        from, cast<InfRegType>(op->getResult(0).getType()), axis);
    SmallVector<ReorderPattern> patterns;
    for (const ReorderSelector::Choice &choice : selector.selectLookups(
             lookups, from.getElementType(), mapping.getLanes()))
      patterns.push_back(choice.pattern);
    op->setAttr("reorders", ReordersAttr::get(&getContext(), patterns));
    numLookups += llvm::count(patterns, ReorderPattern::lookup);
    if (!emitRemarks)
      return;
    InFlightDiagnostic diag = op->emitRemark("chosen at run time: ");
    describe(diag, patterns);
  }

  void count(ArrayRef<ReorderPattern> patterns) {
    for (ReorderPattern pattern : patterns) {
      if (pattern == ReorderPattern::reuse)
        ++numReused;
      else if (pattern == ReorderPattern::gather)
        ++numGathered;
      else if (pattern != ReorderPattern::unread)
        ++numMoved;
    }
  }

  /// The patterns and how many chunks each makes.
  static void describe(InFlightDiagnostic &diag,
                       ArrayRef<ReorderPattern> patterns) {
    llvm::MapVector<ReorderPattern, int64_t> counts;
    for (ReorderPattern pattern : patterns)
      ++counts[pattern];
    llvm::interleaveComma(counts, diag, [&](const auto &entry) {
      diag << stringifyReorderPattern(entry.first) << " x " << entry.second;
    });
  }

  void remark(LaneMapOpInterface map, ArrayRef<ChunkOrigins> origins,
              ArrayRef<ReorderPattern> patterns,
              const ReorderSelector &selector) {
    InFlightDiagnostic diag = map->emitRemark("reorder: ");
    describe(diag, patterns);
    auto gathered = llvm::find(patterns, ReorderPattern::gather);
    if (gathered == patterns.end())
      return;
    const ChunkOrigins &lanes = origins[gathered - patterns.begin()];
    diag << "; gathered because lanes come from " << sourceChunks(lanes).size()
         << " chunks, and ";
    if (size_t pieces = selector.cover(lanes).size())
      diag << pieces << " cheaper patterns would have to be blended";
    else
      diag << "no other patterns bring them in place";
  }
};
} // namespace
