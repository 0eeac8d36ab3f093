//===- Compactions.h - Counting and compacting work items -------*- C++ -*-===//
//
// Which operations of a kernel in InfReg form count the work items that meet a
// condition, and which scatters write the values of these close together. A
// machine with masks of lanes counts their bits, and compresses registers.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_COMPACTIONS_H
#define PIRCH_ANALYSIS_COMPACTIONS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Mapping/LaneMapping.h"

namespace pirch {

/// The bits that `value`, of integers, extends by zeros: the condition that a
/// sum of it counts. Null where it may have other values than 0 and 1.
mlir::Value getCountedBits(mlir::Value value);

/// The bits of the numbers that masks of chunks become.
inline constexpr int64_t kMaskWordBits = 32;

/// Whether the mask of a chunk of `lanes` lanes is a number at hand on
/// `target`.
bool countsMasks(TargetAttrInterface target, int64_t lanes);

/// For the sum of a condition over the `numItems` work items of groups that lie
/// as `mapping` says: the number of pairs of a result's chunk and a mask whose
/// bits it counts. Nothing where they are so many that adding work items, which
/// lie in chunks of their own, is no worse, or if no bits are counted.
std::optional<int64_t> countMaskPairs(TargetAttrInterface target,
                                      const LaneMapping &mapping,
                                      int64_t numItems);

/// Whether the lanes of `scatter` that take part write neighbouring elements in
/// the order of the work items, the first lane of a group at its own index: the
/// index is the same number for all work items plus an exclusive scan that
/// counts those that take part. Arrays of several elements are none.
bool isCompaction(ScatterOp scatter);

} // namespace pirch

#endif // PIRCH_ANALYSIS_COMPACTIONS_H
