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
  /// The folder is made when the first entry is stored. Without a folder (an
  /// empty name) nothing is kept. Beyond `maxBytes` of files, those that were
  /// used least recently go.
  DiskCache(std::string folder, uint64_t maxBytes)
      : folder(std::move(folder)), maxBytes(maxBytes) {}

  /// PIRCH_CACHE_DIR; without it `pirch` in the user's folder for caches.
  static std::string getDefaultFolder();
  static constexpr uint64_t kDefaultMaxBytes = uint64_t(1) << 30;

  bool isEnabled() const { return !folder.empty(); }
  const std::string &getFolder() const { return folder; }
  uint64_t getMaxBytes() const { return maxBytes; }

  /// The entry of a key, if the folder has one that can be believed. A file
  /// that cannot is removed.
  std::optional<CacheEntry> load(const CacheKey &key);
  /// Keep an entry. Where that fails, nothing is kept.
  void store(const CacheKey &key, const CacheEntry &entry);

  /// While it lives, no other holder of the same key's lock does, in any thread
  /// or process that uses the folder. The kernel releases the lock of a process
  /// that ends. Where the folder cannot hold a lock, there is none.
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
  /// All files that count, the one used last first.
  std::vector<File> list() const;
  /// Remove files until `maxBytes` are left.
  void prune() const;
  /// Remove all entries.
  void clear() const;

  struct Counters {
    /// Entries that were taken; that were stored; files that could not be
    /// believed; entries that could not be stored.
    std::atomic<uint64_t> hits{0}, stores{0}, rejected{0}, failures{0};
  };
  const Counters &getCounters() const { return counters; }

private:
  std::string getPath(const CacheKey &key) const;

  std::string folder;
  uint64_t maxBytes;
  Counters counters;
  /// Bytes stored since this process pruned the folder; as many as make the
  /// first store do so.
  std::atomic<uint64_t> unpruned{UINT64_MAX / 2};
};

} // namespace pirch

#endif // PIRCH_RUNTIME_DISKCACHE_H
