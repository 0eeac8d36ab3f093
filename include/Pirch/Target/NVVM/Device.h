//===- Device.h - An NVIDIA GPU of this machine -----------------*- C++ -*-===//
//
// Runs kernels by NVIDIA's driver, which is loaded at run time, so that PIRCH
// can be built, and can run on other machines, without CUDA.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_NVVM_DEVICE_H
#define PIRCH_TARGET_NVVM_DEVICE_H

#include "Pirch/Target/Device.h"
#include <memory>

namespace pirch::nvvm {

/// The first device of this computer. It loads PTX, cubins and fat binaries. An
/// error says what is missing: a driver, or a device.
llvm::Expected<std::unique_ptr<Device>> openDevice();

} // namespace pirch::nvvm

#endif // PIRCH_TARGET_NVVM_DEVICE_H
