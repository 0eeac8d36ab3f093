//===- pirch-cache.cpp - Look at the cache of kernels, and empty it -------===//

#include "Pirch/Runtime/DiskCache.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Chrono.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatProviders.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace pirch;
namespace cl = llvm::cl;

static cl::OptionCategory category("pirch-cache options");
static cl::SubCommand showCommand("show",
                                  "List the entries, the one used last first"),
    clearCommand("clear", "Remove all entries"),
    pruneCommand("prune", "Remove the entries used least recently, until "
                          "--max-bytes are left");
static cl::opt<std::string>
    folder("dir",
           cl::desc("The folder; by default PIRCH_CACHE_DIR, or else pirch in "
                    "the user's folder for caches"),
           cl::value_desc("folder"), cl::cat(category),
           cl::sub(cl::SubCommand::getAll()));
static cl::opt<uint64_t> maxBytes("max-bytes",
                                  cl::desc("Bytes that prune leaves"),
                                  cl::init(DiskCache::kDefaultMaxBytes),
                                  cl::cat(category), cl::sub(pruneCommand));

/// The key in the name of an entry's file.
static bool parseKey(llvm::StringRef path, CacheKey &key) {
  std::string bytes;
  if (!llvm::tryGetFromHex(llvm::sys::path::stem(path), bytes) ||
      bytes.size() != key.size())
    return false;
  llvm::copy(bytes, key.begin());
  return true;
}

/// What an entry holds, for people.
static std::string describe(const DiskCache::File &file) {
  CacheKey key;
  auto buffer = llvm::MemoryBuffer::getFile(file.path, /*IsText=*/false,
                                            /*RequiresNullTerminator=*/false,
                                            /*IsVolatile=*/true);
  std::optional<CacheEntry> entry;
  if (buffer && parseKey(file.path, key))
    entry = readEntry((*buffer)->getBuffer(), key);
  if (!entry)
    return "(damaged, or being written)";
  std::string text = entry->sourceName + ":";
  for (const KernelInfo &kernel : entry->kernels)
    text += " " + kernel.name + " of " + std::to_string(kernel.wgSize);
  return text;
}

static void show(const DiskCache &cache) {
  uint64_t bytes = 0;
  std::vector<DiskCache::File> files = cache.list();
  for (const DiskCache::File &file : files)
    bytes += file.bytes;
  llvm::outs() << cache.getFolder() << ": " << files.size() << " entries, "
               << bytes << " bytes\n";
  for (const DiskCache::File &file : files)
    llvm::outs() << llvm::formatv("{0:%Y-%m-%d %H:%M:%S}", file.lastUse)
                 << llvm::format("%10llu  ",
                                 static_cast<unsigned long long>(file.bytes))
                 << describe(file) << '\n';
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(
      argc, argv, "Look at the cache of compiled kernels, and empty it\n");
  DiskCache cache(folder.empty() ? DiskCache::getDefaultFolder() : folder,
                  maxBytes);
  if (!cache.isEnabled()) {
    llvm::WithColor::error(llvm::errs(), "pirch-cache")
        << "there is no folder: PIRCH_CACHE_DIR is empty\n";
    return 1;
  }
  if (showCommand) {
    show(cache);
  } else if (clearCommand) {
    cache.clear();
  } else if (pruneCommand) {
    cache.prune();
  } else {
    cl::PrintHelpMessage();
    return 1;
  }
  return 0;
}
