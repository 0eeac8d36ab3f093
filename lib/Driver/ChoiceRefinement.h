//===- ChoiceRefinement.h - Packs compared by machine code ------*- C++ -*-===//
//
// The cost model prices operations on infregs, so that packs whose estimates
// are close may differ in what LLVM makes of them: registers that are spilled,
// instructions that wait for each other, units that are busy. For such packs of
// kernels without loops this is the second step of the choice: the code of each
// is made, and the target predicts its time. With the pack that is chosen, code
// whose operations keep the order of the source is compared, too.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DRIVER_CHOICEREFINEMENT_H
#define PIRCH_LIB_DRIVER_CHOICEREFINEMENT_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Error.h"
#include <map>
#include <optional>

namespace pirch {

class ChoiceRefinement {
public:
  /// Runs the passes that its second argument adds on a module.
  using RunPasses = llvm::function_ref<mlir::LogicalResult(
      mlir::ModuleOp, llvm::function_ref<void(mlir::OpPassManager &)>)>;
  /// By their names, the cycles for a group of kernels of a module in InfReg
  /// form, packed as their schedules say; without those that are not known, and
  /// infinitely many where the code is too large to look at. It is called in
  /// several threads at once.
  using Predict = llvm::function_ref<std::map<std::string, double>(
      mlir::OwningOpRef<mlir::ModuleOp>)>;

  /// At most `most` packs are compared with the one that the cost model takes.
  ChoiceRefinement(RunPasses runPasses, Predict predict, int64_t most)
      : runPasses(runPasses), predict(predict), most(most) {}

  /// Write to the schedules of kernels of `formed`, which is in InfReg form,
  /// packs of which the code is faster than that of the packs that the cost
  /// model takes. Kernels for which there are none are left as they are.
  void run(mlir::ModuleOp formed);

  struct Choice {
    mlir::ArrayAttr packs;
    /// By the cost model, and the part of it that is waiting for memory.
    double cost, steps;
    /// By the target's model of its machine; nothing where it does not say.
    std::optional<double> cycles;

    /// The cost of a whole pack, in additions of a register: about a measure of
    /// how large its code is.
    double getPackCost() const;
  };

private:
  /// The automatic choice for each main kernel of `formed`.
  void collectAutomatic(mlir::ModuleOp formed);
  /// Whether the code of other choices for `kernel` is worth looking at.
  static bool isCandidate(KernelOp kernel, const Choice &automatic);
  /// Append the choices for `kernel` that cost nearly as little as its first
  /// one.
  void collectClose(mlir::ModuleOp formed, KernelOp kernel);
  /// A copy of `formed` in which each kernel is to be packed as its choice
  /// number `index` says, or its last one; null where no code of such a choice
  /// is worth looking at.
  mlir::OwningOpRef<mlir::ModuleOp> takeChoices(mlir::ModuleOp formed,
                                                size_t index);
  /// Predict the cycles of choice number `index` of each kernel in `trial`,
  /// which `takeChoices` made. Several threads may do so for different choices.
  void measure(mlir::OwningOpRef<mlir::ModuleOp> trial, size_t index);
  /// Predict the cycles of all choices, in as many threads as the context has.
  void measureAll(mlir::ModuleOp formed);
  static void extrapolate(llvm::MutableArrayRef<Choice> choices);
  static const Choice &selectFastest(llvm::ArrayRef<Choice> choices);
  /// Have kernels keep the order of the source where their code is faster so,
  /// with the packs that were selected.
  void compareOrders(mlir::ModuleOp formed);

  /// What the pass packs `formed` as, with these options of it.
  mlir::OwningOpRef<mlir::ModuleOp> pack(mlir::ModuleOp formed, int64_t wgPack,
                                         llvm::StringRef order);

  RunPasses runPasses;
  Predict predict;
  int64_t most;
  /// By the kernel's name; the first one is the cost model's choice.
  llvm::MapVector<mlir::StringAttr, llvm::SmallVector<Choice, 4>> choices;
};

} // namespace pirch

#endif // PIRCH_LIB_DRIVER_CHOICEREFINEMENT_H
