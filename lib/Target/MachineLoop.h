//===- MachineLoop.h - A loop of machine code -------------------*- C++ -*-===//
//
// Reads the loop over the groups of a launch from assembly, as instructions
// that LLVM's models of CPUs know.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_MACHINELOOP_H
#define PIRCH_LIB_TARGET_MACHINELOOP_H

#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCInst.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <vector>

namespace llvm {
class MCInstrInfo;
class TargetMachine;
} // namespace llvm

namespace pirch {

/// The comment that marks a loop over groups in assembly; behind it is a number
/// of the loop.
inline constexpr llvm::StringLiteral kLoopMark = "pirch-loop ";

/// The comment that marks a block of assembly that is hardly ever executed.
inline constexpr llvm::StringLiteral kUnlikelyMark = "pirch-unlikely";

struct MachineInstruction {
  llvm::MCInst instruction;
  /// The bytes of its machine code.
  unsigned bytes = 0;
  /// The line of the source; 0 where it is not known.
  unsigned line = 0;
  /// Of the innermost loop within the loop over groups that the instruction
  /// belongs to: a number, 0 for none, and how deep it lies.
  unsigned loop = 0, depth = 0;
  /// Whether the instruction is in a block with `kUnlikelyMark`.
  bool isUnlikely = false;
};

/// The loop over groups of a kernel's function.
struct MachineLoop {
  /// In the order of the code, without those of unlikely blocks.
  std::vector<MachineInstruction> instructions;
  /// The number in the loop's mark; nothing where no loop is marked.
  std::optional<size_t> mark;
};

/// The first marked loop of function `name` in `assembly`, or all of the
/// function where no loop is marked. An error if the assembly cannot be read.
llvm::Expected<MachineLoop> readLoop(llvm::StringRef assembly,
                                     llvm::StringRef name,
                                     const llvm::TargetMachine &machine,
                                     const llvm::MCInstrInfo &instructions);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_MACHINELOOP_H
