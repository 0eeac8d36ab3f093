//===- Scheduler.h - A launch on several threads ----------------*- C++ -*-===//
//
// How the groups of a launch are shared among threads.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNTIME_SCHEDULER_H
#define PIRCH_RUNTIME_SCHEDULER_H

#include "Pirch/Runtime/KernelStore.h"
#include <functional>

namespace pirch {

/// A part of a launch: groups `first` to `first + count - 1`.
struct Work {
  const LoadedKernel &kernel;
  /// One pointer for each parameter, those of the grid included.
  void **args;
  int64_t first, count;
};

/// The places at which the groups of some work may be cut into pieces for
/// different threads: between packs, and between rows of a grid.
class WorkCuts {
public:
  explicit WorkCuts(const Work &work);

  /// The number of pieces.
  int64_t size() const { return pieces; }
  /// The first group of a piece; `firstGroup(size())` is the group behind the
  /// last.
  int64_t firstGroup(int64_t piece) const;

private:
  int64_t first, end, pack;
  /// The number of groups of a row, the first group of the first row, and the
  /// number of pieces of a row.
  int64_t width, base, rowPieces;
  int64_t pieces = 0;
};

/// Compute all groups of `work` on at most `numThreads` threads, of which the
/// caller's is one; 0 stands for all threads of the scheduler, the oneTBB of
/// the host program.
void runWork(const Work &work, unsigned numThreads);

/// Have one of the scheduler's threads call `function`, and return at once.
void runLater(std::function<void()> function);

} // namespace pirch

#endif // PIRCH_RUNTIME_SCHEDULER_H
