//===- LaneChoice.h - Which WG_PACK and lane order to take ------*- C++ -*-===//
//
// The choice of pack and lane order by estimated cost, and lane orders as
// text.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_LANECHOICE_H
#define PIRCH_ANALYSIS_LANECHOICE_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

struct LaneChoice {
  int64_t wgPack = 1;
  llvm::SmallVector<Axis> order;
  /// Whether costs assume that the core's caches hold what loops read and
  /// write.
  bool isFromCache = false;
  /// The estimated cost of one group under this choice (`estimateCost`), if it
  /// has been estimated.
  std::optional<double> cost;
};

/// Parse a lane order: the axes from the slowest to the fastest, as in
/// `wg-wi-ix`, or `auto`, which gives an empty order.
mlir::FailureOr<llvm::SmallVector<Axis>> parseLaneOrder(llvm::StringRef text);
/// The same for an option of a pass that runs on `op`. If `text` is no lane
/// order, an error is reported at `op`.
mlir::FailureOr<llvm::SmallVector<Axis>> parseLaneOrder(llvm::StringRef text,
                                                        mlir::Operation *op);
std::string printLaneOrder(llvm::ArrayRef<Axis> order);

/// The number of lanes of one group, summed over the results of all operations
/// of `kernel`.
int64_t countLanes(KernelOp kernel);

/// The most lanes that the results of all operations of a module may have in
/// all groups of a pack: with more, the passes that look at each lane would
/// take too long.
inline constexpr int64_t kMaxPackedLanes = 1 << 26;

/// The estimated cost of one work group of `kernel` (infregs still infinite)
/// under a choice, in the unit of the target's costs.
double estimateCost(KernelOp kernel, const LaneChoice &choice);

/// The part of `estimateCost`, in the same unit and of one group, that the
/// group waits for memory: hardware does not load ahead for accesses that go on
/// by many cache lines from pack to pack.
double estimateSteps(KernelOp kernel, const LaneChoice &choice);

/// The choices that there are for a kernel, whose costs are not estimated,
/// smaller packs first. A `wgPack` other than 0 and an order that is not empty
/// are kept as they are. Packs in which all kernels of the module together have
/// more than kMaxPackedLanes lanes are no choices, and neither are packs of
/// several groups of at least 128 work items which fill four registers each:
/// they gain nothing, and take long to compile. Without a target, and on one
/// that fixes the order of lanes, there is one choice.
llvm::SmallVector<LaneChoice> listChoices(KernelOp kernel, int64_t wgPack = 0,
                                          llvm::ArrayRef<Axis> order = {},
                                          bool isFromCache = false);

/// The one of `listChoices` that costs least on the kernel's target.
LaneChoice chooseLanes(KernelOp kernel, int64_t wgPack,
                       llvm::ArrayRef<Axis> order, bool isFromCache = false);

/// The type of `chunk_type` with which a group of `kernel`, a kernel with a
/// target and without floats, costs least, each with the one of `listChoices`
/// that suits it best, or with the packs of the kernel's schedule; null where
/// the default type costs hardly more.
mlir::IntegerType chooseChunkType(KernelOp kernel, int64_t wgPack,
                                  llvm::ArrayRef<Axis> order);

/// Have the kernel and its remainders be packed as `packs` says
/// (`#pirch.pack`); null leaves the choice to the passes.
void setPacks(KernelOp kernel, mlir::ArrayAttr packs);

/// Have the operations of the kernel keep the order of the source, or leave the
/// order to `pirch-schedule-operations`.
void setKeepOrder(KernelOp kernel, bool keepOrder);

} // namespace pirch

#endif // PIRCH_ANALYSIS_LANECHOICE_H
