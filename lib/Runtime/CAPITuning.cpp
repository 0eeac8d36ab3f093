//===- CAPITuning.cpp - Tuning in C ---------------------------------------===//

#include "CAPI.h"
#include "Pirch/Driver/Tuning.h"
#include <chrono>

using namespace pirch;

/// Seconds that each configuration is launched for, and launches at least.
static constexpr double kTrialSeconds = 0.02;
static constexpr int kTrialLaunches = 5;

/// The shortest launch, in seconds; the first one is not counted.
static double timeLaunches(const Work &work, int numThreads) {
  using Clock = std::chrono::steady_clock;
  runWork(work, numThreads);
  double shortest = 0, all = 0;
  for (int launch = 0; launch < kTrialLaunches || all < kTrialSeconds;
       ++launch) {
    Clock::time_point start = Clock::now();
    runWork(work, numThreads);
    double seconds =
        std::chrono::duration<double>(Clock::now() - start).count();
    shortest = launch ? std::min(shortest, seconds) : seconds;
    all += std::max(seconds, 1e-6);
  }
  return shortest;
}

static llvm::Error tune(const pirch_kernel &kernel, void **args, int64_t groups,
                        int numThreads, pirch_trial_callback done, void *data,
                        pirch_module **best) {
  std::shared_ptr<KernelStore> store = getStore();
  Request own = kernel.module->request;
  llvm::Expected<CompileOptions> options = parseOptions(own);
  if (!options)
    return options.takeError();
  std::vector<Configuration> all = listConfigurations(*options);
  Request fastest;
  double shortest = 0;
  std::string reason;
  for (size_t index = 0; index < all.size(); ++index) {
    Request request = own;
    request.options.push_back("--wg-pack=" + all[index].wgPack);
    request.options.push_back("--lane-order=" + all[index].laneOrder);
    auto found = store->get(request);
    if (!found) { // too large, in this configuration
      reason = llvm::toString(found.takeError());
      continue;
    }
    const LoadedKernel &loaded = found->module->kernels.front();
    double seconds = timeLaunches({loaded, args, 0, groups}, numThreads);
    if (fastest.options.empty() || seconds < shortest) {
      shortest = seconds;
      fastest = std::move(request);
    }
    pirch_trial trial = {loaded.info.wgPack, loaded.info.laneOrder.c_str(),
                         seconds * 1e9 / static_cast<double>(groups),
                         static_cast<int>(index) + 1,
                         static_cast<int>(all.size())};
    if (done)
      done(data, &trial);
  }
  if (fastest.options.empty())
    return makeFailure(Failure::Kind::compilation, reason);
  auto kept = store->replace(own, fastest);
  if (!kept)
    return kept.takeError();
  if (best)
    *best = makeHandle(std::move(*kept));
  return llvm::Error::success();
}

pirch_status pirch_tune(const pirch_kernel *kernel, void *const *args,
                        const pirch_range *range, int numThreads,
                        pirch_trial_callback done, void *data,
                        pirch_module **best) {
  return guarded([&]() -> llvm::Error {
    int64_t groups;
    if (llvm::Error error =
            checkLaunch(kernel, args, range, numThreads, groups))
      return error;
    if (groups == 0)
      return invalid("a launch of no groups takes no time");
    if (kernel->module->kernels.size() != 1)
      return invalid("the source has other kernels than '" +
                     llvm::Twine(kernel->info.name) +
                     "': compile it alone to tune it (--kernel)");
    PackedArguments packed(*kernel, args, *range);
    return tune(*kernel, packed.get(), groups, numThreads, done, data, best);
  });
}
