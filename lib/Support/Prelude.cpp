//===- Prelude.cpp - What is included before each kernel ------------------===//

#include "Pirch/Support/Prelude.h"
#include "Declarations.h"
#include "OpenCLMacros.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Regex.h"
#include <mutex>
#include <optional>

using namespace pirch;

static constexpr llvm::StringLiteral kScalarBuiltins =
#include "ScalarBuiltins.inc"
    ;
static constexpr llvm::StringLiteral kVectorBuiltins =
#include "VectorBuiltins.inc"
    ;

namespace {
struct Conversions {
  std::string scalars, vectors;
};
} // namespace

/// `convert_` with its rounding modes, and `as_`, for all types. They are
/// macros, since what they convert may be of any type.
static Conversions makeConversions() {
  static constexpr llvm::StringLiteral types[] = {
      "char", "uchar", "short", "ushort", "int",
      "uint", "long",  "ulong", "float",  "double"};
  static constexpr llvm::StringLiteral modes[] = {"rte", "rtz", "rtp", "rtn"};
  Conversions result;
  auto define = [](std::string &text, const llvm::Twine &name,
                   const llvm::Twine &value) {
    text += ("#define " + name + "(X) " + value + "\n").str();
  };
  auto defineModes = [&](std::string &text, const std::string &type,
                         bool isInteger) {
    std::string plain = "convert_" + type;
    for (llvm::StringRef mode : modes) {
      // An integer becomes the nearest number in all modes but rte only where
      // it is exact: those are left out.
      if (!isInteger && mode != "rte")
        continue;
      std::string rounded = ("__ocl_" + mode + "(X)").str();
      define(text, plain + "_" + mode,
             plain + "(" + (isInteger ? rounded : "X") + ")");
      if (isInteger)
        define(text, plain + "_sat_" + mode, plain + "_sat(" + rounded + ")");
    }
  };
  for (llvm::StringRef type : types) {
    bool isInteger = type != "float" && type != "double";
    define(result.scalars, "convert_" + type, "((" + type + ")(X))");
    define(result.scalars, "as_" + type, "__builtin_astype((X), " + type + ")");
    defineModes(result.scalars, type.str(), isInteger);
    for (llvm::StringRef count : {"2", "3", "4", "8", "16"}) {
      std::string vector = (type + count).str();
      define(result.vectors, "convert_" + vector,
             "__builtin_convertvector((X), " + vector + ")");
      define(result.vectors, "as_" + vector,
             "__builtin_astype((X), " + vector + ")");
      defineModes(result.vectors, vector, isInteger);
    }
  }
  return result;
}

/// A text and its declarations, which are found when they are first asked for.
class Prelude::Library {
public:
  explicit Library(const llvm::Twine &text) : text(text.str()) {}

  llvm::StringRef getText() const { return text; }
  const Declarations &getDeclarations() const {
    std::call_once(once, [&] { declarations.emplace(text); });
    return *declarations;
  }

private:
  std::string text;
  mutable std::once_flag once;
  mutable std::optional<Declarations> declarations;
};

/// The macros of the language, one for each extension among them.
static std::string makeMacros() {
  std::string text = kOpenCLMacros;
  for (llvm::StringRef extension : kExtensions)
    text += ("#define " + extension + " 1\n").str();
  return text;
}

Prelude::Prelude(llvm::StringRef fileName, llvm::StringRef own)
    : fileName(fileName) {
  Conversions conversions = makeConversions();
  std::string scalars =
      (makeMacros() + own + kScalarBuiltins + conversions.scalars).str();
  withoutVectors = std::make_unique<Library>(scalars);
  all = std::make_unique<Library>(scalars + kVectorBuiltins +
                                  conversions.vectors);
}

Prelude::~Prelude() = default;

std::string Prelude::select(llvm::StringRef source,
                            llvm::ArrayRef<std::string> defines) const {
  llvm::SmallVector<llvm::StringRef> texts(defines.begin(), defines.end());
  texts.push_back(source);
  // Functions of vectors have the names of those of scalars. Ballots are
  // vectors, too.
  llvm::Regex vectors(
      "(char|short|int|long|float|double)(2|3|4|8|16)|vload|vstore|ballot|"
      "get_sub_group_.._mask");
  bool hasVectors = llvm::any_of(
      texts, [&](llvm::StringRef text) { return vectors.match(text); });
  return (hasVectors ? *all : *withoutVectors)
      .getDeclarations()
      .printNamedBy(texts);
}

llvm::StringRef Prelude::getAll() const { return all->getText(); }
