//===- Device.h - A GPU of this machine -------------------------*- C++ -*-===//
//
// Runs kernels by NVIDIA's driver, which is loaded at run time: nothing of CUDA
// is needed to build or to run without it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_NVVM_DEVICE_H
#define PIRCH_TARGET_NVVM_DEVICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace pirch::nvvm {

class Device {
public:
  /// The first device. An error says what is missing: a driver, or a device.
  static llvm::Expected<std::unique_ptr<Device>> open();
  virtual ~Device();

  virtual std::string getName() const = 0;
  /// Take the kernels of PTX, a cubin or a fat binary.
  virtual llvm::Error load(llvm::StringRef image) = 0;

  /// Of a buffer, its content, on the host; of a scalar, its value.
  struct Argument {
    void *data;
    size_t bytes;
    bool isBuffer;
  };
  /// A kernel's groups and how it is launched, as in `KernelInfo`.
  struct Grid {
    int64_t firstGroup, numGroups, groupsPerBlock, blockThreads;
  };
  /// Copy the buffers to the device, launch, wait, and copy them back.
  virtual llvm::Error run(llvm::StringRef kernel,
                          llvm::ArrayRef<Argument> arguments,
                          const Grid &grid) = 0;
};

} // namespace pirch::nvvm

#endif // PIRCH_TARGET_NVVM_DEVICE_H
