//===- Header.cpp - The C header of compiled kernels ----------------------===//

#include "Pirch/CInterface/Header.h"
#include "CNames.h"
#include "llvm/Support/raw_ostream.h"

pirch::Prototype pirch::declareInC(const KernelInfo &kernel) {
  CNames names;
  // Names that the launcher's functions use.
  names.reserve("pirch_args");
  names.reserve("pirch_launch");
  Prototype prototype;
  llvm::raw_string_ostream os(prototype.text);
  bool isLaunched = kernel.blockThreads != 0;
  os << (isLaunched ? "int " : "void ") << kernel.symbol
     << (isLaunched ? "_launch" : "") << '(';
  auto declare = [&](llvm::StringRef type, llvm::StringRef name) {
    prototype.names.push_back(names.unique(name, CNames::Use::parameter));
    os << (prototype.names.size() > 1 ? ", " : "") << type
       << (type.ends_with("*") ? "" : " ") << prototype.names.back();
  };
  for (const KernelParam &param : kernel.params)
    declare(param.cType, param.name);
  declare("int64_t", "first_group");
  declare("int64_t", "num_groups");
  if (isLaunched)
    declare("void *", "stream");
  os << ')';
  return prototype;
}

void pirch::nameFunctions(std::vector<KernelInfo> &kernels) {
  CNames names;
  // The launcher has a function pirch_launch; what LLVM calls `llvm.` and more
  // is an intrinsic, and further functions of a kernel are called after it.
  names.reserve("pirch");
  names.reserve("llvm");
  for (KernelInfo &info : kernels)
    if (names.isFree(info.name, CNames::Use::function))
      info.symbol = names.unique(info.name, CNames::Use::function);
  for (KernelInfo &info : kernels)
    if (!names.isFree(info.name, CNames::Use::function))
      info.symbol = names.unique(info.name, CNames::Use::function);
}

/// The header's comment on kernels whose functions take the grid's extents.
static constexpr const char *kGridText =
    " *\n"
    " * Of a range of several dimensions the work groups are numbered along x\n"
    " * first: group (x, y, z) is number (z * groups_y + y) * groups_x + x of\n"
    " * groups_x * groups_y * groups_z. groups_x, groups_y and groups_z are\n"
    " * those of the whole range in each call; offset_x and so on are the "
    "global\n"
    " * offset.";

/// The header's comment on how calls compute all groups of a grid.
static constexpr const char *kGridLoopText =
    " To use all cores:\n"
    " *\n"
    " *   int64_t groups = groups_x * groups_y;\n"
    " *   #pragma omp parallel for\n"
    " *   for (int64_t g = 0; g < groups; g += 1024)\n"
    " *     k(..., groups_x, groups_y, g,\n"
    " *       groups - g < 1024 ? groups - g : 1024);\n";

/// The header's comment on how a GPU's blocks are laid out over a grid.
static constexpr const char *kGridBlocksText =
    " The GPU is\n"
    " * given a grid of one dimension: the blocks of a row of groups along x, "
    "then\n"
    " * those of the next row.\n";

static constexpr const char *kCallText =
    " * Each function computes the work groups first_group to\n"
    " * first_group + num_groups - 1 and may be called from any number of\n"
    " * threads at once. To use all cores:\n"
    " *\n"
    " *   #pragma omp parallel for\n"
    " *   for (int64_t g = 0; g < groups; g += 1024)\n"
    " *     k(..., g, groups - g < 1024 ? groups - g : 1024);\n";

static std::string describeShape(const pirch::KernelInfo &kernel) {
  std::string text;
  for (int64_t extent : kernel.wgShape)
    text += (text.empty() ? "" : " x ") + std::to_string(extent);
  return text;
}

/// A macro for a buffer in a compact layout, with a comment on it.
static void describeLayout(llvm::raw_ostream &os,
                           const pirch::KernelInfo &kernel,
                           const pirch::KernelParam &param) {
  if (!param.compactGroups)
    return;
  std::string macro = kernel.symbol + "_" + param.name + "_compact";
  for (char &c : macro)
    c = isalnum(static_cast<unsigned char>(c))
            ? static_cast<char>(toupper(static_cast<unsigned char>(c)))
            : '_';
  os << "/* " << param.name << " is compact: [group / " << param.compactGroups
     << "][element][group % " << param.compactGroups << "], "
     << param.compactElements
     << " elements of each group,\n   with room for a multiple of "
     << param.compactGroups << " groups. */\n#define " << macro << ' '
     << param.compactGroups << '\n';
}

/// The macro that guards against a second inclusion of the header. It names the
/// kernels too: there may be headers of several kernels of one source.
static std::string nameGuard(llvm::ArrayRef<pirch::KernelInfo> kernels,
                             llvm::StringRef fileName) {
  std::string guard = "PIRCH";
  auto add = [&](llvm::StringRef name) {
    guard += '_';
    for (char c : name)
      guard += isalnum(static_cast<unsigned char>(c)) ? toupper(c) : '_';
  };
  add(fileName.substr(fileName.rfind('/') + 1));
  for (const pirch::KernelInfo &kernel : kernels)
    add(kernel.symbol);
  return guard + "_H";
}

std::string pirch::writeHeader(llvm::ArrayRef<KernelInfo> kernels,
                               llvm::StringRef fileName,
                               llvm::StringRef launchNotes) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "/* Kernels of " << fileName.substr(fileName.rfind('/') + 1)
     << ", compiled by pirchc.\n"
        " *\n"
     << (launchNotes.empty() ? llvm::StringRef(kCallText) : launchNotes);
  if (llvm::any_of(kernels, [](const pirch::KernelInfo &kernel) {
        return kernel.numGridParams != 0;
      }))
    os << kGridText << (launchNotes.empty() ? kGridLoopText : kGridBlocksText);
  std::string guard = nameGuard(kernels, fileName);
  os << " */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include <stdint.h>\n\n"
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n";
  for (const KernelInfo &kernel : kernels) {
    os << '\n';
    for (const KernelParam &param : kernel.params)
      describeLayout(os, kernel, param);
    os << "/* "
       << (kernel.symbol == kernel.name ? "" : "Kernel " + kernel.name + ": ")
       << describeShape(kernel) << " work items per group; " << kernel.wgPack
       << " groups per pack, lanes " << kernel.laneOrder << ". */\n"
       << declareInC(kernel).text << ";\n";
  }
  os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return text;
}
