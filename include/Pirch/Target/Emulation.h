//===- Emulation.h - Code for a machine that is not here --------*- C++ -*-===//
//
// What runs a target's code in this process when the machine itself is not at
// hand. Each target with an emulation implements it in its own folder.
//
//===----------------------------------------------------------------------===//

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

/// Runs the LLVM IR of a target in this process, with a function of the host
/// for each intrinsic of that machine, and finds code that breaks the machine's
/// rules.
class Emulation {
public:
  virtual ~Emulation();

  /// Rewrite a module for that machine so that a JIT for this process accepts
  /// it, and add a packed entry (see `addPackedEntry`) for each kernel.
  virtual llvm::Error bind(llvm::Module &module,
                           llvm::ArrayRef<KernelInfo> kernels) = 0;
  /// Make known to the JIT the functions that a bound module calls.
  virtual llvm::Error addSymbols(llvm::orc::LLJIT &jit) = 0;
  /// The optimization level of the JIT's code generator.
  virtual llvm::CodeGenOptLevel getCodeGenOptLevel() const {
    return llvm::CodeGenOptLevel::Aggressive;
  }
  /// The bytes of stack that a kernel may need; 0 if it needs no more than any
  /// function.
  virtual unsigned getStackBytes() const { return 0; }
  /// The first rule that code broke since the last call; empty if it broke
  /// none.
  virtual std::string takeError() = 0;
  /// A text about the memory accesses since the last call; empty if the
  /// emulation does not count them.
  virtual std::string takeMemoryTrace() { return {}; }
};

} // namespace pirch

#endif // PIRCH_TARGET_EMULATION_H
