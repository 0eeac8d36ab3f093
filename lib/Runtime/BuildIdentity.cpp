//===- BuildIdentity.cpp - Which compiler this process has ----------------===//

#include "Pirch/Runtime/BuildIdentity.h"
#include "mlir/IR/Verifier.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TargetParser/Host.h"
#include <algorithm>
#include <elf.h>
#include <link.h>
#include <vector>

using namespace pirch;

namespace {
/// A search among the files that are loaded in this process.
struct Search {
  uintptr_t address;
  /// Build id of the file whose code has that address.
  std::string buildId;
};
} // namespace

/// The build id among the notes of a file; empty if it has none.
static std::string readBuildId(llvm::ArrayRef<char> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    const auto *note = reinterpret_cast<const ElfW(Nhdr) *>(notes.data());
    size_t nameBytes = llvm::alignTo(note->n_namesz, 4);
    size_t bytes = sizeof(*note) + nameBytes + llvm::alignTo(note->n_descsz, 4);
    if (bytes > notes.size())
      break;
    const char *name = notes.data() + sizeof(*note);
    if (note->n_type == NT_GNU_BUILD_ID &&
        llvm::StringRef(name, note->n_namesz) == llvm::StringRef("GNU\0", 4))
      return llvm::toHex(llvm::StringRef(name + nameBytes, note->n_descsz));
    notes = notes.drop_front(bytes);
  }
  return "";
}

static int visitFile(dl_phdr_info *info, size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  llvm::ArrayRef<ElfW(Phdr)> headers(info->dlpi_phdr, info->dlpi_phnum);
  bool isSought = llvm::any_of(headers, [&](const ElfW(Phdr) & header) {
    uintptr_t begin = info->dlpi_addr + header.p_vaddr;
    return header.p_type == PT_LOAD && search.address >= begin &&
           search.address < begin + header.p_memsz;
  });
  if (!isSought)
    return 0;
  for (const ElfW(Phdr) &header : headers)
    if (header.p_type == PT_NOTE && search.buildId.empty())
      search.buildId = readBuildId(llvm::ArrayRef(
          reinterpret_cast<const char *>(info->dlpi_addr + header.p_vaddr),
          header.p_memsz));
  return 1;
}

template <typename FunctionT>
static std::string findBuildId(FunctionT *function) {
  Search search{reinterpret_cast<uintptr_t>(function), ""};
  dl_iterate_phdr(&visitFile, &search);
  return search.buildId;
}

const std::string &pirch::getBuildIdentity() {
  static const std::string identity = [] {
    using Verify = llvm::LogicalResult(mlir::Operation *, bool);
    std::string ids;
    for (const std::string &id :
         {findBuildId(&visitFile), findBuildId(&llvm::sys::getHostCPUName),
          findBuildId<Verify>(&mlir::verify),
          findBuildId(&clang::getClangFullRepositoryVersion)}) {
      if (id.empty())
        return std::string();
      ids += (ids.empty() ? "" : " ") + id;
    }
    return ids;
  }();
  return identity;
}

const std::string &pirch::getHostIdentity() {
  static const std::string identity = [] {
    std::vector<std::string> features;
    for (const auto &[name, has] : llvm::sys::getHostCPUFeatures())
      if (has)
        features.push_back(name.str());
    std::sort(features.begin(), features.end());
    return llvm::sys::getHostCPUName().str() + " " + llvm::join(features, ",");
  }();
  return identity;
}
