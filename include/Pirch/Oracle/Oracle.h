//===- Oracle.h - A kernel's own source, run natively -----------*- C++ -*-===//
//
// The independent check of every result: the kernel's C source goes through
// Clang's own code generator, each work item is a fiber with a stack of its
// own, and `shuffle` is a rendezvous. Nothing of PIRCH's pipeline takes part.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ORACLE_ORACLE_H
#define PIRCH_ORACLE_ORACLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace pirch {

class Oracle {
public:
  virtual ~Oracle();

  /// Compile `source` with WG_SIZE and `defines` ("X=Y") defined. Diagnostics
  /// go to `diag`.
  static llvm::Expected<std::unique_ptr<Oracle>>
  create(llvm::StringRef source, llvm::StringRef fileName, int64_t wgSize,
         llvm::ArrayRef<std::string> defines, bool fpContract,
         llvm::raw_ostream &diag);

  /// Run groups `firstGroup` to `firstGroup + numGroups - 1`. One pointer per
  /// parameter: to the buffer of a pointer parameter, to the value of a scalar.
  virtual llvm::Error run(llvm::StringRef kernel, llvm::ArrayRef<void *> args,
                          int64_t firstGroup, int64_t numGroups) = 0;
};

} // namespace pirch

#endif // PIRCH_ORACLE_ORACLE_H
