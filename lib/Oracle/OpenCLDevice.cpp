//===- OpenCLDevice.cpp - One run on an OpenCL device ---------------------===//

#include "OpenCLDevice.h"
#include "Pirch/Oracle/OpenCLOracle.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <dlfcn.h>

using namespace pirch;

//===----------------------------------------------------------------------===//
// The part of CL/cl.h that is used; the OpenCL specification fixes its values
//===----------------------------------------------------------------------===//

namespace {
using Int = int32_t;
using Handle = void *;
constexpr Int success = 0;
constexpr uint32_t platformName = 0x0902, buildLog = 0x1183;
constexpr uint64_t anyDevice = 0xFFFFFFFF;
constexpr uint64_t readWrite = 1 << 0, copyHostPointer = 1 << 5;

/// The functions of libOpenCL, which stays loaded until the process ends.
struct Library {
  void *handle = nullptr;
  template <typename Function> void find(Function &function, const char *name) {
    function = reinterpret_cast<Function>(dlsym(handle, name));
    complete &= function != nullptr;
  }
  bool complete = true;

  Int (*getPlatforms)(uint32_t, Handle *, uint32_t *);
  Int (*getPlatformInfo)(Handle, uint32_t, size_t, void *, size_t *);
  Int (*getDevices)(Handle, uint64_t, uint32_t, Handle *, uint32_t *);
  Handle (*createContext)(const intptr_t *, uint32_t, const Handle *, void *,
                          void *, Int *);
  Handle (*createQueue)(Handle, Handle, uint64_t, Int *);
  Handle (*createProgram)(Handle, uint32_t, const char **, const size_t *,
                          Int *);
  Int (*buildProgram)(Handle, uint32_t, const Handle *, const char *, void *,
                      void *);
  Int (*getBuildInfo)(Handle, Handle, uint32_t, size_t, void *, size_t *);
  Handle (*createKernel)(Handle, const char *, Int *);
  Handle (*createBuffer)(Handle, uint64_t, size_t, void *, Int *);
  Int (*setArgument)(Handle, uint32_t, size_t, const void *);
  Int (*enqueueKernel)(Handle, Handle, uint32_t, const size_t *, const size_t *,
                       const size_t *, uint32_t, const Handle *, Handle *);
  Int (*enqueueRead)(Handle, Handle, uint32_t, size_t, size_t, void *, uint32_t,
                     const Handle *, Handle *);
  Int (*finish)(Handle);
};
} // namespace

static llvm::Expected<Library> loadLibrary() {
  Library cl;
  cl.handle = dlmopen(LM_ID_NEWLM, "libOpenCL.so.1", RTLD_NOW);
  if (!cl.handle)
    return llvm::createStringError(
        "no OpenCL: libOpenCL.so.1 is not installed (Debian: "
        "ocl-icd-libopencl1 and pocl-opencl-icd)");
  cl.find(cl.getPlatforms, "clGetPlatformIDs");
  cl.find(cl.getPlatformInfo, "clGetPlatformInfo");
  cl.find(cl.getDevices, "clGetDeviceIDs");
  cl.find(cl.createContext, "clCreateContext");
  cl.find(cl.createQueue, "clCreateCommandQueue");
  cl.find(cl.createProgram, "clCreateProgramWithSource");
  cl.find(cl.buildProgram, "clBuildProgram");
  cl.find(cl.getBuildInfo, "clGetProgramBuildInfo");
  cl.find(cl.createKernel, "clCreateKernel");
  cl.find(cl.createBuffer, "clCreateBuffer");
  cl.find(cl.setArgument, "clSetKernelArg");
  cl.find(cl.enqueueKernel, "clEnqueueNDRangeKernel");
  cl.find(cl.enqueueRead, "clEnqueueReadBuffer");
  cl.find(cl.finish, "clFinish");
  if (!cl.complete)
    return llvm::createStringError("libOpenCL.so.1 lacks functions of OpenCL");
  return cl;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static llvm::Error refuse(const llvm::Twine &reason) {
  return llvm::make_error<NotComparable>(reason.str());
}

static llvm::Expected<Handle> findPoCL(const Library &cl) {
  uint32_t count = 0;
  cl.getPlatforms(0, nullptr, &count);
  llvm::SmallVector<Handle> platforms(count);
  if (count)
    cl.getPlatforms(count, platforms.data(), nullptr);
  for (Handle platform : platforms) {
    char name[256] = {};
    Handle device = nullptr;
    cl.getPlatformInfo(platform, platformName, sizeof(name) - 1, name, nullptr);
    if (llvm::StringRef(name) == "Portable Computing Language" &&
        cl.getDevices(platform, anyDevice, 1, &device, nullptr) == success)
      return device;
  }
  return llvm::createStringError("OpenCL has no device of PoCL (Debian: "
                                 "pocl-opencl-icd)");
}

/// Keeps the first failure of a series of calls.
namespace {
struct Status {
  Int code = success;
  const char *call = nullptr;

  void note(Int newCode, const char *newCall) {
    if (code == success && newCode != success) {
      code = newCode;
      call = newCall;
    }
  }
  llvm::Error error() const {
    if (code == success)
      return llvm::Error::success();
    return refuse(llvm::Twine(call) + " fails with " + llvm::Twine(code));
  }
};
} // namespace

static std::string readLog(const Library &cl, Handle program, Handle device) {
  size_t size = 0;
  cl.getBuildInfo(program, device, buildLog, 0, nullptr, &size);
  std::string log(size, '\0');
  cl.getBuildInfo(program, device, buildLog, size, log.data(), nullptr);
  return llvm::StringRef(log.c_str()).trim().str();
}

static llvm::Error runKernel(const Library &cl, Handle context, Handle queue,
                             Handle kernel, const OpenCLLaunch &launch) {
  Status status;
  Int code = success;
  llvm::SmallVector<Handle> buffers;
  for (auto [index, argument] : llvm::enumerate(launch.arguments)) {
    if (!argument.isBuffer) {
      status.note(cl.setArgument(kernel, index, argument.bytes, argument.data),
                  "clSetKernelArg");
      continue;
    }
    // OpenCL has no empty buffers.
    char nothing = 0;
    bool empty = argument.bytes == 0;
    Handle buffer = cl.createBuffer(context, readWrite | copyHostPointer,
                                    empty ? 1 : argument.bytes,
                                    empty ? &nothing : argument.data, &code);
    status.note(code, "clCreateBuffer");
    buffers.push_back(buffer);
    status.note(cl.setArgument(kernel, index, sizeof(Handle), &buffer),
                "clSetKernelArg");
  }
  if (llvm::Error error = status.error())
    return error;
  llvm::SmallVector<size_t, 3> items;
  for (auto [groups, size] : llvm::zip(launch.groups, launch.wgSize))
    items.push_back(groups * size);
  status.note(cl.enqueueKernel(queue, kernel, items.size(),
                               launch.offset.data(), items.data(),
                               launch.wgSize.data(), 0, nullptr, nullptr),
              "clEnqueueNDRangeKernel");
  status.note(cl.finish(queue), "clFinish");
  if (llvm::Error error = status.error())
    return error;
  const Handle *buffer = buffers.begin();
  for (const OpenCLArgument &argument : launch.arguments) {
    if (!argument.isBuffer)
      continue;
    if (argument.bytes)
      status.note(cl.enqueueRead(queue, *buffer, /*blocking=*/1, 0,
                                 argument.bytes, argument.data, 0, nullptr,
                                 nullptr),
                  "clEnqueueReadBuffer");
    ++buffer;
  }
  return status.error();
}

llvm::Error pirch::runOnOpenCL(const OpenCLLaunch &launch) {
  llvm::Expected<Library> cl = loadLibrary();
  if (!cl)
    return cl.takeError();
  llvm::Expected<Handle> device = findPoCL(*cl);
  if (!device)
    return device.takeError();
  Int code = success;
  Status status;
  Handle context =
      cl->createContext(nullptr, 1, &*device, nullptr, nullptr, &code);
  status.note(code, "clCreateContext");
  Handle queue = cl->createQueue(context, *device, 0, &code);
  status.note(code, "clCreateCommandQueue");
  const char *text = launch.source.data();
  size_t size = launch.source.size();
  Handle program = cl->createProgram(context, 1, &text, &size, &code);
  status.note(code, "clCreateProgramWithSource");
  if (llvm::Error error = status.error())
    return error;
  if (cl->buildProgram(program, 1, &*device, launch.options.c_str(), nullptr,
                       nullptr) != success)
    return refuse("it does not build:\n" + readLog(*cl, program, *device));
  Handle kernel = cl->createKernel(program, launch.kernel.c_str(), &code);
  status.note(code, "clCreateKernel");
  if (llvm::Error error = status.error())
    return error;
  return runKernel(*cl, context, queue, kernel, launch);
}
