//===- CAPI.cpp - The C interface -----------------------------------------===//
//
// This file alone is compiled with exceptions, of which none may leave the
// library: those of the standard library and of oneTBB end here.
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"
#include "Pirch/Runtime/Failure.h"
#include "Pirch/Runtime/KernelStore.h"
#include "Pirch/Runtime/Scheduler.h"
#include "pirch/pirch.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include <cstdlib>
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

/// Call a function that returns an `llvm::Error`, and note the error.
template <typename FunctionT> static pirch_status guarded(FunctionT function) {
  try {
    llvm::Error error = function();
    if (!error)
      return PIRCH_SUCCESS;
    pirch_status status = PIRCH_ERROR_INTERNAL;
    llvm::handleAllErrors(
        std::move(error),
        [&](const Failure &failure) {
          status = toStatus(failure.getKind());
          errorText = failure.message();
        },
        [&](const llvm::ErrorInfoBase &other) { errorText = other.message(); });
    return status;
  } catch (...) {
    errorText = "out of memory"; // short enough to need none
    return PIRCH_ERROR_INTERNAL;
  }
}

static llvm::Error invalid(const llvm::Twine &text) {
  return makeFailure(Failure::Kind::invalidArgument, text);
}

static_assert(PIRCH_VERSION == PIRCH_PROJECT_VERSION,
              "pirch.h and CMakeLists.txt name different versions");

#define PIRCH_TEXT_OF(X) PIRCH_TEXT(X)
#define PIRCH_TEXT(X) #X

int pirch_version(void) { return PIRCH_VERSION; }

const char *pirch_version_text(void) {
  return "PIRCH " PIRCH_TEXT_OF(PIRCH_VERSION_MAJOR) "." PIRCH_TEXT_OF(
      PIRCH_VERSION_MINOR) "." PIRCH_TEXT_OF(PIRCH_VERSION_PATCH) ", "
                                                                  "LLVM"
                                                                  " " LLVM_VERSION_STRING;
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

static std::shared_ptr<KernelStore> getStore() {
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
    return llvm::Error::success();
  });
  if (stats)
    std::memcpy(stats, &all, std::min(size, sizeof(all)));
}

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

struct pirch_kernel {
  const LoadedKernel *loaded;
  pirch_kernel_info info;
  std::vector<pirch_param> params;
};

struct pirch_module {
  std::shared_ptr<const LoadedModule> loaded;
  pirch_origin origin;
  std::vector<pirch_kernel> kernels;
};

static pirch_type getType(const KernelParam &param) {
  if (param.isFloat)
    return param.elementBits == 32 ? PIRCH_FLOAT32 : PIRCH_FLOAT64;
  switch (param.elementBits) {
  case 16:
    return param.isUnsigned ? PIRCH_UINT16 : PIRCH_INT16;
  case 32:
    return param.isUnsigned ? PIRCH_UINT32 : PIRCH_INT32;
  case 64:
    return param.isUnsigned ? PIRCH_UINT64 : PIRCH_INT64;
  default:
    return param.isUnsigned ? PIRCH_UINT8 : PIRCH_INT8;
  }
}

static pirch_kernel describe(const LoadedKernel &loaded) {
  const KernelInfo &info = loaded.info;
  pirch_kernel kernel = {&loaded, {}, {}};
  for (size_t index = 0; index < info.numSourceParams(); ++index) {
    const KernelParam &param = info.params[index];
    pirch_param described = {};
    described.name = param.name.c_str();
    described.c_type = param.cType.c_str();
    described.type = getType(param);
    described.type_size = (param.elementBits + 7) / 8;
    described.is_buffer = param.isPointer;
    described.is_const =
        param.isPointer && llvm::StringRef(param.cType).starts_with("const ");
    described.is_extent_known = param.isExtentKnown;
    described.extent = param.extent;
    described.extent_per_group = param.extentPerGroup;
    kernel.params.push_back(described);
  }
  kernel.info.name = info.name.c_str();
  kernel.info.num_params = kernel.params.size();
  kernel.info.num_dims = static_cast<int>(info.wgShape.size());
  for (int64_t &extent : kernel.info.wg_shape)
    extent = 1;
  std::copy(info.wgShape.begin(), info.wgShape.end(), kernel.info.wg_shape);
  kernel.info.has_offset = info.hasGridOffset();
  kernel.info.wg_pack = info.wgPack;
  kernel.info.lane_order = info.laneOrder.c_str();
  kernel.info.estimated_cost = info.estimatedCost;
  kernel.info.prototype = loaded.prototype.c_str();
  return kernel;
}

static pirch_module *makeHandle(KernelStore::Result found) {
  auto module = std::make_unique<pirch_module>();
  module->origin = found.origin == Origin::memory ? PIRCH_FROM_MEMORY
                   : found.origin == Origin::disk ? PIRCH_FROM_DISK
                                                  : PIRCH_FROM_COMPILER;
  for (const LoadedKernel &kernel : found.module->kernels)
    module->kernels.push_back(describe(kernel));
  module->loaded = std::move(found.module);
  return module.release();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static llvm::Expected<Request> makeRequest(const char *source, const char *name,
                                           const char *const *options,
                                           size_t numOptions) {
  if (!source)
    return invalid("the source is NULL");
  if (numOptions && !options)
    return invalid("the options are NULL");
  Request request;
  request.source = source;
  request.fileName = name ? name : "kernel.cl";
  for (size_t index = 0; index < numOptions; ++index) {
    if (!options[index])
      return invalid("option " + llvm::Twine(index) + " is NULL");
    request.options.push_back(options[index]);
  }
  return request;
}

static llvm::Error compileModule(const char *source, const char *name,
                                 const char *const *options, size_t numOptions,
                                 pirch_module **module) {
  if (!module)
    return invalid("the place for the module is NULL");
  auto request = makeRequest(source, name, options, numOptions);
  if (!request)
    return request.takeError();
  auto found = getStore()->get(*request);
  if (!found)
    return found.takeError();
  *module = makeHandle(std::move(*found));
  return llvm::Error::success();
}

pirch_status pirch_compile(const char *source, const char *name,
                           const char *const *options, size_t numOptions,
                           pirch_module **module) {
  return guarded(
      [&] { return compileModule(source, name, options, numOptions, module); });
}

pirch_status pirch_compile_file(const char *path, const char *const *options,
                                size_t numOptions, pirch_module **module) {
  return guarded([&]() -> llvm::Error {
    if (!path)
      return invalid("the path is NULL");
    auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                              /*RequiresNullTerminator=*/true,
                                              /*IsVolatile=*/true);
    if (!buffer)
      return makeFailure(Failure::Kind::inputOutput,
                         "cannot read '" + llvm::Twine(path) +
                             "': " + buffer.getError().message());
    return compileModule((*buffer)->getBufferStart(), path, options, numOptions,
                         module);
  });
}

/// A copy that `pirch_free` frees.
static char *copyText(llvm::StringRef text) {
  auto *copy = static_cast<char *>(std::malloc(text.size() + 1));
  if (!copy)
    throw std::bad_alloc();
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

pirch_status pirch_emit(const char *source, const char *name,
                        const char *const *options, size_t numOptions,
                        const char *emit, char **output, size_t *size,
                        char **diagnostics) {
  return guarded([&]() -> llvm::Error {
    if (!emit || !output)
      return invalid("the kind of output, or the place for it, is NULL");
    auto request = makeRequest(source, name, options, numOptions);
    if (!request)
      return request.takeError();
    std::string text;
    auto result = compileOutput(*request, emit, text);
    if (!result)
      return result.takeError();
    std::unique_ptr<char, decltype(&std::free)> said(copyText(text),
                                                     &std::free);
    *output = copyText(result->output);
    if (size)
      *size = result->output.size();
    if (diagnostics)
      *diagnostics = said.release();
    return llvm::Error::success();
  });
}

void pirch_free(void *memory) { std::free(memory); }

void pirch_module_release(pirch_module *module) {
  guarded([&]() -> llvm::Error {
    delete module;
    return llvm::Error::success();
  });
}

const char *pirch_module_diagnostics(const pirch_module *module) {
  return module->loaded->diagnostics.c_str();
}

pirch_origin pirch_module_origin(const pirch_module *module) {
  return module->origin;
}

size_t pirch_module_num_kernels(const pirch_module *module) {
  return module->kernels.size();
}

const pirch_kernel *pirch_module_kernel_at(const pirch_module *module,
                                           size_t index) {
  return index < module->kernels.size() ? &module->kernels[index] : nullptr;
}

pirch_status pirch_module_kernel(const pirch_module *module, const char *name,
                                 const pirch_kernel **kernel) {
  return guarded([&]() -> llvm::Error {
    if (!module || !kernel)
      return invalid("the module, or the place for the kernel, is NULL");
    std::string names;
    for (const pirch_kernel &candidate : module->kernels) {
      llvm::StringRef own = candidate.info.name;
      if (name ? own == name : module->kernels.size() == 1) {
        *kernel = &candidate;
        return llvm::Error::success();
      }
      names += (names.empty() ? "" : ", ") + own.str();
    }
    if (name)
      return invalid("no kernel '" + llvm::Twine(name) + "'; the source has " +
                     names);
    return invalid("choose a kernel by its name: " + names);
  });
}

const pirch_kernel_info *pirch_kernel_get_info(const pirch_kernel *kernel) {
  return &kernel->info;
}

const pirch_param *pirch_kernel_get_param(const pirch_kernel *kernel,
                                          size_t index) {
  return index < kernel->params.size() ? &kernel->params[index] : nullptr;
}

void *pirch_kernel_function(const pirch_kernel *kernel) {
  return kernel->loaded->function;
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

/// The number of groups of a range that goes with the kernel.
static llvm::Error countGroups(const pirch_kernel &kernel,
                               const pirch_range &range, int64_t &groups) {
  groups = 1;
  for (int dim = 0; dim < 3; ++dim) {
    int64_t extent = range.groups[dim];
    if (dim >= kernel.info.num_dims) {
      if (extent != 0 && extent != 1)
        return invalid("kernel '" + llvm::Twine(kernel.info.name) + "' has " +
                       llvm::Twine(kernel.info.num_dims) +
                       " dimensions, but the range has " + llvm::Twine(extent) +
                       " groups along dimension " + llvm::Twine(dim));
      continue;
    }
    if (extent < 0 || llvm::MulOverflow(groups, extent, groups))
      return invalid("the range has " + llvm::Twine(extent) +
                     " groups along dimension " + llvm::Twine(dim));
  }
  for (int dim = 0; dim < 3; ++dim)
    if (range.offset[dim] != 0 &&
        (!kernel.info.has_offset || dim >= kernel.info.num_dims ||
         range.offset[dim] < 0))
      return invalid("kernel '" + llvm::Twine(kernel.info.name) +
                     "' takes no global offset of " +
                     llvm::Twine(range.offset[dim]) + " along dimension " +
                     llvm::Twine(dim) + " (--global-offset)");
  return llvm::Error::success();
}

static llvm::Error checkArguments(const pirch_kernel &kernel,
                                  void *const *args) {
  size_t count = kernel.params.size();
  if (count && !args)
    return invalid("the arguments are NULL");
  for (size_t index = 0; index < count; ++index)
    if (!args[index])
      return invalid("argument '" + llvm::Twine(kernel.params[index].name) +
                     "' of kernel '" + kernel.info.name + "' is NULL");
  return llvm::Error::success();
}

/// Run groups of a range that was checked.
static void runRange(const pirch_kernel &kernel, void *const *args,
                     const pirch_range &range, int64_t first, int64_t count,
                     int numThreads) {
  const KernelInfo &info = kernel.loaded->info;
  auto **given = const_cast<void **>(args);
  if (info.numGridParams == 0)
    return runWork({*kernel.loaded, given, first, count}, numThreads);
  // Behind the source's parameters are the grid's.
  llvm::SmallVector<void *, 24> all(given, given + kernel.params.size());
  for (int dim = 0; dim < kernel.info.num_dims; ++dim)
    all.push_back(const_cast<int64_t *>(&range.groups[dim]));
  if (kernel.info.has_offset)
    for (int dim = 0; dim < kernel.info.num_dims; ++dim)
      all.push_back(const_cast<int64_t *>(&range.offset[dim]));
  runWork({*kernel.loaded, all.data(), first, count}, numThreads);
}

static llvm::Error checkLaunch(const pirch_kernel *kernel, void *const *args,
                               const pirch_range *range, int numThreads,
                               int64_t &groups) {
  if (!kernel || !range)
    return invalid("the kernel or the range is NULL");
  if (numThreads < 0)
    return invalid("a launch cannot take " + llvm::Twine(numThreads) +
                   " threads");
  if (llvm::Error error = countGroups(*kernel, *range, groups))
    return error;
  return groups ? checkArguments(*kernel, args) : llvm::Error::success();
}

pirch_status pirch_launch(const pirch_kernel *kernel, void *const *args,
                          const pirch_range *range, int numThreads) {
  return guarded([&]() -> llvm::Error {
    int64_t groups;
    if (llvm::Error error =
            checkLaunch(kernel, args, range, numThreads, groups))
      return error;
    runRange(*kernel, args, *range, 0, groups, numThreads);
    return llvm::Error::success();
  });
}

pirch_status pirch_launch_part(const pirch_kernel *kernel, void *const *args,
                               const pirch_range *range, int64_t first,
                               int64_t count, int numThreads) {
  return guarded([&]() -> llvm::Error {
    int64_t groups;
    if (llvm::Error error =
            checkLaunch(kernel, args, range, numThreads, groups))
      return error;
    if (first < 0 || count < 0 || first > groups || count > groups - first)
      return invalid("groups " + llvm::Twine(first) + " to " +
                     llvm::Twine(first) + " + " + llvm::Twine(count) +
                     " - 1 are not among the range's " + llvm::Twine(groups));
    if (count)
      runRange(*kernel, args, *range, first, count, numThreads);
    return llvm::Error::success();
  });
}

namespace {
/// A launch that runs later, with its own copy of what it is called with.
struct LaterLaunch {
  const pirch_kernel &kernel;
  pirch_range range;
  int64_t groups;
  int numThreads;
  pirch_callback done;
  void *data;
  std::vector<void *> args;
  std::vector<uint64_t> scalars;
};
} // namespace

pirch_status pirch_launch_async(const pirch_kernel *kernel, void *const *args,
                                const pirch_range *range, int numThreads,
                                pirch_callback done, void *data) {
  return guarded([&]() -> llvm::Error {
    int64_t groups;
    if (llvm::Error error =
            checkLaunch(kernel, args, range, numThreads, groups))
      return error;
    if (!done)
      return invalid("the function to call at the end is NULL");
    size_t count = groups ? kernel->params.size() : 0;
    auto launch = std::make_shared<LaterLaunch>(
        LaterLaunch{*kernel, *range, groups, numThreads, done, data, {}, {}});
    launch->scalars.resize(count);
    for (size_t index = 0; index < count; ++index) {
      const pirch_param &param = kernel->params[index];
      launch->args.push_back(args[index]);
      if (param.is_buffer)
        continue;
      std::memcpy(&launch->scalars[index], args[index], param.type_size);
      launch->args.back() = &launch->scalars[index];
    }
    runLater([launch] {
      if (launch->groups)
        runRange(launch->kernel, launch->args.data(), launch->range, 0,
                 launch->groups, launch->numThreads);
      launch->done(launch->data);
    });
    return llvm::Error::success();
  });
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
