//===- ProcessOptions.h - LLVM's options for a while ------------*- C++ -*-===//
//
// Much of LLVM's code generator is steered by command-line options, which
// belong to the process. A library must leave them as its host program set
// them.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_TARGET_PROCESSOPTIONS_H
#define PIRCH_LIB_TARGET_PROCESSOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace pirch {

/// How kernels are compiled by LLVM's optimizer and code generator.
enum class CodeGenPolicy {
  /// Registers may be spilled.
  maySpill,
  /// PIRCH settled the order of vectors and how many are alive, because they
  /// cannot be spilled; registers are assigned along a block, or against it.
  keepsOrderAlong,
  keepsOrderAgainst
};

/// Sets the options of a policy in this process while the object lives. Objects
/// of `maySpill` may live side by side, in any threads; one of another policy
/// lives alone, and waits for that. An option that the host program has set
/// keeps its value. What else uses LLVM in the process meanwhile sees the
/// options, too.
class ScopedProcessOptions {
public:
  explicit ScopedProcessOptions(CodeGenPolicy policy);
  ~ScopedProcessOptions();
  ScopedProcessOptions(const ScopedProcessOptions &) = delete;
  ScopedProcessOptions &operator=(const ScopedProcessOptions &) = delete;
};

/// Have LLVM know all the targets that it was built with. May be called any
/// number of times, in several threads at once.
void initializeTargets();

} // namespace pirch

#endif // PIRCH_LIB_TARGET_PROCESSOPTIONS_H
