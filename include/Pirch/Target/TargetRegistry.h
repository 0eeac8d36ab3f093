//===- TargetRegistry.h - All targets ---------------------------*- C++ -*-===//
//
// The list of targets is PIRCH_TARGETS in CMakeLists.txt.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TARGET_TARGETREGISTRY_H
#define PIRCH_TARGET_TARGETREGISTRY_H

#include "Pirch/Target/Target.h"

namespace pirch {

/// The name that stands for the target which suits this process's CPU best.
inline constexpr llvm::StringLiteral kHostTargetName = "host";

/// Every target, in alphabetical order of their names.
llvm::ArrayRef<const Target *> getTargets();

/// The target of that name, or for "host" the one that suits the CPU best. If
/// there is none, the error lists the names of all targets.
llvm::Expected<const Target *> findTarget(llvm::StringRef name);

/// The names of the targets for which `accepts` holds, separated by commas.
std::string listTargets(llvm::function_ref<bool(const Target &)> accepts);

/// Register the attributes and dialects, and the passes, of all targets.
void registerTargetDialects(mlir::DialectRegistry &registry);
void registerTargetPasses();

} // namespace pirch

#endif // PIRCH_TARGET_TARGETREGISTRY_H
