//===- Lockstep.h - Preparing a kernel to run as fibers ---------*- C++ -*-===//
//
// The order in which the work items of a group meet at exchanges and barriers.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_ORACLE_LOCKSTEP_H
#define PIRCH_LIB_ORACLE_LOCKSTEP_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace pirch {

/// Memory that the kernels of a module need.
struct FiberNeeds {
  /// The bytes of stack of each work item, and of `__local` memory of each
  /// group.
  int64_t stackBytes = 0, localBytes = 0;
};

/// Rewrite Clang's unoptimized code of `kernels`: inline all helpers, tell each
/// `oracle_meet` and each loop around one where it stands, move `__local`
/// variables to the group, check accesses to buffers, and take the undefined
/// out of integer arithmetic. Then optimize, and add `void oracle_thunk_k(void
/// **)` for every kernel `k`.
FiberNeeds prepareForLockstep(llvm::Module &module,
                              llvm::ArrayRef<std::string> kernels,
                              llvm::TargetMachine &machine);

} // namespace pirch

#endif // PIRCH_LIB_ORACLE_LOCKSTEP_H
