//===- Interpreter.h - The InfReg form, run as it is written ----*- C++ -*-===//
//
// Runs kernels in InfReg form, infinite or packed, operation by operation, on
// buffers of the caller. It shares nothing with the lowering to vectors or
// threads. It also checks: where an operation reads a lane that holds no value
// and has an effect by it (a store, a place in memory, a branch), or leaves a
// buffer, there is an error at that operation.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_INTERPRETER_INTERPRETER_H
#define PIRCH_INTERPRETER_INTERPRETER_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Interpreter/Evaluators.h"
#include "mlir/IR/Diagnostics.h"
#include <memory>
#include <optional>

namespace pirch {

/// The argument for a parameter: a buffer, or the value of a scalar, little
/// endian, in memory of the caller.
struct Argument {
  void *data = nullptr;
  int64_t bytes = 0;
};

/// The values of one run through a kernel's body, and which groups it is for.
class Frame {
public:
  Frame(KernelOp kernel, const EvaluatorTable &table,
        llvm::ArrayRef<Argument> arguments, int64_t endGroup);

  /// Run the body once, for the groups from `firstGroup` on.
  mlir::LogicalResult runBody(int64_t firstGroup);
  /// Nothing if the last run was complete. If it ended before it touched
  /// memory, since the kernel leaves some of its groups to another one
  /// (`pirch.main_groups`): the index in the launch of the first later group
  /// that the kernel may compute, or of the run's own first group if the kernel
  /// computes none from there on.
  std::optional<int64_t> leftGroups() const { return left; }

  // What evaluators ask for and do.

  const Lanes &get(mlir::Value value) const;
  void set(mlir::Value value, Lanes lanes) { values[value] = std::move(lanes); }
  /// Lanes without values, as many as a value of this type has in this run.
  Lanes makeLanes(mlir::Type type) const { return Lanes(type, numGroups); }
  /// The only lane of a scalar.
  Lane getScalar(mlir::Value value) const { return get(value)[0]; }
  /// The memory of `memref`: the caller's buffer if it is a parameter, the
  /// memory of all copies of the variable if it is a `pirch.alloca`, the
  /// constants of a `pirch.table`.
  Argument getBuffer(mlir::Value memref) const;
  /// Allocate `bytes` bytes of zeros for the copies of a variable.
  char *allocate(mlir::Value memref, int64_t bytes) {
    variables[memref].assign(bytes, 0);
    return variables[memref].data();
  }
  std::string getBufferName(mlir::Value memref) const;
  /// The index in the launch of the first group of this run, the index behind
  /// the last group of the launch, and the number of groups of this run.
  int64_t getFirstGroup() const { return firstGroup; }
  int64_t getEndGroup() const { return endGroup; }
  int64_t getNumGroups() const { return numGroups; }
  /// End the run. Another kernel computes the groups before `next`, an index in
  /// the launch, or all that follow if `next` is the first group of this run.
  void leaveGroups(int64_t next) { left = next; }

  /// Run the operations of `block`, but not its terminator, on these arguments.
  mlir::LogicalResult runBlock(mlir::Block &block,
                               llvm::MutableArrayRef<Lanes> arguments);
  /// Copies of the lanes of these values.
  llvm::SmallVector<Lanes> getAll(mlir::ValueRange values) const;

  /// An error at `op` about one lane, which it names.
  mlir::InFlightDiagnostic fail(mlir::Operation *op, Lanes::Place place,
                                const llvm::Twine &text) const;

private:
  /// One operation of a block, and the values that nothing reads after it.
  struct Step {
    mlir::Operation *op;
    const Evaluator *evaluate;
    llvm::SmallVector<mlir::Value, 2> lastReads;
  };
  /// Null after an error: an operation has no evaluator.
  const std::vector<Step> *getSteps(mlir::Block &block);

  KernelOp kernel;
  const EvaluatorTable &table;
  llvm::ArrayRef<Argument> arguments;
  int64_t firstGroup = 0, endGroup, numGroups;
  std::optional<int64_t> left;
  llvm::DenseMap<mlir::Value, Lanes> values;
  mutable llvm::DenseMap<mlir::Value, std::vector<char>> variables;
  /// What `getSteps` found, for blocks that run again.
  llvm::DenseMap<mlir::Block *, std::unique_ptr<std::vector<Step>>> steps;
};

/// Run groups `firstGroup` to `firstGroup + numGroups - 1` of `kernel`, which
/// is in InfReg form. A grid kernel has no arguments here for the row that it
/// computes: all rows of these groups are run. Groups that do not fill a pack
/// go to the kernel's remainder kernel. Failure comes with an error at an
/// operation; buffers are then left half written.
mlir::LogicalResult interpret(KernelOp kernel, const EvaluatorTable &table,
                              llvm::ArrayRef<Argument> arguments,
                              int64_t firstGroup, int64_t numGroups);

} // namespace pirch

#endif // PIRCH_INTERPRETER_INTERPRETER_H
