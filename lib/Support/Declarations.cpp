//===- Declarations.cpp - The declarations of an OpenCL C text ------------===//

#include "Declarations.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace pirch;
using llvm::StringRef;

static bool continuesName(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Take the next word of `text`, a name or a number, and what stands before it.
/// Empty at the end.
static StringRef takeWord(StringRef &text) {
  text = text.drop_until(continuesName);
  StringRef word = text.take_while(continuesName);
  text = text.drop_front(word.size());
  return word;
}

/// The length of the declaration at the start of `text`.
static size_t measure(StringRef text) {
  if (text.front() == '#')
    return text.find('\n');
  bool endsWithBody = !text.starts_with("enum") && !text.starts_with("typedef");
  int64_t depth = 0;
  for (auto [at, c] : llvm::enumerate(text)) {
    depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
    if (depth == 0 && (c == ';' || (c == '}' && endsWithBody)))
      return at + 1;
  }
  return text.size();
}

/// The names that the text of one declaration declares.
static llvm::SmallVector<StringRef, 1> getNames(StringRef text) {
  llvm::SmallVector<StringRef, 1> names;
  if (text.consume_front("#define") || text.consume_front("#undef")) {
    names.push_back(takeWord(text));
  } else if (text.consume_front("enum")) {
    for (StringRef word = takeWord(text); !word.empty(); word = takeWord(text))
      names.push_back(word);
  } else if (text.consume_front("typedef")) {
    // typedef float float4 __attribute__((ext_vector_type(4)));
    text = text.take_front(text.find("__attribute__"));
    StringRef last;
    for (StringRef word = takeWord(text); !word.empty(); word = takeWord(text))
      last = word;
    names.push_back(last);
  } else {
    // static __attribute__((overloadable)) float4 sqrt(float4 x) { ... }
    for (StringRef word = takeWord(text); !word.empty(); word = takeWord(text))
      if (word == "__attribute__")
        text = text.drop_front(text.find("))") + 2);
      else if (text.ltrim().starts_with("(")) {
        names.push_back(word);
        break;
      }
  }
  return names;
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

/// The types of elements; that of bit i + 4 is the unsigned one of bit i.
static constexpr StringRef kElements[] = {"char",  "short",  "int",  "long",
                                          "uchar", "ushort", "uint", "ulong",
                                          "float", "double", "half"};

/// The bit of the elements of the vector type `name`; 0 if it is none.
static uint32_t getElementBit(StringRef name) {
  StringRef element = name.rtrim("0123456789");
  const auto *found = llvm::find(kElements, element);
  if (element.size() == name.size() || found == std::end(kElements))
    return 0;
  return 1u << (found - std::begin(kElements));
}

/// The types of elements of `bits`, and those of vectors that are made of them:
/// by comparisons, or within built-in functions.
static uint32_t withComparisons(uint32_t bits) {
  auto has = [&](StringRef name) {
    return bits >> (llvm::find(kElements, name) - std::begin(kElements)) & 1;
  };
  uint32_t integers = (bits | bits >> 4) & 0xf;
  // Built-in functions of vectors of half are made of those of float.
  uint32_t floats = has("half") << 8;
  return bits | integers | floats | has("half") << 1 |
         (has("float") | has("half")) << 2 | has("double") << 3;
}

/// The types of the elements of the vectors that a function takes; none where
/// it takes a pointer.
static uint32_t getElementsTaken(StringRef function, StringRef name) {
  StringRef taken = function.drop_front(function.find((name + "(").str()));
  taken = taken.take_front(taken.find_first_of("{;"));
  uint32_t bits = 0;
  if (!taken.contains('*'))
    for (StringRef word = takeWord(taken); !word.empty();
         word = takeWord(taken))
      bits |= getElementBit(word);
  return bits;
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

Declarations::Declarations(StringRef text) {
  for (text = text.ltrim(); !text.empty(); text = text.ltrim()) {
    Declaration declaration;
    declaration.text = text.take_front(measure(text));
    text = text.drop_front(declaration.text.size());
    llvm::SmallVector<StringRef, 1> names = getNames(declaration.text);
    for (StringRef name : names)
      named[name].push_back(declarations.size());
    if (declaration.text.starts_with("typedef"))
      declaration.declaredElements = getElementBit(names.front());
    else if (!declaration.text.starts_with("#") && names.size() == 1)
      declaration.elements = getElementsTaken(declaration.text, names.front());
    declarations.push_back(declaration);
  }
}

std::string Declarations::printNamedBy(llvm::ArrayRef<StringRef> texts) const {
  llvm::BitVector needed(declarations.size());
  llvm::SmallVector<StringRef> unread(texts);
  // Functions that are named, of vectors that have not been met so far.
  llvm::SmallVector<unsigned> waiting;
  uint32_t elements = 0;
  auto add = [&](unsigned number) {
    const Declaration &declaration = declarations[number];
    if (needed.test(number))
      return;
    if (declaration.elements & ~elements) {
      waiting.push_back(number);
      return;
    }
    needed.set(number);
    unread.push_back(declaration.text);
    elements = withComparisons(elements | declaration.declaredElements);
  };
  while (!unread.empty()) {
    uint32_t before = elements;
    StringRef text = unread.pop_back_val();
    for (StringRef word = takeWord(text); !word.empty(); word = takeWord(text))
      if (auto found = named.find(word); found != named.end())
        llvm::for_each(found->second, add);
    if (elements != before)
      llvm::for_each(std::exchange(waiting, {}), add);
  }
  std::string text;
  for (unsigned number : needed.set_bits()) {
    text += declarations[number].text;
    text += '\n';
  }
  return text;
}
