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

/// The i64 `offsets[lane] + base + wg * (stride + scaledStride)` and the sum of
/// `factors[lane] * scale` of all `rows`, where `wg` is the group's index. The
/// form is exact: no addition or multiplication wraps around in a narrower
/// type. Null values count as zero.
struct LinearForm {
  /// A scalar known at run time, and how often each lane of a group has it:
  /// what `y * width` is where neighbouring work items have one y. Lanes of
  /// equal factors lie in runs (`Former::hasLongRuns`), or there are few factors
  /// (`Former::hasFewRows`).
  struct Rows {
    mlir::Value scale;
    llvm::SmallVector<int64_t> factors;
  };

  /// One offset for all lanes, or one for each lane of a group; the latter
  /// where there are rows.
  llvm::SmallVector<int64_t> offsets;
  llvm::SmallVector<Rows, 0> rows;
  mlir::Value base;
  int64_t stride = 0;
  mlir::Value scaledStride;
  /// Whether no lane that is active holds a negative number, also where `base`
  /// is known only at run time.
  bool isNonNegative = false;

  bool dependsOnGroup() const { return stride != 0 || scaledStride; }
  /// Whether all lanes of all groups are known to hold no negative number.
  bool cannotBeNegative() const {
    return isNonNegative ||
           (!base && !scaledStride && rows.empty() && stride >= 0 &&
            llvm::all_of(offsets, [](int64_t offset) { return offset >= 0; }));
  }
};

/// A linear form that a value has in the lanes of `where`, an infreg of i1.
struct LinearAlternative {
  mlir::Value where;
  LinearForm form;
};

struct LaneValue {
  mlir::Type type;
  /// The number of elements for each WI: 1, or the extent of the iteration
  /// space.
  int64_t extent = 1;
  /// The constants that the lanes hold: one for all lanes, or one for each WI
  /// and element; null for a lane that holds nothing. Empty if they are not
  /// known.
  llvm::SmallVector<mlir::TypedAttr, 1> table;
  /// The linear form of the value, if it is known to have one.
  std::optional<LinearForm> linear;
  /// Where the value is chosen among several linear forms: these. Each lane has
  /// one of them. Empty if that is not known.
  llvm::SmallVector<LinearAlternative, 0> alternatives;
  /// The operation's result that is this value: a scalar if all lanes are the
  /// same, else an infreg of `extent` elements. Null if none was made.
  mlir::Value value;

  bool isStatic() const { return !table.empty(); }
  bool isUniformStatic() const { return table.size() == 1 && table[0]; }
  bool isUnknown() const { return !isStatic() && !linear && !value; }
  /// Whether all lanes are known to hold the same, so that it can be a scalar.
  bool isUniform() const {
    return isUniformStatic() ||
           (value && !mlir::isa<InfRegType>(value.getType()));
  }
  /// The constant that element `ix` of WI `wi` holds.
  mlir::TypedAttr at(int64_t wi, int64_t ix) const {
    if (table.size() == 1)
      return table[0];
    return table[wi * extent + (extent == 1 ? 0 : ix)];
  }
};

/// The integer that `attr` is, sign-extended unless it is an i1; nothing if it
/// is no integer or takes more than 64 bits.
inline std::optional<int64_t> getInt(mlir::TypedAttr attr) {
  auto integer = llvm::dyn_cast_or_null<mlir::IntegerAttr>(attr);
  if (!integer || integer.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return integer.getType().isInteger(1)
             ? static_cast<int64_t>(integer.getValue().getZExtValue())
             : integer.getValue().getSExtValue();
}

/// The table of the constants that `op` computes, evaluated lane by lane with
/// MLIR's own folder. Every operand must be static. The table is empty if `op`
/// does not fold. `items` is the number of WIs of a group.
llvm::SmallVector<mlir::TypedAttr, 1>
foldLanes(mlir::Operation *op, llvm::ArrayRef<const LaneValue *> operands,
          int64_t items);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_LANEVALUE_H
