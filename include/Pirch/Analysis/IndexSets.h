//===- IndexSets.h - Which iterations may run as one ------------*- C++ -*-===//
//
// The paper's loop and index processing (section 4.1) as an algorithm on plain
// numbers: given what each iteration of a loop reads and writes, split the
// iterations into sets whose members can be executed together, operation by
// operation, with the result of executing them one after the other.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_INDEXSETS_H
#define PIRCH_ANALYSIS_INDEXSETS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>

namespace pirch {

/// One place in a loop's body that reads or writes a variable.
struct LoopAccess {
  /// Order of the accesses within one iteration.
  unsigned position = 0;
  bool isWrite = false;
  /// Which variable; locations of different variables never meet.
  unsigned variable = 0;
  /// For each iteration, the locations it touches (one per WI, say).
  llvm::SmallVector<llvm::SmallVector<int64_t, 1>> locations;
};

using IndexSet = llvm::SmallVector<int64_t>;

/// Index sets in the order of their execution. Two iterations share a set only
/// where every pair of their accesses that meet at a location, one of them a
/// write, has the same order in the body as in time. Sets of neighbouring
/// iterations are preferred; iterations are taken out of order where that gives
/// fewer sets and no dependence forbids it.
llvm::SmallVector<IndexSet>
splitIterations(int64_t numIterations, llvm::ArrayRef<LoopAccess> accesses);

/// Print as in `[[0], [1, 2], [3]]`.
void printIndexSets(llvm::raw_ostream &os, llvm::ArrayRef<IndexSet> sets);

} // namespace pirch

#endif // PIRCH_ANALYSIS_INDEXSETS_H
