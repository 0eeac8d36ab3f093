//===- CAPIStages.cpp - Staged values in C --------------------------------===//

#include "CAPI.h"
#include "Pirch/Runtime/StagedVersions.h"

using namespace pirch;

static StagedBits computeStaged(const LoadedKernel &kernel, void **args,
                                int64_t groups) {
  StagedBits values(kernel.info.staged.size());
  kernel.staged(args, groups, values.data());
  return values;
}

std::shared_ptr<const LoadedModule>
pirch::findSpecialVersion(const LoadedKernel &kernel, void **args,
                          int64_t groups) {
  std::shared_ptr<const LoadedModule> version =
      kernel.versions->find(computeStaged(kernel, args, groups));
  const KernelStore::Counters &counters = getStore()->getCounters();
  ++(version ? counters.specialLaunches : counters.generalLaunches);
  return version;
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
    loaded.versions->find(values);
    return llvm::Error::success();
  });
}
