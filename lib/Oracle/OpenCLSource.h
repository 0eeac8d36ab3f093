//===- OpenCLSource.h - PIRCH's dialect as OpenCL C 1.2 ---------*- C++ -*-===//
//
// The source that PoCL gets: the kernel behind a prelude in plain OpenCL C.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ORACLE_OPENCLSOURCE_H
#define PIRCH_LIB_ORACLE_OPENCLSOURCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace pirch {

/// What stands before a kernel's source: the built-ins that PIRCH has and
/// OpenCL C 1.2 has not, and those that mean something else there.
llvm::StringRef getOpenCLPrelude();

/// The source as OpenCL C 1.2, to be compiled behind `getOpenCLPrelude()`.
/// Lines keep their numbers.
///
///  - Pointer parameters of kernels become `__global` ones, which the kernel's
///    first statements turn into pointers without an address space: so they can
///    be passed to helpers, as private arrays can. PoCL's CPU devices have one
///    address space.
///  - Every kernel declares `pirch_slots`, the `__local` memory that exchanges
///    go through, and every other function receives it.
///  - Constants outside functions become `__constant`.
std::string rewriteForOpenCL(llvm::StringRef source);

} // namespace pirch

#endif // PIRCH_LIB_ORACLE_OPENCLSOURCE_H
