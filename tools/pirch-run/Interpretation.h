//===- Interpretation.h - Kernels run on the interpreter --------*- C++ -*-===//

#ifndef PIRCH_TOOLS_PIRCH_RUN_INTERPRETATION_H
#define PIRCH_TOOLS_PIRCH_RUN_INTERPRETATION_H

#include "Machine.h"

namespace pirch {

/// After which passes the kernel's IR is interpreted; `none` runs machine code.
enum class InterpretKind { none, form, packed, eachPass };

/// A machine that executes the IR of kernels. It compiles for each launch.
llvm::Expected<std::unique_ptr<Machine>>
loadInterpreter(llvm::StringRef source, llvm::StringRef fileName,
                const CompileOptions &options, InterpretKind kind,
                llvm::raw_ostream &diag);

} // namespace pirch

#endif // PIRCH_TOOLS_PIRCH_RUN_INTERPRETATION_H
