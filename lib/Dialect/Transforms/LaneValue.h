//===- LaneValue.h - What a work-item value is in every lane ----*- C++ -*-===//
//
// While InfRegs are formed, a scalar of the work-item form stands for one value
// per WI and loop iteration. A LaneValue keeps the most precise thing known
// about them: a table of constants, a linear form in the group's index, one
// scalar for all lanes, or an infreg.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_LANEVALUE_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_LANEVALUE_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/Builders.h"
#include <optional>

namespace pirch {

/// `offsets[lane] + base + wg * (stride + scaledStride)`, an i64; exact, that
/// is free of the wrap-around of narrower types. Null values count as zero.
struct LinearForm {
  llvm::SmallVector<int64_t> offsets; // one for all lanes, or one per lane
  mlir::Value base;
  int64_t stride = 0;
  mlir::Value scaledStride;
  /// Whether no lane that is active holds a negative number, also where `base`
  /// is known only at run time.
  bool isNonNegative = false;

  bool dependsOnGroup() const { return stride != 0 || scaledStride; }
};

struct LaneValue {
  mlir::Type type;
  /// Elements per WI: 1, or the extent of the iteration space.
  int64_t extent = 1;
  /// Constants: one for all lanes, or one per WI and element. Null entries are
  /// lanes that hold nothing. Empty where unknown.
  llvm::SmallVector<mlir::TypedAttr, 1> table;
  std::optional<LinearForm> linear;
  /// A scalar (the same in all lanes) or an infreg of `extent` elements.
  mlir::Value value;

  bool isStatic() const { return !table.empty(); }
  bool isUniformStatic() const { return table.size() == 1 && table[0]; }
  bool isUnknown() const { return !isStatic() && !linear && !value; }
  /// One value for all lanes, which may exist as a scalar.
  bool isUniform() const {
    return isUniformStatic() ||
           (value && !mlir::isa<InfRegType>(value.getType()));
  }
  /// The constant of lane (wi, ix) of a space of `extent` elements.
  mlir::TypedAttr at(int64_t wi, int64_t ix) const {
    if (table.size() == 1)
      return table[0];
    return table[wi * extent + (extent == 1 ? 0 : ix)];
  }
};

/// The value of a statically known integer lane, sign-extended.
inline std::optional<int64_t> getInt(mlir::TypedAttr attr) {
  auto integer = llvm::dyn_cast_or_null<mlir::IntegerAttr>(attr);
  if (!integer || integer.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return integer.getType().isInteger(1)
             ? static_cast<int64_t>(integer.getValue().getZExtValue())
             : integer.getValue().getSExtValue();
}

/// Evaluate `op` lane by lane with MLIR's own folder. Every operand must be
/// static; an empty result means that it does not fold.
llvm::SmallVector<mlir::TypedAttr, 1>
foldLanes(mlir::Operation *op, llvm::ArrayRef<const LaneValue *> operands,
          int64_t items);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_LANEVALUE_H
