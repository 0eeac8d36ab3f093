//===- ArrayParameters.h - Parameters written as arrays ---------*- C++ -*-===//

#ifndef PIRCH_LIB_SUPPORT_ARRAYPARAMETERS_H
#define PIRCH_LIB_SUPPORT_ARRAYPARAMETERS_H

#include "clang/AST/Decl.h"

namespace pirch {

/// Let the calls that follow the definition of `function` pass any pointer for
/// a parameter that is written as an array, as in `uint digest[4]`. To Clang,
/// which takes pointers without an address space for generic ones, such a
/// parameter is a pointer to private memory, while in OpenCL C 1.2 it is the
/// same as `uint *digest`. What the body does with it has been checked before.
void acceptAnyPointerForArrays(clang::FunctionDecl &function);

} // namespace pirch

#endif // PIRCH_LIB_SUPPORT_ARRAYPARAMETERS_H
