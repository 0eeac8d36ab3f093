//===- Compilation.h - One compilation --------------------------*- C++ -*-===//
//
// The stages of a compilation from a kernel's source to optimized LLVM IR, one
// after the other. What is made of the IR, an output or a loaded module,
// belongs to Compiler.cpp and LoadModule.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DRIVER_COMPILATION_H
#define PIRCH_LIB_DRIVER_COMPILATION_H

#include "Pirch/Driver/Compiler.h"
#include "Plan.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <map>

namespace pirch {

/// One compilation, with the context in which its modules live.
class Compilation {
public:
  Compilation(const CompileOptions &options, llvm::raw_ostream &diag);

  /// Check the options for the output `emit`, and have remarks go where the
  /// options say. Called once, before `run`.
  llvm::Expected<Plan> prepare(llvm::StringRef emit);

  /// Compile down to the output `emit`, or, where that is code for the machine,
  /// down to optimized LLVM IR. The IR is then returned in `llvmModule` and
  /// LLVM's description of the machine in `machine`; else both stay null.
  llvm::Expected<CompileResult>
  run(llvm::StringRef source, llvm::StringRef fileName, llvm::StringRef emit,
      const Plan &plan, llvm::LLVMContext &llvmContext,
      std::unique_ptr<llvm::Module> &llvmModule,
      std::unique_ptr<llvm::TargetMachine> &machine);

private:
  /// Print a diagnostic as Clang does: `file:line:col: error: text`.
  void report(mlir::Diagnostic &diagnostic);
  llvm::Error translate(mlir::ModuleOp module, const Plan &plan,
                        llvm::LLVMContext &llvmContext,
                        std::unique_ptr<llvm::Module> &llvmModule,
                        std::unique_ptr<llvm::TargetMachine> &machine);
  llvm::Error makeLLVM(mlir::ModuleOp module, const Plan &plan,
                       llvm::LLVMContext &llvmContext,
                       std::unique_ptr<llvm::Module> &llvmModule,
                       std::unique_ptr<llvm::TargetMachine> &machine);
  void optimizeForMachine(llvm::Module &module, const Plan &plan,
                          llvm::TargetMachine &machine);
  bool optimizeIfSmall(llvm::Module &module, const Plan &plan,
                       llvm::TargetMachine &machine);
  mlir::LogicalResult lower(mlir::ModuleOp module, llvm::StringRef emit,
                            const PipelineOptions &pipeline, const Plan &plan,
                            CompileResult &result);
  mlir::LogicalResult pack(mlir::ModuleOp module,
                           const PipelineOptions &pipeline, const Plan &plan,
                           llvm::ArrayRef<KernelInfo> kernels);
  std::map<std::string, double> predictCycles(mlir::ModuleOp formed,
                                              const PipelineOptions &pipeline,
                                              const Plan &plan,
                                              std::vector<KernelInfo> kernels);
  mlir::LogicalResult
  lowerWithinLimits(mlir::OwningOpRef<mlir::ModuleOp> &module,
                    llvm::StringRef emit, const Plan &plan,
                    CompileResult &result);
  mlir::LogicalResult countElements(mlir::ModuleOp module, const Plan &plan,
                                    llvm::ArrayRef<KernelInfo> kernels,
                                    SourceOptions &sourceOptions);

  /// Run the passes of a stage. With `isWatched`, the options that print or
  /// instrument passes apply; a module that only serves to find something out
  /// is not watched.
  mlir::LogicalResult
  runStage(mlir::ModuleOp module,
           llvm::function_ref<void(mlir::OpPassManager &)> build,
           bool isWatched = true);
  llvm::Error linkStagedFunctions(const Plan &plan, llvm::Module &kernels,
                                  llvm::TargetMachine &machine);

  const CompileOptions &options;
  llvm::raw_ostream &diag;
  mlir::MLIRContext context;
  /// The functions that compute staged values; null if there are none.
  mlir::OwningOpRef<mlir::ModuleOp> stagedFunctions;
  /// Whether a pass has refused to make so much code.
  bool isTooLarge = false;
  /// Whether the module has reached the InfReg form.
  bool isFormed = false;
  /// Whether diagnostics are kept in `held` instead of printed, until it is
  /// known whether another attempt follows.
  bool isHolding = false;
  std::string held;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace pirch

#endif // PIRCH_LIB_DRIVER_COMPILATION_H
