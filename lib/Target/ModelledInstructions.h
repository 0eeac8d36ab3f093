//===- ModelledInstructions.h - Instructions that models know ---*- C++ -*-===//
//
// LLVM gives some CPUs the scheduling model of another one. Where a target
// knows which instruction of the model takes as long as one of the CPU, what
// is predicted is predicted for that one.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_MODELLEDINSTRUCTIONS_H
#define PIRCH_LIB_TARGET_MODELLEDINSTRUCTIONS_H

#include "Pirch/Target/CPUTarget.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace pirch {

/// The instructions by which machine code of `target` for `machine` is
/// predicted.
class ModelledInstructions {
public:
  ModelledInstructions(const llvm::TargetMachine &machine,
                       const llvm::MCInstrInfo &instructions,
                       const CPUTarget &target)
      : machine(machine), instructions(instructions), target(target) {}

  /// What stands for `instruction`: another instruction on parts of its
  /// registers, or itself.
  llvm::MCInst get(const llvm::MCInst &instruction);

  /// The cycles that `instruction` takes beyond those that the model knows of.
  double getMissingCycles(const llvm::MCInst &instruction) const {
    return target.getMissingCycles(
        machine.getTargetCPU(), instructions.getName(instruction.getOpcode()));
  }

  /// What takes as long as the second access to memory that the CPU makes for
  /// `instruction`; nothing if it makes one at most.
  std::optional<llvm::MCInst> getSecondAccess(const llvm::MCInst &instruction);

private:
  /// The opcode that LLVM calls `name`.
  std::optional<unsigned> findOpcode(llvm::StringRef name);
  unsigned getOpcode(unsigned opcode);
  /// The part of `reg` that the instruction `description` has as operand
  /// `index`; `reg` itself if it may be that operand, and nothing if no part
  /// of it may be.
  std::optional<llvm::MCRegister> getPart(llvm::MCRegister reg,
                                          const llvm::MCInstrDesc &description,
                                          unsigned index) const;

  const llvm::TargetMachine &machine;
  const llvm::MCInstrInfo &instructions;
  const CPUTarget &target;
  /// The opcodes that were asked for before, and all opcodes by name.
  llvm::DenseMap<unsigned, unsigned> known;
  llvm::StringMap<unsigned> opcodes;
};

} // namespace pirch

#endif // PIRCH_LIB_TARGET_MODELLEDINSTRUCTIONS_H
