//===- Launch.h - Running and timing a compiled kernel ----------*- C++ -*-===//

#ifndef PIRCH_RUNNER_LAUNCH_H
#define PIRCH_RUNNER_LAUNCH_H

#include "Pirch/Driver/Compiler.h"
#include "Pirch/Runner/Npy.h"
#include <functional>

namespace pirch {

/// What a kernel is called with: one array per parameter, of one element for a
/// scalar.
struct Arguments {
  std::vector<Array> arrays;

  std::vector<void *> pointers();
  /// The bytes of each array.
  std::vector<int64_t> sizes() const;
};

/// A kernel and how much of it to run.
struct Launch {
  /// As `CompiledModule::PackedFn`.
  std::function<void(void **args, int64_t firstGroup, int64_t numGroups)>
      function;
  int64_t groups = 0, threads = 1;
  /// As `CompiledModule::stackBytes`.
  unsigned stackBytes = 0;

  /// Groups 0 to `groups - 1`, shared out evenly.
  void run(void **args) const;
};

/// Run on copies of the buffers that each end where memory does, so that an
/// access past a buffer's end stops the process with a message that names it.
void runGuarded(const Launch &launch, const KernelInfo &kernel,
                Arguments &arguments);

struct Timing {
  double medianSeconds = 0, minSeconds = 0;
  /// Every buffer read once, and once more written where the kernel changes it.
  double bytes = 0;
};

/// Run `repeat` times, after two runs that do not count, each on fresh inputs.
Timing measure(const Launch &launch, const Arguments &inputs, int64_t repeat);

} // namespace pirch

#endif // PIRCH_RUNNER_LAUNCH_H
