//===- Header.cpp - The C header of compiled kernels ----------------------===//

#include "Pirch/Driver/Compiler.h"

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
  for (const KernelInfo &kernel : kernels) {
    os << "\n/* " << kernel.wgSize << " work items per group; " << kernel.wgPack
       << " groups per pass, lanes " << kernel.laneOrder << ". */\nvoid "
       << kernel.name << '(';
    for (const KernelParam &param : kernel.params)
      os << param.cType << (param.cType.back() == '*' ? "" : " ") << param.name
         << ", ";
    os << "int64_t first_group, int64_t num_groups);\n";
  }
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}
