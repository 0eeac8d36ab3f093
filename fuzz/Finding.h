//===- Finding.h - How a fuzzer says that it found something ----*- C++ -*-===//

#ifndef PIRCH_FUZZ_FINDING_H
#define PIRCH_FUZZ_FINDING_H

#include "llvm/Support/raw_ostream.h"
#include <cstdlib>

namespace pirch {

/// Print what is wrong with the input, and the text that shows it, and end the
/// process so that libFuzzer keeps the input.
[[noreturn]] inline void report(llvm::StringRef what, llvm::StringRef text) {
  llvm::errs() << "FINDING: " << what << '\n' << text << '\n';
  abort();
}

} // namespace pirch

#endif // PIRCH_FUZZ_FINDING_H
