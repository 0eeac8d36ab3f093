//===- CAPILaunches.cpp - Launches in C -----------------------------------===//

#include "CAPI.h"
#include "Pirch/Runtime/Scheduler.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace pirch;

llvm::Error pirch::countGroups(const pirch_kernel &kernel,
                               const pirch_range &range, int64_t &groups) {
  groups = 1;
  for (int dim = 0; dim < 3; ++dim) {
    int64_t extent = range.groups[dim];
    if (dim >= kernel.info.num_dims) {
      if (extent != 0 && extent != 1)
        return invalid("kernel '" + llvm::Twine(kernel.info.name) + "' has " +
                       llvm::Twine(kernel.info.num_dims) +
                       " dimensions, but the range has " + llvm::Twine(extent) +
                       " groups along dimension " + llvm::Twine(dim));
      continue;
    }
    if (extent < 0 || llvm::MulOverflow(groups, extent, groups))
      return invalid("the range has " + llvm::Twine(extent) +
                     " groups along dimension " + llvm::Twine(dim));
  }
  for (int dim = 0; dim < 3; ++dim)
    if (range.offset[dim] != 0 &&
        (!kernel.info.has_offset || dim >= kernel.info.num_dims ||
         range.offset[dim] < 0))
      return invalid("kernel '" + llvm::Twine(kernel.info.name) +
                     "' takes no global offset of " +
                     llvm::Twine(range.offset[dim]) + " along dimension " +
                     llvm::Twine(dim) + " (--global-offset)");
  return llvm::Error::success();
}

static llvm::Error checkArguments(const pirch_kernel &kernel,
                                  void *const *args) {
  size_t count = kernel.params.size();
  if (count && !args)
    return invalid("the arguments are NULL");
  for (size_t index = 0; index < count; ++index)
    if (!args[index])
      return invalid("argument '" + llvm::Twine(kernel.params[index].name) +
                     "' of kernel '" + kernel.info.name + "' is NULL");
  return llvm::Error::success();
}

PackedArguments::PackedArguments(const pirch_kernel &kernel, void *const *args,
                                 const pirch_range &range)
    : given(const_cast<void **>(args)) {
  if (kernel.loaded->info.numGridParams == 0)
    return;
  all.assign(given, given + kernel.params.size());
  for (int dim = 0; dim < kernel.info.num_dims; ++dim)
    all.push_back(const_cast<int64_t *>(&range.groups[dim]));
  if (kernel.info.has_offset)
    for (int dim = 0; dim < kernel.info.num_dims; ++dim)
      all.push_back(const_cast<int64_t *>(&range.offset[dim]));
}

namespace {
/// Groups of a range, which was checked.
struct Part {
  int64_t first, count, total;
  int numThreads;
  /// Whether a version of the kernel that is made for the launch's staged
  /// values may run.
  bool mayBeSpecial = true;
};
} // namespace

static void runRange(const pirch_kernel &kernel, void *const *args,
                     const pirch_range &range, const Part &part) {
  PackedArguments packed(kernel, args, range);
  Work work = {*kernel.loaded, packed.get(), part.first, part.count};
  if (work.kernel.staged && part.mayBeSpecial)
    return runStaged(work, part.total, part.numThreads);
  runWork(work, part.numThreads);
}

llvm::Error pirch::checkLaunch(const pirch_kernel *kernel, void *const *args,
                               const pirch_range *range, int numThreads,
                               int64_t &groups) {
  if (!kernel || !range)
    return invalid("the kernel or the range is NULL");
  if (numThreads < 0)
    return invalid("a launch cannot take " + llvm::Twine(numThreads) +
                   " threads");
  if (llvm::Error error = countGroups(*kernel, *range, groups))
    return error;
  return groups ? checkArguments(*kernel, args) : llvm::Error::success();
}

/// Check a launch, and let `launch` run it, which gets the number of groups.
static pirch_status
launchChecked(const pirch_kernel *kernel, void *const *args,
              const pirch_range *range, int numThreads,
              llvm::function_ref<llvm::Error(int64_t groups)> launch) {
  return guarded([&]() -> llvm::Error {
    int64_t groups;
    if (llvm::Error error =
            checkLaunch(kernel, args, range, numThreads, groups))
      return error;
    return launch(groups);
  });
}

/// Launch all groups of a range. With `mayBeSpecial`, a version of the kernel
/// that is made for the launch's staged values may run.
static pirch_status launchAll(const pirch_kernel *kernel, void *const *args,
                              const pirch_range *range, int numThreads,
                              bool mayBeSpecial) {
  return launchChecked(
      kernel, args, range, numThreads, [&](int64_t groups) -> llvm::Error {
        if (groups)
          runRange(*kernel, args, *range,
                   {0, groups, groups, numThreads, mayBeSpecial});
        return llvm::Error::success();
      });
}

pirch_status pirch_launch(const pirch_kernel *kernel, void *const *args,
                          const pirch_range *range, int numThreads) {
  return launchAll(kernel, args, range, numThreads, /*mayBeSpecial=*/true);
}

pirch_status pirch_launch_general(const pirch_kernel *kernel, void *const *args,
                                  const pirch_range *range, int numThreads) {
  return launchAll(kernel, args, range, numThreads, /*mayBeSpecial=*/false);
}

pirch_status pirch_launch_part(const pirch_kernel *kernel, void *const *args,
                               const pirch_range *range, int64_t first,
                               int64_t count, int numThreads) {
  return launchChecked(
      kernel, args, range, numThreads, [&](int64_t groups) -> llvm::Error {
        if (first < 0 || count < 0 || first > groups || count > groups - first)
          return invalid("groups " + llvm::Twine(first) + " to " +
                         llvm::Twine(first) + " + " + llvm::Twine(count) +
                         " - 1 are not among the range's " +
                         llvm::Twine(groups));
        if (kernel->loaded->info.asksForGroups && first + count != groups)
          return makeFailure(Failure::Kind::notSupported,
                             "not supported yet: a part of a range of a kernel "
                             "that asks how many groups there are");
        if (count)
          runRange(*kernel, args, *range, {first, count, groups, numThreads});
        return llvm::Error::success();
      });
}

namespace {
/// A launch that runs later, with its own copy of what it is called with.
struct LaterLaunch {
  const pirch_kernel &kernel;
  pirch_range range;
  int64_t groups;
  int numThreads;
  pirch_callback done;
  void *data;
  std::vector<void *> args;
  std::vector<uint64_t> scalars;
};
} // namespace

pirch_status pirch_launch_async(const pirch_kernel *kernel, void *const *args,
                                const pirch_range *range, int numThreads,
                                pirch_callback done, void *data) {
  return launchChecked(
      kernel, args, range, numThreads, [&](int64_t groups) -> llvm::Error {
        if (!done)
          return invalid("the function to call at the end is NULL");
        size_t count = groups ? kernel->params.size() : 0;
        auto launch = std::make_shared<LaterLaunch>(LaterLaunch{
            *kernel, *range, groups, numThreads, done, data, {}, {}});
        launch->scalars.resize(count);
        for (size_t index = 0; index < count; ++index) {
          const pirch_param &param = kernel->params[index];
          launch->args.push_back(args[index]);
          if (param.is_buffer)
            continue;
          std::memcpy(&launch->scalars[index], args[index], param.type_size);
          launch->args.back() = &launch->scalars[index];
        }
        runLater([launch] {
          if (launch->groups)
            runRange(launch->kernel, launch->args.data(), launch->range,
                     {0, launch->groups, launch->groups, launch->numThreads});
          launch->done(launch->data);
        });
        return llvm::Error::success();
      });
}
