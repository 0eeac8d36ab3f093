//===- CNames.cpp - Names that C and C++ programs can declare -------------===//

#include "CNames.h"
#include "clang/Basic/Builtins.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/TargetParser/Host.h"

using namespace pirch;

static clang::LangOptions makeC() {
  clang::LangOptions options;
  options.C99 = options.C11 = options.C17 = options.C23 = true;
  options.Bool = true;
  return options;
}

static clang::LangOptions makeCPlusPlus() {
  clang::LangOptions options;
  options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = true;
  options.CPlusPlus17 = options.CPlusPlus20 = true;
  options.CXXOperatorNames = options.Bool = options.WChar = true;
  return options;
}

CNames::CNames()
    : c(makeC()), cPlusPlus(makeCPlusPlus()), cWords(c),
      cPlusPlusWords(cPlusPlus) {
  // Marks the names of the C library's functions in the table.
  clang::Builtin::Context().initializeBuiltins(cWords, c);
}

/// Whether `name` may be a type or a macro of <stdint.h> or a macro that
/// compilers predefine: the header includes the one and is read by the others.
static bool isOfHeader(llvm::StringRef name) {
  return name.ends_with("_t") || name.ends_with("_MAX") ||
         name.ends_with("_MIN") || name.ends_with("_C") ||
         name.ends_with("_WIDTH") || name.starts_with("__") ||
         llvm::StringSwitch<bool>(name)
             .Cases({"linux", "unix", "i386", "NULL", "restrict"}, true)
             .Default(false);
}

static bool isLibraryFunction(llvm::StringRef name) {
  static const llvm::TargetLibraryInfoImpl library{
      llvm::Triple(llvm::sys::getDefaultTargetTriple())};
  llvm::LibFunc function;
  return name == "main" || library.getLibFunc(name, function);
}

bool CNames::isFree(llvm::StringRef name, Use use) {
  clang::IdentifierInfo &word = cWords.get(name);
  if (word.getTokenID() != clang::tok::identifier ||
      cPlusPlusWords.get(name).getTokenID() != clang::tok::identifier ||
      isOfHeader(name))
    return false;
  return use == Use::parameter ||
         (word.getBuiltinID() == 0 && !isLibraryFunction(name));
}

/// `name` in ASCII. A name that is no UTF-8 stays as it is: Clang refuses it.
static std::string toASCII(llvm::StringRef name) {
  std::wstring characters;
  if (llvm::all_of(name, [](char c) { return llvm::isASCII(c); }) ||
      !llvm::ConvertUTF8toWide(name, characters))
    return name.str();
  std::string result;
  for (wchar_t character : characters)
    if (character < 0x80)
      result += static_cast<char>(character);
    else
      result += "_u" + llvm::utohexstr(character, /*LowerCase=*/true);
  return result;
}

std::string CNames::unique(llvm::StringRef wanted, Use use) {
  std::string name = toASCII(wanted);
  // Names that begin so are the implementation's, whatever follows.
  if (name.compare(0, 2, "__") == 0)
    name.insert(0, "k");
  while (!isFree(name, use) || !taken.insert(name).second)
    name += '_';
  return name;
}
