//===- Launch.h - Running and timing a compiled kernel ----------*- C++ -*-===//
//
// Calls of a compiled kernel for `pirch-run`: on copies of its arguments, on
// several threads, with guard pages behind buffers, or timed.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNNER_LAUNCH_H
#define PIRCH_RUNNER_LAUNCH_H

#include "Pirch/Driver/Compiler.h"
#include "Pirch/Runner/Npy.h"
#include <functional>

namespace pirch {

/// The arguments of a call: one array for each parameter. That of a scalar has
/// one element.
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

  /// Run groups 0 to `groups - 1`, an equal share of them on each thread.
  void run(void **args) const;
};

/// Run on copies of the buffers. Behind each copy lies a page without access
/// rights, so that an access past its end stops the process with a message that
/// names the buffer.
void runGuarded(const Launch &launch, const KernelInfo &kernel,
                Arguments &arguments);

struct Timing {
  double medianSeconds = 0, minSeconds = 0;
  /// The bytes of all buffers, those that the kernel changes counted twice:
  /// they are read and written.
  double bytes = 0;
};

/// Run `repeat` times, after two runs that do not count, each on fresh inputs.
Timing measure(const Launch &launch, const Arguments &inputs, int64_t repeat);

} // namespace pirch

#endif // PIRCH_RUNNER_LAUNCH_H
