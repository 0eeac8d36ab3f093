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

/// The target of that name, or for "host" the one that suits the CPU best. An
/// error lists the names that there are.
llvm::Expected<const Target *> findTarget(llvm::StringRef name);

/// The names, comma separated, of the targets that `accepts` holds for.
std::string listTargets(llvm::function_ref<bool(const Target &)> accepts);

/// Attributes and dialects, and passes, of all targets.
void registerTargetDialects(mlir::DialectRegistry &registry);
void registerTargetPasses();

} // namespace pirch

#endif // PIRCH_TARGET_TARGETREGISTRY_H
