//===- LLVMErrors.h - What LLVM ends processes for, as errors ---*- C++ -*-===//
//
// LLVM's code generators end the process where they cannot go on, by
// `report_fatal_error` or by an error diagnostic of the LLVMContext. A library
// must return an error instead.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_LLVMERRORS_H
#define PIRCH_LIB_TARGET_LLVMERRORS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"

namespace llvm {
class LLVMContext;
} // namespace llvm

namespace pirch {

/// Call `body`, which runs LLVM on modules of `context` (null where it needs
/// none). The error is what LLVM would have ended the process for. What `body`
/// was changing is then in no defined state, and must only be destroyed; what
/// its functions had allocated is not freed.
///
/// Threads may call this at once, and `body` may call it again. Meanwhile the
/// process has PIRCH's fatal-error handler. For threads that are not in a call
/// it does what LLVM does without one. LLVM has one such handler for the
/// process and does not tell which: a host program that has its own must
/// install it again afterwards.
llvm::Error callLLVM(llvm::LLVMContext *context,
                     llvm::function_ref<void()> body);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_LLVMERRORS_H
