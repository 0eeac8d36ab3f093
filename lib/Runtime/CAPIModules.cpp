//===- CAPIModules.cpp - Compilation and kernels in C ---------------------===//

#include "CAPI.h"
#include "Compilation.h"
#include "Pirch/Driver/ImportMLIR.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>
#include <cstring>

using namespace pirch;

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

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

static pirch_kernel describe(const LoadedModule &module,
                             const LoadedKernel &loaded) {
  const KernelInfo &info = loaded.info;
  pirch_kernel kernel = {&module, &loaded, {}, {}};
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
    described.compact_groups = param.compactGroups;
    described.compact_elements = param.compactElements;
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
  kernel.info.num_staged = info.staged.size();
  return kernel;
}

pirch_module *pirch::makeHandle(KernelStore::Result found) {
  auto module = std::make_unique<pirch_module>();
  module->origin = found.origin == Origin::memory ? PIRCH_FROM_MEMORY
                   : found.origin == Origin::disk ? PIRCH_FROM_DISK
                                                  : PIRCH_FROM_COMPILER;
  for (const LoadedKernel &kernel : found.module->kernels)
    module->kernels.push_back(describe(*found.module, kernel));
  module->loaded = std::move(found.module);
  return module.release();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// Note the words of the options in `request`.
static llvm::Error addOptions(Request &request, const char *const *options,
                              size_t numOptions) {
  if (numOptions && !options)
    return invalid("the options are NULL");
  for (size_t index = 0; index < numOptions; ++index) {
    if (!options[index])
      return invalid("option " + llvm::Twine(index) + " is NULL");
    request.options.push_back(options[index]);
  }
  return llvm::Error::success();
}

static llvm::Expected<Request> makeRequest(const char *source, const char *name,
                                           const char *const *options,
                                           size_t numOptions) {
  if (!source)
    return invalid("the source is NULL");
  Request request;
  request.source = source;
  request.fileName = name ? name : "kernel.cl";
  if (llvm::Error error = addOptions(request, options, numOptions))
    return error;
  return request;
}

static llvm::Error findModule(const Request &request, pirch_module **module) {
  if (!module)
    return invalid("the place for the module is NULL");
  auto found = getStore()->get(request);
  if (!found)
    return found.takeError();
  *module = makeHandle(std::move(*found));
  return llvm::Error::success();
}

static llvm::Error compileModule(const char *source, const char *name,
                                 const char *const *options, size_t numOptions,
                                 pirch_module **module) {
  auto request = makeRequest(source, name, options, numOptions);
  return request ? findModule(*request, module) : request.takeError();
}

pirch_status pirch_compile(const char *source, const char *name,
                           const char *const *options, size_t numOptions,
                           pirch_module **module) {
  return guarded(
      [&] { return compileModule(source, name, options, numOptions, module); });
}

pirch_status pirch_compile_mlir(const void *code, size_t size, const char *name,
                                const char *const *options, size_t numOptions,
                                pirch_module **module) {
  return guarded([&]() -> llvm::Error {
    if (!code)
      return invalid("the code is NULL");
    Request request;
    request.source.assign(static_cast<const char *>(code), size);
    request.fileName = name ? name : "kernel.mlir";
    if (!isMLIRSource(request.fileName))
      request.fileName += ".mlir";
    if (llvm::Error error = addOptions(request, options, numOptions))
      return error;
    return findModule(request, module);
  });
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
