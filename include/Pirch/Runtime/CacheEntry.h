//===- CacheEntry.h - What is kept of a compilation -------------*- C++ -*-===//
//
// The content of a file of the cache: what is stored of one compilation, and
// how it is written and read. Where files lie belongs to DiskCache.h.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNTIME_CACHEENTRY_H
#define PIRCH_RUNTIME_CACHEENTRY_H

#include "Pirch/CInterface/Kernel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace pirch {

/// Digest of everything that the code of a compilation depends on.
using CacheKey = std::array<uint8_t, 32>;

/// What a compilation gave.
struct CacheEntry {
  std::vector<KernelInfo> kernels;
  /// How C declares the function of each kernel.
  std::vector<std::string> prototypes;
  /// Warnings and remarks, as Clang prints them.
  std::string diagnostics;
  /// The name of the source, for people who look at the cache.
  std::string sourceName;
  /// Bytes of an object file with the kernels and their packed entries.
  std::string object;
};

/// The bytes of a file that holds the entry of that key.
std::string writeEntry(const CacheEntry &entry, const CacheKey &key);

/// The entry of a file's bytes; nothing if they are not what `writeEntry` made
/// for that key: the file is cut off, changed, of another version of the format
/// or of another key.
std::optional<CacheEntry> readEntry(llvm::StringRef bytes, const CacheKey &key);

} // namespace pirch

#endif // PIRCH_RUNTIME_CACHEENTRY_H
