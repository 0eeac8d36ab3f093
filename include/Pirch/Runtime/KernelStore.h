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
  /// Words of a command line of pirchc.
  std::vector<std::string> options;
};

class StagedVersions;

/// A kernel in this process.
struct LoadedKernel {
  KernelInfo info;
  /// How C declares the function.
  std::string prototype;
  /// `void (params..., int64_t first, int64_t num)`
  void *function = nullptr;
  /// The same with the parameters in an array.
  CompiledModule::PackedFn packed = nullptr;
  /// Computes the staged values of a launch of so many groups; null if the
  /// kernel has none.
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
  /// What was compiled.
  Request request;
  /// Bytes that the module takes in memory, about.
  uint64_t bytes = 0;
  /// The code.
  std::unique_ptr<LoadedObject> object;
};

/// Where a module came from.
enum class Origin { memory, disk, compiler };

/// Digest of all that the code for a request depends on: the text, the files
/// that it includes, the options, the CPU, and the builds of PIRCH and LLVM.
CacheKey computeKey(const Request &request, const CompileOptions &options);

/// The options of a request. An error is a `Failure`.
llvm::Expected<CompileOptions> parseOptions(const Request &request);

class KernelStore : public std::enable_shared_from_this<KernelStore> {
public:
  struct Limits {
    /// Bytes of modules that are kept in memory when nobody else holds them.
    uint64_t memoryBytes = uint64_t(64) << 20;
    uint64_t diskBytes = DiskCache::kDefaultMaxBytes;
  };

  /// Without a folder (an empty name), or where the build of the compiler is
  /// not known, nothing is kept on disk.
  KernelStore(std::string folder, Limits limits);

  struct Result {
    std::shared_ptr<const LoadedModule> module;
    Origin origin;
  };
  /// An error is a `Failure`, with all that the compiler said. Errors are not
  /// kept.
  llvm::Expected<Result> get(const Request &request);

  /// Let the code for `best` be what is found for `request` from now on, here
  /// and on disk.
  llvm::Expected<Result> replace(const Request &request, const Request &best);

  struct Counters {
    std::atomic<uint64_t> memoryHits{0}, compilations{0}, evictions{0};
    /// Launches of kernels with staged values: those of a special version, and
    /// those of the general one.
    mutable std::atomic<uint64_t> specialLaunches{0}, generalLaunches{0};
  };
  const Counters &getCounters() const { return counters; }
  DiskCache &getDisk() { return disk; }
  /// The bytes of the modules that are kept.
  uint64_t getKeptBytes();
  /// Let go of what is kept in memory.
  void forget();

private:
  /// What is known of a key.
  struct Slot {
    /// Modules that somebody holds are found again, whether they are kept or
    /// not.
    std::weak_ptr<const LoadedModule> module;
    /// Where `kept` has the module, if it is kept.
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
  /// Kept modules, the one used last first.
  std::list<std::pair<CacheKey, std::shared_ptr<const LoadedModule>>> kept;
  uint64_t keptBytes = 0;
  /// The number of slots at which those of freed modules are looked for.
  size_t slotsToSweep = 1024;
  std::map<CacheKey, std::shared_ptr<Pending>> pending;
};

} // namespace pirch

#endif // PIRCH_RUNTIME_KERNELSTORE_H
