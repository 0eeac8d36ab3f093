//===- Scheduler.cpp - A launch on several threads ------------------------===//

#include "Pirch/Runtime/Scheduler.h"
#include "llvm/Support/MathExtras.h"
#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

using namespace pirch;

WorkCuts::WorkCuts(const Work &work)
    : first(work.first), end(work.first + work.count),
      pack(work.kernel.info.wgPack), width(work.count), base(work.first) {
  if (work.count <= 0)
    return;
  if (int64_t param = work.kernel.info.getWidthParam(); param >= 0) {
    width = *static_cast<const int64_t *>(work.args[param]);
    base = first - first % width;
  } else if (work.kernel.info.rowGroups) {
    width = work.kernel.info.rowGroups;
    base = first - first % width;
  }
  rowPieces = llvm::divideCeil(width, pack);
  pieces = llvm::divideCeil(end - base, width) * rowPieces;
}

int64_t WorkCuts::firstGroup(int64_t piece) const {
  int64_t group = base + piece / rowPieces * width +
                  std::min(piece % rowPieces * pack, width);
  return std::clamp(group, first, end);
}

/// What one thread computes at least, by the cost model's units, which are
/// about a cycle each: to wake another one costs some microseconds.
static constexpr double kLeastCost = 20000;

void pirch::runWork(const Work &work, unsigned numThreads) {
  if (work.count <= 0)
    return;
  const LoadedKernel &kernel = work.kernel;
  double cost = std::max(kernel.info.estimatedCost, 1.0);
  if (numThreads == 1 || kernel.info.asksForGroups ||
      cost * static_cast<double>(work.count) < 2 * kLeastCost)
    return kernel.packed(work.args, work.first, work.count);
  WorkCuts cuts(work);
  auto pieceCost = cost * static_cast<double>(kernel.info.wgPack);
  auto grain = static_cast<int64_t>(kLeastCost / pieceCost) + 1;
  auto run = [&] {
    tbb::parallel_for(tbb::blocked_range<int64_t>(0, cuts.size(), grain),
                      [&](const tbb::blocked_range<int64_t> &pieces) {
                        int64_t first = cuts.firstGroup(pieces.begin());
                        int64_t count = cuts.firstGroup(pieces.end()) - first;
                        if (count > 0)
                          kernel.packed(work.args, first, count);
                      });
  };
  if (numThreads == 0)
    return run();
  tbb::task_arena arena(static_cast<int>(numThreads));
  arena.execute(run);
}

void pirch::runLater(std::function<void()> function) {
  // It lives as long as the process.
  static auto *arena = new tbb::task_arena;
  arena->enqueue(std::move(function));
}
