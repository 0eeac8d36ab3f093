//===- DiskCache.h - A folder of compiled kernels ---------------*- C++ -*-===//
//
// Any number of threads and processes use one folder at once, and any of them
// may be killed at any time. A file appears under its final name complete, or
// not at all, and is believed only if its digest and its key are right.
//
// LLVM's `localCache` does the first but not the second. It, `TempFile`,
// `LockFileManager` and `pruneCache` are meant for tools: they install signal
// handlers, or end the process when the disk is full or the folder is gone.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNTIME_DISKCACHE_H
#define PIRCH_RUNTIME_DISKCACHE_H

#include "Pirch/Runtime/CacheEntry.h"
#include "llvm/Support/Chrono.h"
#include <atomic>
#include <mutex>

namespace pirch {

class DiskCache {
public:
  /// The folder is made when the first entry is stored. With an empty name
  /// there is no folder, and nothing is stored. When the files have more than
  /// `maxBytes` bytes, those that were used least recently are removed.
  DiskCache(std::string folder, uint64_t maxBytes)
      : folder(std::move(folder)), maxBytes(maxBytes) {}

  /// The value of the environment variable PIRCH_CACHE_DIR; if it is not set,
  /// the folder `pirch` in the user's folder for caches.
  static std::string getDefaultFolder();
  static constexpr uint64_t kDefaultMaxBytes = uint64_t(1) << 30;

  bool isEnabled() const { return !folder.empty(); }
  const std::string &getFolder() const { return folder; }
  uint64_t getMaxBytes() const { return maxBytes; }

  /// The entry for a key. Nothing if the folder has no file for it, or one
  /// whose digest or key is wrong; such a file is removed.
  std::optional<CacheEntry> load(const CacheKey &key);
  /// Store an entry. If that fails, the folder is left without it.
  void store(const CacheKey &key, const CacheEntry &entry);

  /// An exclusive lock for one key, among all threads and processes that use
  /// the folder, held while the object lives. The operating system releases the
  /// lock of a process that ends. In a folder that can hold no locks the object
  /// does nothing.
  class Lock {
  public:
    Lock(const DiskCache &cache, const CacheKey &key);
    ~Lock();
    Lock(const Lock &) = delete;
    Lock &operator=(const Lock &) = delete;

  private:
    int file = -1;
  };

  /// A file of the folder.
  struct File {
    std::string path;
    uint64_t bytes;
    llvm::sys::TimePoint<> lastUse;
  };
  /// All files of entries, most recently used first.
  std::vector<File> list() const;
  /// Remove files until `maxBytes` are left.
  void prune() const;
  /// Remove all entries.
  void clear() const;

  struct Counters {
    /// The numbers of entries that `load` returned, of entries that were
    /// stored, of files that `load` removed since their digest or key was
    /// wrong, and of entries that could not be stored.
    std::atomic<uint64_t> hits{0}, stores{0}, rejected{0}, failures{0};
  };
  const Counters &getCounters() const { return counters; }

private:
  std::string getPath(const CacheKey &key) const;

  std::string folder;
  uint64_t maxBytes;
  Counters counters;
  /// The number of bytes that were stored since this process last pruned the
  /// folder. It begins so large that the first store prunes.
  std::atomic<uint64_t> unpruned{UINT64_MAX / 2};
};

} // namespace pirch

#endif // PIRCH_RUNTIME_DISKCACHE_H
