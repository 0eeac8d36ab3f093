//===- KernelStore.cpp - Kernels compiled once and kept -------------------===//

#include "Pirch/Runtime/KernelStore.h"
#include "Compilation.h"
#include "Pirch/Runtime/BuildIdentity.h"
#include "Pirch/Runtime/Failure.h"
#include "Pirch/Runtime/StagedVersions.h"
#include "Pirch/Target/CodeGenerator.h"
#include <condition_variable>

using namespace pirch;

char Failure::ID = 0;

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Memory that a module takes besides its object: the pages that are not full,
/// and what the linker notes down.
static constexpr uint64_t kModuleOverhead = 32 << 10;

static llvm::Error fail(llvm::Error error) {
  return makeFailure(Failure::Kind::internal, llvm::toString(std::move(error)));
}

KernelStore::KernelStore(std::string folder, Limits limits)
    : disk(getBuildIdentity().empty() ? std::string() : std::move(folder),
           limits.diskBytes),
      limits(limits) {}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The caller holds the mutex, here and below.
std::shared_ptr<const LoadedModule>
KernelStore::findInMemory(const CacheKey &key) {
  auto found = slots.find(key);
  if (found == slots.end())
    return nullptr;
  Slot &slot = found->second;
  std::shared_ptr<const LoadedModule> module = slot.module.lock();
  if (!module)
    return nullptr;
  if (slot.isKept)
    kept.splice(kept.begin(), kept, slot.place);
  else
    keep(key, module);
  return module;
}

void KernelStore::keep(const CacheKey &key,
                       std::shared_ptr<const LoadedModule> module) {
  Slot &slot = slots[key];
  slot.module = module;
  keptBytes += module->bytes;
  kept.emplace_front(key, std::move(module));
  slot.place = kept.begin();
  slot.isKept = true;
  evict();
  dropDeadSlots();
}

/// Let go of the modules that were used least recently.
void KernelStore::evict() {
  while (keptBytes > limits.memoryBytes && !kept.empty()) {
    auto &[key, module] = kept.back();
    keptBytes -= module->bytes;
    slots[key].isKept = false;
    kept.pop_back();
    ++counters.evictions;
  }
}

void KernelStore::dropDeadSlots() {
  if (slots.size() < slotsToSweep)
    return;
  for (auto it = slots.begin(); it != slots.end();)
    it = it->second.module.expired() ? slots.erase(it) : std::next(it);
  slotsToSweep = std::max<size_t>(1024, 2 * slots.size());
}

uint64_t KernelStore::getKeptBytes() {
  std::lock_guard<std::mutex> lock(mutex);
  return keptBytes;
}

void KernelStore::forget() {
  std::lock_guard<std::mutex> lock(mutex);
  for (auto &[key, module] : kept)
    slots[key].isKept = false;
  kept.clear();
  keptBytes = 0;
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// Link the entry's object and find its functions.
llvm::Expected<std::shared_ptr<const LoadedModule>>
KernelStore::loadEntry(CacheEntry entry, const Request &request) {
  auto module = std::make_shared<LoadedModule>();
  auto object = loadObject(entry.object);
  if (!object)
    return fail(object.takeError());
  module->object = std::move(*object);
  module->request = request;
  module->bytes = entry.object.size() + kModuleOverhead;
  module->diagnostics = std::move(entry.diagnostics);
  for (auto [info, prototype] : llvm::zip(entry.kernels, entry.prototypes)) {
    LoadedKernel kernel;
    kernel.prototype = std::move(prototype);
    auto function = module->object->lookup(info.symbol);
    if (!function)
      return fail(function.takeError());
    auto packed = module->object->lookup(packedEntryName(info));
    if (!packed)
      return fail(packed.takeError());
    kernel.function = *function;
    kernel.packed = reinterpret_cast<CompiledModule::PackedFn>(*packed);
    if (!info.staged.empty()) {
      auto staged = module->object->lookup(stagedEntryName(info));
      if (!staged)
        return fail(staged.takeError());
      kernel.staged = reinterpret_cast<LoadedKernel::StagedFn>(*staged);
      kernel.versions =
          std::make_shared<StagedVersions>(request, info, weak_from_this());
    }
    kernel.info = std::move(info);
    module->kernels.push_back(std::move(kernel));
  }
  return module;
}

llvm::Expected<std::shared_ptr<const LoadedModule>>
KernelStore::loadFromDisk(const CacheKey &key, const Request &request) {
  std::optional<CacheEntry> entry = disk.load(key);
  if (!entry)
    return nullptr;
  return loadEntry(std::move(*entry), request);
}

llvm::Expected<KernelStore::Result>
KernelStore::loadOrCompile(const CacheKey &key, const Request &request,
                           const CompileOptions &options) {
  auto found = loadFromDisk(key, request);
  if (!found)
    return found.takeError();
  if (*found)
    return Result{*found, Origin::disk};
  CompilationSlot slot;
  DiskCache::Lock lock(disk, key);
  // Another process may have compiled it meanwhile.
  found = loadFromDisk(key, request);
  if (!found)
    return found.takeError();
  if (*found)
    return Result{*found, Origin::disk};
  ++counters.compilations;
  llvm::Expected<CacheEntry> entry = compileEntry(request, options);
  if (!entry)
    return entry.takeError();
  disk.store(key, *entry);
  auto module = loadEntry(std::move(*entry), request);
  if (!module)
    return module.takeError();
  return Result{*module, Origin::compiler};
}

llvm::Expected<KernelStore::Result> KernelStore::replace(const Request &request,
                                                         const Request &best) {
  llvm::Expected<CompileOptions> options = parseOptions(request);
  if (!options)
    return options.takeError();
  llvm::Expected<CompileOptions> bestOptions = parseOptions(best);
  if (!bestOptions)
    return bestOptions.takeError();
  CacheKey key = computeKey(request, *options);
  DiskCache::Lock lock(disk, key);
  std::optional<CacheEntry> entry = disk.load(computeKey(best, *bestOptions));
  if (!entry) {
    CompilationSlot slot;
    ++counters.compilations;
    llvm::Expected<CacheEntry> compiled = compileEntry(best, *bestOptions);
    if (!compiled)
      return compiled.takeError();
    entry = std::move(*compiled);
  }
  disk.store(key, *entry);
  auto module = loadEntry(std::move(*entry), request);
  if (!module)
    return module.takeError();
  std::lock_guard<std::mutex> guard(mutex);
  if (auto found = slots.find(key);
      found != slots.end() && found->second.isKept) {
    keptBytes -= found->second.place->second->bytes;
    kept.erase(found->second.place);
    found->second.isKept = false;
  }
  keep(key, *module);
  return Result{*module, Origin::compiler};
}

/// A request that a thread works on, and others wait for.
struct KernelStore::Pending {
  std::condition_variable isDone;
  bool done = false;
  std::shared_ptr<const LoadedModule> module;
  /// What went wrong, where there is no module.
  Failure::Kind kind = Failure::Kind::internal;
  std::string error;
};

llvm::Expected<KernelStore::Result> KernelStore::get(const Request &request) {
  llvm::Expected<CompileOptions> options = parseOptions(request);
  if (!options)
    return options.takeError();
  CacheKey key = computeKey(request, *options);
  std::shared_ptr<Pending> mine;
  {
    std::unique_lock<std::mutex> lock(mutex);
    if (auto module = findInMemory(key)) {
      ++counters.memoryHits;
      return Result{module, Origin::memory};
    }
    auto [place, isNew] = pending.try_emplace(key);
    if (!isNew) {
      std::shared_ptr<Pending> other = place->second;
      other->isDone.wait(lock, [&] { return other->done; });
      if (!other->module)
        return makeFailure(other->kind, other->error);
      ++counters.memoryHits;
      return Result{other->module, Origin::memory};
    }
    mine = place->second = std::make_shared<Pending>();
  }
  llvm::Expected<Result> result = loadOrCompile(key, request, *options);
  std::lock_guard<std::mutex> lock(mutex);
  pending.erase(key);
  mine->done = true;
  mine->isDone.notify_all();
  if (result) {
    mine->module = result->module;
    keep(key, result->module);
    return result;
  }
  llvm::handleAllErrors(
      result.takeError(),
      [&](const Failure &failure) {
        mine->kind = failure.getKind();
        mine->error = failure.message();
      },
      [&](const llvm::ErrorInfoBase &other) { mine->error = other.message(); });
  return makeFailure(mine->kind, mine->error);
}
