//===- FittingGroups.h - Groups whose places fit in 32 bits -----*- C++ -*-===//
//
// A subscript of 32 bits without a sign, `row * n + j`, may wrap around at
// 2^32, so that neighbouring work items need not have neighbouring elements.
// Launches in which it does are rare. While a kernel is formed as if no
// subscript wrapped around, this keeps what that takes: numbers that must be
// below 2^31 and numbers that must not be negative, as polynomials of
// parameters and of the group's index. When the kernel is called, the groups
// follow from them in which all is as it must be (`pirch.main_groups`).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_FITTINGGROUPS_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_FITTINGGROUPS_H

#include "IndexPolynomials.h"
#include "LaneValue.h"
#include "llvm/ADT/SmallVector.h"

namespace pirch {

/// The groups whose index is not less than `from` and is less than `to`, both
/// i64; null where there is no such limit.
struct GroupRange {
  mlir::Value from, to;
  explicit operator bool() const { return from || to; }
};

/// The assumptions about subscripts of 32 bits under which a kernel is formed,
/// and the groups in which they hold.
class FittingGroups {
public:
  /// Assume that the numbers of `form` are below 2^31, and that they are not
  /// negative in the lanes that are `active`, which has one entry for each lane
  /// of a group. The caller knows the latter already if `isNonNegative` is set.
  /// If `mayLeaveFirst` is not set, the assumption must hold in the first group
  /// of the launch, unless it holds in none. Returns false, and assumes
  /// nothing, where the groups in which it holds cannot be computed from the
  /// parameters.
  bool assume(const LinearForm &form, llvm::ArrayRef<bool> active,
              bool isNonNegative, bool mayLeaveFirst);
  /// Whether nothing was assumed.
  bool empty() const { return limited.empty() && nonNegative.empty(); }
  /// The groups in which all that was assumed holds, as numbers computed from
  /// the kernel's parameters that are no more than `mostGroups`.
  GroupRange emit(mlir::OpBuilder &builder, mlir::Location loc,
                  int64_t mostGroups) const;

private:
  /// Numbers that must be below 2^31, and numbers that must not be negative. No
  /// two of either have the same longest products.
  llvm::SmallVector<Polynomial> limited, nonNegative;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_FITTINGGROUPS_H
