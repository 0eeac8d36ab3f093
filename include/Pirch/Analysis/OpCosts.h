//===- OpCosts.h - What operations on infregs cost --------------*- C++ -*-===//

#ifndef PIRCH_ANALYSIS_OPCOSTS_H
#define PIRCH_ANALYSIS_OPCOSTS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/BitVector.h"

namespace pirch {

/// What InfRegOpInterface says of `op`; the class of arithmetic, no and no
/// where `op` does not have it.
OpClass classifyOp(mlir::Operation *op);
bool isLaneWise(mlir::Operation *op);
bool isRematerialized(mlir::Operation *op);

/// Chunks of which some lane is in `wanted` (one bit per lane of a group): the
/// others are never made.
int64_t countChunksRead(const LaneMapping &mapping,
                        const llvm::BitVector &wanted);

/// Registers that the values of a loop may take all along, those that it hands
/// on and those from outside: the others are for what it computes.
int64_t getLoopRegisters(TargetAttrInterface target);

} // namespace pirch

#endif // PIRCH_ANALYSIS_OPCOSTS_H
