//===- DiskCache.cpp - A folder of compiled kernels -----------------------===//

#include "Pirch/Runtime/DiskCache.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

using namespace pirch;
namespace fs = llvm::sys::fs;

/// How the names of entries end, and of files that become entries.
static constexpr llvm::StringLiteral kSuffix = ".pirch", kTemporary = ".tmp";
static constexpr llvm::StringLiteral kLockName = "lock";

std::string DiskCache::getDefaultFolder() {
  if (auto given = llvm::sys::Process::GetEnv("PIRCH_CACHE_DIR"))
    return *given;
  llvm::SmallString<128> path;
  if (!llvm::sys::path::cache_directory(path))
    return "";
  llvm::sys::path::append(path, "pirch");
  return path.str().str();
}

std::string DiskCache::getPath(const CacheKey &key) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, llvm::toHex(key, /*LowerCase=*/true) + kSuffix);
  return path.str().str();
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// The bytes of a file, and the note that it was used now; nothing if it cannot
/// be read. Another user's code is not run. Files are read, not mapped: what is
/// mapped may be cut off under its reader.
static std::optional<std::string> readOwnFile(const std::string &path) {
  llvm::Expected<fs::file_t> file =
      fs::openNativeFileForRead(path, fs::OF_UpdateAtime);
  if (!file) {
    llvm::consumeError(file.takeError());
    return std::nullopt;
  }
  llvm::scope_exit close([&] { fs::closeFile(*file); });
  fs::file_status status;
  if (fs::status(*file, status) ||
      status.type() != fs::file_type::regular_file ||
      (status.getUser() != geteuid() && status.getUser() != 0))
    return std::nullopt;
  std::string bytes(status.getSize(), '\0');
  size_t filled = 0;
  while (filled < bytes.size()) {
    llvm::Expected<size_t> count =
        fs::readNativeFile(*file, llvm::MutableArrayRef(bytes.data() + filled,
                                                        bytes.size() - filled));
    if (!count) {
      llvm::consumeError(count.takeError());
      return std::nullopt;
    }
    if (*count == 0)
      break;
    filled += *count;
  }
  bytes.resize(filled);
  return bytes;
}

std::optional<CacheEntry> DiskCache::load(const CacheKey &key) {
  if (!isEnabled())
    return std::nullopt;
  std::string path = getPath(key);
  if (!fs::exists(path))
    return std::nullopt;
  std::optional<CacheEntry> entry;
  if (std::optional<std::string> bytes = readOwnFile(path))
    entry = readEntry(*bytes, key);
  if (entry) {
    ++counters.hits;
    return entry;
  }
  ++counters.rejected;
  fs::remove(path);
  return std::nullopt;
}

/// Write all bytes or leave no file.
static bool writeFile(const std::string &path, llvm::StringRef bytes) {
  llvm::SmallString<128> temporary;
  int descriptor;
  llvm::SmallString<128> model(llvm::sys::path::parent_path(path));
  llvm::sys::path::append(model, "%%%%%%%%%%%%" + kTemporary);
  if (fs::createUniqueFile(model, descriptor, temporary, fs::OF_None,
                           fs::owner_read | fs::owner_write))
    return false;
  llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
  os << bytes;
  os.close();
  // A stream whose error nobody looked at ends the process.
  bool isWritten = !os.has_error();
  os.clear_error();
  if (isWritten && !fs::rename(temporary, path))
    return true;
  fs::remove(temporary);
  return false;
}

void DiskCache::store(const CacheKey &key, const CacheEntry &entry) {
  if (!isEnabled())
    return;
  std::string bytes = writeEntry(entry, key);
  if (fs::create_directories(folder, /*IgnoreExisting=*/true, fs::owner_all) ||
      !writeFile(getPath(key), bytes)) {
    ++counters.failures;
    return;
  }
  ++counters.stores;
  // Each look at the folder takes longer the more it holds: one for each
  // sixteenth of the limit.
  if ((unpruned += bytes.size()) <= maxBytes / 16)
    return;
  unpruned = 0;
  prune();
}

//===----------------------------------------------------------------------===//
// Locks
//===----------------------------------------------------------------------===//

/// Locks are of single bytes of one file, one for each key: a lock of an open
/// file excludes the threads of this process as well as others, and ends with
/// the process.
DiskCache::Lock::Lock(const DiskCache &cache, const CacheKey &key) {
  if (!cache.isEnabled() ||
      fs::create_directories(cache.folder, /*IgnoreExisting=*/true,
                             fs::owner_all))
    return;
  llvm::SmallString<128> path(cache.folder);
  llvm::sys::path::append(path, kLockName);
  do
    file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  while (file < 0 && errno == EINTR);
  if (file < 0)
    return;
  struct flock range = {};
  range.l_type = F_WRLCK;
  range.l_whence = SEEK_SET;
  uint64_t byte;
  std::memcpy(&byte, key.data(), sizeof(byte));
  range.l_start = static_cast<off_t>(byte & (INT64_MAX >> 1));
  range.l_len = 1;
  while (fcntl(file, F_OFD_SETLKW, &range) != 0 && errno == EINTR)
    ;
}

DiskCache::Lock::~Lock() {
  if (file >= 0)
    close(file);
}

//===----------------------------------------------------------------------===//
// The whole folder
//===----------------------------------------------------------------------===//

std::vector<DiskCache::File> DiskCache::list() const {
  std::vector<File> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; it != end && !error;
       it.increment(error)) {
    llvm::StringRef suffix = llvm::sys::path::extension(it->path());
    if (suffix != kSuffix && suffix != kTemporary)
      continue;
    fs::file_status status;
    if (!fs::status(it->path(), status))
      files.push_back(
          {it->path(), status.getSize(), status.getLastAccessedTime()});
  }
  llvm::sort(files, [](const File &a, const File &b) {
    return a.lastUse > b.lastUse;
  });
  return files;
}

void DiskCache::prune() const {
  uint64_t left = 0;
  for (const File &file : list())
    if (file.bytes > maxBytes - left)
      fs::remove(file.path);
    else
      left += file.bytes;
}

void DiskCache::clear() const {
  for (const File &file : list())
    fs::remove(file.path);
}
