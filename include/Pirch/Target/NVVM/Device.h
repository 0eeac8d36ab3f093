//===- Device.h - An NVIDIA GPU of this machine -----------------*- C++ -*-===//
//
// Runs kernels by NVIDIA's driver, which is loaded at run time: nothing of CUDA
// is needed to build or to run without it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_NVVM_DEVICE_H
#define PIRCH_TARGET_NVVM_DEVICE_H

#include "Pirch/Target/Device.h"
#include <memory>

namespace pirch::nvvm {

/// The first device, which takes PTX, a cubin or a fat binary. An error says
/// what is missing: a driver, or a device.
llvm::Expected<std::unique_ptr<Device>> openDevice();

} // namespace pirch::nvvm

#endif // PIRCH_TARGET_NVVM_DEVICE_H
