//===- PirchDialect.h - The PIRCH dialect -----------------------*- C++ -*-===//
//
// Types, attributes and operations of the PIRCH dialect, as generated from the
// TableGen files beside this one, which also document them.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_PIRCHDIALECT_H
#define PIRCH_DIALECT_IR_PIRCHDIALECT_H

#include "Pirch/Dialect/IR/CacheModel.h"
#include "Pirch/Dialect/IR/PirchEnums.h"
#include "Pirch/Dialect/IR/WarpAccess.h"
#include "Pirch/Mapping/LaneMapping.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace pirch {
/// The target of a function over chunks, on the function.
inline constexpr llvm::StringLiteral kTargetAttrName = "pirch.target";
/// How many lanes of a chunk a function over chunks fills, where not all.
inline constexpr llvm::StringLiteral kLanesInUseAttrName = "pirch.lanes_in_use";
/// On an operation at chunk level that is better done again than its result
/// kept in memory.
inline constexpr llvm::StringLiteral kCheapAttrName = "pirch.cheap";
/// On a loop at run time that goes round a time or two.
inline constexpr llvm::StringLiteral kLastRoundsAttrName = "pirch.last_rounds";
/// Farthest element that an offset may name.
inline constexpr int64_t kMaxOffset = int64_t(1) << 40;
/// Most work items of a group, and groups that one pass computes.
inline constexpr int64_t kMaxGroupSize = 1024, kMaxPack = 4096;
/// Most lanes that a lane map of one work group may have.
inline constexpr int64_t kMaxLanes = 1 << 24;
/// Offset of a lane that touches no memory.
inline constexpr int64_t kNoOffset = INT64_MIN;
/// Memory space of `__local` variables in the work-item form.
inline constexpr unsigned kLocalMemorySpace = 3;
} // namespace pirch

#include "Pirch/Dialect/IR/PirchDialect.h.inc"

#include "Pirch/Dialect/IR/PirchAttrInterfaces.h.inc"
#include "Pirch/Dialect/IR/PirchOpInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Pirch/Dialect/IR/PirchAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Pirch/Dialect/IR/PirchTypes.h.inc"

#define GET_OP_CLASSES
#include "Pirch/Dialect/IR/PirchOps.h.inc"

#endif // PIRCH_DIALECT_IR_PIRCHDIALECT_H
