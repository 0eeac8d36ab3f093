//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//
//
// Arrays as NumPy writes them to files. Arguments and results of `pirch-run`
// are such arrays in memory too.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNNER_NPY_H
#define PIRCH_RUNNER_NPY_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <new>
#include <string>
#include <vector>

namespace pirch {

/// An allocator whose buffers start at a cache line, as a vector that crosses
/// lines takes two loads.
template <typename T> struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t kLine{64};

  CacheLineAllocator() = default;
  template <typename U> CacheLineAllocator(const CacheLineAllocator<U> &) {}
  T *allocate(size_t count) {
    return static_cast<T *>(::operator new(count * sizeof(T), kLine));
  }
  void deallocate(T *memory, size_t) { ::operator delete(memory, kLine); }
  template <typename U> bool operator==(const CacheLineAllocator<U> &) const {
    return true;
  }
  template <typename U> bool operator!=(const CacheLineAllocator<U> &) const {
    return false;
  }
};

/// A dense array in C order. `dtype` is NumPy's: `f8`, `f4`, `i4`, `u1`, ...
struct Array {
  std::string dtype;
  llvm::SmallVector<int64_t> shape;
  std::vector<char, CacheLineAllocator<char>> bytes;

  int64_t elementSize() const { return dtype.empty() ? 1 : dtype[1] - '0'; }
  int64_t numElements() const { return bytes.size() / elementSize(); }
};

/// Read a file of format version 1 to 3: little endian, C order, numbers of 1,
/// 2, 4 or 8 bytes. Errors name the file.
llvm::Expected<Array> readNpy(llvm::StringRef fileName);
llvm::Error writeNpy(llvm::StringRef fileName, const Array &array);

} // namespace pirch

#endif // PIRCH_RUNNER_NPY_H
