//===- KernelPrelude.h - What every kernel source starts with ---*- C++ -*-===//
//
// The OpenCL C text that is parsed before each kernel (Prelude.cl).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_FRONTEND_KERNELPRELUDE_H
#define PIRCH_LIB_FRONTEND_KERNELPRELUDE_H

#include "Pirch/Support/Prelude.h"

namespace pirch {

/// Names under which the prelude marks kernels and `__local` variables.
inline constexpr llvm::StringLiteral kKernelMark = "pirch.kernel";
inline constexpr llvm::StringLiteral kLocalMark = "pirch.local";
/// Name under which it marks parameters in a compact layout, with its groups.
inline constexpr llvm::StringLiteral kCompactMark = "pirch.compact";
/// Names under which the prelude keeps the three extents that
/// `reqd_work_group_size` demands, and those that `work_group_size_hint` names.
inline constexpr llvm::StringLiteral kGroupSizeMark = "pirch.group_size";
inline constexpr llvm::StringLiteral kGroupSizeHintMark =
    "pirch.group_size_hint";
/// Name under which it keeps what `intel_reqd_sub_group_size` demands.
inline constexpr llvm::StringLiteral kSubGroupSizeMark = "pirch.sub_group_size";

/// The prefix of the functions that the prelude's macros of a dimension call
/// where that is no constant, or none of the range's.
inline constexpr llvm::StringLiteral kDimensionPrefix = "__pirch_";

/// Where the prelude claims to be.
inline constexpr llvm::StringLiteral kPreludeName = "/pirch/prelude.h";

/// Prelude.cl and the built-ins that are made of others.
const Prelude &getKernelPrelude();

} // namespace pirch

#endif // PIRCH_LIB_FRONTEND_KERNELPRELUDE_H
