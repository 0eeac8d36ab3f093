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

/// A digest of everything on which the code of a compilation depends.
using CacheKey = std::array<uint8_t, 32>;

/// The result of a compilation.
struct CacheEntry {
  std::vector<KernelInfo> kernels;
  /// For each kernel, the declaration of its function in C.
  std::vector<std::string> prototypes;
  /// Warnings and remarks, as Clang prints them.
  std::string diagnostics;
  /// The name of the source, for people who look at the cache.
  std::string sourceName;
  /// Bytes of an object file with the kernels and their packed entries.
  std::string object;
};

/// The bytes of a file that holds `entry` for `key`.
std::string writeEntry(const CacheEntry &entry, const CacheKey &key);

/// The entry that the bytes of a file hold. Nothing if `writeEntry` did not
/// write these bytes for `key`: they are cut off, damaged, of another version
/// of the format or for another key.
std::optional<CacheEntry> readEntry(llvm::StringRef bytes, const CacheKey &key);

} // namespace pirch

#endif // PIRCH_RUNTIME_CACHEENTRY_H
