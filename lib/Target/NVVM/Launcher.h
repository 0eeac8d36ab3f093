//===- Launcher.h - Host code that launches kernels -------------*- C++ -*-===//
//
// Host code that launches the kernels of an object file for NVIDIA GPUs.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_NVVM_LAUNCHER_H
#define PIRCH_LIB_TARGET_NVVM_LAUNCHER_H

#include "Pirch/Target/Target.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

namespace pirch {

/// An object file for the host that holds `image` (PTX, cubin or fat binary)
/// and, for each kernel, the function that launches it, as the C header
/// declares it. It links without CUDA: the driver is loaded when the first
/// kernel is launched.
llvm::Expected<std::string>
makeLauncherObject(llvm::ArrayRef<KernelInfo> kernels, llvm::StringRef image,
                   const HostC &host);

/// The C source of this object file, without the image.
std::string writeLauncherSource(llvm::ArrayRef<KernelInfo> kernels,
                                const HostC &host);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_NVVM_LAUNCHER_H
