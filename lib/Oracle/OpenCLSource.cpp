//===- OpenCLSource.cpp - PIRCH's dialect as OpenCL C 1.2 -----------------===//
//
// The rewriter works on the tokens of the source, before the preprocessor runs.
// It does not see what macros expand to, such as a function that a macro
// defines, or a `*` in a macro. That stays as it is, and the OpenCL
// implementation refuses it with an error of its own.
//
//===----------------------------------------------------------------------===//

#include "OpenCLSource.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"
#include <vector>

using namespace pirch;

namespace {

struct Word {
  llvm::StringRef text;
  size_t begin = 0;
  bool isName = false;
  /// Whether the word is part of a line that starts with `#`.
  bool inDirective = false;

  size_t end() const { return begin + text.size(); }
  bool is(llvm::StringRef other) const { return text == other; }
};
using Words = llvm::ArrayRef<Word>;

/// A change of the source: `text` replaces the bytes from `begin` up to `end`.
struct Edit {
  size_t begin, end;
  std::string text;
};

class Rewriter {
public:
  explicit Rewriter(llvm::StringRef source);
  std::string run();

private:
  void rewriteItem(Words item);
  void rewriteConstant(Words item);
  void rewriteFunction(Words item, size_t name);
  void rewriteParams(Words params, std::string &prologue);
  size_t findStart(size_t brace) const;
  void passSlots(size_t offset, Words params, llvm::StringRef what);
  void rewriteCalls();

  llvm::StringRef source;
  std::vector<Word> words;
  /// The words that are not part of directives.
  std::vector<Word> code;
  llvm::StringSet<> helpers;
  /// The offsets in the source of the names that function declarations declare;
  /// other names of functions are calls.
  llvm::DenseSet<size_t> declared;
  std::vector<Edit> edits;
};

} // namespace

Rewriter::Rewriter(llvm::StringRef text) : source(text) {
  clang::LangOptions options;
  options.C99 = true;
  options.LineComment = true;
  clang::Lexer lexer(clang::SourceLocation(), options, source.begin(),
                     source.begin(), source.end());
  bool inDirective = false;
  for (clang::Token token;
       !lexer.LexFromRawLexer(token) || token.isNot(clang::tok::eof);) {
    size_t end = lexer.getBufferLocation() - source.begin();
    if (token.isAtStartOfLine())
      inDirective = token.is(clang::tok::hash);
    size_t begin = end - token.getLength();
    words.push_back({source.slice(begin, end), begin,
                     token.is(clang::tok::raw_identifier), inDirective});
    if (!inDirective)
      code.push_back(words.back());
    if (token.is(clang::tok::eof))
      break;
  }
}

/// The index behind the bracket that closes the one at `open`.
static size_t behindBracket(Words words, size_t open) {
  int depth = 0;
  for (size_t at = open; at < words.size(); ++at) {
    llvm::StringRef text = words[at].text;
    depth += text == "(" || text == "[" || text == "{";
    depth -= text == ")" || text == "]" || text == "}";
    if (depth == 0)
      return at + 1;
  }
  return words.size();
}

std::string Rewriter::run() {
  Words rest = code;
  while (!rest.empty()) {
    // An item of the source ends with a `;` or with a function's body.
    size_t end = 0;
    while (end < rest.size() && !rest[end].is(";")) {
      bool isBody = rest[end].is("{") && end && rest[end - 1].is(")");
      bool opens = rest[end].is("(") || rest[end].is("[") || rest[end].is("{");
      end = opens ? behindBracket(rest, end) : end + 1;
      if (isBody)
        break;
    }
    if (end < rest.size() && rest[end].is(";"))
      ++end;
    rewriteItem(rest.take_front(end));
    rest = rest.drop_front(end);
  }
  rewriteCalls();
  llvm::sort(edits, [](const Edit &left, const Edit &right) {
    return left.begin < right.begin;
  });
  std::string result;
  size_t done = 0;
  for (const Edit &edit : edits) {
    if (edit.begin < done)
      continue;
    result += source.slice(done, edit.begin).str() + edit.text;
    done = edit.end;
  }
  return result + source.drop_front(done).str();
}

static bool hasName(Words words, std::initializer_list<llvm::StringRef> names) {
  return llvm::any_of(words, [&](const Word &word) {
    return llvm::is_contained(names, word.text);
  });
}

/// The index of the name that `item` declares, if it is the declaration of a
/// function; else the number of words.
static size_t findFunctionName(Words item) {
  for (size_t at = 0; at + 1 < item.size(); ++at) {
    if (item[at].is("=") || item[at].is("[") || item[at].is("{"))
      break;
    if (!item[at].isName || !item[at + 1].is("("))
      continue;
    if (item[at].text != "__attribute__")
      return at;
    at = behindBracket(item, at + 1) - 1;
  }
  return item.size();
}

void Rewriter::rewriteItem(Words item) {
  if (item.empty() || hasName(item.take_front(1), {"typedef"}))
    return;
  size_t name = findFunctionName(item);
  if (name < item.size())
    rewriteFunction(item, name);
  else
    rewriteConstant(item);
}

/// Make a variable outside functions `__constant`, as OpenCL C 1.2 has no
/// others there.
void Rewriter::rewriteConstant(Words item) {
  if (item[0].is("enum") || item[0].is("struct") || item[0].is("union"))
    return;
  if (hasName(item, {"const"}) && !hasName(item, {"__constant", "constant"}))
    edits.push_back({item[0].begin, item[0].begin, "__constant "});
}

/// Insert `what` before the parameters or arguments `params`: the memory that
/// exchanges go through.
void Rewriter::passSlots(size_t offset, Words params, llvm::StringRef what) {
  bool none = params.empty() || (params.size() == 1 && params[0].is("void"));
  size_t end = none && !params.empty() ? params[0].end() : offset;
  edits.push_back({offset, end, what.str() + (none ? "" : ", ")});
}

void Rewriter::rewriteFunction(Words item, size_t name) {
  size_t open = name + 1, behind = behindBracket(item, open);
  if (behind <= open + 1)
    return;
  Words params = item.slice(open + 1, behind - open - 2);
  declared.insert(item[name].begin);
  if (!hasName(item.take_front(name), {"__kernel", "kernel"})) {
    helpers.insert(item[name].text);
    return passSlots(item[open].end(), params, "pirch_local pirch_slots");
  }
  std::string prologue = " __local ulong pirch_slots[WG_SIZE];";
  rewriteParams(params, prologue);
  for (const Word &word : item.drop_front(behind))
    if (word.is("{")) {
      size_t offset = findStart(word.begin);
      return edits.push_back({offset, offset, prologue});
    }
}

/// The offset at which statements can be inserted into the body that opens at
/// byte `brace`. It is behind pragmas, which must come first.
size_t Rewriter::findStart(size_t brace) const {
  Words rest = Words(words).drop_while(
      [&](const Word &word) { return word.begin <= brace; });
  size_t offset = brace + 1;
  while (rest.size() > 1 && rest[0].is("#") && rest[1].is("pragma")) {
    rest = rest.drop_front().drop_while(
        [](const Word &word) { return word.inDirective && !word.is("#"); });
    offset = rest.empty() ? source.size() : rest[0].begin;
  }
  return offset;
}

void Rewriter::rewriteParams(Words params, std::string &prologue) {
  for (size_t index = 0; !params.empty(); ++index) {
    size_t end = 0;
    while (end < params.size() && !params[end].is(","))
      end = params[end].is("(") ? behindBracket(params, end) : end + 1;
    Words param = params.take_front(end);
    params = params.drop_front(std::min(end + 1, params.size()));
    if (!hasName(param, {"*"}) || hasName(param, {"__local", "local"}))
      continue;
    std::string name = "pirch_" + std::to_string(index), declaration;
    for (const Word &word : param) {
      bool isConstant = word.is("__constant") || word.is("constant");
      declaration += " " + (isConstant ? "const" : word.text.str());
    }
    prologue += declaration + " = (void *)(ulong)" + name + ";";
    edits.push_back(
        {param.front().begin, param.back().end(), "pirch_buffer " + name});
  }
}

void Rewriter::rewriteCalls() {
  for (size_t at = 0; at + 1 < words.size(); ++at) {
    if (!words[at].isName || !words[at + 1].is("(") ||
        !helpers.contains(words[at].text) || declared.contains(words[at].begin))
      continue;
    bool none = at + 2 < words.size() && words[at + 2].is(")");
    size_t offset = words[at + 1].end();
    edits.push_back({offset, offset, none ? "pirch_slots" : "pirch_slots, "});
  }
}

std::string pirch::rewriteForOpenCL(llvm::StringRef source) {
  std::string text = source.str(); // Ends with a zero, as the lexer wants it.
  return Rewriter(text).run();
}
