//===- OpCosts.h - What operations on infregs cost --------------*- C++ -*-===//
//
// What the cost model needs to know of single operations and types beside the
// target's table of costs.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_OPCOSTS_H
#define PIRCH_ANALYSIS_OPCOSTS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/ADT/BitVector.h"

namespace pirch {

/// The answers of `op`'s InfRegOpInterface; `OpClass::arith`, false and false
/// for an operation that does not implement it. Divisions of integers by
/// constants are of the class `arith`, since they are multiplications and
/// shifts.
OpClass classifyOp(mlir::Operation *op);
bool isLaneWise(mlir::Operation *op);
bool isRematerialized(mlir::Operation *op);

/// How many instructions of its class `op` takes for a register: several for a
/// division of integers by a constant, else 1.
int64_t countInstructions(mlir::Operation *op);

/// The time that the mathematical function `op` takes for a register, divided
/// by that of an average function of lib/Math, which `OpClass::libcall` costs;
/// 1 for other operations, and for functions that were not measured.
double getLengthOfFunction(mlir::Operation *op);

/// Whether `op` divides or takes a square root, for which a core has a unit of
/// its own.
bool usesDivider(mlir::Operation *op);

/// Whether `op` is a part of the instructions that use its result: the negation
/// of an operand of fused multiplications and additions.
bool isPartOfUsers(mlir::Operation *op);

/// Whether `op` adds, subtracts, shifts or combines the bits of integers, which
/// machines do in less time than other arithmetic.
bool isSimpleOnIntegers(mlir::Operation *op);

/// The number of chunks that have a lane which is read: `wanted` has one bit
/// for each lane of a group. No code computes the other chunks.
int64_t countChunksRead(const LaneMapping &mapping,
                        const llvm::BitVector &wanted);

/// The number of registers that the values a loop carries, and those from
/// outside that it uses, may take throughout the loop. The other registers are
/// for values that one iteration computes and uses.
int64_t getLoopRegisters(TargetAttrInterface target);

} // namespace pirch

#endif // PIRCH_ANALYSIS_OPCOSTS_H
