//===- HostCPU.h - Which CPU this process runs on ---------------*- C++ -*-===//
//
// LLVM names the host's CPU by the model number that the CPU gives. Virtual
// machines often give the number of an older CPU together with the features of
// the real one: a Granite Rapids names itself a Rocket Lake, which has one unit
// for vectors of 512 bits instead of two. LLVM's scheduling model, and with it
// the cost tables, would be those of another machine.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_HOSTCPU_H
#define PIRCH_TARGET_HOSTCPU_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/TargetParser/Triple.h"
#include <string>

namespace pirch {

/// LLVM's name of the CPU that this process runs on, found when the function is
/// first called. Several threads may call it.
llvm::StringRef getHostCPU();

/// The CPU, by LLVM's name for it, of a machine for which `triple` stands, that
/// calls itself `name` and has the given features: `name`, unless the machine
/// has features that this CPU lacks. Then it is the CPU with a scheduling model
/// that has the largest share of features in common with the machine: of those
/// that either has, both have. Of equal ones it is the first in LLVM's list,
/// which is by name. `features` are those of llvm::sys::getHostCPUFeatures,
/// each with whether the machine has it.
std::string findCPU(const llvm::Triple &triple, llvm::StringRef name,
                    const llvm::StringMap<bool> &features);

} // namespace pirch

#endif // PIRCH_TARGET_HOSTCPU_H
