//===- RowLoop.h - Loops over the elements of rows --------------*- C++ -*-===//
//
// A loop that counts by 1 to a bound, and what its accesses of memory do from
// one iteration to the next. The place that a gather or scatter accesses is
// taken apart into terms with lanes, which are the same in all iterations, and
// one scalar that grows by 1 in each:
//
//   a[item * n + j]      lanes: item * n; moving: j
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_ROWLOOP_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_ROWLOOP_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {

class RowLoop {
public:
  /// How a term that is narrower than an i64 is extended to one.
  enum class Extension { none, isSigned, isUnsigned };

  struct Term {
    mlir::Value value;
    Extension extension = Extension::none;
  };

  /// The place of a gather or scatter, a sum of terms.
  struct Place {
    /// Infregs that are the same in all iterations.
    llvm::SmallVector<Term> lanes;
    /// The scalar that grows by 1.
    Term moving;
    /// Infregs whose sums with the counter may wrap around in an unsigned type
    /// that is narrower than an i64.
    llvm::SmallVector<mlir::Value> wrapping;
  };

  explicit RowLoop(mlir::scf::WhileOp loop) : loop(loop) {}

  /// Whether the loop has this form, and an access of rows that lie apart.
  bool match();

  mlir::scf::WhileOp getLoop() const { return loop; }
  /// The gathers and scatters that may become accesses of rows, and the place
  /// of each.
  const llvm::MapVector<mlir::Operation *, Place> &getRows() const {
    return rows;
  }
  /// The types of the elements of rows, also of those whose distance is known
  /// at compile time.
  llvm::ArrayRef<mlir::Type> getElementTypes() const {
    return elementTypes.getArrayRef();
  }
  /// The two sides of the condition: what is counted, a value of the
  /// condition's region, and the bound.
  mlir::Value getPosition() const { return position; }
  mlir::Value getBound() const { return bound; }
  /// Whether there is an iteration in which the two sides are equal.
  bool isInclusive() const;

  /// What `value`, an integer scalar of the loop's body, grows by from one
  /// iteration to the next; nothing if that is not known.
  std::optional<int64_t> getStep(mlir::Value value) const;

  /// `value`, which is the same in all iterations, computed before the loop.
  mlir::Value hoist(mlir::Value value, mlir::OpBuilder &builder);
  /// The sum of the lanes of `place`, an infreg of i64 computed before the
  /// loop.
  mlir::Value emitLanes(const Place &place, mlir::OpBuilder &builder);
  /// The moving scalar of `place` as an i64, by what the values of the loop's
  /// body have become.
  static mlir::Value emitMoving(const Place &place, mlir::OpBuilder &builder,
                                const mlir::IRMapping &mapping);

private:
  bool matchCondition();
  bool matchCounter();
  bool isOutside(mlir::Value value) const;
  bool isInvariant(mlir::Value value) const;
  bool isUnsigned() const;
  /// Whether the counter stays the same number when it is extended.
  bool mayExtendCounter(Extension extension) const;
  /// Add the terms of `value` to `place`; false if it has other ones.
  bool addTerms(mlir::Value value, Extension extension, Place &place) const;
  bool addSum(mlir::arith::AddIOp sum, Extension extension, Place &place) const;
  /// Whether `access` may be of rows as far as other accesses of its buffer go:
  /// if the loop writes the buffer, all are at the same place.
  bool isAloneWithItsPlace(mlir::Operation *access) const;

  mutable mlir::scf::WhileOp loop;
  mutable mlir::arith::CmpIOp compare;
  mlir::Value position, bound;
  /// The counter in the loop's body.
  mlir::BlockArgument counter;
  llvm::MapVector<mlir::Operation *, Place> rows;
  llvm::SetVector<mlir::Type> elementTypes;
  mlir::IRMapping hoisted;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_ROWLOOP_H
