//===- CompileHostC.h - C for the host, compiled by Clang -------*- C++ -*-===//
//
// Functions of the host that PIRCH writes in C, such as those that launch the
// kernels of a GPU. Kernels are compiled by lib/Driver instead.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_SUPPORT_COMPILEHOSTC_H
#define PIRCH_SUPPORT_COMPILEHOSTC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace pirch {

/// The LLVM module that Clang makes, for the machine of this process, of the C
/// text `source`, which includes no file.
llvm::Expected<std::unique_ptr<llvm::Module>>
compileHostC(llvm::StringRef source, llvm::LLVMContext &context);

} // namespace pirch

#endif // PIRCH_SUPPORT_COMPILEHOSTC_H
