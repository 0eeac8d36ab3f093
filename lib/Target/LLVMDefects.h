//===- LLVMDefects.h - Detours around defects of LLVM -----------*- C++ -*-===//
//
// What LLVM 22 computes wrong, otherwise than the machine would, or by needless
// instructions, and how a module avoids it. Each detour has a test that fails
// without it; one that LLVM no longer needs can go.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_LLVMDEFECTS_H
#define PIRCH_LIB_TARGET_LLVMDEFECTS_H

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace pirch {

/// Change a module so that LLVM's optimizer keeps its meaning.
void prepareForOptimizer(llvm::Module &module);

/// Change an optimized module so that LLVM's code generator keeps its meaning,
/// and undo what `prepareForOptimizer` did only for the optimizer.
void prepareForCodeGenerator(llvm::Module &module,
                             const llvm::TargetMachine &machine);

/// The detours of `prepareForCodeGenerator` on x86, with any target.
void prepareForX86(llvm::Module &module, const llvm::TargetMachine &machine);

/// Those of them that hide values from the code generator.
void fenceForX86(llvm::Module &module, const llvm::TargetMachine &machine);

/// Write the addresses of gathers and scatters so that the code generator takes
/// subscripts of 32 bits for them where 32 bits hold each subscript.
void narrowSubscriptsForX86(llvm::Module &module);

/// Load the lanes one by one of each gather of `function` of which it is known
/// at compile time which lanes take part.
void loadLanesOfKnownGathers(llvm::Function &function);

/// Combine masks in vectors as wide as what they were compared from, for a CPU
/// of x86 that has no registers for masks.
void widenMasksForX86(llvm::Function &function);

/// Let integers that masks choose have the width of what the masks were
/// compared from, for a CPU of x86 that has no registers for masks.
void widenSelectsForX86(llvm::Function &function);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_LLVMDEFECTS_H
