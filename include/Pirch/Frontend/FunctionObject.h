//===- FunctionObject.h - Function objects of C++ as kernels ----*- C++ -*-===//
//
// What the plugin for Clang asks of the front end: the work-item form of a
// lambda or other function object of an ordinary program in C++.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_FRONTEND_FUNCTIONOBJECT_H
#define PIRCH_FRONTEND_FUNCTIONOBJECT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include <cstdint>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class FunctionDecl;
} // namespace clang

namespace pirch {

/// Where the host finds an argument of a kernel that is a function object.
struct HostParam {
  /// Byte offsets: the first leads from the object's beginning to a value; each
  /// further one leads from what the pointer there points to.
  std::vector<uint32_t> path;
  /// If the argument is the number of elements between two pointers: where the
  /// second one lies, as `path` says where the first one does, and the bytes of
  /// an element. Else empty and 0.
  std::vector<uint32_t> endPath = {};
  /// Whether the argument is the pointer that lies there. Else it is the
  /// address of what lies there.
  bool isPointer = false;
  /// Whether the argument is a buffer, and whether the kernel may only read it.
  bool isBuffer = false, isConst = false;
  int64_t elementBytes = 0;
};

/// A function object as a kernel.
struct FunctionObjectKernel {
  /// Null after errors, which were reported to Clang.
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<HostParam> params;
};

/// Import the function object that `call` calls, a function with the parameters
/// `const Object &` and `pirch::item`, as a kernel for groups of `wgSize` work
/// items.
FunctionObjectKernel importFunctionObject(clang::ASTContext &ast,
                                          const clang::FunctionDecl *call,
                                          int64_t wgSize,
                                          mlir::MLIRContext &context);

} // namespace pirch

#endif // PIRCH_FRONTEND_FUNCTIONOBJECT_H
