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

  /// Keep the lines of an input, which mutations insert into others.
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
  void repeatTokens(Tokens &tokens, size_t at, size_t last);
  void replaceNumber(Tokens &tokens);
  void insertLine(Tokens &tokens, size_t at);
  /// Delete the line behind `at`, or insert it somewhere else too.
  void changeLine(Tokens &tokens, size_t at);
  /// Replace a bracketed group by another one, of these tokens or of `other`.
  void replaceGroup(Tokens &tokens, const Tokens &other);
  /// Insert a piece of `other` at `at`.
  void insertPiece(Tokens &tokens, size_t at, const Tokens &other);

  llvm::ArrayRef<llvm::StringRef> dictionary;
  std::vector<std::string> lines;
  std::mt19937 random;
};

/// The mutator of a fuzzer, which defines this function with its dictionary.
TokenMutator &getMutator();

} // namespace pirch

#endif // PIRCH_FUZZ_TOKENMUTATOR_H
