//===- OracleCompiler.h - A kernel's source through Clang -------*- C++ -*-===//
//
// The compilation of a kernel's source for the oracle, by Clang's own code
// generator.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ORACLE_ORACLECOMPILER_H
#define PIRCH_LIB_ORACLE_ORACLECOMPILER_H

#include "Pirch/Oracle/Oracle.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace pirch {

/// What the code of a function or variable of the source is called, so that it
/// is none of the C library's: `exp` of the prelude calls that.
inline std::string oracleSymbol(llvm::StringRef name) {
  return ("source." + name).str();
}

/// Clang's code for `source`, not optimized. Adds the kernels it defines to
/// `kernels`. Null after errors, which are printed to `diag`.
std::unique_ptr<llvm::Module>
compileOracleSource(llvm::StringRef source, llvm::StringRef fileName,
                    const SourceOptions &options, llvm::LLVMContext &context,
                    std::vector<Oracle::Kernel> &kernels,
                    llvm::raw_ostream &diag);

} // namespace pirch

#endif // PIRCH_LIB_ORACLE_ORACLECOMPILER_H
