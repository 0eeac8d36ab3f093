//===- Compilation.h - Compiling for this process ---------------*- C++ -*-===//
//
// How a request becomes a cache entry or another output, by the driver's
// `compile`, and how many threads may compile at a time.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_RUNTIME_COMPILATION_H
#define PIRCH_LIB_RUNTIME_COMPILATION_H

#include "Pirch/Runtime/KernelStore.h"

namespace pirch {

/// While it lives, its thread may compile. There are as many at a time as the
/// machine has cores: a hundred compilations at once would take longer, and
/// gigabytes.
class CompilationSlot {
public:
  CompilationSlot();
  ~CompilationSlot();
  CompilationSlot(const CompilationSlot &) = delete;
  CompilationSlot &operator=(const CompilationSlot &) = delete;
};

/// Compile a request for the CPU of this process. An error is a `Failure` with
/// the compiler's diagnostics.
llvm::Expected<CacheEntry> compileEntry(const Request &request,
                                        CompileOptions options);

/// The output of a kind of `--emit` for a request, for any target, and the
/// diagnostics. An error is a `Failure` with the compiler's diagnostics.
llvm::Expected<CompileResult> compileOutput(const Request &request,
                                            llvm::StringRef emit,
                                            std::string &diagnostics);

} // namespace pirch

#endif // PIRCH_LIB_RUNTIME_COMPILATION_H
