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

/// The operand of the zero extension that makes `value`, an infreg of integers,
/// if that operand is an infreg of bits: a sum of `value` then counts for how
/// many work items a condition holds. Null if `value` is anything else.
mlir::Value getCountedBits(mlir::Value value);

/// The width in bits of the integer to which the mask of a chunk is converted
/// so that its set bits can be counted.
inline constexpr int64_t kMaskWordBits = 32;

/// Whether `target` has an instruction that converts the mask of a chunk of
/// `lanes` lanes to an integer with one bit for each lane.
bool countsMasks(TargetAttrInterface target, int64_t lanes);

/// The cost, as a number of bit counts, of summing a condition over the
/// `numItems` work items of each group, in infregs that lie as `mapping` says:
/// each chunk of the result counts bits of the masks of some chunks of the
/// condition, and each such pair of a chunk and a mask is one bit count.
/// Nothing if `target` counts no bits of masks, or if there are so many pairs
/// that adding the chunks of the work items costs no more, as where each work
/// item has chunks of its own.
std::optional<int64_t> countMaskPairs(TargetAttrInterface target,
                                      const LaneMapping &mapping,
                                      int64_t numItems);

/// The bits of a mask that is known at compile time, one for each lane of a
/// group; nothing for other masks.
std::optional<llvm::SmallVector<bool>> getMaskTable(mlir::Value mask);

/// The most lanes of a group for which `mask` may be set, as far as it is known
/// at compile time. A null mask is set for all `lanes` lanes of a group.
int64_t countLanesAtMost(mlir::Value mask, int64_t lanes);

/// Whether `scatter` is a compaction: the work items of a group for which its
/// mask holds write neighbouring elements, in the order of the work items. That
/// is so if the index is a number that is the same for all work items of the
/// group, plus an exclusive scan that counts the work items for which the mask
/// holds. A scatter of several elements for each work item is no compaction.
bool isCompaction(ScatterOp scatter);

} // namespace pirch

#endif // PIRCH_ANALYSIS_COMPACTIONS_H
