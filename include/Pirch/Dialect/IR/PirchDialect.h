//===- PirchDialect.h - The PIRCH dialect -----------------------*- C++ -*-===//
//
// Types, attributes and operations of the PIRCH dialect, as generated from the
// TableGen files beside this one, which also document them.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_PIRCHDIALECT_H
#define PIRCH_DIALECT_IR_PIRCHDIALECT_H

#include "Pirch/Dialect/IR/CacheModel.h"
#include "Pirch/Dialect/IR/CostTable.h"
#include "Pirch/Dialect/IR/PirchEnums.h"
#include "Pirch/Dialect/IR/PirchTraits.h"
#include "Pirch/Dialect/IR/ResultCache.h"
#include "Pirch/Dialect/IR/UnitModel.h"
#include "Pirch/Dialect/IR/WarpMemory.h"
#include "Pirch/Mapping/LaneMapping.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"

namespace pirch {
/// The largest absolute value of an offset, in elements of the buffer.
inline constexpr int64_t kMaxOffset = int64_t(1) << 40;
/// The largest number of work items of a group, and of groups of a pack.
inline constexpr int64_t kMaxGroupSize = 1024, kMaxPack = 4096;
/// The largest number of dimensions of a range.
inline constexpr size_t kMaxDimensions = 3;
/// The largest number of lanes of one work group that a lane map may have.
inline constexpr int64_t kMaxLanes = 1 << 24;
/// The offset of a lane that touches no memory.
inline constexpr int64_t kNoOffset = INT64_MIN;
/// The memory spaces of variables: one copy for each work group (`__local` in
/// OpenCL), and one for each work item (`__private`). Variables of the
/// work-item form are private without a memory space.
inline constexpr unsigned kLocalMemorySpace = 3, kPrivateMemorySpace = 5;
} // namespace pirch

#include "Pirch/Dialect/IR/PirchAttrInterfaces.h.inc"

#include "Pirch/Dialect/IR/PirchDialect.h.inc"

namespace pirch {
/// Names of the dialect's discardable attributes, which PirchDialect.td
/// explains.
inline constexpr llvm::StringLiteral kTargetAttrName =
    PirchDialect::TargetAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kKernelAttrName =
    PirchDialect::KernelAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kScheduleAttrName =
    PirchDialect::ScheduleAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kLanesInUseAttrName =
    PirchDialect::LanesInUseAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kCheapAttrName =
    PirchDialect::CheapAttrHelper::getNameStr();
inline constexpr llvm::StringLiteral kRemainderLoopAttrName =
    PirchDialect::RemainderLoopAttrHelper::getNameStr();
/// Attribute of a kernel's parameter: what `pirch-interpret` calls it with.
inline constexpr llvm::StringLiteral kValueAttrName = "pirch.value";
} // namespace pirch

#define GET_ATTRDEF_CLASSES
#include "Pirch/Dialect/IR/PirchAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Pirch/Dialect/IR/PirchTypes.h.inc"

#include "Pirch/Dialect/IR/PirchOpInterfaces.h.inc"

namespace pirch {
/// The cache of the context of `target`, which holds what analyses computed for
/// all targets of that context.
inline ResultCache &getResults(mlir::Attribute target) {
  return target.getContext()->getLoadedDialect<PirchDialect>()->getResults();
}
} // namespace pirch

#define GET_OP_CLASSES
#include "Pirch/Dialect/IR/PirchOps.h.inc"

#endif // PIRCH_DIALECT_IR_PIRCHDIALECT_H
