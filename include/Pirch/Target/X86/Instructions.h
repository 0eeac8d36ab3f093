//===- Instructions.h - Classes of x86 instructions -------------*- C++ -*-===//

#ifndef PIRCH_TARGET_X86_INSTRUCTIONS_H
#define PIRCH_TARGET_X86_INSTRUCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace pirch::x86 {

/// The class, in reports, of the instruction that LLVM calls `opcode`, as in
/// "VADDPDZrr"; empty for scalar instructions, and for moves from and to
/// memory.
llvm::StringRef classifyInstruction(llvm::StringRef opcode);

} // namespace pirch::x86

#endif // PIRCH_TARGET_X86_INSTRUCTIONS_H
