//===- Toolkit.h - NVIDIA's assembler ---------------------------*- C++ -*-===//
//
// Runs `ptxas` and `fatbinary` of a CUDA toolkit, found on PATH, in
// $CUDA_HOME/bin, or where the toolkit is installed by default. PTX needs none
// of this.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_NVVM_TOOLKIT_H
#define PIRCH_TARGET_NVVM_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pirch::nvvm {

/// Whether there is a toolkit at all.
bool hasToolkit();

/// Machine code for `chip` ("sm_90") from PTX: a cubin. An error where there is
/// no assembler, and what it said where it fails.
llvm::Expected<std::string> assemble(llvm::StringRef ptx, llvm::StringRef chip);

/// Machine code for `chip` and the PTX, for later chips, in one file.
llvm::Expected<std::string> makeFatBinary(llvm::StringRef ptx,
                                          llvm::StringRef chip);

} // namespace pirch::nvvm

#endif // PIRCH_TARGET_NVVM_TOOLKIT_H
