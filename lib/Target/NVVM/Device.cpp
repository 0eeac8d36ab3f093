//===- Device.cpp - A GPU of this machine ---------------------------------===//

#include "Pirch/Target/NVVM/Device.h"
#include "Pirch/CInterface/Kernel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace pirch;
using namespace llvm;

namespace {
using Address = unsigned long long;

/// The functions of cuda.h that PIRCH uses. All return a CUresult.
struct Functions {
  int (*init)(unsigned flags);
  int (*countDevices)(int *count);
  int (*nameDevice)(char *name, int bytes, int device);
  int (*retainContext)(void **context, int device);
  int (*setContext)(void *context);
  int (*load)(void **library, const void *image, void *, void **, unsigned,
              void *, void **, unsigned);
  int (*unload)(void *library);
  int (*getKernel)(void **kernel, void *library, const char *name);
  int (*allocate)(Address *address, size_t bytes);
  int (*release)(Address address);
  int (*copyIn)(Address to, const void *from, size_t bytes);
  int (*copyOut)(void *to, Address from, size_t bytes);
  int (*launch)(void *kernel, unsigned, unsigned, unsigned, unsigned, unsigned,
                unsigned, unsigned shared, void *stream, void **args, void **);
  int (*synchronize)();
  int (*describe)(int code, const char **text);
};

class DriverDevice : public Device {
public:
  Error initialize() {
    std::string message;
    auto driver =
        sys::DynamicLibrary::getPermanentLibrary("libcuda.so.1", &message);
    if (!driver.isValid())
      return createStringError("no NVIDIA driver here: " + message);
    const std::pair<const char *, void *> table[] = {
        {"cuInit", &cuda.init},
        {"cuDeviceGetCount", &cuda.countDevices},
        {"cuDeviceGetName", &cuda.nameDevice},
        {"cuDevicePrimaryCtxRetain", &cuda.retainContext},
        {"cuCtxSetCurrent", &cuda.setContext},
        {"cuLibraryLoadData", &cuda.load},
        {"cuLibraryUnload", &cuda.unload},
        {"cuLibraryGetKernel", &cuda.getKernel},
        {"cuMemAlloc_v2", &cuda.allocate},
        {"cuMemFree_v2", &cuda.release},
        {"cuMemcpyHtoD_v2", &cuda.copyIn},
        {"cuMemcpyDtoH_v2", &cuda.copyOut},
        {"cuLaunchKernel", &cuda.launch},
        {"cuCtxSynchronize", &cuda.synchronize},
        {"cuGetErrorString", &cuda.describe}};
    for (auto [name, place] : table)
      if (!(*static_cast<void **>(place) = driver.getAddressOfSymbol(name)))
        return createStringError(std::string("the NVIDIA driver has no ") +
                                 name + ": it is older than CUDA 12");
    int count = 0;
    if (Error error = check(cuda.init(0), "cuInit"))
      return error;
    if (Error error = check(cuda.countDevices(&count), "cuDeviceGetCount"))
      return error;
    if (!count)
      return createStringError("no NVIDIA GPU here");
    void *context = nullptr;
    if (Error error =
            check(cuda.retainContext(&context, 0), "cuDevicePrimaryCtxRetain"))
      return error;
    return check(cuda.setContext(context), "cuCtxSetCurrent");
  }

  ~DriverDevice() override {
    if (library)
      cuda.unload(library);
  }

  StringRef getImageKind() const override { return "asm"; }
  std::string getName() const override {
    char name[256] = "";
    return cuda.nameDevice(name, sizeof(name), 0) ? "a GPU" : name;
  }

  Error load(StringRef image) override {
    content = image.str(); // the driver wants a zero after PTX
    return check(cuda.load(&library, content.c_str(), nullptr, nullptr, 0,
                           nullptr, nullptr, 0),
                 "cuLibraryLoadData");
  }

  Error run(StringRef name, ArrayRef<Argument> arguments,
            const Grid &grid) override {
    if (grid.numGroups <= 0)
      return Error::success();
    void *kernel = nullptr;
    if (Error error =
            check(cuda.getKernel(&kernel, library, name.str().c_str()),
                  "cuLibraryGetKernel"))
      return error;
    SmallVector<Address> buffers(arguments.size(), 0);
    Error error = runOn(kernel, arguments, buffers, grid);
    for (Address buffer : buffers)
      if (buffer)
        cuda.release(buffer);
    return error;
  }

private:
  Error runOn(void *kernel, ArrayRef<Argument> arguments,
              MutableArrayRef<Address> buffers, const Grid &grid) {
    SmallVector<void *> values;
    for (auto [argument, buffer] : zip(arguments, buffers)) {
      if (!argument.isBuffer) {
        values.push_back(argument.data);
        continue;
      }
      if (Error error =
              check(cuda.allocate(&buffer, std::max<size_t>(1, argument.bytes)),
                    "cuMemAlloc"))
        return error;
      if (Error error = check(
              cuda.copyIn(buffer, argument.data, argument.bytes), "cuMemcpy"))
        return error;
      values.push_back(&buffer);
    }
    int64_t first = grid.firstGroup, count = grid.numGroups;
    values.append({&first, &count});
    int64_t blocks =
        grid.width ? countBlocks(first, count, grid.groupsPerBlock, grid.width)
                   : divideCeil(count, grid.groupsPerBlock);
    // CUDA's limit along x.
    constexpr int64_t kMaxBlocks = std::numeric_limits<int32_t>::max();
    if (blocks > kMaxBlocks)
      return createStringError(
          std::to_string(count) + " groups take " + std::to_string(blocks) +
          " blocks, but one launch has at most " + std::to_string(kMaxBlocks));
    if (Error error =
            check(cuda.launch(kernel, static_cast<unsigned>(blocks), 1, 1,
                              static_cast<unsigned>(grid.blockThreads), 1, 1, 0,
                              nullptr, values.data(), nullptr),
                  "cuLaunchKernel"))
      return error;
    if (Error error = check(cuda.synchronize(), "cuCtxSynchronize"))
      return error;
    for (auto [argument, buffer] : zip(arguments, buffers))
      if (argument.isBuffer)
        if (Error error =
                check(cuda.copyOut(argument.data, buffer, argument.bytes),
                      "cuMemcpy"))
          return error;
    return Error::success();
  }

  Error check(int code, const char *call) const {
    if (!code)
      return Error::success();
    const char *text = nullptr;
    if (cuda.describe(code, &text) || !text)
      text = "unknown error";
    return createStringError(std::string(call) + " failed: " + text + " (" +
                             std::to_string(code) + ")");
  }

  Functions cuda = {};
  void *library = nullptr;
  std::string content;
};
} // namespace

Expected<std::unique_ptr<Device>> nvvm::openDevice() {
  auto device = std::make_unique<DriverDevice>();
  if (Error error = device->initialize())
    return error;
  return device;
}
