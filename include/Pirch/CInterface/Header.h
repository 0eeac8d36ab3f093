//===- Header.h - How compiled kernels are declared in C --------*- C++ -*-===//
//
// Names and declarations of compiled kernels for programs in C and C++. What
// the declared functions do belongs to lib/Driver and the targets.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_CINTERFACE_HEADER_H
#define PIRCH_CINTERFACE_HEADER_H

#include "Pirch/CInterface/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pirch {

/// The C function that runs a kernel: the kernel itself, or for a GPU the
/// function that launches it.
struct Prototype {
  /// The declaration up to its closing parenthesis.
  std::string text;
  /// Names, free in C and C++, of the kernel's parameters, of `first_group` and
  /// `num_groups`, and for a GPU of `stream`.
  std::vector<std::string> names;
};

Prototype declareInC(const KernelInfo &kernel);

/// Give each of a file's kernels the `symbol` that its C function is to have.
void nameFunctions(std::vector<KernelInfo> &kernels);

/// A C and C++ header that declares the kernels of the source `fileName`.
/// `launchNotes` are lines of a C comment, each after " * ", that say how the
/// functions of a GPU's kernels are called; they are empty for a CPU.
std::string writeHeader(llvm::ArrayRef<KernelInfo> kernels,
                        llvm::StringRef fileName,
                        llvm::StringRef launchNotes = "");

} // namespace pirch

#endif // PIRCH_CINTERFACE_HEADER_H
