//===- BuildIdentity.h - Which compiler this process has --------*- C++ -*-===//
//
// What beside source and options decides the code of a kernel, for keys of the
// cache.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNTIME_BUILDIDENTITY_H
#define PIRCH_RUNTIME_BUILDIDENTITY_H

#include <string>

namespace pirch {

/// The build ids that the linker gave to what makes code in this process: this
/// library, LLVM, MLIR and Clang, in hexadecimal digits. It is empty where one
/// of them has no build id.
const std::string &getBuildIdentity();

/// The CPU that code is compiled for in this process: LLVM's name of it and
/// every feature that it has.
const std::string &getHostIdentity();

} // namespace pirch

#endif // PIRCH_RUNTIME_BUILDIDENTITY_H
