//===- Place.h - What expressions and pointers name -------------*- C++ -*-===//
//
// The memory that an expression of the source names while its kernel is being
// imported, and that a pointer points to.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_FRONTEND_PLACE_H
#define PIRCH_LIB_FRONTEND_PLACE_H

#include "mlir/IR/Value.h"
#include "clang/AST/Type.h"
#include <memory>
#include <string>
#include <vector>

namespace pirch {

/// The error of an access to a private or `__local` variable as another type
/// where the variable has to be what it is.
inline constexpr const char *kOtherType =
    "not supported yet: accessing a private variable as another type";
/// The error of what only memory allows, for an object of C++ that has none.
inline constexpr const char *kObjectPointer =
    "not supported yet: this use of a pointer to an object that has pointers, "
    "references or bases in it";
inline constexpr const char *kNullAccess = "an access through a null pointer";
inline constexpr const char *kNumberAccess =
    "not supported: an access through a pointer that was made of an integer";

/// A value that a function object has and that its kernel has not used so far
/// (ImportFunctionObject.cpp).
struct HostValue;

/// Memory that a variable or pointer names: element `offset` (an index value,
/// null for the first) of `memref`. A vector or structure of a buffer, and a
/// union, are as many elements of one memref as their bytes take; the element
/// is no wider than any scalar in them.
struct Place {
  mlir::Value memref;
  mlir::Value offset;
  /// If the place is a private or `__local` vector or structure, which is
  /// taken apart into variables: the places of those variables in the order
  /// of declaration. A scalar is one variable; so is a whole array of
  /// scalars, which is therefore one entry, and of an array of structures
  /// each field is one.
  std::vector<Place> leaves = {};
  /// If the place is what a null pointer points to.
  bool isNull = false;
  /// If the place is that of a pointer that is null at times: an i1, which is
  /// true where the pointer is null.
  mlir::Value whetherNull = {};
  /// If the place is what a number points to that was made a pointer, or may be
  /// that at times; such a place is handled as that of a null pointer, except
  /// in messages and tests.
  bool isNumber = false, mayBeNumber = false;
  /// If the place is in one of several memories: the places in each, and an
  /// i32, the number of that which it is.
  std::vector<Place> choices = {};
  mlir::Value which = {};
  /// If the place is an object of C++ (`isObject`): the places of its bases
  /// and, behind them, of its fields. That of a pointer or reference is what
  /// it points to. Copies of the place name the same object.
  std::shared_ptr<std::vector<Place>> parts = {};
  /// If the place is a field of the host's that a kernel cannot use: why not.
  std::string refusal = {};
  /// If the place is a field of the host's that has not been used so far.
  std::shared_ptr<HostValue> host = {};
  explicit operator bool() const {
    return memref || !leaves.empty() || isNull || !choices.empty() || parts;
  }
};

/// A pointer variable that is assigned to after its declaration, or a pointer
/// that a function returns. Mostly it points into one memory, and what
/// changes is the offset from the beginning of that memory.
struct MovingPointer {
  /// The number of this pointer, which is the same in each attempt to import
  /// the kernel.
  size_t number = 0;
  std::string name;
  clang::QualType pointee;
  /// The beginning of each memory that it may point into; nothing before the
  /// first assignment.
  std::vector<Place> bases = {};
  /// A variable that holds the offset; and, if there are several memories,
  /// one that holds which it is, an i32.
  mlir::Value offset = {}, which = {};
  /// If the pointer is null at times: a variable of type i1 that holds whether
  /// it is null.
  mlir::Value whetherNull = {};
  /// Whether a pointer is assigned to it that was made of an integer.
  bool mayBeNumber = false;
};

} // namespace pirch

#endif // PIRCH_LIB_FRONTEND_PLACE_H
