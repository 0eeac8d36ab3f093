//===- CPUTarget.h - Targets whose code a CPU runs --------------*- C++ -*-===//
//
// What the targets have in common whose machine code LLVM writes, and knows the
// time of, for CPUs: a report of what it costs.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_CPUTARGET_H
#define PIRCH_TARGET_CPUTARGET_H

#include "Pirch/Target/Target.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"

namespace pirch {

class CPUTarget : public Target {
public:
  llvm::ArrayRef<OutputKind> getOutputKinds() const override;
  llvm::Expected<std::string> emit(llvm::StringRef outputKind,
                                   CodeToEmit &code) const override;
  bool predictsCycles() const override { return true; }
  llvm::Expected<std::vector<std::optional<double>>>
  predictCycles(CodeToEmit &code) const override;

  /// The class, in a report, of the vector instructions that LLVM calls
  /// `opcode`, as in "VADDPDZrr"; empty where the target has no name for it.
  virtual llvm::StringRef classifyInstruction(llvm::StringRef opcode) const {
    return "";
  }
  /// LLVM's name of the instruction that takes as long, in LLVM's scheduling
  /// model of `cpu`, as `opcode` does on that CPU: `opcode` itself where the
  /// model is right about it.
  virtual std::string modelledAs(llvm::StringRef cpu,
                                 llvm::StringRef opcode) const {
    return opcode.str();
  }
  /// The cycles that `opcode`, by LLVM's name, keeps `cpu` busy beyond those
  /// that LLVM's scheduling model knows of.
  virtual double getMissingCycles(llvm::StringRef cpu,
                                  llvm::StringRef opcode) const {
    return 0;
  }
  /// LLVM's name of an instruction that, at the address of `instruction`, takes
  /// as long as the second access to memory which the CPU makes for it and of
  /// which no model of LLVM's knows; empty where there is none.
  virtual llvm::StringRef
  getSecondAccess(const llvm::MCInst &instruction,
                  const llvm::MCInstrInfo &instructions) const {
    return "";
  }
  /// A text about the costs of operations on the CPU that the attribute names,
  /// and where they come from.
  virtual std::string describeCosts(TargetAttrInterface attribute) const;
};

} // namespace pirch

#endif // PIRCH_TARGET_CPUTARGET_H
