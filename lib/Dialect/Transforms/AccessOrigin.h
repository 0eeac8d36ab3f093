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

namespace pirch {

/// The buffer, base and group stride of an access.
using AccessOrigin = std::tuple<mlir::Value, mlir::Value, mlir::Value>;

inline AccessOrigin getOrigin(AffineAccessOpInterface op) {
  return {op.getBuffer(), op.getBase(), op.getGroupStride()};
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
