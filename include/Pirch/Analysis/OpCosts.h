//===- OpCosts.h - What operations on infregs cost --------------*- C++ -*-===//

#ifndef PIRCH_ANALYSIS_OPCOSTS_H
#define PIRCH_ANALYSIS_OPCOSTS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/BitVector.h"

namespace pirch {

/// What InfRegOpInterface says of `op`. For an operation that does not
/// implement it: `arith`, false and false.
OpClass classifyOp(mlir::Operation *op);
bool isLaneWise(mlir::Operation *op);
bool isRematerialized(mlir::Operation *op);

/// The number of chunks of which some lane is in `wanted` (one bit for each
/// lane of a group). The other chunks are never made.
int64_t countChunksRead(const LaneMapping &mapping,
                        const llvm::BitVector &wanted);

/// The number of registers that may be taken throughout a loop, by the values
/// that it carries and those that it uses from outside. The other registers are
/// for what an iteration computes.
int64_t getLoopRegisters(TargetAttrInterface target);

} // namespace pirch

#endif // PIRCH_ANALYSIS_OPCOSTS_H
