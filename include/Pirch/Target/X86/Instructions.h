//===- Instructions.h - Classes of x86 instructions -------------*- C++ -*-===//

#ifndef PIRCH_TARGET_X86_INSTRUCTIONS_H
#define PIRCH_TARGET_X86_INSTRUCTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include <string>

namespace pirch::x86 {

/// The class, in reports, of the instruction that LLVM calls `opcode`, as in
/// "VADDPDZrr"; empty for scalar instructions, and for moves from and to
/// memory.
llvm::StringRef classifyInstruction(llvm::StringRef opcode);

/// The instruction that takes as long, in LLVM's scheduling model of `cpu`, as
/// `opcode` does on that CPU. LLVM 22 gives Zen 5 the model of Zen 4, whose
/// units compute on 512 bits in two turns. Those of Zen 5 take one, as they do
/// for 256 bits in the model.
std::string modelledAs(llvm::StringRef cpu, llvm::StringRef opcode);

/// The cycles that `opcode`, if it is a gather or scatter, takes beyond those
/// that LLVM's model of `cpu` knows of; 0 for other instructions. LLVM's model
/// of Zen 4 and 5 counts a gather of all lanes as one operation.
double getMissingCycles(llvm::StringRef cpu, llvm::StringRef opcode);

/// The name of an instruction that takes as long as the access to the second
/// line of the first-level cache where `instruction` loads a register across
/// the end of one; empty for other instructions. The base of the address is
/// taken to be the beginning of a line.
llvm::StringRef getSecondAccess(const llvm::MCInst &instruction,
                                const llvm::MCInstrInfo &instructions);

} // namespace pirch::x86

#endif // PIRCH_TARGET_X86_INSTRUCTIONS_H
