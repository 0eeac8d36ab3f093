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
  /// Of a kernel that `request` compiles.
  StagedVersions(const Request &request, const KernelInfo &kernel,
                 std::weak_ptr<KernelStore> store);

  /// What a launch runs.
  struct Choice {
    /// The special version; null: the general one.
    std::shared_ptr<const LoadedModule> special;
    /// Whether `note` wants to know how long the launch takes.
    bool isTimed = false;
  };
  /// What a launch of so many groups with these values runs. The first such
  /// call has a special version made, if not too many are being made already.
  Choice choose(const StagedBits &values, int64_t groups);
  /// Have the version for these values made in the background.
  void request(const StagedBits &values);
  /// That a launch that is timed took so long.
  void note(const StagedBits &values, bool isSpecial, double seconds);
  /// The same version, compiled by the caller's thread where it is missing. An
  /// error is a `Failure`.
  llvm::Expected<std::shared_ptr<const LoadedModule>>
  make(const StagedBits &values);

  /// The most versions of a kernel that are held; those used least recently go.
  static constexpr size_t kMaxVersions = 64;

private:
  /// Launches of one number of groups, by turns of the special (1) and the
  /// general version (0): how many were begun, were timed, and the shortest.
  struct Trial {
    int64_t groups = 0;
    unsigned begun = 0, timed[2] = {0, 0};
    double seconds[2] = {0, 0};
  };
  struct Version {
    /// Null while it is being made, and where it cannot be made.
    std::shared_ptr<const LoadedModule> module;
    uint64_t lastUse = 0;
    Trial trial;
    bool isFaster = true;
  };
  /// How many launches of each version are timed.
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

/// Have a thread of the library, which works in the background, call the
/// function; false where that many wait already that it is not called.
bool runInBackground(std::function<void()> function);

} // namespace pirch

#endif // PIRCH_RUNTIME_STAGEDVERSIONS_H
