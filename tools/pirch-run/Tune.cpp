//===- Tune.cpp - Try every pack and lane order ---------------------------===//

#include "Tune.h"
#include "Pirch/Driver/Tuning.h"
#include "llvm/Support/Format.h"

using namespace pirch;

namespace {
struct Trial {
  int64_t wgPack;
  std::string laneOrder;
  double cost, nanoseconds;
  bool isChoice;
};
} // namespace

static llvm::Expected<Trial> tryOne(llvm::StringRef source,
                                    llvm::StringRef fileName,
                                    const CompileOptions &options,
                                    llvm::StringRef kernel, Launch launch,
                                    const Arguments &inputs, int64_t repeat) {
  auto module = compileAndLoad(source, fileName, options, llvm::errs());
  if (!module)
    return module.takeError();
  for (const KernelInfo &info : (*module)->kernels()) {
    if (info.name != kernel)
      continue;
    launch.function = (*module)->lookupPacked(kernel);
    if (!launch.function)
      return llvm::createStringError(
          "the compiled code has unresolved symbols");
    double seconds = measure(launch, inputs, repeat).minSeconds;
    // Of short launches, the first ones say more about caches and clocks than
    // about the code.
    constexpr double kLeastSeconds = 0.03;
    constexpr int64_t kMostLaunches = 2000;
    if (auto more = std::min<int64_t>(kMostLaunches,
                                      kLeastSeconds / std::max(seconds, 1e-9));
        more > repeat)
      seconds = std::min(seconds, measure(launch, inputs, more).minSeconds);
    return Trial{info.wgPack, info.laneOrder, info.estimatedCost,
                 seconds * 1e9 / std::max<int64_t>(1, launch.groups), false};
  }
  return llvm::createStringError("no kernel '" + kernel + "'");
}

llvm::Error pirch::tune(llvm::StringRef source, llvm::StringRef fileName,
                        const CompileOptions &options, llvm::StringRef kernel,
                        Launch launch, const Arguments &inputs,
                        int64_t repeat) {
  auto choice =
      tryOne(source, fileName, options, kernel, launch, inputs, repeat);
  if (!choice)
    return choice.takeError();
  std::vector<Trial> trials;
  for (const Configuration &configuration : listConfigurations(options)) {
    if (configuration.wgPack == "auto") {
      trials.push_back(*choice);
      trials.back().isChoice = true;
      continue;
    }
    CompileOptions forced = options;
    forced.wgPack = configuration.wgPack;
    forced.laneOrder = configuration.laneOrder;
    auto trial =
        tryOne(source, fileName, forced, kernel, launch, inputs, repeat);
    if (!trial)
      return trial.takeError();
    trials.push_back(std::move(*trial));
  }
  llvm::sort(trials, [](const Trial &a, const Trial &b) {
    return a.nanoseconds < b.nanoseconds;
  });
  llvm::outs() << "  wg-pack  lane-order  ns per group  estimated cost\n";
  for (const Trial &trial : trials)
    llvm::outs() << llvm::format("  %7lld  %-10s  %12.1f  %14.1f%s\n",
                                 static_cast<long long>(trial.wgPack),
                                 trial.laneOrder.c_str(), trial.nanoseconds,
                                 trial.cost, trial.isChoice ? "  <- auto" : "");
  return llvm::Error::success();
}
