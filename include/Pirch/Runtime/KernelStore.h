//===- KernelStore.h - Kernels compiled once and kept -----------*- C++ -*-===//
//
// What a host program asks for is looked up in memory, then on disk, then
// compiled. Each is compiled once at a time, in whatever threads and processes
// ask for it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNTIME_KERNELSTORE_H
#define PIRCH_RUNTIME_KERNELSTORE_H

#include "Pirch/Driver/Compiler.h"
#include "Pirch/Runtime/DiskCache.h"
#include "Pirch/Runtime/ObjectLoader.h"
#include <list>
#include <map>
#include <memory>

namespace pirch {

/// A source and how to compile it.
struct Request {
  std::string source, fileName;
  /// The options, as words of pirchc's command line.
  std::vector<std::string> options;
};

class StagedVersions;

/// A kernel in this process.
struct LoadedKernel {
  KernelInfo info;
  /// The declaration of the function in C.
  std::string prototype;
  /// The function, of type `void (params..., int64_t first, int64_t num)`.
  void *function = nullptr;
  /// The function that takes the parameters in an array.
  CompiledModule::PackedFn packed = nullptr;
  /// Computes the staged values of a launch of `groups` groups; null if the
  /// kernel has no staged values.
  using StagedFn = void (*)(void **args, int64_t groups, uint64_t *values);
  StagedFn staged = nullptr;
  /// The special versions of a kernel with staged values.
  std::shared_ptr<StagedVersions> versions;
};

/// The kernels of a source in this process. Its functions may run in any
/// threads at once, as long as it lives.
struct LoadedModule {
  std::vector<LoadedKernel> kernels;
  std::string diagnostics;
  /// The request whose compilation gave this module.
  Request request;
  /// The approximate number of bytes that the module takes in memory.
  uint64_t bytes = 0;
  /// The code.
  std::unique_ptr<LoadedObject> object;
};

/// Where `KernelStore::get` found a module, or that it had to compile it.
enum class Origin { memory, disk, compiler };

/// Digest of all that the code for a request depends on: the text, the files
/// that it includes, the options, the CPU, and the builds of PIRCH and LLVM.
CacheKey computeKey(const Request &request, const CompileOptions &options);

/// The options of a request. An error is a `Failure`.
llvm::Expected<CompileOptions> parseOptions(const Request &request);

class KernelStore : public std::enable_shared_from_this<KernelStore> {
public:
  struct Limits {
    /// The most bytes of modules that are kept in memory although nobody else
    /// holds them.
    uint64_t memoryBytes = uint64_t(64) << 20;
    uint64_t diskBytes = DiskCache::kDefaultMaxBytes;
  };

  /// `folder` is that of the cache on disk. Nothing is stored on disk if the
  /// name is empty, or if this build of the compiler has no identity
  /// (`BuildIdentity.h`).
  KernelStore(std::string folder, Limits limits);

  struct Result {
    std::shared_ptr<const LoadedModule> module;
    Origin origin;
  };
  /// The module for a request. An error is a `Failure` with the compiler's
  /// diagnostics; it is not stored, so that the next call compiles again.
  llvm::Expected<Result> get(const Request &request);

  /// From now on, let `get(request)` give the code for `best`, in this process
  /// and in those that use the same folder.
  llvm::Expected<Result> replace(const Request &request, const Request &best);

  struct Counters {
    std::atomic<uint64_t> memoryHits{0}, compilations{0}, evictions{0};
    /// The numbers of launches of kernels with staged values that ran a special
    /// version, and that ran the general one.
    mutable std::atomic<uint64_t> specialLaunches{0}, generalLaunches{0};
  };
  const Counters &getCounters() const { return counters; }
  DiskCache &getDisk() { return disk; }
  /// The number of bytes of the modules that are kept in memory.
  uint64_t getKeptBytes();
  /// Keep no module in memory any longer. Modules that somebody holds live on.
  void forget();

private:
  /// The module for one key, as far as it is in memory.
  struct Slot {
    /// The module as long as anybody holds it, whether it is kept or not.
    std::weak_ptr<const LoadedModule> module;
    /// If `isKept`, the module's place in `kept`.
    std::list<std::pair<CacheKey,
                        std::shared_ptr<const LoadedModule>>>::iterator place;
    bool isKept = false;
  };
  struct Pending;

  std::shared_ptr<const LoadedModule> findInMemory(const CacheKey &key);
  void keep(const CacheKey &key, std::shared_ptr<const LoadedModule> module);
  void evict();
  void dropDeadSlots();
  llvm::Expected<Result> loadOrCompile(const CacheKey &key,
                                       const Request &request,
                                       const CompileOptions &options);
  llvm::Expected<std::shared_ptr<const LoadedModule>>
  loadFromDisk(const CacheKey &key, const Request &request);
  llvm::Expected<std::shared_ptr<const LoadedModule>>
  loadEntry(CacheEntry entry, const Request &request);

  DiskCache disk;
  Limits limits;
  Counters counters;

  std::mutex mutex;
  std::map<CacheKey, Slot> slots;
  /// The modules that are kept, most recently used first.
  std::list<std::pair<CacheKey, std::shared_ptr<const LoadedModule>>> kept;
  uint64_t keptBytes = 0;
  /// The number of slots from which on the slots of freed modules are dropped.
  size_t slotsToSweep = 1024;
  std::map<CacheKey, std::shared_ptr<Pending>> pending;
};

} // namespace pirch

#endif // PIRCH_RUNTIME_KERNELSTORE_H
