//===- PassChecker.h - Which pass changes what is computed ------*- C++ -*-===//
//
// `pirch-run --interpret=each-pass`: which pass changes what a kernel
// computes.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_INTERPRETER_PASSCHECKER_H
#define PIRCH_INTERPRETER_PASSCHECKER_H

#include "Pirch/Interpreter/Interpreter.h"
#include "mlir/Pass/PassInstrumentation.h"

namespace pirch {

/// A kernel and what it is run on.
struct PassCheckLaunch {
  /// The kernel's symbol.
  std::string kernel;
  /// One for each parameter. Every run works on a copy.
  std::vector<Argument> arguments;
  int64_t firstGroup = 0, numGroups = 1;
};

/// What a `PassChecker` found; outlives it.
struct PassCheckReport {
  /// The passes after which the kernel was interpreted, in order.
  std::vector<std::string> passes;
  /// The buffers after the run that followed the first of these passes.
  std::vector<std::vector<char>> results;
  /// Which pass changed the results and how, or why the kernel cannot be run
  /// after a pass; empty if neither was found.
  std::string error;
};

/// Runs a kernel on the interpreter after every pass over the module, and after
/// every group of passes over each kernel, that leaves it in InfReg form, and
/// compares its buffers with those after the first such pass, bit for bit (two
/// NaNs are equal). If a pass leaves a kernel of role `single_group` beside the
/// kernel, that one is checked in the same way. After the first error nothing
/// more is checked. The pass managers of one compilation have a checker each,
/// which share a report.
class PassChecker : public mlir::PassInstrumentation {
public:
  /// The kernel is not run after the first `skip` passes over the module.
  PassChecker(PassCheckLaunch launch, PassCheckReport &report, size_t skip = 0)
      : launch(std::move(launch)), report(report), skip(skip) {}

  void runAfterPass(mlir::Pass *pass, mlir::Operation *op) override;

private:
  /// The name of a pass over the module, or of those that ran on the kernel
  /// where `pass` has run passes on each kernel.
  std::string takeName(mlir::Pass *pass);
  void check(KernelOp kernel, llvm::StringRef pass);
  /// The content of the buffers after a run of the kernel; an error says why it
  /// cannot be run.
  llvm::Expected<std::vector<std::vector<char>>> run(KernelOp kernel) const;
  /// A text about the first difference between `actual` and the report's
  /// results; empty if there is none.
  std::string compare(KernelOp kernel,
                      llvm::ArrayRef<std::vector<char>> actual) const;

  PassCheckLaunch launch;
  PassCheckReport &report;
  size_t skip;
  /// The passes that have run on the kernel itself since the last one over the
  /// module.
  std::vector<std::string> passesOnKernel;
};

} // namespace pirch

#endif // PIRCH_INTERPRETER_PASSCHECKER_H
