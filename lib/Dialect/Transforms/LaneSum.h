//===- LaneSum.h - Sums of scalars and constants of lanes -------*- C++ -*-===//
//
// The recognition of infregs that hold, in each lane, the sum of scalars and of
// a constant of that lane.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_LANESUM_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_LANESUM_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/APInt.h"
#include <optional>

namespace pirch {

/// A sum that may wrap around in the integers' type.
struct LaneSum {
  /// Integers that all lanes have in common.
  llvm::SmallVector<mlir::Value> scalars;
  /// One constant for each lane of a group; empty where no lane has one.
  llvm::SmallVector<llvm::APInt> offsets;
};

/// The sum that `infreg`, of integers, is; nothing where it is something else.
std::optional<LaneSum> matchLaneSum(mlir::Value infreg);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_LANESUM_H
