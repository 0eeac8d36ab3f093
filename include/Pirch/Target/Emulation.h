//===- Emulation.h - Code for a machine that is not here --------*- C++ -*-===//

#ifndef PIRCH_TARGET_EMULATION_H
#define PIRCH_TARGET_EMULATION_H

#include "Pirch/CInterface/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

namespace llvm {
class Module;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace pirch {

/// Runs the LLVM IR of a target in this process, instruction by instruction of
/// that machine, and finds code that breaks the machine's rules.
class Emulation {
public:
  virtual ~Emulation();

  /// Make a module for that machine one that a JIT for this process takes, with
  /// a packed entry (see `addPackedEntry`) for each kernel.
  virtual llvm::Error bind(llvm::Module &module,
                           llvm::ArrayRef<KernelInfo> kernels) = 0;
  /// Make known to the JIT what the module calls.
  virtual llvm::Error addSymbols(llvm::orc::LLJIT &jit) = 0;
  /// How hard the JIT is to try.
  virtual llvm::CodeGenOptLevel getCodeGenOptLevel() const {
    return llvm::CodeGenOptLevel::Aggressive;
  }
  /// Bytes of stack that a kernel may take; 0: no more than any function.
  virtual unsigned getStackBytes() const { return 0; }
  /// The first rule that code broke since the last call, or nothing.
  virtual std::string takeError() = 0;
  /// What was asked of memory since the last call, for people; nothing where
  /// the emulation does not count it.
  virtual std::string takeMemoryTrace() { return {}; }
};

} // namespace pirch

#endif // PIRCH_TARGET_EMULATION_H
