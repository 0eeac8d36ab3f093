//===- DiskCacheTest.cpp - The folder of compiled kernels -----------------===//

#include "Pirch/Runtime/DiskCache.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>

using namespace pirch;
namespace fs = llvm::sys::fs;

namespace {

class DiskCacheTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("pirch-cache-test", folder));
    llvm::sys::path::append(folder, "made", "later");
  }
  void TearDown() override {
    fs::remove_directories(
        llvm::sys::path::parent_path(llvm::sys::path::parent_path(folder)));
  }

  static CacheKey makeKey(uint8_t seed) {
    CacheKey key = {};
    key[0] = seed;
    return key;
  }
  static CacheEntry makeEntry(size_t bytes, char content = 'x') {
    CacheEntry entry;
    entry.object = std::string(bytes, content);
    return entry;
  }
  static uint64_t countBytes(const DiskCache &cache) {
    uint64_t bytes = 0;
    for (const DiskCache::File &file : cache.list())
      bytes += file.bytes;
    return bytes;
  }

  llvm::SmallString<128> folder;
};

TEST_F(DiskCacheTest, EntriesAreFound) {
  DiskCache cache(folder.str().str(), 1 << 20);
  EXPECT_FALSE(cache.load(makeKey(1)));
  cache.store(makeKey(1), makeEntry(100, 'a'));
  cache.store(makeKey(2), makeEntry(100, 'b'));
  auto entry = cache.load(makeKey(1));
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->object, std::string(100, 'a'));
  EXPECT_EQ(cache.getCounters().hits, 1u);
  EXPECT_EQ(cache.getCounters().rejected, 0u);
  EXPECT_EQ(cache.list().size(), 2u);
  cache.clear();
  EXPECT_FALSE(cache.load(makeKey(1)));
  EXPECT_TRUE(cache.list().empty());
}

TEST_F(DiskCacheTest, ADamagedEntryIsRemoved) {
  DiskCache cache(folder.str().str(), 1 << 20);
  cache.store(makeKey(1), makeEntry(100));
  std::string path = cache.list()[0].path;
  std::error_code error;
  llvm::raw_fd_ostream(path, error) << "PIRCH object";
  EXPECT_FALSE(cache.load(makeKey(1)));
  EXPECT_EQ(cache.getCounters().rejected, 1u);
  EXPECT_FALSE(fs::exists(path));
}

TEST_F(DiskCacheTest, WhatWasUsedLeastRecentlyGoes) {
  DiskCache cache(folder.str().str(), 10000);
  cache.store(makeKey(1), makeEntry(3000));
  cache.store(makeKey(2), makeEntry(3000));
  for (const DiskCache::File &file : cache.list()) {
    // An hour ago: clocks of file systems are coarse.
    int descriptor;
    ASSERT_FALSE(
        fs::openFileForWrite(file.path, descriptor, fs::CD_OpenExisting));
    auto then = std::chrono::system_clock::now() - std::chrono::hours(1);
    ASSERT_FALSE(fs::setLastAccessAndModificationTime(descriptor, then));
    llvm::sys::Process::SafelyCloseFileDescriptor(descriptor);
  }
  EXPECT_TRUE(cache.load(makeKey(1)));
  cache.store(makeKey(3), makeEntry(3000));
  EXPECT_LE(countBytes(cache), 10000u);
  cache.store(makeKey(4), makeEntry(3000));
  EXPECT_LE(countBytes(cache), 10000u);
  EXPECT_FALSE(cache.load(makeKey(2)));
  EXPECT_TRUE(cache.load(makeKey(1)));
  EXPECT_TRUE(cache.load(makeKey(4)));
}

TEST_F(DiskCacheTest, AnEntryAsLargeAsTheLimitIsNotKept) {
  DiskCache cache(folder.str().str(), 1000);
  cache.store(makeKey(1), makeEntry(5000));
  EXPECT_EQ(countBytes(cache), 0u);
}

TEST_F(DiskCacheTest, AFolderThatCannotBeMadeKeepsNothing) {
  DiskCache cache("/proc/nowhere", 1 << 20);
  DiskCache::Lock lock(cache, makeKey(1));
  cache.store(makeKey(1), makeEntry(100));
  EXPECT_FALSE(cache.load(makeKey(1)));
  EXPECT_EQ(cache.getCounters().failures, 1u);
}

TEST_F(DiskCacheTest, ALockIsHeldByOne) {
  DiskCache cache(folder.str().str(), 1 << 20);
  int inside = 0, most = 0;
  std::mutex mutex;
  auto work = [&] {
    for (int round = 0; round < 20; ++round) {
      DiskCache::Lock lock(cache, makeKey(1));
      {
        std::lock_guard<std::mutex> guard(mutex);
        most = std::max(most, ++inside);
      }
      std::this_thread::yield();
      std::lock_guard<std::mutex> guard(mutex);
      --inside;
    }
  };
  // The lock of another key is another lock.
  DiskCache::Lock other(cache, makeKey(2));
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back(work);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(most, 1);
}

} // namespace
