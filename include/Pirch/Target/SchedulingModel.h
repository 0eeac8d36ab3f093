//===- SchedulingModel.h - What LLVM knows of a CPU -------------*- C++ -*-===//
//
// The throughput and the latency of machine instructions on a CPU, by LLVM's
// scheduling model of it. The tables of costs of targets ask it for the
// instructions that stand for a class of operations.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_SCHEDULINGMODEL_H
#define PIRCH_TARGET_SCHEDULINGMODEL_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>

namespace llvm {
class MCInst;
class MCInstrInfo;
class MCSchedModel;
class MCSubtargetInfo;
} // namespace llvm

namespace pirch {

/// The scheduling model of one CPU.
class SchedulingModel {
public:
  /// Null if LLVM does not know the triple or the CPU, or has no model with
  /// instructions for it.
  static std::unique_ptr<SchedulingModel> create(llvm::StringRef triple,
                                                 llvm::StringRef cpu);
  ~SchedulingModel();

  /// The average number of cycles between the starts of two instructions that
  /// do not depend on each other; nothing if the model does not have the
  /// instruction that LLVM calls `opcode`, as in "VADDPDZrr".
  std::optional<double> getCycles(llvm::StringRef opcode) const;
  /// The number of cycles until another instruction can use the result.
  std::optional<int64_t> getLatency(llvm::StringRef opcode) const;
  /// The number of micro-operations that out-of-order execution looks at
  /// together; 0 where the model does not say.
  int64_t getOperationsInFlight() const;
  /// Whether LLVM uses this CPU's model for `cpu`, too.
  bool isModelOf(llvm::StringRef cpu) const;

private:
  SchedulingModel();

  /// An instruction with arbitrary operands: some models tell instructions
  /// apart by whether their operands are equal. Nothing if it has no class.
  std::optional<llvm::MCInst> makeInstruction(llvm::StringRef opcode) const;

  std::unique_ptr<llvm::MCInstrInfo> instructions;
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget;
  llvm::StringMap<unsigned> opcodes;
};

} // namespace pirch

#endif // PIRCH_TARGET_SCHEDULINGMODEL_H
