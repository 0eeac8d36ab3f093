//===- Arguments.h - Kernel arguments from the command line -----*- C++ -*-===//
//
// What `pirch-run --arg name=...` says, and the arrays that it stands for.
// Where the option stands does not matter: on the command line or in a comment
// of the source.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNNER_ARGUMENTS_H
#define PIRCH_RUNNER_ARGUMENTS_H

#include "Pirch/Driver/Compiler.h"
#include "Pirch/Runner/Npy.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"

namespace pirch {

/// Options that a source carries in comment lines `// pirch-run: --arg ...`,
/// one string per word; blanks within parentheses do not split.
std::vector<std::string> readDefaults(llvm::StringRef source);

/// The definitions ("X=Y") that count: the last one of each name.
std::vector<std::string> lastDefines(llvm::ArrayRef<std::string> defines);

/// What sizes may be written in: WG_SIZE, GROUPS, and every definition that is
/// an integer expression over the others. Of a range of several dimensions
/// these are products, and the extents have names with `_X`, `_Y` and `_Z`.
llvm::StringMap<int64_t> sizeNames(const Extents &wgShape, const Extents &grid,
                                   llvm::ArrayRef<std::string> defines);

/// NumPy's type for a parameter's elements: `f8`, `u4`.
std::string dtypeOf(const KernelParam &param);

/// Make the argument that `spec` describes: an `.npy` file, `zeros(DIMS)` or
/// `rand(DIMS)`; for a scalar also a number or an expression over `names`.
/// Floats are random in [0, 1), integers in 0 to 9, from `seed` and the
/// parameter's name. Errors name the argument.
llvm::Expected<Array> makeArgument(const KernelParam &param,
                                   llvm::StringRef spec,
                                   const llvm::StringMap<int64_t> &names,
                                   uint64_t seed);

} // namespace pirch

#endif // PIRCH_RUNNER_ARGUMENTS_H
