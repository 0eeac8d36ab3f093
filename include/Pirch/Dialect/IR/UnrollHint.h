//===- UnrollHint.h - What a source asks of a loop --------------*- C++ -*-===//
//
// `#pragma unroll` and its kin are kept as LLVM's own annotation of loops,
// the attribute `llvm.loop_annotation`: first on the `pirch.loop`, then on the
// `scf.while` of a loop that stays one. MLIR hands it on to the branch that
// closes the loop, where LLVM's optimizer obeys it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_UNROLLHINT_H
#define PIRCH_DIALECT_IR_UNROLLHINT_H

#include "mlir/IR/Operation.h"

namespace pirch {

/// How many iterations of a loop the source wants to be done at once.
struct UnrollHint {
  enum Kind {
    none,  ///< it says nothing
    never, ///< one at a time: the loop stays a loop
    many,  ///< all if their number is known
    all,   ///< all of them
    count, ///< `times`, 2 or more
  };
  Kind kind = none;
  int64_t times = 0;
};

UnrollHint getUnrollHint(mlir::Operation *loop);
void setUnrollHint(mlir::Operation *loop, const UnrollHint &hint);

/// Let `to` have the hint of `from`, if that has one.
void copyUnrollHint(mlir::Operation *from, mlir::Operation *to);

/// Let the branches of the LLVM dialect within `module` that close loops with a
/// hint have it as LLVM's metadata. MLIR's conversions leave it beside them, as
/// an attribute that the translation to LLVM IR does not know.
void attachUnrollHints(mlir::Operation *module);

} // namespace pirch

#endif // PIRCH_DIALECT_IR_UNROLLHINT_H
