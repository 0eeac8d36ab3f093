//===- StagedVersions.cpp - Special versions of a kernel ------------------===//

#include "Pirch/Runtime/StagedVersions.h"
#include "Pirch/Runtime/Failure.h"
#include "llvm/ADT/StringExtras.h"
#include <condition_variable>
#include <deque>
#include <thread>
#include <unistd.h>

using namespace pirch;

//===----------------------------------------------------------------------===//
// Work in the background
//===----------------------------------------------------------------------===//

namespace {
/// A thread that compiles, and what it is to do. Its destructor, at the end of
/// the process, waits for the compilation that is under way: LLVM's own objects
/// are destroyed later.
class BackgroundThread {
public:
  ~BackgroundThread() {
    {
      std::lock_guard<std::mutex> lock(mutex);
      isEnding = true;
      waiting.clear();
    }
    changed.notify_all();
    // A forked child has the object, but not the thread.
    if (thread.joinable() && owner == getpid())
      thread.join();
    else if (thread.joinable())
      thread.detach();
  }

  bool add(std::function<void()> function) {
    std::lock_guard<std::mutex> lock(mutex);
    if (isEnding || waiting.size() >= kMaxWaiting ||
        (thread.joinable() && owner != getpid()))
      return false;
    waiting.push_back(std::move(function));
    if (!thread.joinable()) {
      owner = getpid();
      thread = std::thread([this] { run(); });
    }
    changed.notify_all();
    return true;
  }

private:
  static constexpr size_t kMaxWaiting = 16;

  void run() {
    std::unique_lock<std::mutex> lock(mutex);
    while (true) {
      changed.wait(lock, [this] { return isEnding || !waiting.empty(); });
      if (isEnding)
        return;
      std::function<void()> function = std::move(waiting.front());
      waiting.pop_front();
      lock.unlock();
      function();
      function = nullptr;
      lock.lock();
    }
  }

  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> waiting;
  bool isEnding = false;
  pid_t owner = 0;
  std::thread thread;
};
} // namespace

bool pirch::runInBackground(std::function<void()> function) {
  static BackgroundThread thread;
  return thread.add(std::move(function));
}

//===----------------------------------------------------------------------===//
// Versions
//===----------------------------------------------------------------------===//

StagedVersions::StagedVersions(const Request &request, const KernelInfo &kernel,
                               std::weak_ptr<KernelStore> store)
    : general(request), store(std::move(store)) {
  general.options.push_back("--kernel=" + kernel.name);
  for (const StagedValue &staged : kernel.staged)
    indices.push_back(staged.index);
}

Request StagedVersions::getRequest(const StagedBits &values) const {
  Request request = general;
  for (auto [index, bits] : llvm::zip(indices, values))
    request.options.push_back("--stage=" + std::to_string(index) + "=0x" +
                              llvm::utohexstr(bits));
  return request;
}

/// The caller holds the mutex.
void StagedVersions::keep(const StagedBits &values,
                          std::shared_ptr<const LoadedModule> module) {
  Version &version = versions[values];
  version.module = std::move(module);
  version.lastUse = ++uses;
  if (versions.size() <= kMaxVersions)
    return;
  auto oldest = versions.end();
  for (auto it = versions.begin(); it != versions.end(); ++it)
    if (oldest == versions.end() || it->second.lastUse < oldest->second.lastUse)
      oldest = it;
  versions.erase(oldest);
}

void StagedVersions::forget(const StagedBits &values) {
  std::lock_guard<std::mutex> lock(mutex);
  versions.erase(values);
}

StagedVersions::Choice StagedVersions::choose(const StagedBits &values,
                                              int64_t groups) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = versions.find(values);
    if (found != versions.end()) {
      Version &version = found->second;
      version.lastUse = ++uses;
      if (!version.module)
        return {};
      Trial &trial = version.trial;
      if (trial.begun == 0)
        trial.groups = groups;
      if (trial.begun == 2 * kTimedLaunches || trial.groups != groups)
        return {version.isFaster ? version.module : nullptr, false};
      return {++trial.begun % 2 ? version.module : nullptr, true};
    }
  }
  request(values);
  return {};
}

void StagedVersions::request(const StagedBits &values) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (versions.count(values))
      return;
    keep(values, nullptr);
  }
  // The thread must not keep the kernel alive, nor the cache.
  bool isAccepted = runInBackground([weak = weak_from_this(), values] {
    if (auto self = weak.lock())
      llvm::consumeError(self->make(values).takeError());
  });
  if (!isAccepted)
    forget(values);
}

void StagedVersions::note(const StagedBits &values, bool isSpecial,
                          double seconds) {
  std::lock_guard<std::mutex> lock(mutex);
  auto found = versions.find(values);
  if (found == versions.end())
    return;
  Trial &trial = found->second.trial;
  double &shortest = trial.seconds[isSpecial];
  shortest = trial.timed[isSpecial]++ ? std::min(shortest, seconds) : seconds;
  if (trial.timed[0] && trial.timed[1])
    found->second.isFaster = trial.seconds[1] < trial.seconds[0];
}

llvm::Expected<std::shared_ptr<const LoadedModule>>
StagedVersions::make(const StagedBits &values) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    auto found = versions.find(values);
    if (found != versions.end() && found->second.module)
      return found->second.module;
  }
  std::shared_ptr<KernelStore> cache = store.lock();
  if (!cache)
    return makeFailure(Failure::Kind::internal,
                       "the cache that the kernel is of is gone");
  // Where it fails, the entry without a module stays: the general version runs.
  auto result = cache->get(getRequest(values));
  if (!result)
    return result.takeError();
  std::lock_guard<std::mutex> lock(mutex);
  keep(values, result->module);
  return result->module;
}
