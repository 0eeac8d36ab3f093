//===- device.cuh - The GPU: errors, memory, modules, time ------*- C++ -*-===//

#ifndef PIRCH_BENCHMARKS_GPU_DEVICE_CUH
#define PIRCH_BENCHMARKS_GPU_DEVICE_CUH

#include "bundle.h"
#include "cases.h"

#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>

namespace gpubench {

inline void check(cudaError_t status, const char *what) {
  if (status != cudaSuccess)
    fail(std::string(what) + ": " + cudaGetErrorString(status));
}

/// The driver's functions. They are looked up at run time, for a program that
/// is linked to the driver does not even start where there is none.
struct Driver {
  decltype(&::cuModuleLoadDataEx) moduleLoadDataEx;
  decltype(&::cuModuleUnload) moduleUnload;
  decltype(&::cuModuleGetFunction) moduleGetFunction;
  decltype(&::cuFuncGetAttribute) funcGetAttribute;
  decltype(&::cuLaunchKernel) launchKernel;
  decltype(&::cuGetErrorString) getErrorString;

  static const Driver &get() {
    static const Driver driver = load();
    return driver;
  }

  std::string message(CUresult status) const {
    const char *text = nullptr;
    getErrorString(status, &text);
    return text ? text : "error " + std::to_string(status);
  }

private:
  static Driver load() {
    void *library = dlopen("libcuda.so.1", RTLD_NOW);
    if (!library)
      fail("no CUDA driver: libcuda.so.1 cannot be loaded", 2);
    Driver result;
    auto find = [&](auto &function, const char *name) {
      function = reinterpret_cast<std::decay_t<decltype(function)>>(
          dlsym(library, name));
      if (!function)
        fail(std::string("the CUDA driver has no ") + name, 2);
    };
    find(result.moduleLoadDataEx, "cuModuleLoadDataEx");
    find(result.moduleUnload, "cuModuleUnload");
    find(result.moduleGetFunction, "cuModuleGetFunction");
    find(result.funcGetAttribute, "cuFuncGetAttribute");
    find(result.launchKernel, "cuLaunchKernel");
    find(result.getErrorString, "cuGetErrorString");
    return result;
  }
};

/// A kernel made from PTX by the driver.
class Kernel {
public:
  Kernel(const Entry &entry, const std::string &dir, const std::string &name)
      : entry(entry) {
    std::string ptx = readFile(dir + "/" + entry.file);
    static char log[8192];
    log[0] = 0;
    CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                              CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
    void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
    const Driver &driver = Driver::get();
    CUresult status =
        driver.moduleLoadDataEx(&module, ptx.c_str(), 2, options, values);
    if (status == CUDA_ERROR_UNSUPPORTED_PTX_VERSION)
      error = "the driver is older than the PTX: it must be that of CUDA 12.7 "
              "or later";
    else if (status != CUDA_SUCCESS)
      error = driver.message(status) + (log[0] ? "\n" : "") + log;
    else if ((status = driver.moduleGetFunction(&function, module,
                                                name.c_str())) != CUDA_SUCCESS)
      error = "entry '" + name + "': " + driver.message(status);
    if (!error.empty())
      return;
    driver.funcGetAttribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
    driver.funcGetAttribute(&localBytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
                            function);
  }
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;
  ~Kernel() {
    if (module)
      Driver::get().moduleUnload(module);
  }

  /// Compute groups `first` to `first + count`.
  template <typename T>
  void launch(const Case<T> &c, const std::vector<void *> &buffers,
              int64_t first, int64_t count) const {
    union Value {
      void *pointer;
      T real;
      int32_t int32;
      int64_t int64;
    };
    std::vector<Value> values;
    for (const Param &param : c.params) {
      Value value;
      switch (param.kind) {
      case Param::Pointer:
        value.pointer = buffers[values.size()]; // pointers come first
        break;
      case Param::Real:
        value.real = static_cast<T>(param.value);
        break;
      case Param::Int32:
        value.int32 = static_cast<int32_t>(param.value);
        break;
      case Param::Int64:
        value.int64 = static_cast<int64_t>(param.value);
        break;
      }
      values.push_back(value);
    }
    Value range[2];
    range[0].int64 = first;
    range[1].int64 = count;
    values.push_back(range[0]);
    values.push_back(range[1]);
    std::vector<void *> arguments;
    for (Value &value : values)
      arguments.push_back(&value);
    int64_t blocks = (count + entry.groupsPerBlock - 1) / entry.groupsPerBlock;
    CUresult status = Driver::get().launchKernel(
        function, static_cast<unsigned>(blocks), 1, 1, entry.blockThreads, 1, 1,
        0, nullptr, arguments.data(), nullptr);
    if (status != CUDA_SUCCESS)
      fail(entry.file + ": launch: " + Driver::get().message(status));
  }

  const Entry entry;
  /// Why there is no kernel; empty where there is one.
  std::string error;
  int registers = 0, localBytes = 0;

private:
  CUmodule module = nullptr;
  CUfunction function = nullptr;
};

/// Device memory.
class Memory {
public:
  explicit Memory(size_t bytes) : bytes(bytes) {
    check(cudaMalloc(&data, std::max<size_t>(bytes, 1)), "cudaMalloc");
  }
  Memory(Memory &&other) : bytes(other.bytes), data(other.data) {
    other.data = nullptr;
  }
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;
  ~Memory() { cudaFree(data); }
  template <typename T = void> T *as() const { return static_cast<T *>(data); }

  const size_t bytes;

private:
  void *data = nullptr;
};

template <typename T>
__global__ void fillInputs(T *data, int64_t elements, uint64_t seed,
                           int dominated) {
  int64_t step = int64_t(gridDim.x) * blockDim.x;
  for (int64_t i = int64_t(blockIdx.x) * blockDim.x + threadIdx.x; i < elements;
       i += step)
    data[i] = inputAt<T>(seed, i, dominated);
}

/// A copy as plain as can be: 16 bytes per thread.
static __global__ void copyPlainly(int4 *to, const int4 *from, int64_t count) {
  int64_t at = int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (at < count)
    to[at] = from[at];
}

struct Times {
  double minimum = 0, median = 0; // ms
};

/// Time of `run` on the device after two warm-ups. `before` comes before each,
/// unmeasured.
template <typename Before, typename Run>
Times measure(int repeats, Before before, Run run) {
  static cudaEvent_t start = nullptr, stop = nullptr;
  if (!start) {
    check(cudaEventCreate(&start), "cudaEventCreate");
    check(cudaEventCreate(&stop), "cudaEventCreate");
  }
  std::vector<double> times;
  for (int i = -2; i < repeats; ++i) {
    before();
    check(cudaEventRecord(start), "cudaEventRecord");
    run();
    check(cudaEventRecord(stop), "cudaEventRecord");
    check(cudaEventSynchronize(stop), "run");
    check(cudaGetLastError(), "run");
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start, stop), "cudaEventElapsedTime");
    if (i >= 0)
      times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  size_t half = times.size() / 2;
  return {times[0],
          times.size() % 2 ? times[half] : (times[half - 1] + times[half]) / 2};
}

/// Time to copy within the device so that `bytes` are moved, half of them read
/// and half of them written: the faster of the driver's copy and a plain one.
inline double measureCopy(double bytes, int repeats) {
  int64_t count = std::max<int64_t>(1, static_cast<int64_t>(bytes / 32));
  Memory from(count * 16), to(count * 16);
  check(cudaMemset(from.as(), 1, from.bytes), "cudaMemset");
  auto nothing = [] {};
  double copied = measure(repeats, nothing, [&] {
                    check(cudaMemcpyAsync(to.as(), from.as(), from.bytes,
                                          cudaMemcpyDeviceToDevice),
                          "cudaMemcpyAsync");
                  }).median;
  double plain = measure(repeats, nothing, [&] {
                   copyPlainly<<<unsigned((count + 255) / 256), 256>>>(
                       to.as<int4>(), from.as<int4>(), count);
                 }).median;
  return std::min(copied, plain);
}

} // namespace gpubench

#endif // PIRCH_BENCHMARKS_GPU_DEVICE_CUH
