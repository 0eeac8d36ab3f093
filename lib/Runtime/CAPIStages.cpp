//===- CAPIStages.cpp - Staged values in C --------------------------------===//

#include "CAPI.h"
#include "Pirch/Runtime/StagedVersions.h"
#include <chrono>

using namespace pirch;

static StagedBits computeStaged(const LoadedKernel &kernel, void **args,
                                int64_t groups) {
  StagedBits values(kernel.info.staged.size());
  kernel.staged(args, groups, values.data());
  return values;
}

void pirch::runStaged(const Work &work, int64_t groups, int numThreads) {
  using Clock = std::chrono::steady_clock;
  StagedVersions &versions = *work.kernel.versions;
  StagedBits values = computeStaged(work.kernel, work.args, groups);
  StagedVersions::Choice choice = versions.choose(values, work.count);
  const KernelStore::Counters &counters = getStore()->getCounters();
  ++(choice.special ? counters.specialLaunches : counters.generalLaunches);
  const LoadedKernel &code =
      choice.special ? choice.special->kernels.front() : work.kernel;
  Clock::time_point start;
  if (choice.isTimed)
    start = Clock::now();
  runWork({code, work.args, work.first, work.count}, numThreads);
  if (choice.isTimed)
    versions.note(values, choice.special != nullptr,
                  std::chrono::duration<double>(Clock::now() - start).count());
}

const char *pirch_kernel_staged_name(const pirch_kernel *kernel, size_t index) {
  const std::vector<StagedValue> &staged = kernel->loaded->info.staged;
  return index < staged.size() ? staged[index].name.c_str() : nullptr;
}

pirch_status pirch_prepare(const pirch_kernel *kernel, void *const *args,
                           const pirch_range *range, int inBackground) {
  return guarded([&]() -> llvm::Error {
    if (!kernel || !range)
      return invalid("the kernel or the range is NULL");
    int64_t groups;
    if (llvm::Error error = countGroups(*kernel, *range, groups))
      return error;
    const LoadedKernel &loaded = *kernel->loaded;
    if (!loaded.staged)
      return llvm::Error::success();
    for (int64_t param : loaded.info.stagedParams)
      if (param < static_cast<int64_t>(kernel->params.size()) &&
          (!args || !args[param]))
        return invalid("argument '" + llvm::Twine(kernel->params[param].name) +
                       "' of kernel '" + kernel->info.name +
                       "' is NULL, but a staged value depends on it");
    std::vector<void *> none(kernel->params.size());
    if (!args)
      args = none.data();
    PackedArguments packed(*kernel, args, *range);
    StagedBits values = computeStaged(loaded, packed.get(), groups);
    if (!inBackground)
      return loaded.versions->make(values).takeError();
    loaded.versions->request(values);
    return llvm::Error::success();
  });
}
