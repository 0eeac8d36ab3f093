//===- Kernel.cpp - A kernel of the benchmark and its data ----------------===//

#include "Kernel.h"
#include "Pirch/Runner/Arguments.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/DJB.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace bench::general;

/// Take over one word `KEY=VALUE` of a line `// bench:`.
static llvm::Error setProperty(Kernel &kernel, llvm::StringRef word) {
  auto [key, value] = word.split('=');
  if (key == "half")
    kernel.half = value.str();
  else if (key == "kind")
    kernel.kind = value.str();
  else if (key == "types")
    for (llvm::StringRef type : llvm::split(value, ','))
      kernel.types.push_back(type.str());
  else if (key == "tolerance" && !value.getAsDouble(kernel.tolerance))
    return llvm::Error::success();
  else if (key == "differ" && !value.getAsDouble(kernel.mayDiffer))
    return llvm::Error::success();
  else
    return llvm::createStringError(kernel.file + ": unknown property '" + word +
                                   "' in a line '// bench:'");
  return llvm::Error::success();
}

/// `range NAME=LOW:HIGH`, or `range NAME=VALUE` for a scalar.
static llvm::Error setRange(Kernel &kernel, llvm::StringRef text) {
  auto [name, bounds] = text.split('=');
  auto [low, high] = bounds.split(':');
  double from = 0, to = 0;
  if (low.getAsDouble(from) || (!high.empty() && high.getAsDouble(to)))
    return llvm::createStringError(kernel.file + ": no range: '" + text + "'");
  kernel.ranges[name.str()] = {from, high.empty() ? from : to};
  return llvm::Error::success();
}

llvm::Expected<Kernel> Kernel::read(llvm::StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  if (!buffer)
    return llvm::createStringError("cannot read " + file);
  Kernel kernel;
  kernel.name = llvm::sys::path::stem(file).str();
  kernel.file = file.str();
  kernel.source = (*buffer)->getBuffer().str();
  for (llvm::StringRef line : llvm::split(kernel.source, '\n')) {
    if (!line.consume_front("// bench: "))
      continue;
    if (line.consume_front("range ")) {
      if (llvm::Error error = setRange(kernel, line.trim()))
        return error;
      continue;
    }
    for (llvm::StringRef word : llvm::split(line.trim(), ' '))
      if (llvm::Error error = setProperty(kernel, word))
        return error;
  }
  if (kernel.kind.empty() || kernel.half.empty())
    return llvm::createStringError(file +
                                   ": no line '// bench: half=... kind=...'");
  if (kernel.types.empty())
    kernel.types.push_back("");
  return kernel;
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// Call `body` with a null pointer to the parameter's element type.
template <typename Body>
static void withElementType(const pirch::KernelParam &param, Body body) {
  if (param.isFloat)
    return param.elementBits == 64 ? body(static_cast<double *>(nullptr))
                                   : body(static_cast<float *>(nullptr));
  switch (param.elementBits) {
  case 8:
    return param.isUnsigned ? body(static_cast<uint8_t *>(nullptr))
                            : body(static_cast<int8_t *>(nullptr));
  case 16:
    return param.isUnsigned ? body(static_cast<uint16_t *>(nullptr))
                            : body(static_cast<int16_t *>(nullptr));
  case 32:
    return param.isUnsigned ? body(static_cast<uint32_t *>(nullptr))
                            : body(static_cast<int32_t *>(nullptr));
  default:
    return param.isUnsigned ? body(static_cast<uint64_t *>(nullptr))
                            : body(static_cast<int64_t *>(nullptr));
  }
}

static void fill(pirch::Array &array, const pirch::KernelParam &param,
                 std::pair<double, double> range) {
  auto [low, high] = range;
  // A sequence for each parameter, the same in every run.
  std::minstd_rand engine(static_cast<unsigned>(llvm::djbHash(param.name)));
  double step = 1.0 / std::minstd_rand::max();
  withElementType(param, [&, low = low, high = high](auto *null) {
    using T = std::remove_pointer_t<decltype(null)>;
    T *data = reinterpret_cast<T *>(array.bytes.data());
    for (int64_t i = 0, end = array.numElements(); i < end; ++i) {
      double unit = static_cast<double>(engine() - 1) * step;
      if constexpr (std::is_integral_v<T>)
        data[i] = static_cast<T>(
            static_cast<int64_t>(std::floor(low + unit * (high - low + 1))));
      else
        data[i] = static_cast<T>(low + unit * (high - low));
    }
  });
}

llvm::Expected<Data> bench::general::makeData(const Kernel &kernel,
                                              const pirch::KernelInfo &info,
                                              int64_t groups) {
  auto names = pirch::sizeNames({info.wgSize}, {groups}, {});
  std::vector<std::string> words = pirch::readDefaults(kernel.source);
  Data data;
  for (const pirch::KernelParam &param : info.params) {
    llvm::StringRef spec;
    for (llvm::StringRef word : words)
      if (word.consume_front(param.name + "="))
        spec = word;
    auto array = pirch::makeArgument(param, spec, names, /*seed=*/1);
    if (!array)
      return array.takeError();
    auto range = kernel.ranges.find(param.name);
    if (range != kernel.ranges.end())
      fill(*array, param, range->second);
    data.push_back(std::move(*array));
  }
  return data;
}

/// Bytes by which one buffer starts further into its page than the one before:
/// buffers that all start alike share the same sets of the cache.
static constexpr size_t kStagger = 9 * 64;

Buffers::Buffers(const Data &data, const pirch::KernelInfo &info,
                 int64_t offset)
    : data(data), info(info) {
  for (const pirch::Array &array : data) {
    size_t past = offset % 64 ? std::max(offset, array.elementSize()) : 0;
    size_t stagger = memory.size() * kStagger % kPage;
    memory.emplace_back(static_cast<char *>(::operator new[](
        array.bytes.size() + kPage + 128, std::align_val_t(kPage))));
    char *start = memory.back().get() + stagger + past;
    std::memcpy(start, array.bytes.data(), array.bytes.size());
    args.push_back(start);
    isZero.push_back(
        llvm::all_of(array.bytes, [](char byte) { return byte == 0; }));
  }
}

static bool isChangeable(const pirch::KernelParam &param) {
  return param.isPointer && !llvm::StringRef(param.cType).starts_with("const");
}

void Buffers::restore(bool onlyRead) {
  for (size_t i = 0; i < data.size(); ++i)
    if (isChangeable(info.params[i]) && !(onlyRead && isZero[i]))
      std::memcpy(args[i], data[i].bytes.data(), data[i].bytes.size());
}

void Buffers::keepResult() {
  result.assign(data.size(), {});
  for (size_t i = 0; i < data.size(); ++i)
    if (isChangeable(info.params[i])) {
      const char *start = static_cast<const char *>(args[i]);
      result[i].assign(start, start + data[i].bytes.size());
    }
}

bool Buffers::isChanged() const {
  for (size_t i = 0; i < data.size(); ++i)
    if (std::memcmp(args[i], data[i].bytes.data(), data[i].bytes.size()))
      return true;
  return false;
}

Buffers::Difference Buffers::compare(double tolerance) const {
  Difference difference;
  int64_t wrong = 0, all = 0;
  for (size_t i = 0; i < data.size(); ++i) {
    if (result[i].empty())
      continue;
    withElementType(info.params[i], [&, i = i](auto *null) {
      using T = std::remove_pointer_t<decltype(null)>;
      const T *have = static_cast<const T *>(args[i]);
      const T *want = reinterpret_cast<const T *>(result[i].data());
      for (int64_t e = 0, end = data[i].numElements(); e < end; ++e) {
        double a = static_cast<double>(have[e]),
               b = static_cast<double>(want[e]);
        if (a == b || (a != a && b != b))
          continue;
        double off = std::abs(a - b) / std::max(1.0, std::abs(b));
        double allowed = std::is_integral_v<T> ? 0 : tolerance;
        if (!(off <= difference.greatest))
          difference.greatest = off;
        wrong += !(off <= allowed);
      }
      all += data[i].numElements();
    });
  }
  difference.share = static_cast<double>(wrong) / static_cast<double>(all);
  return difference;
}
