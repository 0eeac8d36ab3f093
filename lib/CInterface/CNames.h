//===- CNames.h - Names that C and C++ programs can declare -----*- C++ -*-===//
//
// Which names programs in C and C++ may give to a function.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CINTERFACE_CNAMES_H
#define PIRCH_LIB_CINTERFACE_CNAMES_H

#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>

namespace pirch {

/// Makes identifiers of OpenCL C into identifiers that a header may declare in
/// C and in C++, and of which each is handed out once. A name changes only
/// where it must: a character outside of ASCII becomes `_u` and its code point
/// in hexadecimal digits, a name that begins with two underscores gets a `k`
/// before them, and a name that is taken gets underscores at its end.
class CNames {
public:
  enum class Use {
    /// A name at file scope must be none of a library's functions either.
    function,
    /// A parameter may hide a function.
    parameter
  };

  CNames();

  std::string unique(llvm::StringRef wanted, Use use);
  /// Have `unique` give this name to nobody.
  void reserve(llvm::StringRef name) { taken.insert(name); }
  /// Whether `name` can be declared as it stands, were it not handed out yet.
  bool isFree(llvm::StringRef name, Use use);

private:
  clang::LangOptions c, cPlusPlus;
  clang::IdentifierTable cWords, cPlusPlusWords;
  llvm::StringSet<> taken;
};

} // namespace pirch

#endif // PIRCH_LIB_CINTERFACE_CNAMES_H
