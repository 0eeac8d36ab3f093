//===- AccessOrigin.h - Accesses counted from one place ---------*- C++ -*-===//
//
// Accesses of one buffer, base and group stride differ by their offsets alone,
// so that it is known which of them touch the same elements. The passes that
// replace or move accesses share this question. Other groups may be left out of
// it: what one group writes, no other may access (docs/Language.md).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_ACCESSORIGIN_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_ACCESSORIGIN_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace pirch {

/// The buffer, base and group stride of an access.
using AccessOrigin = std::tuple<mlir::Value, mlir::Value, mlir::Value>;

inline AccessOrigin getOrigin(AffineAccessOpInterface op) {
  return {op.getBuffer(), op.getBase(), op.getGroupStride()};
}

/// The offsets of a set of accesses with one origin.
class Footprint {
public:
  void add(AffineAccessOpInterface access) {
    for (int64_t offset : access.getOffsets())
      if (offset != kNoOffset && offsets.insert(offset).second) {
        low = std::min(low, offset);
        high = std::max(high, offset);
      }
  }
  bool meets(AffineAccessOpInterface access) const {
    return llvm::any_of(access.getOffsets(), [&](int64_t offset) {
      return offsets.contains(offset);
    });
  }
  bool empty() const { return offsets.empty(); }
  int64_t size() const { return offsets.size(); }
  /// The number of elements from the first to the last one.
  int64_t hull() const { return empty() ? 0 : high - low + 1; }

private:
  llvm::DenseSet<int64_t> offsets;
  int64_t low = INT64_MAX, high = INT64_MIN;
};

/// Whether no two lanes of a group touch the same element by `access`: of two
/// that do, which one is the last to store would depend on their masks.
inline bool hasDistinctOffsets(AffineAccessOpInterface access) {
  llvm::DenseSet<int64_t> seen;
  return llvm::all_of(access.getOffsets(), [&](int64_t offset) {
    return offset == kNoOffset || seen.insert(offset).second;
  });
}

/// Call `visit(buffer, isWrite)` for each effect on memory of `op` and of the
/// operations in it. The buffer is null where it is not known.
inline void forEachEffect(mlir::Operation *op,
                          llvm::function_ref<void(mlir::Value, bool)> visit) {
  auto effects = mlir::getEffectsRecursively(op);
  if (!effects) {
    visit({}, /*isWrite=*/true);
    return;
  }
  for (const mlir::MemoryEffects::EffectInstance &effect : *effects)
    if (mlir::isa<mlir::MemoryEffects::Write, mlir::MemoryEffects::Read>(
            effect.getEffect()))
      visit(effect.getValue(),
            mlir::isa<mlir::MemoryEffects::Write>(effect.getEffect()));
}

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_ACCESSORIGIN_H
