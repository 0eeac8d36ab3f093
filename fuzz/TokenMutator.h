//===- TokenMutator.h - Mutations that keep tokens whole --------*- C++ -*-===//
//
// Random bytes rarely get past a lexer. This mutator works on tokens, balanced
// groups and lines: it deletes, repeats, swaps and replaces them, by tokens of
// a dictionary or by pieces of other inputs.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_FUZZ_TOKENMUTATOR_H
#define PIRCH_FUZZ_TOKENMUTATOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <random>
#include <string>
#include <vector>

namespace pirch {

class TokenMutator {
public:
  explicit TokenMutator(llvm::ArrayRef<llvm::StringRef> dictionary)
      : dictionary(dictionary) {}

  /// Lines of an input, to be spliced into others.
  void remember(llvm::StringRef text);
  /// A mutation of `text`; `other` is a second input, or empty.
  std::string mutate(llvm::StringRef text, llvm::StringRef other,
                     unsigned seed);

private:
  using Tokens = std::vector<std::string>;
  static Tokens split(llvm::StringRef text);
  size_t below(size_t limit) { return limit ? random() % limit : 0; }
  std::string freshToken(const Tokens &tokens);
  void mutateOnce(Tokens &tokens, const Tokens &other);

  llvm::ArrayRef<llvm::StringRef> dictionary;
  std::vector<std::string> lines;
  std::mt19937 random;
};

/// Glue for libFuzzer's LLVMFuzzerCustomMutator and -CrossOver.
size_t mutateBuffer(TokenMutator &mutator, uint8_t *data, size_t size,
                    size_t maxSize, unsigned seed);
size_t crossBuffers(TokenMutator &mutator, llvm::StringRef a, llvm::StringRef b,
                    uint8_t *out, size_t maxSize, unsigned seed);

} // namespace pirch

#endif // PIRCH_FUZZ_TOKENMUTATOR_H
