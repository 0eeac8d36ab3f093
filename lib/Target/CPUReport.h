//===- CPUReport.h - What code for a CPU costs, on paper --------*- C++ -*-===//

#ifndef PIRCH_LIB_TARGET_CPUREPORT_H
#define PIRCH_LIB_TARGET_CPUREPORT_H

#include "Pirch/Target/CPUTarget.h"

namespace pirch {

/// The reports of all kernels of `code`: instructions by class, the time that
/// LLVM's machine code analyzer (MCA) predicts, and bytes. `target` names the
/// classes and corrects the model.
llvm::Expected<std::string> writeCPUReport(CodeToEmit &code,
                                           const CPUTarget &target);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_CPUREPORT_H
