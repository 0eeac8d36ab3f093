//===- Arguments.cpp - Kernel arguments from the command line -------------===//

#include "Pirch/Runner/Arguments.h"
#include "Pirch/Runner/Expression.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <random>

using namespace pirch;

static std::vector<std::string> splitWords(llvm::StringRef line) {
  std::vector<std::string> words;
  std::string word;
  int depth = 0;
  for (char c : line) {
    depth += (c == '(') - (c == ')');
    if (!llvm::isSpace(c) || depth > 0) {
      word += c;
      continue;
    }
    if (!word.empty())
      words.push_back(std::move(word));
    word.clear();
  }
  if (!word.empty())
    words.push_back(std::move(word));
  return words;
}

std::vector<std::string> pirch::readDefaults(llvm::StringRef source) {
  std::vector<std::string> words;
  while (!source.empty()) {
    llvm::StringRef line;
    std::tie(line, source) = source.split('\n');
    line = line.trim();
    if (!line.consume_front("//"))
      continue;
    line = line.ltrim();
    if (line.consume_front("pirch-run:"))
      llvm::append_range(words, splitWords(line));
  }
  return words;
}

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

static llvm::StringRef nameOf(llvm::StringRef define) {
  return define.split('=').first;
}

std::vector<std::string>
pirch::lastDefines(llvm::ArrayRef<std::string> defines) {
  std::vector<std::string> result;
  for (size_t index = 0; index < defines.size(); ++index)
    if (llvm::none_of(defines.drop_front(index + 1),
                      [&](const std::string &later) {
                        return nameOf(later) == nameOf(defines[index]);
                      }))
      result.push_back(defines[index]);
  return result;
}

llvm::StringMap<int64_t> pirch::sizeNames(const Extents &wgShape,
                                          const Extents &grid,
                                          llvm::ArrayRef<std::string> defines) {
  llvm::StringMap<int64_t> names;
  names["WG_SIZE"] = productOf(wgShape);
  names["GROUPS"] = productOf(grid);
  constexpr llvm::StringLiteral letters[] = {"_X", "_Y", "_Z"};
  for (auto [size, count, letter] : llvm::zip(wgShape, grid, letters)) {
    names[("WG_SIZE" + letter).str()] = size;
    names[("GROUPS" + letter).str()] = count;
  }
  // A definition may come before those that its value names: try again as long
  // as values are found.
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::StringRef define : defines) {
      auto [name, text] = define.split('=');
      if (names.contains(name))
        continue;
      auto value = evaluateExpression(define.contains('=') ? text : "1", names);
      if (!value) {
        llvm::consumeError(value.takeError());
        continue;
      }
      names[name] = *value;
      changed = true;
    }
  }
  return names;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::string pirch::dtypeOf(const KernelParam &param) {
  char kind = param.isFloat ? 'f' : param.isUnsigned ? 'u' : 'i';
  return kind + std::to_string(std::max(8u, param.elementBits) / 8);
}

static llvm::Error argError(const KernelParam &param, const llvm::Twine &why) {
  return llvm::createStringError("argument '" + param.name + "': " + why);
}

static void storeNumber(const KernelParam &param, char *to, double real,
                        int64_t integer) {
  if (!param.isFloat) {
    std::memcpy(to, &integer, std::max(8u, param.elementBits) / 8);
  } else if (param.elementBits == 64) {
    std::memcpy(to, &real, 8);
  } else {
    float single = static_cast<float>(real);
    std::memcpy(to, &single, 4);
  }
}

/// Set the shape of `array` to `dims`, which is `DIMS` of `zeros(DIMS)`.
static llvm::Error parseShape(const KernelParam &param, llvm::StringRef dims,
                              const llvm::StringMap<int64_t> &names,
                              Array &array) {
  int64_t bytes = array.elementSize();
  int depth = 0;
  size_t start = 0;
  auto add = [&](llvm::StringRef text) -> llvm::Error {
    auto extent = evaluateExpression(text, names);
    if (!extent)
      return argError(param, llvm::toString(extent.takeError()));
    if (*extent < 0 || llvm::MulOverflow(bytes, *extent, bytes) ||
        bytes > (int64_t(1) << 36))
      return argError(param, "extent " + llvm::Twine(*extent) +
                                 " is negative or too large");
    array.shape.push_back(*extent);
    return llvm::Error::success();
  };
  for (size_t at = 0; at <= dims.size(); ++at) {
    if (at < dims.size())
      depth += (dims[at] == '(') - (dims[at] == ')');
    if (at < dims.size() && (dims[at] != ',' || depth > 0))
      continue;
    if (llvm::Error error = add(dims.slice(start, at)))
      return error;
    start = at + 1;
  }
  array.bytes.assign(bytes, 0);
  return llvm::Error::success();
}

static void fillRandom(const KernelParam &param, uint64_t seed, Array &array) {
  std::mt19937_64 engine(seed ^ llvm::xxh3_64bits(param.name));
  int64_t size = array.elementSize();
  for (int64_t i = 0, count = array.numElements(); i < count; ++i) {
    uint64_t bits = engine();
    storeNumber(param, array.bytes.data() + i * size,
                static_cast<double>(bits >> 11) * 0x1p-53, bits % 10);
  }
}

/// `zeros(DIMS)` or `rand(DIMS)`, or nothing if `spec` is neither.
static llvm::Expected<std::optional<Array>>
makeFilled(const KernelParam &param, llvm::StringRef spec,
           const llvm::StringMap<int64_t> &names, uint64_t seed) {
  bool random = spec.starts_with("rand(");
  if ((!random && !spec.starts_with("zeros(")) || !spec.ends_with(")"))
    return std::nullopt;
  Array array;
  array.dtype = dtypeOf(param);
  llvm::StringRef dims = spec.drop_front(spec.find('(') + 1).drop_back();
  if (!param.isPointer && dims.trim().empty())
    array.bytes.assign(array.elementSize(), 0);
  else if (llvm::Error error = parseShape(param, dims, names, array))
    return error;
  if (random)
    fillRandom(param, seed, array);
  return array;
}

static llvm::Expected<Array> readArgument(const KernelParam &param,
                                          llvm::StringRef fileName) {
  auto array = readNpy(fileName);
  if (!array)
    return argError(param, llvm::toString(array.takeError()));
  // What a pointer to void holds is not said; the kernel knows.
  bool isOpaque = llvm::StringRef(param.cType).ends_with("void *");
  if (!isOpaque && array->dtype != dtypeOf(param))
    return argError(param, "'" + fileName + "' holds " + array->dtype +
                               ", but the parameter is " + param.cType + " (" +
                               dtypeOf(param) + ")");
  return array;
}

static bool fits(const KernelParam &param, int64_t value) {
  if (param.elementBits >= 64)
    return !param.isUnsigned || value >= 0;
  return param.isUnsigned ? llvm::isUIntN(param.elementBits, value)
                          : llvm::isIntN(param.elementBits, value);
}

static llvm::Expected<Array> makeNumber(const KernelParam &param,
                                        llvm::StringRef spec,
                                        const llvm::StringMap<int64_t> &names) {
  Array array;
  array.dtype = dtypeOf(param);
  array.bytes.assign(array.elementSize(), 0);
  double real;
  uint64_t large;
  if (param.isFloat && !spec.getAsDouble(real)) {
    storeNumber(param, array.bytes.data(), real, 0);
    return array;
  }
  if (param.isUnsigned && param.elementBits == 64 &&
      !spec.getAsInteger(0, large)) {
    storeNumber(param, array.bytes.data(), 0, static_cast<int64_t>(large));
    return array;
  }
  auto value = evaluateExpression(spec, names);
  if (!value)
    return argError(param, llvm::toString(value.takeError()));
  if (!param.isFloat && !fits(param, *value))
    return argError(param,
                    llvm::Twine(*value) + " does not fit " + param.cType);
  storeNumber(param, array.bytes.data(), static_cast<double>(*value), *value);
  return array;
}

llvm::Expected<Array> pirch::makeArgument(const KernelParam &param,
                                          llvm::StringRef spec,
                                          const llvm::StringMap<int64_t> &names,
                                          uint64_t seed) {
  spec = spec.trim();
  bool isFile = spec.ends_with(".npy");
  // Which of the two formats of 16 bits it is, is not known here.
  if (param.isFloat && param.elementBits < 32 && !isFile &&
      !spec.starts_with("zeros("))
    return argError(param, "floats of 16 bits are read from .npy files alone");
  auto filled = makeFilled(param, spec, names, seed);
  if (!filled)
    return filled.takeError();
  if (!*filled && !isFile) {
    if (!param.isPointer)
      return makeNumber(param, spec, names);
    return argError(param, "'" + spec +
                               "' is neither an .npy file nor zeros(DIMS) or "
                               "rand(DIMS)");
  }
  llvm::Expected<Array> array =
      isFile ? readArgument(param, spec) : std::move(**filled);
  if (array && !param.isPointer && array->numElements() != 1)
    return argError(param,
                    "'" + spec + "' has " + llvm::Twine(array->numElements()) +
                        " elements, but the parameter is one " + param.cType);
  return array;
}
