//===- StagedVersions.h - Special versions of a kernel ----------*- C++ -*-===//
//
// A kernel with staged values (`stage` of the language, `--staged`) has a
// general version, which computes them, and special ones, of which each has the
// values of some launches as constants. Special versions are made while the
// general one runs. A special version may be slower, as where an unrolled loop
// leaves the instruction cache: the first launches time both.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNTIME_STAGEDVERSIONS_H
#define PIRCH_RUNTIME_STAGEDVERSIONS_H

#include "Pirch/Runtime/KernelStore.h"
#include "llvm/ADT/SmallVector.h"

namespace pirch {

/// The bits of a kernel's staged values in one launch.
using StagedBits = llvm::SmallVector<uint64_t, 4>;

class StagedVersions : public std::enable_shared_from_this<StagedVersions> {
public:
  /// The versions of `kernel`, which `request` compiles. New ones are compiled
  /// through `store`.
  StagedVersions(const Request &request, const KernelInfo &kernel,
                 std::weak_ptr<KernelStore> store);

  /// What a launch runs.
  struct Choice {
    /// The special version to run; null for the general version.
    std::shared_ptr<const LoadedModule> special;
    /// Whether the caller is to time the launch and report it to `note`.
    bool isTimed = false;
  };
  /// The version that a launch of `groups` groups with these staged values is
  /// to run. The first call with these values has a special version compiled in
  /// the background, unless too many compilations wait there already.
  Choice choose(const StagedBits &values, int64_t groups);
  /// Have the special version for these values compiled in the background.
  void request(const StagedBits &values);
  /// Record that a launch which `choose` said to time took `seconds`. Once both
  /// versions were timed often enough, the faster one is chosen.
  void note(const StagedBits &values, bool isSpecial, double seconds);
  /// The special version for these values. If there is none yet, the caller's
  /// thread compiles it. An error is a `Failure`.
  llvm::Expected<std::shared_ptr<const LoadedModule>>
  make(const StagedBits &values);

  /// The most special versions of a kernel that are kept. Beyond that, the one
  /// that was used least recently is freed.
  static constexpr size_t kMaxVersions = 64;

private:
  /// Timed launches of one number of groups, which run the general version
  /// (index 0) and the special one (index 1) by turns: how many launches were
  /// begun, how many of each version were timed, and the shortest time of each
  /// in seconds.
  struct Trial {
    int64_t groups = 0;
    unsigned begun = 0, timed[2] = {0, 0};
    double seconds[2] = {0, 0};
  };
  struct Version {
    /// The code; null while it is being compiled, or if that failed.
    std::shared_ptr<const LoadedModule> module;
    uint64_t lastUse = 0;
    Trial trial;
    bool isFaster = true;
  };
  /// The number of launches of each version that are timed.
  static constexpr unsigned kTimedLaunches = 4;

  Request getRequest(const StagedBits &values) const;
  void keep(const StagedBits &values,
            std::shared_ptr<const LoadedModule> module);
  void forget(const StagedBits &values);

  Request general;
  std::vector<int64_t> indices;
  std::weak_ptr<KernelStore> store;
  std::mutex mutex;
  std::map<StagedBits, Version> versions;
  uint64_t uses = 0;
};

/// Have the library's background thread call `function` when it has done what
/// it was asked for before. Returns false, without ever calling the function,
/// if too many functions wait for that thread already.
bool runInBackground(std::function<void()> function);

} // namespace pirch

#endif // PIRCH_RUNTIME_STAGEDVERSIONS_H
