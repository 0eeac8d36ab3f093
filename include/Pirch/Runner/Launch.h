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

/// The arguments of a call, one array for each parameter. The array of a scalar
/// has one element.
struct Arguments {
  std::vector<Array> arrays;

  std::vector<void *> pointers();
  /// The number of bytes of each array.
  std::vector<int64_t> sizes() const;
};

/// A call of a kernel: its function, the number of groups, and the number of
/// threads that share them.
struct Launch {
  /// The kernel, with parameters as `CompiledModule::PackedFn` has them.
  std::function<void(void **args, int64_t firstGroup, int64_t numGroups)>
      function;
  int64_t groups = 0, threads = 1;
  /// The number of bytes of stack that the function needs
  /// (`CompiledModule::stackBytes`).
  unsigned stackBytes = 0;

  /// Run groups 0 to `groups - 1`, an equal share of them on each thread.
  void run(void **args) const;
};

/// Run a launch on copies of the buffers in `arguments`, which are copied back
/// afterwards. Behind each copy lies a page without access rights, so that an
/// access past its end stops the process with a message that names the buffer.
void runGuarded(const Launch &launch, const KernelInfo &kernel,
                Arguments &arguments);

struct Timing {
  double medianSeconds = 0, minSeconds = 0;
  /// The number of bytes that a launch moves at least: those of all buffers,
  /// counted twice for buffers that the kernel changes, which are both read and
  /// written.
  double bytes = 0;
};

/// Time `repeat` runs of a launch, each on a fresh copy of `inputs`, after two
/// runs that are not timed.
Timing measure(const Launch &launch, const Arguments &inputs, int64_t repeat);

} // namespace pirch

#endif // PIRCH_RUNNER_LAUNCH_H
