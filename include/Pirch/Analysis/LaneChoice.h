//===- LaneChoice.h - Which WG_PACK and lane order to take ------*- C++ -*-===//

#ifndef PIRCH_ANALYSIS_LANECHOICE_H
#define PIRCH_ANALYSIS_LANECHOICE_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

struct LaneChoice {
  int64_t wgPack = 1;
  llvm::SmallVector<Axis> order;
};

/// `auto` (an empty order) or the axes from slowest to fastest: `wg-wi-ix`.
mlir::FailureOr<llvm::SmallVector<Axis>> parseLaneOrder(llvm::StringRef text);
std::string printLaneOrder(llvm::ArrayRef<Axis> order);

/// Lanes of a group in all results of `kernel`.
int64_t countLanes(KernelOp kernel);

/// Lanes of all results in all groups of a pack: beyond, there is no time to
/// look at them one by one.
inline constexpr int64_t kMaxPackedLanes = 1 << 26;

/// Estimated cost of one work group of `kernel` (infregs still infinite) under
/// a choice, in the target's units.
double estimateCost(KernelOp kernel, const LaneChoice &choice);

/// The cheapest choice by the target's costs; `wgPack` 0 and an empty order are
/// open, anything else is kept. Packs in which all kernels of the module
/// together have more than kMaxPackedLanes are no candidates.
LaneChoice chooseLanes(KernelOp kernel, int64_t wgPack,
                       llvm::ArrayRef<Axis> order);

} // namespace pirch

#endif // PIRCH_ANALYSIS_LANECHOICE_H
