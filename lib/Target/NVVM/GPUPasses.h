//===- GPUPasses.h - LLVM's optimizations for GPUs --------------*- C++ -*-===//
//
// Those that gpucc found to matter (its paper, sec. 3) are part of LLVM. Most
// of them run in the code generator for NVPTX, where nothing needs to be added;
// each can be switched off, to measure what it is worth.
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

/// Which of the optimizations run.
class GPUPasses : public llvm::OptPassGate {
public:
  /// All but those named, as LLVM names them. An error lists the names.
  static llvm::Expected<GPUPasses>
  without(llvm::ArrayRef<llvm::StringRef> names);

  bool runs(llvm::StringRef name) const { return !disabled.contains(name); }

  /// Pointers that a kernel is given point to global memory: have LLVM's
  /// optimizer know it, too.
  void inferMemorySpaces(llvm::Module &module,
                         llvm::TargetMachine &machine) const;
  /// What the code generator is told by attributes.
  void prepareForCodeGenerator(llvm::Module &module) const;

  // Of the code generator's passes.
  bool isEnabled() const override { return !disabled.empty(); }
  bool shouldRunPass(llvm::StringRef passName,
                     llvm::StringRef irDescription) const override;

private:
  llvm::StringSet<> disabled;
};

/// Has the passes of a context ask `passes` while it lives.
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
