//===- CAPI.cpp - Errors, the cache and devices in C ----------------------===//

#include "CAPI.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Process.h"
#include <cstring>

using namespace pirch;

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

static thread_local std::string errorText;

static pirch_status toStatus(Failure::Kind kind) {
  switch (kind) {
  case Failure::Kind::invalidArgument:
    return PIRCH_ERROR_INVALID_ARGUMENT;
  case Failure::Kind::compilation:
    return PIRCH_ERROR_COMPILATION;
  case Failure::Kind::notSupported:
    return PIRCH_ERROR_NOT_SUPPORTED;
  case Failure::Kind::inputOutput:
    return PIRCH_ERROR_IO;
  case Failure::Kind::internal:
    return PIRCH_ERROR_INTERNAL;
  }
  return PIRCH_ERROR_INTERNAL;
}

pirch_status pirch::noteError(llvm::Error error) {
  pirch_status status = PIRCH_ERROR_INTERNAL;
  llvm::handleAllErrors(
      std::move(error),
      [&](const Failure &failure) {
        status = toStatus(failure.getKind());
        errorText = failure.message();
      },
      [&](const llvm::ErrorInfoBase &other) { errorText = other.message(); });
  return status;
}

pirch_status pirch::noteException() {
  errorText = "out of memory"; // short enough to need none
  return PIRCH_ERROR_INTERNAL;
}

static_assert(PIRCH_VERSION == PIRCH_PROJECT_VERSION,
              "pirch.h and CMakeLists.txt name different versions");

int pirch_version(void) { return PIRCH_VERSION; }

const char *pirch_version_text(void) {
  return "PIRCH " PIRCH_VERSION_TEXT ", LLVM " LLVM_VERSION_STRING;
}

const char *pirch_error_text(void) { return errorText.c_str(); }

//===----------------------------------------------------------------------===//
// The cache
//===----------------------------------------------------------------------===//

static std::shared_ptr<KernelStore>
makeStore(const char *folder, uint64_t diskBytes, uint64_t memoryBytes) {
  KernelStore::Limits limits;
  if (auto text = llvm::sys::Process::GetEnv("PIRCH_CACHE_BYTES"))
    (void)llvm::StringRef(*text).getAsInteger(10, limits.diskBytes);
  if (diskBytes)
    limits.diskBytes = diskBytes;
  if (memoryBytes)
    limits.memoryBytes = memoryBytes;
  return std::make_shared<KernelStore>(
      folder ? std::string(folder) : DiskCache::getDefaultFolder(), limits);
}

/// The store of this process, which lives as long as the process. Calls that
/// use one while another takes its place finish with the one they have.
static std::shared_ptr<KernelStore> &storeOfProcess() {
  static auto *store =
      new std::shared_ptr<KernelStore>(makeStore(nullptr, 0, 0));
  return *store;
}

std::shared_ptr<KernelStore> pirch::getStore() {
  return std::atomic_load(&storeOfProcess());
}

pirch_status pirch_cache_configure(const char *folder, uint64_t diskBytes,
                                   uint64_t memoryBytes) {
  return guarded([&]() -> llvm::Error {
    std::atomic_store(&storeOfProcess(),
                      makeStore(folder, diskBytes, memoryBytes));
    return llvm::Error::success();
  });
}

void pirch_cache_get_stats(pirch_cache_stats *stats, size_t size) {
  pirch_cache_stats all = {};
  guarded([&]() -> llvm::Error {
    std::shared_ptr<KernelStore> store = getStore();
    const DiskCache::Counters &disk = store->getDisk().getCounters();
    all.memory_hits = store->getCounters().memoryHits;
    all.disk_hits = disk.hits;
    all.compilations = store->getCounters().compilations;
    all.rejected = disk.rejected;
    all.write_failures = disk.failures;
    all.evictions = store->getCounters().evictions;
    all.memory_bytes = store->getKeptBytes();
    all.special_launches = store->getCounters().specialLaunches;
    all.general_launches = store->getCounters().generalLaunches;
    return llvm::Error::success();
  });
  if (stats)
    std::memcpy(stats, &all, std::min(size, sizeof(all)));
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

/// The error of everything that is asked of a device.
static pirch_status refuseDevice(const char *target, const char *what) {
  return guarded([&]() -> llvm::Error {
    if (!target)
      return invalid("the name of the target is NULL");
    llvm::Expected<const Target *> found = findTarget(target);
    if (!found)
      return invalid(llvm::toString(found.takeError()));
    return makeFailure(Failure::Kind::notSupported,
                       "not supported yet: " + llvm::Twine(what) +
                           " on a device of --target=" + target);
  });
}

pirch_status pirch_buffer_create(const char *target, size_t, pirch_buffer **) {
  return refuseDevice(target, "buffers");
}

pirch_status pirch_stream_create(const char *target, pirch_stream **) {
  return refuseDevice(target, "streams");
}
