//===- FormState.h - What is kept while infregs are formed ------*- C++ -*-===//
//
// The options and counts of the pass, the lanes that a statement is for, and
// what the variables of the program hold.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_FORMSTATE_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_FORMSTATE_H

#include "FittingGroups.h"
#include "LaneValue.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "StridedLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace pirch {

/// The options of the pass.
struct FormOptions {
  bool remarks = false, warnings = false;
  /// The most operations that a loop may become by unrolling.
  int64_t unrollBudget = 20000;
  /// Whether to make the single-group form: the group's index is a scalar, and
  /// so is what depends on it alone.
  bool oneGroup = false;
  /// Whether to form the kernel for the groups that meet its guards.
  bool assumesGuards = false;
  /// Whether to form the kernel for the calls in which a group lies in one row,
  /// where a parameter is the length of a row.
  bool assumesRows = false;
  /// Whether to form the kernel for the groups in which indices of 32 bits do
  /// not wrap around.
  bool assumesIndicesFit = false;
  /// Conditions that another form of the kernel assumes, by their numbers; this
  /// form does the same.
  llvm::DenseMap<unsigned, bool> assumed;
  /// The most elements of an array that is selected from in registers.
  int64_t selectLimit = 32;
  /// The most elements of a `__local` array that a run-time loop writes and
  /// registers hold.
  int64_t carriedLimit = 64;
  /// The variables that lie in memory, by their numbers in the order of the
  /// program.
  llvm::DenseSet<unsigned> inMemory;
  /// Those of them that are panels: all work items may read them.
  llvm::DenseSet<unsigned> inPanels;
};

/// What the pass counts.
struct FormCounts {
  /// The numbers of loops by what became of them, and of accesses of arrays at
  /// subscripts known only at run time.
  int64_t vectorized = 0, unrolled = 0, runTime = 0, runTimeSubscripts = 0;
  /// The number of loops that stay loops although their iterations are known,
  /// and of exchanges that became loads of a panel.
  int64_t kept = 0, exchangesLoaded = 0;
  /// The numbers of run-time loops with a mask and a vote, and of gathers and
  /// scatters.
  int64_t masked = 0, scattered = 0;
};

/// The lane positions of the loop that is being vectorized.
struct IterationSpace {
  int64_t extent = 1;
  /// Whether each lane position computes an iteration.
  llvm::SmallVector<bool> valid = {true};
};

/// The lanes that take part in a statement.
struct Mask {
  /// What is known at compile time: whether lane position `ix` of WI `wi` takes
  /// part, at `wi * extent + ix`.
  llvm::SmallVector<bool> lanes;
  /// What is only known at run time: an infreg of i1. Null if nothing is.
  mlir::Value dynamic;

  bool all() const {
    return llvm::all_of(lanes, [](bool b) { return b; });
  }
  bool none() const {
    return llvm::none_of(lanes, [](bool b) { return b; });
  }
  bool operator==(const Mask &other) const {
    return lanes == other.lanes && dynamic == other.dynamic;
  }
};

/// A private or `__local` variable.
struct Variable {
  mlir::Type type;
  /// The number of elements; 1 for a scalar.
  int64_t size = 1;
  bool isLocal = false;
  /// The mask of the variable's declaration: the lanes that can access it.
  Mask scope;
  /// If the variable is a private scalar: what it holds.
  LaneValue scalar;
  /// If the variable is an array or `__local`: the infreg that holds it; null
  /// before the first store.
  mlir::Value array;
};

/// Counts what forming a kernel takes, and limits it: unrolled loops may ask
/// for more than there is time and memory for.
struct FormMeter : mlir::OpBuilder::Listener {
  static constexpr int64_t kMaxOps = 1 << 19;
  static constexpr int64_t kMaxLanes = 1 << 25;
  static constexpr int64_t kMaxSteps = 1 << 22;
  /// The number of operations made. The number of lanes that were looked at: of
  /// the results of operations, of masks, and of tables of constants. The
  /// number of operations of the work item's program that were visited, to form
  /// them or to count iterations (steps).
  int64_t ops = 0, lanes = 0, steps = 0;

  bool isOverdrawn() const {
    return ops > kMaxOps || lanes > kMaxLanes || steps > kMaxSteps;
  }
  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint) override;
};

/// How memory depends on an integer or condition of the work-item form: whether
/// it decides which elements are accessed, and whether some are accessed where
/// it is true, or where it is false.
struct AccessDecision {
  bool places = false, whenTrue = false, whenFalse = false;
};

/// One access of those that an access is made of: its lanes, and the scalar
/// that it is counted from.
struct AccessPart {
  mlir::Value base;
  llvm::SmallVector<bool> lanes;
  llvm::SmallVector<int64_t> offsets = {};
};

/// What an affine access becomes: its group stride, its mask or null, and its
/// parts.
struct AffineParts {
  mlir::Value stride, active;
  llvm::SmallVector<AccessPart> parts;
};

/// Where work items have their elements in memory: element `e` of work item
/// `wi` lies at `wi * itemStep + e * elementStep`, and there are `elements`.
struct ItemElements {
  int64_t elements = kMaxOffset, itemStep = 0, elementStep = 1;
};

/// An operand of a sum or product, and its number of elements for each WI.
struct LinearOperand {
  LinearForm form;
  int64_t extent;
};

/// The quotient of a number that is not negative by `divisor`, which is
/// positive, or the remainder.
struct PlaceDivision {
  int64_t divisor;
  bool isRemainder;
};

/// A comparison of what two values are in each lane.
struct LaneComparison {
  mlir::arith::CmpIPredicate predicate;
  const LaneValue *left, *right;
  /// The same, so that it asks whether `left` is less, or less or equal.
  LaneComparison asLess() const;
};

/// A place that is compared with a bound.
struct Border {
  explicit Border(const LaneComparison &compare);
  /// Whether the comparison holds in most groups.
  bool isUsual() const;
  /// Whether the bound is one that neighbours of elements exceed.
  bool isOfNeighbour() const;

  const LaneValue *place, *bound;
  /// Whether the place is to be less than the bound, or equal.
  bool isUpper;
};

/// A loop whose iterations are known at compile time.
struct CountedLoop {
  /// The scalar variables that the loop's step changes.
  llvm::SmallVector<mlir::Value> control;
  /// For each iteration, what the control variables hold in it.
  llvm::SmallVector<llvm::SmallVector<mlir::TypedAttr>> iterations;
  /// What the control variables hold after the loop.
  llvm::SmallVector<mlir::TypedAttr> finals;
};

/// A loop whose counter begins or ends at another number in each work item.
/// Each step is of the work items whose counter is the same number.
struct AlignedLoop {
  struct Step {
    mlir::TypedAttr counter;
    /// The work items that have an iteration with this counter.
    llvm::BitVector items;
  };
  mlir::Value counter;
  llvm::SmallVector<Step> steps;
  /// For each work item, what the counter holds after the loop.
  llvm::SmallVector<mlir::TypedAttr> finals;
};

/// A loop of which the first iterations of all work items are executed
/// together, then their second ones, and so on.
struct LockstepLoop {
  /// The scalar variables that the loop's step changes.
  llvm::SmallVector<mlir::Value> control;
  /// The iterations of each work item; none for one that takes no part.
  llvm::SmallVector<CountedLoop> items;
  size_t longest = 0;
};

/// A loop whose counter is within its bound for a number of iterations that
/// is known, while work items leave the loop for other reasons, too.
struct BoundedLoop {
  mlir::Value counter;
  /// What the counter holds in each iteration for the work items that have
  /// it.
  llvm::SmallVector<mlir::TypedAttr> held;
  /// Whether the counter is part of a subscript of a private array.
  bool countsThroughArray = false;
};

/// The counter of a loop in which the work items count side by side: in each
/// round the work items hold `round + offsets`, where `round` grows by the
/// loop's step, and those take part whose counter is within the bound.
struct StridedCounter {
  StridedLoop form;
  /// One for each work item; the least is 0.
  llvm::SmallVector<int64_t> offsets;
  int64_t greatestOffset = 0;
  /// What the counter grows by from group to group; the numbers below leave
  /// it out.
  LinearForm groupPart;
  /// The first round's, and the present round's, as an i64.
  mlir::Value first, round;
  /// The form's step as an i64.
  mlir::Value step;
  /// The bound as an i64, of the present iteration's condition.
  mlir::Value bound;
  bool isNonNegative = false;
  /// A number of the counter's type: work items take part in rounds whose
  /// `greatestOffset - offset` is at most this number. The first counters of
  /// the others, read without a sign, are beyond the bound. Null where all work
  /// items take part.
  mlir::Value mostBelowGreatest;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_FORMSTATE_H
