//===- Header.cpp - The C header of compiled kernels ----------------------===//

#include "Pirch/Driver/Compiler.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/StringSet.h"

/// A name for a parameter that is none of C++'s keywords and not taken yet.
static std::string uniqueName(llvm::StringRef wanted,
                              clang::IdentifierTable &identifiers,
                              llvm::StringSet<> &taken) {
  std::string name = wanted.str();
  while (identifiers.get(name).getTokenID() != clang::tok::identifier ||
         !taken.insert(name).second)
    name += '_';
  return name;
}

std::string pirch::writeHeader(llvm::ArrayRef<KernelInfo> kernels,
                               llvm::StringRef fileName) {
  std::string text;
  llvm::raw_string_ostream os(text);
  std::string guard = "PIRCH_";
  for (char c : fileName.substr(fileName.rfind('/') + 1))
    guard += isalnum(static_cast<unsigned char>(c)) ? toupper(c) : '_';
  os << "/* Kernels of " << fileName.substr(fileName.rfind('/') + 1)
     << ", compiled by pirchc.\n"
        " *\n"
        " * Each function computes the work groups first_group to\n"
        " * first_group + num_groups - 1 and may be called from any number of\n"
        " * threads at once. To use all cores:\n"
        " *\n"
        " *   #pragma omp parallel for\n"
        " *   for (int64_t g = 0; g < groups; g += 1024)\n"
        " *     k(..., g, groups - g < 1024 ? groups - g : 1024);\n"
        " */\n"
     << "#ifndef " << guard << "_H\n#define " << guard << "_H\n\n"
     << "#include <stdint.h>\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = language.CPlusPlus20 = true;
  clang::IdentifierTable identifiers(language);
  for (const KernelInfo &kernel : kernels) {
    os << "\n/* " << kernel.wgSize << " work items per group; " << kernel.wgPack
       << " groups per pass, lanes " << kernel.laneOrder << ". */\nvoid "
       << kernel.name << '(';
    llvm::StringSet<> taken;
    for (const KernelParam &param : kernel.params)
      os << param.cType << (param.cType.back() == '*' ? "" : " ")
         << uniqueName(param.name, identifiers, taken) << ", ";
    os << "int64_t " << uniqueName("first_group", identifiers, taken)
       << ", int64_t " << uniqueName("num_groups", identifiers, taken)
       << ");\n";
  }
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}
