//===- KernelSource.h - What Clang is told of a source ----------*- C++ -*-===//
//
// How the front end hands a source with its prelude to Clang.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_FRONTEND_KERNELSOURCE_H
#define PIRCH_LIB_FRONTEND_KERNELSOURCE_H

#include "Pirch/Frontend/Frontend.h"
#include "Pirch/Support/RunClang.h"

namespace pirch {

/// The source with the options that Clang takes for it. It refers to the
/// arguments.
ClangSource describeSource(llvm::StringRef source, llvm::StringRef fileName,
                           const SourceOptions &options);

/// The machine whose types and macros kernels are parsed with.
inline constexpr const char *kParsedTriple = "x86_64-unknown-linux-gnu";

} // namespace pirch

#endif // PIRCH_LIB_FRONTEND_KERNELSOURCE_H
