//===- LLVMClasses.h - Instructions that use each other ---------*- C++ -*-===//
//
// What changes the types of LLVM instructions changes all of those at once that
// hand such values to each other. The detours around LLVM's defects share the
// search for these, and for the places of what converts between the types.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_LLVMCLASSES_H
#define PIRCH_LIB_TARGET_LLVMCLASSES_H

#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

namespace pirch {

/// The instructions of `function` that are members, in classes: two of them are
/// in one class if one is an operand of the other, or if there is a chain of
/// such members between them. Classes, and the members of each, are in the
/// order of the function.
std::vector<llvm::SmallVector<llvm::Instruction *>>
findClasses(llvm::Function &function,
            llvm::function_ref<bool(const llvm::Value *)> isMember);

/// The first place in `function` at which `value` may be used: behind the
/// instruction that computes it, or the entry of the function.
llvm::BasicBlock::iterator findPlaceBehind(llvm::Value *value,
                                           llvm::Function &function);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_LLVMCLASSES_H
