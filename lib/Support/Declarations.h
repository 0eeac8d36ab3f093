//===- Declarations.h - The declarations of an OpenCL C text ----*- C++ -*-===//

#ifndef PIRCH_LIB_SUPPORT_DECLARATIONS_H
#define PIRCH_LIB_SUPPORT_DECLARATIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace pirch {

/// The declarations of a text in OpenCL C that a preprocessor has expanded:
/// definitions of macros (one line each), functions, types and enumerations, in
/// their order.
///
/// A source needs those whose names are among its words, and those that these
/// need in turn. Of the functions of one name it needs those whose vectors it
/// can have. A vector comes from a type that is named, from the elements of
/// another vector, from a comparison, or from a function that is needed; so
/// that a source with `float4` alone needs functions of vectors of float and
/// int.
class Declarations {
public:
  /// `text` has no comments and no directives but `#define` and `#undef`, and
  /// outlives this object.
  explicit Declarations(llvm::StringRef text);

  /// The declarations that sources with the words of `texts` need, each on
  /// lines of its own.
  std::string printNamedBy(llvm::ArrayRef<llvm::StringRef> texts) const;

private:
  struct Declaration {
    llvm::StringRef text;
    /// The types of the elements of the vectors that the function takes: bits
    /// of `kElements`. None where it takes pointers, since Clang lets a
    /// pointer to another type pass.
    uint32_t elements = 0;
    /// The type of the elements of the vector type that this declares.
    uint32_t declaredElements = 0;
  };

  std::vector<Declaration> declarations;
  /// The numbers of the declarations of each name.
  llvm::StringMap<std::vector<unsigned>> named;
};

} // namespace pirch

#endif // PIRCH_LIB_SUPPORT_DECLARATIONS_H
