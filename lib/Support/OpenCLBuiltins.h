//===- OpenCLBuiltins.h - Built-ins made of other built-ins -----*- C++ -*-===//

#ifndef PIRCH_LIB_SUPPORT_OPENCLBUILTINS_H
#define PIRCH_LIB_SUPPORT_OPENCLBUILTINS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pirch {

/// OpenCL C that defines the built-in functions that are made of others, for a
/// kernel's source and the macros that are defined for it. It stands behind a
/// prelude. The vector types and their functions are left out where neither
/// names any.
std::string getOpenCLBuiltins(llvm::StringRef source,
                              llvm::ArrayRef<std::string> defines);

} // namespace pirch

#endif // PIRCH_LIB_SUPPORT_OPENCLBUILTINS_H
