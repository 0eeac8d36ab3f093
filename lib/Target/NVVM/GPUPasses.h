//===- GPUPasses.h - LLVM's optimizations for GPUs --------------*- C++ -*-===//
//
// The optimizations that gpucc found to matter (its paper, sec. 3) are part of
// LLVM. Most of them run in the code generator for NVPTX without further ado.
// Each can be switched off, to measure what it is worth.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_NVVM_GPUPASSES_H
#define PIRCH_LIB_TARGET_NVVM_GPUPASSES_H

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Support/Error.h"

namespace llvm {
class LLVMContext;
class Module;
class PassBuilder;
class TargetMachine;
} // namespace llvm

namespace pirch {

/// The set of optimizations that run.
class GPUPasses : public llvm::OptPassGate {
public:
  /// All optimizations but those in `names`, by LLVM's names. If one is not
  /// known, the error lists all names.
  static llvm::Expected<GPUPasses>
  without(llvm::ArrayRef<llvm::StringRef> names);

  bool runs(llvm::StringRef name) const { return !disabled.contains(name); }

  /// Tell LLVM's optimizer that the pointers that a kernel is given point to
  /// global memory.
  void inferMemorySpaces(llvm::Module &module,
                         llvm::TargetMachine &machine) const;
  /// Set the attributes that control the code generator.
  void prepareForCodeGenerator(llvm::Module &module) const;

  // LLVM asks these before it runs a pass of the code generator.
  bool isEnabled() const override { return !disabled.empty(); }
  bool shouldRunPass(llvm::StringRef passName,
                     llvm::StringRef irDescription) const override;

private:
  llvm::StringSet<> disabled;
};

/// Makes LLVM ask `passes` before it runs a pass on modules of `context`, as
/// long as this object lives.
class ScopedPassGate {
public:
  ScopedPassGate(llvm::LLVMContext &context, GPUPasses &passes);
  ScopedPassGate(const ScopedPassGate &) = delete;
  ~ScopedPassGate();

private:
  llvm::LLVMContext &context;
  llvm::OptPassGate &before;
};

} // namespace pirch

#endif // PIRCH_LIB_TARGET_NVVM_GPUPASSES_H
