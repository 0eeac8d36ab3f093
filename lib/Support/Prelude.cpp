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
static constexpr llvm::StringLiteral kHalfBuiltins =
#include "HalfBuiltins.inc"
    ;

namespace {
/// `convert_` with its rounding modes, and `as_`. They are macros, since what
/// they convert may be of any type.
struct Conversions {
  std::string scalars, vectors;

  explicit Conversions(llvm::ArrayRef<llvm::StringLiteral> types);

private:
  void addType(const std::string &type);
  void addModes(std::string &text, const std::string &type, bool isInteger);
};
} // namespace

static void define(std::string &text, const llvm::Twine &name,
                   const llvm::Twine &value) {
  text += ("#define " + name + "(X) " + value + "\n").str();
}

Conversions::Conversions(llvm::ArrayRef<llvm::StringLiteral> types) {
  for (llvm::StringRef type : types)
    addType(type.str());
}

void Conversions::addModes(std::string &text, const std::string &type,
                           bool isInteger) {
  std::string plain = "convert_" + type;
  for (llvm::StringRef mode : {"rte", "rtz", "rtp", "rtn"}) {
    std::string rounded = ("__ocl_" + mode + "(X)").str();
    if (isInteger)
      define(text, plain + "_sat_" + mode, plain + "_sat(" + rounded + ")");
    if (isInteger || mode == "rte")
      define(text, plain + "_" + mode,
             plain + "(" + (isInteger ? rounded : "X") + ")");
    else if (type == "half")
      // A product with 1 is a float or a double, and as exact as its factor.
      define(text, plain + "_" + mode,
             "__builtin_astype(__ocl_to_half_" + mode + "((X) * 1.0f), half)");
    // An integer becomes the nearest float or double in all modes but rte only
    // where it is exact: those are left out.
  }
}

void Conversions::addType(const std::string &type) {
  bool isInteger = type != "float" && type != "double" && type != "half";
  define(scalars, "convert_" + type, "((" + type + ")(X))");
  define(scalars, "as_" + type, "__builtin_astype((X), " + type + ")");
  addModes(scalars, type, isInteger);
  for (llvm::StringRef count : {"2", "3", "4", "8", "16"}) {
    std::string vector = (type + count).str();
    define(vectors, "convert_" + vector,
           "__builtin_convertvector((X), " + vector + ")");
    define(vectors, "as_" + vector, "__builtin_astype((X), " + vector + ")");
    addModes(vectors, vector, isInteger);
  }
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
  Conversions conversions({"char", "uchar", "short", "ushort", "int", "uint",
                           "long", "ulong", "float", "double"});
  Conversions toHalf({"half"});
  std::string scalars =
      (makeMacros() + own + kScalarBuiltins + conversions.scalars).str();
  std::string vectors = (kVectorBuiltins + conversions.vectors).str();
  withoutVectors = std::make_unique<Library>(scalars);
  withoutHalves = std::make_unique<Library>(scalars + vectors);
  all = std::make_unique<Library>(scalars + vectors + toHalf.scalars +
                                  toHalf.vectors + kHalfBuiltins);
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
      "get_sub_group_.._mask|4x8packed");
  // The type, not a function such as half_sqrt or vload_half.
  llvm::Regex halves("(^|[^A-Za-z0-9_]|convert_|as_)half([^A-Za-z_]|_rt.|$)");
  auto anyMatches = [&](const llvm::Regex &names) {
    return llvm::any_of(
        texts, [&](llvm::StringRef text) { return names.match(text); });
  };
  const Library &library = anyMatches(halves)    ? *all
                           : anyMatches(vectors) ? *withoutHalves
                                                 : *withoutVectors;
  return library.getDeclarations().printNamedBy(texts);
}

llvm::StringRef Prelude::getAll() const { return all->getText(); }
