//===- OpCosts.h - What operations on infregs cost --------------*- C++ -*-===//

#ifndef PIRCH_DIALECT_TRANSFORMS_OPCOSTS_H
#define PIRCH_DIALECT_TRANSFORMS_OPCOSTS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/BitVector.h"

namespace pirch {

/// The class of machine operations that an operation on lanes belongs to.
/// Memory accesses and lane maps have costs of their own.
OpClass classifyOp(mlir::Operation *op);

/// Chunks of which some lane is in `wanted` (one bit per lane of a group): the
/// others are never made.
int64_t countChunksRead(const LaneMapping &mapping,
                        const llvm::BitVector &wanted);

/// Registers that the values of a loop may take all along, those that it hands
/// on and those from outside: the others are for what it computes.
int64_t getLoopRegisters(TargetAttrInterface target);

} // namespace pirch

#endif // PIRCH_DIALECT_TRANSFORMS_OPCOSTS_H
