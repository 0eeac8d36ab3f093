//===- TokenMutator.cpp - Mutations that keep tokens whole ----------------===//

#include "TokenMutator.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <cstring>

using namespace llvm;
using namespace pirch;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

static constexpr size_t kMaxLines = 8192;

/// Numbers at which something overflows, wraps or exceeds a limit.
static constexpr StringLiteral kNumbers[] = {"0",
                                             "1",
                                             "2",
                                             "3",
                                             "4",
                                             "7",
                                             "8",
                                             "31",
                                             "32",
                                             "63",
                                             "64",
                                             "255",
                                             "1024",
                                             "4096",
                                             "65536",
                                             "1048576",
                                             "2147483647",
                                             "2147483648",
                                             "4294967295",
                                             "9223372036854775807",
                                             "-1",
                                             "-2",
                                             "1e308",
                                             "0.5",
                                             "-9223372036854775808",
                                             "18446744073709551615",
                                             "100000000000000000000"};

/// Every token with the white space behind it.
TokenMutator::Tokens TokenMutator::split(StringRef text) {
  Tokens tokens;
  while (!text.empty()) {
    size_t size = 1;
    auto isWord = [](char c) { return isAlnum(c) || c == '_'; };
    // A sigil belongs to the name behind it: %x, @k, #pirch.
    if (isWord(text[0]) ||
        (text.size() > 1 && StringRef("%@#!^.").contains(text[0]) &&
         isWord(text[1])))
      size = 1 + text.drop_front()
                     .take_while([&](char c) { return isWord(c) || c == '.'; })
                     .size();
    else if (text[0] == '"')
      size = std::min(text.size(), text.find('"', 1) + 1);
    else if (text.size() > 1 && StringRef("<>=&|+-").contains(text[0]) &&
             StringRef("<>=&|+-").contains(text[1]))
      size = 2;
    size = std::max<size_t>(size, 1);
    while (size < text.size() && isSpace(text[size]))
      ++size;
    tokens.push_back(text.take_front(size).str());
    text = text.drop_front(size);
  }
  return tokens;
}

void TokenMutator::remember(StringRef text) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.trim().empty() || line.size() > 400)
      continue;
    std::string copy = (line + "\n").str();
    if (lines.size() < kMaxLines)
      lines.push_back(std::move(copy));
    else
      lines[below(lines.size())] = std::move(copy);
  }
}

std::string TokenMutator::freshToken(const Tokens &tokens) {
  switch (below(4)) {
  case 0:
    return kNumbers[below(std::size(kNumbers))].str() + " ";
  case 1:
    return tokens.empty() ? std::string() : tokens[below(tokens.size())];
  default:
    return dictionary[below(dictionary.size())].str() + " ";
  }
}

/// One past the bracket that closes the one at `open`.
template <typename TokensT>
static size_t closing(const TokensT &tokens, size_t open) {
  int depth = 0;
  for (size_t i = open; i < tokens.size(); ++i) {
    char c = tokens[i][0];
    depth += c == '(' || c == '[' || c == '{';
    depth -= c == ')' || c == ']' || c == '}';
    if (depth <= 0)
      return i + 1;
  }
  return tokens.size();
}

/// The index of the first token behind the line in which token `from` is.
template <typename TokensT>
static size_t lineEnd(const TokensT &tokens, size_t from) {
  while (from < tokens.size() && tokens[from].find('\n') == std::string::npos)
    ++from;
  return std::min(tokens.size(), from + 1);
}

template <typename TokensT>
static std::vector<size_t> findOpening(const TokensT &tokens) {
  std::vector<size_t> places;
  for (size_t i = 0; i < tokens.size(); ++i)
    if (tokens[i][0] == '(' || tokens[i][0] == '[' || tokens[i][0] == '{')
      places.push_back(i);
  return places;
}

void TokenMutator::repeatTokens(Tokens &tokens, size_t at, size_t last) {
  Tokens copy(tokens.begin() + at, tokens.begin() + last);
  size_t to = below(tokens.size() + 1);
  tokens.insert(tokens.begin() + to, copy.begin(), copy.end());
}

void TokenMutator::replaceNumber(Tokens &tokens) {
  std::vector<size_t> numbers;
  for (size_t i = 0; i < tokens.size(); ++i)
    if (isDigit(tokens[i][0]))
      numbers.push_back(i);
  if (!numbers.empty())
    tokens[numbers[below(numbers.size())]] =
        kNumbers[below(std::size(kNumbers))].str() + " ";
}

void TokenMutator::insertLine(Tokens &tokens, size_t at) {
  if (lines.empty())
    return;
  Tokens line = split(lines[below(lines.size())]);
  tokens.insert(tokens.begin() + lineEnd(tokens, at), line.begin(), line.end());
}

void TokenMutator::changeLine(Tokens &tokens, size_t at) {
  size_t from = lineEnd(tokens, at), to = lineEnd(tokens, from);
  Tokens copy(tokens.begin() + from, tokens.begin() + to);
  if (below(2))
    tokens.erase(tokens.begin() + from, tokens.begin() + to);
  else
    tokens.insert(tokens.begin() + lineEnd(tokens, below(tokens.size() + 1)),
                  copy.begin(), copy.end());
}

void TokenMutator::replaceGroup(Tokens &tokens, const Tokens &other) {
  const Tokens &source = other.empty() || below(2) ? tokens : other;
  std::vector<size_t> here = findOpening(tokens), there = findOpening(source);
  if (here.empty() || there.empty())
    return;
  size_t from = there[below(there.size())], to = here[below(here.size())];
  Tokens copy(source.begin() + from, source.begin() + closing(source, from));
  size_t end = closing(tokens, to);
  tokens.erase(tokens.begin() + to, tokens.begin() + end);
  tokens.insert(tokens.begin() + to, copy.begin(), copy.end());
}

void TokenMutator::insertPiece(Tokens &tokens, size_t at, const Tokens &other) {
  if (other.empty())
    return;
  size_t from = below(other.size());
  size_t to = std::min(other.size(), from + 1 + below(24));
  tokens.insert(tokens.begin() + at, other.begin() + from, other.begin() + to);
}

void TokenMutator::mutateOnce(Tokens &tokens, const Tokens &other) {
  size_t size = tokens.size();
  size_t at = below(size + 1), last = std::min(size, at + 1 + below(8));
  switch (below(12)) {
  case 0:
    tokens.erase(tokens.begin() + at, tokens.begin() + last);
    break;
  case 1:
    return repeatTokens(tokens, at, last);
  case 2:
    if (size)
      std::swap(tokens[at % size], tokens[below(size)]);
    break;
  case 3:
  case 4:
    if (size)
      tokens[at % size] = freshToken(tokens);
    break;
  case 5:
    tokens.insert(tokens.begin() + at, freshToken(tokens));
    break;
  case 6:
    return replaceNumber(tokens);
  case 7:
    return insertLine(tokens, at);
  case 8:
    return changeLine(tokens, at);
  case 9:
  case 10:
    return replaceGroup(tokens, other);
  default:
    return insertPiece(tokens, at, other);
  }
}

std::string TokenMutator::mutate(StringRef text, StringRef other,
                                 unsigned seed) {
  random.seed(seed);
  Tokens tokens = split(text), second = split(other);
  for (size_t left = 1 + below(5); left; --left)
    mutateOnce(tokens, second);
  std::string result;
  for (const std::string &token : tokens)
    result += token;
  return result;
}

static size_t writeTo(const std::string &text, uint8_t *data, size_t maxSize) {
  size_t size = std::min(text.size(), maxSize);
  std::memcpy(data, text.data(), size);
  return size;
}

//===----------------------------------------------------------------------===//
// What libFuzzer calls
//===----------------------------------------------------------------------===//

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  if (seed % 32 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  StringRef text(reinterpret_cast<char *>(data), size);
  return writeTo(getMutator().mutate(text, "", seed), data, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *a, size_t sizeA,
                                            const uint8_t *b, size_t sizeB,
                                            uint8_t *out, size_t maxSize,
                                            unsigned seed) {
  StringRef first(reinterpret_cast<const char *>(a), sizeA);
  StringRef second(reinterpret_cast<const char *>(b), sizeB);
  return writeTo(getMutator().mutate(first, second, seed), out, maxSize);
}
