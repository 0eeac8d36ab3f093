//===- CPUReport.h - What code for a CPU costs, on paper --------*- C++ -*-===//

#ifndef PIRCH_LIB_TARGET_CPUREPORT_H
#define PIRCH_LIB_TARGET_CPUREPORT_H

#include "ModelledInstructions.h"
#include "Pirch/Target/Target.h"

namespace pirch {

/// The reports of all kernels of `code`: instructions by class, the time that
/// LLVM's machine code analyzer (MCA) predicts, and bytes. `classify` names the
/// class of an instruction by LLVM's name of it, or returns an empty string.
/// Instructions take as long as those that `modelledAs` gives for them.
llvm::Expected<std::string>
writeCPUReport(CodeToEmit &code,
               llvm::function_ref<llvm::StringRef(llvm::StringRef)> classify,
               ModelledAsFn modelledAs);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_CPUREPORT_H
