//===- Npy.h - NumPy's array files ------------------------------*- C++ -*-===//

#ifndef PIRCH_RUNNER_NPY_H
#define PIRCH_RUNNER_NPY_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace pirch {

/// A dense array in C order. `dtype` is NumPy's: `f8`, `f4`, `i4`, `u1`, ...
struct Array {
  std::string dtype;
  llvm::SmallVector<int64_t> shape;
  std::vector<char> bytes;

  int64_t elementSize() const { return dtype.empty() ? 1 : dtype[1] - '0'; }
  int64_t numElements() const { return bytes.size() / elementSize(); }
};

/// Read a file of format version 1 to 3: little endian, C order, numbers of 1,
/// 2, 4 or 8 bytes. Errors name the file.
llvm::Expected<Array> readNpy(llvm::StringRef fileName);
llvm::Error writeNpy(llvm::StringRef fileName, const Array &array);

} // namespace pirch

#endif // PIRCH_RUNNER_NPY_H
