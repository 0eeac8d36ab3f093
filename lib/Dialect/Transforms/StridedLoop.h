//===- StridedLoop.h - Work items that count side by side -------*- C++ -*-===//
//
// The recognition of loops whose counter goes by a step that does not change.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_STRIDEDLOOP_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_STRIDEDLOOP_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include <optional>

namespace pirch {

/// What the form `for (i = ...; i < bound; i += step)` says about a loop, of
/// which neither the body nor the condition changes `i` or the bound.
struct StridedLoop {
  /// The variable `i`, an integer of 32 or 64 bits.
  mlir::Value counter;
  /// The operand of the comparison that `i` is compared with, defined in the
  /// loop's condition or before the loop.
  mlir::Value bound;
  /// `slt`, `sle`, `ult` or `ule`, with `i` on the left.
  mlir::arith::CmpIPredicate predicate;
  /// Whether the comparison is one of 64 bits of an `i` of 32 bits that was
  /// extended with its sign.
  bool isSignExtended = false;
  /// At least 1; 0 where only run time knows it.
  int64_t step = 0;
  /// What is added to `i` where only run time knows it, of 32 or 64 bits: of
  /// the loop's step or from before the loop. It does not change in the loop.
  /// Otherwise null.
  mlir::Value stepOperand;
  /// Conditions of type i1, of the loop's condition, under which work items go
  /// on: that they have not left the loop by a `break` or `return`.
  llvm::SmallVector<mlir::Value> flags;

  bool isSigned() const {
    return predicate == mlir::arith::CmpIPredicate::slt ||
           predicate == mlir::arith::CmpIPredicate::sle;
  }
  bool isInclusive() const {
    return predicate == mlir::arith::CmpIPredicate::sle ||
           predicate == mlir::arith::CmpIPredicate::ule;
  }
};

/// The loop's form; nothing where it has another one.
std::optional<StridedLoop> matchStridedLoop(LoopOp loop);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_STRIDEDLOOP_H
