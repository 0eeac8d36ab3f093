//===- Failure.h - Errors of the run-time library ---------------*- C++ -*-===//
//
// The one kind of error that functions of lib/Runtime return; CAPI.cpp turns
// it into a status.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_RUNTIME_FAILURE_H
#define PIRCH_RUNTIME_FAILURE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace pirch {

/// What went wrong, in the words of `pirch_status` (pirch.h), and its text.
class Failure : public llvm::ErrorInfo<Failure> {
public:
  enum class Kind {
    invalidArgument,
    compilation,
    notSupported,
    inputOutput,
    internal
  };
  static char ID;

  Failure(Kind kind, const llvm::Twine &text) : kind(kind), text(text.str()) {}

  Kind getKind() const { return kind; }
  void log(llvm::raw_ostream &os) const override { os << text; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

private:
  Kind kind;
  std::string text;
};

inline llvm::Error makeFailure(Failure::Kind kind, const llvm::Twine &text) {
  return llvm::make_error<Failure>(kind, text);
}

} // namespace pirch

#endif // PIRCH_RUNTIME_FAILURE_H
