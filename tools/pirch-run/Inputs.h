//===- Inputs.h - The kernel that runs, and its parameters ------*- C++ -*-===//

#ifndef PIRCH_TOOLS_PIRCH_RUN_INPUTS_H
#define PIRCH_TOOLS_PIRCH_RUN_INPUTS_H

#include "Pirch/Runner/Launch.h"
#include "llvm/ADT/StringMap.h"

namespace pirch {

/// The kernel called `name`, or the only one where `name` is empty.
llvm::Expected<const KernelInfo *>
findKernel(llvm::ArrayRef<KernelInfo> kernels, llvm::StringRef name);

/// What the values of a kernel's parameters are made from.
struct InputOptions {
  /// NAME=VALUE for each `--arg`. The first `numDefaults` come from the source,
  /// and may be meant for another of its kernels.
  llvm::ArrayRef<std::string> values;
  size_t numDefaults = 0;
  /// The names that sizes may be written in (`sizeNames`).
  llvm::StringMap<int64_t> sizes;
  /// The seed of `rand`.
  uint64_t seed = 1;
};

/// Make the arguments of `kernel` for a range of `grid` groups that begins at
/// `offset`. An error where a parameter has no value.
llvm::Expected<Arguments> makeInputs(const KernelInfo &kernel,
                                     const InputOptions &options,
                                     const Extents &grid,
                                     const Extents &offset);

/// Check that each of `saves`, NAME=FILE.npy, names a buffer of `kernel`.
llvm::Error checkSaves(llvm::ArrayRef<std::string> saves,
                       const KernelInfo &kernel);

/// Write the buffers that `saves` name to their files.
llvm::Error writeSaves(llvm::ArrayRef<std::string> saves,
                       const KernelInfo &kernel, const Arguments &results);

} // namespace pirch

#endif // PIRCH_TOOLS_PIRCH_RUN_INPUTS_H
