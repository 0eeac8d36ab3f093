//===- Device.h - A machine beside the CPU ----------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_DEVICE_H
#define PIRCH_TARGET_DEVICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pirch {

/// A GPU or the like of this computer, which runs kernels on copies of the
/// host's buffers.
class Device {
public:
  virtual ~Device();

  virtual std::string getName() const = 0;
  /// The output kind (`--emit`) that `load` takes.
  virtual llvm::StringRef getImageKind() const = 0;
  /// Take the kernels of a compiled image.
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

} // namespace pirch

#endif // PIRCH_TARGET_DEVICE_H
