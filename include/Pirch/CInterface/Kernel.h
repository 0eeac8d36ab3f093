//===- Kernel.h - A compiled kernel as its callers see it -------*- C++ -*-===//

#ifndef PIRCH_CINTERFACE_KERNEL_H
#define PIRCH_CINTERFACE_KERNEL_H

#include <cstdint>
#include <string>
#include <vector>

namespace pirch {

struct KernelParam {
  std::string name;
  /// The type in a C header: "const float *", "int32_t".
  std::string cType;
  bool isPointer = false;
  /// Bits of the scalar, or of one element of the buffer.
  unsigned elementBits = 0;
  bool isFloat = false;
  bool isUnsigned = false;
};

struct KernelInfo {
  /// Name of the kernel in its source.
  std::string name;
  /// Name of the kernel's C function: `name`, unless C or C++ could not declare
  /// a function of that name or a library has one. On a GPU, name of the kernel
  /// there, and with `_launch` behind it of the C function that launches it.
  std::string symbol;
  std::vector<KernelParam> params;
  /// Work items of a group, and groups that one pass computes.
  int64_t wgSize = 0, wgPack = 0;
  /// On a GPU, threads of a block and groups that a block computes. Both are 0
  /// where the kernel is a function of the host.
  int64_t blockThreads = 0, groupsPerBlock = 0;
  /// Axes from slowest to fastest, as in "wg-wi-ix".
  std::string laneOrder;
  /// What the cost model expects of one group, in the target's units.
  double estimatedCost = 0;
};

} // namespace pirch

#endif // PIRCH_CINTERFACE_KERNEL_H
