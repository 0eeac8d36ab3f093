//===- Device.h - A machine beside the CPU ----------------------*- C++ -*-===//
//
// What runs a target's code on a machine beside the CPU that this computer
// has. Each target with such a machine implements it in its own folder.
//
//===----------------------------------------------------------------------===//

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
  /// The output kind (`--emit`) of the images that `load` accepts.
  virtual llvm::StringRef getImageKind() const = 0;
  /// Make the kernels of a compiled image available to `run`.
  virtual llvm::Error load(llvm::StringRef image) = 0;

  /// An argument in the host's memory: the content of a buffer, or the value of
  /// a scalar.
  struct Argument {
    void *data;
    size_t bytes;
    bool isBuffer;
  };
  /// The groups that a launch computes, and the number of groups and threads of
  /// a block as in `KernelInfo`. Where blocks begin anew with each row of the
  /// grid, `width` is the number of groups of a row; else it is 0.
  struct Grid {
    int64_t firstGroup, numGroups, groupsPerBlock, blockThreads, width = 0;
  };
  /// Copy the buffers to the device, launch, wait, and copy them back.
  virtual llvm::Error run(llvm::StringRef kernel,
                          llvm::ArrayRef<Argument> arguments,
                          const Grid &grid) = 0;
};

} // namespace pirch

#endif // PIRCH_TARGET_DEVICE_H
