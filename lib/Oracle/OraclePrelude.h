//===- OraclePrelude.h - OpenCL C's environment in plain C ------*- C++ -*-===//
//
// The text before each kernel that says what built-in functions compute in the
// oracle.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ORACLE_ORACLEPRELUDE_H
#define PIRCH_LIB_ORACLE_ORACLEPRELUDE_H

#include "Pirch/Support/Prelude.h"

namespace pirch {

/// Names under which the prelude marks kernels and `__local` variables.
inline constexpr llvm::StringLiteral kOracleKernelMark = "oracle.kernel";
inline constexpr llvm::StringLiteral kOracleLocalMark = "oracle.local";

/// Where the prelude claims to be.
inline constexpr llvm::StringLiteral kOraclePreludeName = "/pirch/oracle.h";

/// OraclePrelude.cl and the built-ins that are made of others.
const Prelude &getOraclePrelude();

/// The attribute of a kernel that says how many bytes its `__local` pointer
/// parameter of the index behind this prefix has.
inline constexpr llvm::StringLiteral kLocalParameterPrefix = "oracle.local.";

} // namespace pirch

#endif // PIRCH_LIB_ORACLE_ORACLEPRELUDE_H
