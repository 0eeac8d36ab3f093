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

/// The definitions ("X=Y") that are in force: of several for one name, the
/// last.
std::vector<std::string> lastDefines(llvm::ArrayRef<std::string> defines);

/// The names that expressions for sizes may use, and their values: WG_SIZE,
/// GROUPS, and each definition that is itself an integer expression over such
/// names. For a range of several dimensions WG_SIZE and GROUPS are the products
/// of the extents, and WG_SIZE_X, GROUPS_Y and so on are the extents
/// themselves.
llvm::StringMap<int64_t> sizeNames(const Extents &wgShape, const Extents &grid,
                                   llvm::ArrayRef<std::string> defines);

/// NumPy's type for a parameter's elements: `f8`, `u4`.
std::string dtypeOf(const KernelParam &param);

/// Make the argument that `spec` describes: the content of an `.npy` file,
/// `zeros(DIMS)` or `rand(DIMS)`; for a scalar also a number or an expression
/// over `names`. Random floats are uniform in [0, 1) and random integers in 0
/// to 9; they depend on `seed` and the parameter's name alone. Errors name the
/// argument.
llvm::Expected<Array> makeArgument(const KernelParam &param,
                                   llvm::StringRef spec,
                                   const llvm::StringMap<int64_t> &names,
                                   uint64_t seed);

} // namespace pirch

#endif // PIRCH_RUNNER_ARGUMENTS_H
