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

#include "Pirch/Target/Report.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <string>

namespace pirch::ve {

/// Instructions by the kind of pipe that they keep busy.
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

/// The cost of one iteration of a kernel's loop over the packs of a launch.
struct FunctionCost {
  /// The number of instructions of each class. Those of an inner loop count
  /// once for each of its iterations.
  std::array<double, kNumClasses> instructions = {};
  /// The cycles for which each kind of pipe is busy.
  double memory = 0, floating = 0, divide = 0, integer = 0;
  /// The cycles of the busiest pipe: no iteration is faster.
  double bound() const;
};

/// The cost of function `name` in assembly that LLVM's back end wrote; all
/// zeros if the assembly does not have the function.
FunctionCost costOf(llvm::StringRef assembly, llvm::StringRef name);

/// The cost of function `kernel`. `groups` is the number of groups of a pack.
KernelReport report(llvm::StringRef assembly, llvm::StringRef kernel,
                    int64_t groups);

} // namespace pirch::ve

#endif // PIRCH_TARGET_VE_COSTREPORT_H
