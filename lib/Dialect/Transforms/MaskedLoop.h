//===- MaskedLoop.h - Loops that work items leave one by one ----*- C++ -*-===//
//
// Which masks of a loop are false for work items that have left it, and what
// depends on the values that these work items keep. A work item is finished
// once it has left.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_MASKEDLOOP_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_MASKEDLOOP_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {

/// Whether `value` is an infreg of bits.
bool isMask(mlir::Value value);

/// Whether `value` is the splat of the constant `bit`.
bool isMaskOf(mlir::Value value, bool bit);

/// Add to `parts` the masks that `mask` is the conjunction of: by `andi`, or by
/// a select of false. Those that have other uses are not looked into.
void findMaskParts(mlir::Value mask, llvm::SmallVectorImpl<mlir::Value> &parts);

class MaskedLoop {
public:
  /// Find the masks of `loop`: those that are false for finished items, from
  /// the ones which only lose items from one iteration to the next, and all
  /// that have the items of the next iteration.
  explicit MaskedLoop(mlir::scf::WhileOp loop);

  /// Whether there are such masks.
  bool isMasked() const { return !finished.empty(); }

  /// Whether `mask` is false for finished items.
  bool isFinished(mlir::Value mask) const { return finished.contains(mask); }

  /// Whether `argument`, a mask that the loop carries, has all items of an
  /// iteration.
  bool isRequired(mlir::BlockArgument argument) const {
    return required.contains(argument);
  }

  /// The select at the end of the body by which items keep the carried value
  /// `index` that do not go on; null if there is none, or if it has more uses.
  SelectOp getKeepingSelect(unsigned index);

  /// Whether what `use` reads matters for finished items: it reaches something
  /// that no mask leaves out, or a carried value for which `isFree` is false.
  bool isObserved(mlir::OpOperand &use,
                  llvm::function_ref<bool(unsigned)> isFree);

  /// The value with which the next iteration begins.
  mlir::Value getYielded(unsigned index) {
    return loop.getYieldOp().getResults()[index];
  }

  /// What `value`, an argument of the body, was before it: what the condition
  /// handed on. Null for other values.
  mlir::Value getBeforeBody(mlir::Value value);

private:
  void findRequired();
  void addHolding(mlir::Value mask, llvm::SetVector<mlir::Value> &holding);
  void addFinished(mlir::Operation *op);
  bool spread(mlir::OpOperand &use, llvm::SetVector<mlir::Value> &affected,
              llvm::function_ref<bool(unsigned)> isFree);

  mlir::scf::WhileOp loop;
  /// Masks that are false for finished items.
  llvm::DenseSet<mlir::Value> finished;
  /// Masks that the loop carries and that the test of an iteration asks for.
  llvm::DenseSet<mlir::Value> required;
  /// Masks that are true at least for the items of the next iteration.
  llvm::SetVector<mlir::Value> all;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_MASKEDLOOP_H
