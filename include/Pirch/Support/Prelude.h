//===- Prelude.h - What is included before each kernel ----------*- C++ -*-===//

#ifndef PIRCH_SUPPORT_PRELUDE_H
#define PIRCH_SUPPORT_PRELUDE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>

namespace pirch {

/// The OpenCL C that Clang parses before a kernel's source: the macros, types
/// and built-in functions of the language. Those that the compiler and the
/// oracle define in their own ways are given; the built-in functions that can
/// be made of those, and vector types, are the same for both
/// (lib/Support/OpenCL).
///
/// Parsing all of it takes 180 ms, more than compiling most kernels. Therefore
/// a source gets what it names. Threads may use one prelude at once.
class Prelude {
public:
  /// `own`: what is not the same for all, as add_opencl_text makes it, which
  /// outlives this object; `fileName`: where the prelude claims to be.
  Prelude(llvm::StringRef fileName, llvm::StringRef own);
  ~Prelude();

  llvm::StringRef getFileName() const { return fileName; }

  /// The declarations that `source` and the macros `defines` ("X=Y" or "X")
  /// name, and what these need. A source may use more by way of a file that it
  /// includes or a name that it pastes from parts: it can then not be parsed
  /// behind this, but behind `getAll`.
  std::string select(llvm::StringRef source,
                     llvm::ArrayRef<std::string> defines) const;
  llvm::StringRef getAll() const;

private:
  class Library;
  llvm::StringRef fileName;
  std::unique_ptr<Library> withoutVectors, withoutHalves, all;
};

} // namespace pirch

#endif // PIRCH_SUPPORT_PRELUDE_H
