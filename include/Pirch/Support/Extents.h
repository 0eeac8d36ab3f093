//===- Extents.h - Extents of a range on the command line -------*- C++ -*-===//
//
// The extents of a group or of a range, as options write them: "16x16".
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_SUPPORT_EXTENTS_H
#define PIRCH_SUPPORT_EXTENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <cstdint>
#include <functional>
#include <numeric>
#include <optional>
#include <string>

namespace pirch {

/// A number for each dimension, x first.
using Extents = llvm::SmallVector<int64_t, 3>;

/// One to three numbers as in "16x16"; nothing if `text` is anything else.
inline std::optional<Extents> parseExtents(llvm::StringRef text) {
  Extents extents;
  for (llvm::StringRef word : llvm::split(text, 'x'))
    if (extents.size() == 3 ||
        word.trim().getAsInteger(10, extents.emplace_back()))
      return std::nullopt;
  return extents;
}

/// As in "16x16".
inline std::string printExtents(llvm::ArrayRef<int64_t> extents) {
  std::string text;
  for (int64_t extent : extents)
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

inline int64_t productOf(llvm::ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1),
                         std::multiplies<>());
}

} // namespace pirch

#endif // PIRCH_SUPPORT_EXTENTS_H
