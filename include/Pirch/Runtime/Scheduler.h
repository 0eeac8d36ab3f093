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

/// The cuts between which the groups of some work may be computed by different
/// threads: where packs begin, and rows of a grid.
class WorkCuts {
public:
  explicit WorkCuts(const Work &work);

  /// The number of pieces.
  int64_t size() const { return pieces; }
  /// The first group of a piece; for `size()`, the group behind the last.
  int64_t firstGroup(int64_t piece) const;

private:
  int64_t first, end, pack;
  /// Groups of a row, the first group of the first row, pieces of a row.
  int64_t width, base, rowPieces;
  int64_t pieces = 0;
};

/// Compute all of it, on at most that many threads; 0 for as many as the
/// scheduler has, which are those of the host program's oneTBB. The caller's
/// thread is one of them.
void runWork(const Work &work, unsigned numThreads);

/// Have one of the scheduler's threads call the function soon.
void runLater(std::function<void()> function);

} // namespace pirch

#endif // PIRCH_RUNTIME_SCHEDULER_H
