//===- RunClang.h - Kernel sources through Clang's parser -------*- C++ -*-===//
//
// The compiler's front end and the oracle both have Clang parse a kernel's
// source. What OpenCL C has in common for both is here: macros and limits that
// every kernel sees, pragmas, and rules in which OpenCL C differs from C. What
// built-in functions are and what becomes of the syntax tree is not.
//
// Kernels are parsed in Clang's OpenCL mode, of OpenCL C 2.0: there a pointer
// without an address space may point anywhere, so that the paper's `double *a`
// is accepted where OpenCL C 1.2 wants `__global double *a`. The preludes
// define the address spaces away.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_SUPPORT_RUNCLANG_H
#define PIRCH_SUPPORT_RUNCLANG_H

#include "Pirch/Support/Prelude.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <string>

namespace pirch {

/// A kernel's source and what is defined for it.
struct ClangSource {
  llvm::StringRef text;
  /// How diagnostics name the source.
  llvm::StringRef fileName;
  /// What is included before the source.
  const Prelude *prelude = nullptr;
  /// Value of the macro WG_SIZE: work items of a group.
  int64_t wgSize = 0;
  /// Macros, as after -D ("X=Y" or "X"), and the folders in which #include
  /// looks. The prelude does not see these macros.
  llvm::ArrayRef<std::string> defines, includeDirs;
  /// Macros that the prelude wants to be defined.
  std::vector<std::string> settings;
  /// Whether products and sums of one expression are fused where no pragma says
  /// otherwise.
  bool fpContract = true;
  /// Whether a quotient is a product with the reciprocal of the divisor where
  /// no pragma says otherwise.
  bool reciprocals = false;
};

/// A front-end action that parses by OpenCL C's rules and hands what it parsed
/// to `inner`:
/// - `#pragma OPENCL FP_CONTRACT` works as `#pragma STDC FP_CONTRACT` does;
/// - contraction across statements (`#pragma clang fp contract(fast)`) becomes
///   contraction within an expression, which it permits and which gives the
///   same bits on every target;
/// - a shift count known at compile time is taken modulo the width of what is
///   shifted, in the values of enumerators and variables too;
/// - a parameter that is written as an array, as in `uint digest[4]`, takes any
///   pointer in calls that follow the function's definition;
/// - more than 2^20 tokens after macro expansion are an error.
class KernelAction : public clang::WrapperFrontendAction {
public:
  explicit KernelAction(std::unique_ptr<clang::FrontendAction> inner)
      : WrapperFrontendAction(std::move(inner)) {}

  /// Whether the last source was parsed without an error.
  bool isParsed() const { return parsed; }

protected:
  bool BeginSourceFileAction(clang::CompilerInstance &compiler) override;
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef file) override;

private:
  bool parsed = false;
};

/// Parse `source` with the options of Clang's front end that are common to all
/// kernels and with `extraArgs`, and run `action` on it. Diagnostics go to
/// `diag` as Clang prints them. False after an error. Threads may call this at
/// once.
///
/// Clang parses the declarations of those built-in functions that `source`
/// names, and where that ends in an error, all of them: `action` may begin
/// twice. An action that collects things begins anew in `CreateASTConsumer`.
bool runClang(const ClangSource &source, llvm::ArrayRef<std::string> extraArgs,
              KernelAction &action, llvm::raw_ostream &diag);

} // namespace pirch

#endif // PIRCH_SUPPORT_RUNCLANG_H
