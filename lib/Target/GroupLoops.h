//===- GroupLoops.h - Loops over groups in LLVM IR --------------*- C++ -*-===//
//
// Finds the loops over the groups of a launch in an optimized kernel: LLVM may
// have unrolled them, so that an iteration computes several packs.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_GROUPLOOPS_H
#define PIRCH_LIB_TARGET_GROUPLOOPS_H

#include <cstdint>
#include <vector>

namespace llvm {
class BasicBlock;
class Function;
class TargetMachine;
} // namespace llvm

namespace pirch {

/// A loop that begins with a launch's first group.
struct GroupLoop {
  llvm::BasicBlock *header;
  /// The number of groups that one iteration computes.
  int64_t groups;
  /// The bytes that one iteration reads and writes in memory that is not the
  /// function's own. Those of an inner loop count once for each of its
  /// iterations.
  double bytesRead, bytesWritten;
};

/// The loops of `function`, whose last two parameters are the first group and
/// the number of groups; without loops for the groups that an unrolled one
/// leaves, and without copies whose stores go past the caches.
std::vector<GroupLoop> findGroupLoops(llvm::Function &function,
                                      llvm::TargetMachine &machine);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_GROUPLOOPS_H
