//===- PirchPlugin.cpp - PIRCH in stock mlir-opt --------------------------===//
//
// What `mlir-opt --load-dialect-plugin` and `--load-pass-plugin` look for in a
// shared library. Both are answered only in a process whose own MLIR is the
// library that the plugin links: with two of them in one process, no type or
// operation of the one is known to the other.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Interpreter/Passes.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <link.h>

/// The file name of the MLIR that this plugin links.
#define PIRCH_MLIR_NAME(MAJOR, MINOR) PIRCH_MLIR_NAME_OF(MAJOR, MINOR)
#define PIRCH_MLIR_NAME_OF(MAJOR, MINOR) "libMLIR.so." #MAJOR "." #MINOR
static constexpr llvm::StringLiteral kLinkedMLIR =
    PIRCH_MLIR_NAME(LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR);

namespace {
/// What `dl_iterate_phdr` finds: the process's objects come in the order in
/// which they were loaded, so that an MLIR before this plugin is the process's
/// own, and one behind it was loaded for the plugin.
struct LoadedObjects {
  std::string mlir;
  bool passedPlugin = false;
};
} // namespace

/// Whether the object contains `address`.
static bool contains(const dl_phdr_info &object, const void *address) {
  auto place = reinterpret_cast<uintptr_t>(address);
  for (int index = 0; index < object.dlpi_phnum; ++index) {
    const auto &segment = object.dlpi_phdr[index];
    uintptr_t begin = object.dlpi_addr + segment.p_vaddr;
    if (segment.p_type == PT_LOAD && place >= begin &&
        place < begin + segment.p_memsz)
      return true;
  }
  return false;
}

static int visitObject(dl_phdr_info *object, size_t, void *data) {
  auto &found = *static_cast<LoadedObjects *>(data);
  llvm::StringRef name = llvm::sys::path::filename(object->dlpi_name);
  if (contains(*object, kLinkedMLIR.data()))
    found.passedPlugin = true;
  else if (!found.passedPlugin && name.starts_with("libMLIR.so"))
    found.mlir = name.str();
  return 0;
}

/// Whether the process's MLIR is the one that this plugin links. If not, say
/// what it is.
static bool isHostSupported() {
  LoadedObjects found;
  dl_iterate_phdr(visitObject, &found);
  if (found.mlir == kLinkedMLIR)
    return true;
  llvm::errs() << "PirchPlugin was built for programs that link " << kLinkedMLIR
               << "; this program links "
               << (found.mlir.empty() ? "no shared MLIR" : found.mlir)
               << ", so that the plugin is not loaded\n";
  return false;
}

/// The interface's version, or one that does not exist, for which loaders
/// refuse a plugin.
static uint32_t getAPIVersion() {
  return isHostSupported() ? MLIR_PLUGIN_API_VERSION : 0;
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {getAPIVersion(), "Pirch", PIRCH_VERSION_TEXT,
          [](mlir::DialectRegistry *registry) {
            pirch::registerAllDialects(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {getAPIVersion(), "Pirch", PIRCH_VERSION_TEXT, [] {
            pirch::registerAllPasses();
            pirch::registerPirchInterpreterPasses();
          }};
}
