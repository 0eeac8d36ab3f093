//===- LaneCause.h - Why lanes hold what no analysis knows ------*- C++ -*-===//
//
// Why the lanes of a value differ in an irregular way, found by following
// operands back to the source.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ANALYSIS_LANECAUSE_H
#define PIRCH_LIB_ANALYSIS_LANECAUSE_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// What makes the lanes of a value unknown at compile time: the first of these
/// that is found among the operations that compute it.
enum class LaneCause {
  /// An element of memory.
  memory,
  /// Another work item's register.
  exchange,
  /// A value that a loop carries from iteration to iteration.
  loop,
  /// A factor that is known only at run time.
  factor,
  /// Division, remainder, shift to the right, or a logical operation.
  bits,
  /// A condition that differs from work item to work item.
  condition,
  /// None of these.
  other
};

/// A cause, and the value that it is about: what was read, carried, or the
/// factor.
struct CauseOfLanes {
  LaneCause cause = LaneCause::other;
  mlir::Value value;
};

/// Why the lanes of `value`, an infreg of `kernel`, are not known at compile
/// time.
CauseOfLanes findCause(mlir::Value value);

/// The cause in words that follow a subject: "is read from 'index' (4:11)".
std::string describeCause(const CauseOfLanes &cause, KernelOp kernel);

/// The name that the source gives a parameter of `kernel`, in quotes; "a
/// variable of the group" for memory that is no parameter.
std::string nameBuffer(mlir::Value buffer, KernelOp kernel);

/// The line and column of the source, as in " (4:11)"; empty where `loc` names
/// none.
std::string printPlace(mlir::Location loc);

} // namespace pirch

#endif // PIRCH_LIB_ANALYSIS_LANECAUSE_H
