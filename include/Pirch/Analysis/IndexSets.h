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
  /// The number of the access in the order in which an iteration makes its
  /// accesses.
  unsigned position = 0;
  bool isWrite = false;
  /// The number of the variable. Locations of different variables are
  /// different.
  unsigned variable = 0;
  /// For each iteration, the locations that it touches, such as one for each
  /// work item.
  llvm::SmallVector<llvm::SmallVector<int64_t, 1>> locations;
};

/// The iterations of one set, in ascending order.
using IndexSet = llvm::SmallVector<int64_t>;

/// The index sets of a loop, in the order in which they are to be executed. Two
/// iterations share a set only if, for every pair of their accesses to one
/// location of which one is a write, the earlier iteration's access comes first
/// in the body. Sets of neighbouring iterations are preferred; iterations are
/// taken out of order where that gives fewer sets and no dependence forbids it.
llvm::SmallVector<IndexSet>
splitIterations(int64_t numIterations, llvm::ArrayRef<LoopAccess> accesses);

/// Print as in `[[0], [1, 2], [3]]`.
void printIndexSets(llvm::raw_ostream &os, llvm::ArrayRef<IndexSet> sets);

} // namespace pirch

#endif // PIRCH_ANALYSIS_INDEXSETS_H
