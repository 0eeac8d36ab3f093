//===- CostReport.h - What code for VE costs, on paper ----------*- C++ -*-===//
//
// Counts the instructions of assembly by class and weighs them by their vector
// length and a throughput model, so that choices can be compared without a
// machine. docs/Targets/VE.md says where the model's numbers come from and what
// they leave out.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_VE_COSTREPORT_H
#define PIRCH_TARGET_VE_COSTREPORT_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <string>

namespace pirch::ve {

/// What an instruction keeps busy.
enum class InstructionClass {
  load,
  store,
  gather,
  scatter,
  floating, // add, multiply, both
  divide,   // and square root
  move,     // rotate, merge, broadcast
  integer,  // arithmetic, logic, comparisons, conversions
  mask,
  toScalar,
  scalar
};
inline constexpr int kNumClasses = 11;

/// The class of a mnemonic, as in `vfadd.d`.
InstructionClass classify(llvm::StringRef mnemonic);
llvm::StringRef nameOf(InstructionClass instructionClass);

struct FunctionCost {
  /// Instructions of one pass over its groups; those of an inner loop as often
  /// as it is taken to go round.
  std::array<double, kNumClasses> instructions = {};
  /// Cycles that each kind of pipe is busy in one pass.
  double memory = 0, floating = 0, divide = 0, integer = 0;
  /// Of the busiest pipe: no pass is faster.
  double bound() const;
};

/// Rounds that a loop within a pass is taken to make.
inline constexpr double kAssumedRounds = 16;

/// The cost of function `name` in assembly that LLVM's back end wrote; all
/// zeros where it is not there.
FunctionCost costOf(llvm::StringRef assembly, llvm::StringRef name);

/// The cost of one kernel, for people. `groups` is how many one pass computes.
std::string writeReport(llvm::StringRef assembly, llvm::StringRef kernel,
                        int64_t groups);

} // namespace pirch::ve

#endif // PIRCH_TARGET_VE_COSTREPORT_H
