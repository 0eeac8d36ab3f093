//===- OpenCLDevice.h - One run on an OpenCL device -------------*- C++ -*-===//
//
// Calls of the OpenCL API, loaded at run time.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ORACLE_OPENCLDEVICE_H
#define PIRCH_LIB_ORACLE_OPENCLDEVICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>

namespace pirch {

/// An argument of a kernel: a buffer, or the value of a scalar.
struct OpenCLArgument {
  void *data;
  size_t bytes;
  bool isBuffer;
};

struct OpenCLLaunch {
  std::string source, options, kernel;
  llvm::ArrayRef<OpenCLArgument> arguments;
  /// For each dimension: the work items of a group, the groups, and the global
  /// offset.
  llvm::SmallVector<size_t, 3> wgSize, groups, offset;
};

/// Build and run on the first device of the platform PoCL, in this process, and
/// read the buffers back. Fails with `NotComparable` where the source or the
/// launch is refused, and with another error where there is no PoCL.
llvm::Error runOnOpenCL(const OpenCLLaunch &launch);

} // namespace pirch

#endif // PIRCH_LIB_ORACLE_OPENCLDEVICE_H
