//===- IndexGrowth.h - Subscripts that count up -----------------*- C++ -*-===//
//
// Whether neighbouring work items access neighbouring elements by subscripts
// that are computed at run time.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_INDEXGROWTH_H
#define PIRCH_ANALYSIS_INDEXGROWTH_H

#include "Pirch/Analysis/UniformValues.h"

namespace pirch {

/// Whether the subscript of each work item is one more than that of the item
/// before it: in no group as far as is known, in most groups, or in all.
enum class Growth { unknown, likely, proven };

/// The value with which an `scf` loop begins that carries `value` from
/// iteration to iteration; null if none does.
mlir::Value getInitialValue(mlir::Value value);

/// The growth of `index`, an infreg of integers. It is likely where limits,
/// remainders or wraps around end it in some groups, for which code tests
/// (`pirch-coalesce-accesses`), and where work items count on in a loop from
/// numbers that follow each other.
Growth findGrowth(mlir::Value index, UniformValues &uniform);

/// The number by which the subscript of each work item is more than that of the
/// item before it, in all groups, where `index` is an infreg of one element for
/// each work item; nothing if none is known.
std::optional<int64_t> findStep(mlir::Value index, UniformValues &uniform);

} // namespace pirch

#endif // PIRCH_ANALYSIS_INDEXGROWTH_H
