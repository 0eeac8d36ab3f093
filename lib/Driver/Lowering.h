//===- Lowering.h - From LLVM dialect to machine code -----------*- C++ -*-===//

#ifndef PIRCH_LIB_DRIVER_LOWERING_H
#define PIRCH_LIB_DRIVER_LOWERING_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Driver/Compiler.h"
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
class GPUPasses;

/// The machine that `target` describes; its triple, CPU and features.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(TargetAttrInterface target);

/// Translate and optimize; for a GPU, by these passes.
llvm::Expected<std::unique_ptr<llvm::Module>>
lowerToLLVM(mlir::ModuleOp module, TargetAttrInterface target,
            llvm::TargetMachine &machine, llvm::LLVMContext &context,
            const GPUPasses &passes);

/// Assembly, or the bytes of an object file.
llvm::Expected<std::string> emitMachineCode(llvm::Module &module,
                                            TargetAttrInterface target,
                                            llvm::TargetMachine &machine,
                                            bool isObject);

/// Name of a kernel's packed entry, which no function of a C program can have.
inline std::string packedEntryName(const KernelInfo &kernel) {
  return kernel.symbol + ".packed";
}

/// Add the packed entry `void (void **args, int64_t first, int64_t num)`.
void addPackedEntry(llvm::Module &module, const KernelInfo &kernel);

/// A JIT for this process and CPU.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
createHostJIT(llvm::CodeGenOptLevel level);

} // namespace pirch

#endif // PIRCH_LIB_DRIVER_LOWERING_H
