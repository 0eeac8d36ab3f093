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

void TokenMutator::mutateOnce(Tokens &tokens, const Tokens &other) {
  size_t size = tokens.size();
  size_t at = below(size + 1), last = std::min(size, at + 1 + below(8));
  auto place = [&](size_t index) { return tokens.begin() + index; };
  auto isOpening = [](const std::string &token) {
    return token[0] == '(' || token[0] == '[' || token[0] == '{';
  };
  auto lineEnd = [&](size_t from) {
    while (from < tokens.size() && tokens[from].find('\n') == std::string::npos)
      ++from;
    return std::min(tokens.size(), from + 1);
  };
  switch (below(12)) {
  case 0: // delete
    tokens.erase(place(at), place(last));
    break;
  case 1: { // repeat
    Tokens copy(place(at), place(last));
    size_t to = below(size + 1);
    tokens.insert(place(to), copy.begin(), copy.end());
    break;
  }
  case 2: // swap
    if (size)
      std::swap(tokens[at % size], tokens[below(size)]);
    break;
  case 3:
  case 4: // replace
    if (size)
      tokens[at % size] = freshToken(tokens);
    break;
  case 5: // insert
    tokens.insert(place(at), freshToken(tokens));
    break;
  case 6: { // a number, or a name by another one of this input
    std::vector<size_t> candidates;
    for (size_t i = 0; i < size; ++i)
      if (isDigit(tokens[i][0]))
        candidates.push_back(i);
    if (!candidates.empty())
      tokens[candidates[below(candidates.size())]] =
          kNumbers[below(std::size(kNumbers))].str() + " ";
    break;
  }
  case 7: { // a line of some other input
    if (lines.empty())
      break;
    Tokens line = split(lines[below(lines.size())]);
    tokens.insert(place(lineEnd(at)), line.begin(), line.end());
    break;
  }
  case 8: { // delete or repeat a line
    size_t from = lineEnd(at), to = lineEnd(from);
    Tokens copy(place(from), place(to));
    if (below(2))
      tokens.erase(place(from), place(to));
    else
      tokens.insert(place(lineEnd(below(size + 1))), copy.begin(), copy.end());
    break;
  }
  case 9:
  case 10: { // a bracketed group by another one
    const Tokens &source = other.empty() || below(2) ? tokens : other;
    std::vector<size_t> here, there;
    for (size_t i = 0; i < size; ++i)
      if (isOpening(tokens[i]))
        here.push_back(i);
    for (size_t i = 0; i < source.size(); ++i)
      if (isOpening(source[i]))
        there.push_back(i);
    if (here.empty() || there.empty())
      break;
    size_t from = there[below(there.size())], to = here[below(here.size())];
    Tokens copy(source.begin() + from, source.begin() + closing(source, from));
    size_t end = closing(tokens, to);
    // Or the same name for two: one token of the kind.
    tokens.erase(place(to), place(end));
    tokens.insert(place(to), copy.begin(), copy.end());
    break;
  }
  default: { // a piece of the other input
    if (other.empty())
      break;
    size_t from = below(other.size());
    size_t to = std::min(other.size(), from + 1 + below(24));
    tokens.insert(place(at), other.begin() + from, other.begin() + to);
    break;
  }
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

size_t pirch::mutateBuffer(TokenMutator &mutator, uint8_t *data, size_t size,
                           size_t maxSize, unsigned seed) {
  if (seed % 32 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  StringRef text(reinterpret_cast<char *>(data), size);
  return writeTo(mutator.mutate(text, "", seed), data, maxSize);
}

size_t pirch::crossBuffers(TokenMutator &mutator, StringRef a, StringRef b,
                           uint8_t *out, size_t maxSize, unsigned seed) {
  return writeTo(mutator.mutate(a, b, seed), out, maxSize);
}
