//===- CyclePrediction.h - The time that code takes, on paper ---*- C++ -*-===//
//
// What LLVM's machine code analyzer (MCA) says about the loop over groups of a
// kernel. The analyzer knows the units, latencies and buffers of a CPU, and of
// memory only the first-level cache.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_CYCLEPREDICTION_H
#define PIRCH_LIB_TARGET_CYCLEPREDICTION_H

#include "GroupLoops.h"
#include "MachineLoop.h"
#include "ModelledInstructions.h"
#include "Pirch/Target/Target.h"
#include "llvm/Target/TargetMachine.h"

namespace pirch {

/// Predicts the time of machine code.
class CyclePredictor {
public:
  CyclePredictor(const llvm::TargetMachine &machine,
                 const llvm::MCInstrInfo &instructions,
                 ModelledInstructions &modelled)
      : machine(machine), subtarget(*machine.getMCSubtargetInfo()),
        instructions(instructions), modelled(modelled) {}

  /// The cycles of one iteration of `loop`: the sum of what all loops take,
  /// each as often as it runs, which is `kAssumedRounds` times for each loop
  /// around it. Nothing if LLVM has no model of the CPU, or if the model does
  /// not know an instruction, which `unknown` then is.
  std::optional<double> predict(const MachineLoop &loop,
                                std::string &unknown) const;

private:
  /// The cycles of one iteration of `body`.
  std::optional<double> predict(llvm::ArrayRef<const llvm::MCInst *> body,
                                std::string &unknown) const;

  const llvm::TargetMachine &machine;
  const llvm::MCSubtargetInfo &subtarget;
  const llvm::MCInstrInfo &instructions;
  ModelledInstructions &modelled;
};

/// The machine code of one kernel.
struct KernelCode {
  MachineLoop loop;
  /// The loop over groups that `loop` was made of; nothing where `loop` is the
  /// whole function, since no loop over groups can be told apart.
  std::optional<GroupLoop> groupLoop;
  /// The number of groups that one iteration of `loop` computes, or of parts of
  /// groups where the kernel computes these.
  int64_t groups;
};

/// The machine code of each kernel of `code`, whose module gets marks.
llvm::Expected<std::vector<KernelCode>>
readKernelCode(CodeToEmit &code, const llvm::MCInstrInfo &instructions);

/// The cycles that each kernel of `code` takes for a group; nothing where the
/// model of the CPU does not say, and where a loop within the loop over groups
/// runs an unknown number of times. The module gets marks.
llvm::Expected<std::vector<std::optional<double>>>
predictGroupCycles(CodeToEmit &code, const CPUTarget &target);

} // namespace pirch

#endif // PIRCH_LIB_TARGET_CYCLEPREDICTION_H
