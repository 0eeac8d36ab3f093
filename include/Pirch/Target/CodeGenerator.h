//===- CodeGenerator.h - From LLVM dialect to machine code ------*- C++ -*-===//
//
// Runs LLVM's optimizer and code generator, for every target.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_CODEGENERATOR_H
#define PIRCH_TARGET_CODEGENERATOR_H

#include "Pirch/CInterface/Kernel.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/CodeGen.h"

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace pirch {

/// Options of LLVM's optimizer that targets choose.
struct OptimizerOptions {
  bool unrollsLoops = true;
  /// Whether the optimizer asks the target's own alias analyses as well.
  bool usesTargetAliasAnalysis = true;
};

/// LLVM's code generator for the triple, CPU and features of `target`. An error
/// names which of them LLVM does not know, or the features that the CPU lacks.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(TargetAttrInterface target);

/// Translate the LLVM dialect to LLVM IR with the attributes that the code
/// generator asks for.
llvm::Expected<std::unique_ptr<llvm::Module>>
translateToLLVM(mlir::ModuleOp module, TargetAttrInterface target,
                llvm::TargetMachine &machine, llvm::LLVMContext &context);

/// Run LLVM's optimizer, except on code of targets that cannot spill: for them
/// the order of operations is final.
void optimize(llvm::Module &module, TargetAttrInterface target,
              llvm::TargetMachine &machine, const OptimizerOptions &options);

/// The bytes of an object file if `isObject`, else assembly. An error says why
/// LLVM's code generator gave up.
llvm::Expected<std::string> emitMachineCode(llvm::Module &module,
                                            TargetAttrInterface target,
                                            llvm::TargetMachine &machine,
                                            bool isObject);

/// The name of a kernel's packed entry. No function of a C program can have it.
inline std::string packedEntryName(const KernelInfo &kernel) {
  return kernel.symbol + ".packed";
}

/// The name of the function `void (void **args, int64_t groups, uint64_t
/// *values)` that computes the staged values of a kernel that has any. `args`
/// is the array that the packed entry takes, `groups` the number of groups of
/// the launch; the bits of each staged value are stored to an element of
/// `values`.
inline std::string stagedEntryName(const KernelInfo &kernel) {
  return kernel.symbol + ".staged";
}

/// Add the packed entry `void (void **args, int64_t first, int64_t num)`, which
/// calls the kernel with one pointer for each parameter: to the buffer of a
/// pointer parameter and to the value of a scalar.
void addPackedEntry(llvm::Module &module, const KernelInfo &kernel);

/// A JIT for this process and CPU.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
createHostJIT(llvm::CodeGenOptLevel level);

} // namespace pirch

#endif // PIRCH_TARGET_CODEGENERATOR_H
