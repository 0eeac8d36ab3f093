//===- Toolkit.h - NVIDIA's assembler ---------------------------*- C++ -*-===//
//
// Runs `ptxas` and `fatbinary` of a CUDA toolkit, found on PATH, in
// $CUDA_HOME/bin or $CUDA_PATH/bin, or where the toolkit is installed by
// default. Only machine code needs them; PTX does not.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_NVVM_TOOLKIT_H
#define PIRCH_TARGET_NVVM_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pirch::nvvm {

/// Whether a CUDA toolkit was found.
bool hasToolkit();

/// A cubin, machine code for `chip` (as in "sm_90"), from PTX. An error says
/// that there is no assembler, or what it printed when it failed.
llvm::Expected<std::string> assemble(llvm::StringRef ptx, llvm::StringRef chip);

/// A fat binary: machine code for `chip`, and the PTX for later chips.
llvm::Expected<std::string> makeFatBinary(llvm::StringRef ptx,
                                          llvm::StringRef chip);

} // namespace pirch::nvvm

#endif // PIRCH_TARGET_NVVM_TOOLKIT_H
