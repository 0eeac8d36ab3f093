//===- MeasureAccuracy.cpp - The greatest error of each function ----------===//
//
// What scripts/accuracy runs. Kernels are compiled for a target and run on
// every f32, or on random f64, in this process. Errors are measured against the
// C library in double (f32) or long double (f64) precision.
//
//===----------------------------------------------------------------------===//

#include "Accuracy.h"
#include "Pirch/Driver/Compiler.h"
#include "Pirch/Math/Functions.h"
#include "llvm/Support/CommandLine.h"
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <random>

using namespace pirch;
namespace cl = llvm::cl;

static cl::list<std::string>
    only("only", cl::CommaSeparated,
         cl::desc("Functions to measure; by default all"),
         cl::value_desc("name"));
static cl::opt<std::string> target("target", cl::init("host"),
                                   cl::desc("Machine whose code is run"));
static cl::opt<std::string> math("math", cl::init("accurate"),
                                 cl::desc("accurate or fast"));
static cl::opt<std::string> type("type", cl::init(""),
                                 cl::desc("f32 or f64; by default both"));
static cl::opt<uint64_t>
    stride("stride", cl::init(1),
           cl::desc("Of f32, measure each number whose bits are a multiple"));
static cl::opt<uint64_t>
    points("points", cl::init(100000000),
           cl::desc("Arguments of f64, and of f32 where there are two"));

static constexpr int kItems = 64, kBlock = 1 << 14;

namespace {

/// The greatest error so far and where it is.
template <typename T> struct Worst {
  double ulps = 0;
  T x = 0, y = 0;
  void add(double error, T atX, T atY) {
    if (!(error > ulps))
      return;
    ulps = error;
    x = atX;
    y = atY;
  }
};

template <typename T> T fromBits(uint64_t bits) {
  std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t> narrow = bits;
  T value;
  std::memcpy(&value, &narrow, sizeof(T));
  return value;
}

/// Arguments: of each four, one of any bits, one between -16 and 16, one
/// between -1024 and 1024 and one next to 1 or -1.
template <typename T> class Arguments {
public:
  T next() {
    uint64_t bits = random();
    double unit = std::ldexp(static_cast<double>(bits >> 11), -53) - 0.5;
    switch (count++ % 4) {
    case 0:
      return fromBits<T>(bits);
    case 1:
      return static_cast<T>(unit * 32);
    case 2:
      return static_cast<T>(unit * 2048);
    default:
      return static_cast<T>((bits & 1 ? 1 : -1) * (1 + unit));
    }
  }
  uint64_t operator()() { return random(); }

private:
  std::mt19937_64 random;
  uint64_t count = 0;
};

/// For a pair: any two numbers, or an exponent for which x^y is neither 0 nor
/// infinite.
template <typename T> T secondArgument(Arguments<T> &arguments, T x) {
  T y = arguments.next();
  double logarithm = std::log2(std::fabs(static_cast<double>(x)));
  if (arguments() % 2 || !(std::fabs(logarithm) > 1e-300))
    return y;
  double limit = std::numeric_limits<T>::max_exponent / std::fabs(logarithm);
  return static_cast<T>(
      limit * (std::ldexp(static_cast<double>(arguments() >> 11), -52) - 1));
}

template <typename T> class Kernel {
public:
  Kernel(const char *name, bool isBinary) {
    std::string real = sizeof(T) == 4 ? "float" : "double";
    std::string source = "__kernel void k(__global const " + real +
                         " *x, __global const " + real + " *y, __global " +
                         real +
                         " *z) { size_t i = get_global_id(0); z[i] = " + name +
                         (isBinary ? "(x[i], y[i])" : "(x[i])") + "; }";
    CompileOptions options;
    options.target = target;
    options.wgSize = kItems;
    options.fastMath = math == "fast";
    auto loaded = compileAndLoad(source, "k.cl", options, llvm::errs());
    if (!loaded) {
      llvm::errs() << toString(loaded.takeError()) << '\n';
      std::exit(1);
    }
    module = std::move(*loaded);
    run = module->lookupPacked("k");
  }
  void compute(T *x, T *y, T *z) {
    void *arguments[] = {x, y, z};
    run(arguments, 0, kBlock / kItems);
  }

private:
  std::unique_ptr<CompiledModule> module;
  CompiledModule::PackedFn run;
};

template <typename T, typename Wanted>
Worst<T> measure(const char *name, bool isBinary, Wanted wanted) {
  Kernel<T> kernel(name, isBinary);
  Arguments<T> arguments;
  std::vector<T> x(kBlock), y(kBlock), z(kBlock);
  Worst<T> worst;
  bool isExhaustive = sizeof(T) == 4 && !isBinary;
  uint64_t count = isExhaustive ? (uint64_t(1) << 32) / stride : points;
  for (uint64_t done = 0; done < count; done += kBlock) {
    for (int i = 0; i < kBlock; ++i) {
      x[i] = isExhaustive ? fromBits<T>((done + i) * stride) : arguments.next();
      if (isBinary)
        y[i] = secondArgument(arguments, x[i]);
    }
    kernel.compute(x.data(), y.data(), z.data());
    for (int i = 0; i < kBlock; ++i)
      worst.add(countUlps(z[i], wanted(x[i], y[i])), x[i], y[i]);
  }
  return worst;
}

bool isWanted(llvm::StringRef name) {
  return only.empty() || llvm::is_contained(only, name);
}

template <typename T, typename Wanted>
void print(const char *name, bool isBinary, Wanted wanted) {
  if (!type.empty() && type != (sizeof(T) == 4 ? "f32" : "f64"))
    return;
  Worst<T> worst = measure<T>(name, isBinary, wanted);
  std::printf("| `%s` | %s | %.3f | `%a`", name, sizeof(T) == 4 ? "f32" : "f64",
              worst.ulps, static_cast<double>(worst.x));
  if (isBinary)
    std::printf(", `%a`", static_cast<double>(worst.y));
  std::printf(" |\n");
  std::fflush(stdout);
}

} // namespace

#define PIRCH_MEASURE(TYPE, NAME, IS_BINARY, ...)                              \
  print<TYPE>(#NAME, IS_BINARY, [](TYPE x, TYPE y) {                           \
    using Wide = Reference<TYPE>::Type;                                        \
    return std::NAME(__VA_ARGS__);                                             \
  });

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv,
                              "The greatest error of each function, in ulps\n");
  std::printf("| function | type | ulp | at |\n|---|---|---|---|\n");
#define PIRCH_FUNCTION(NAME, OP)                                               \
  if (isWanted(#NAME)) {                                                       \
    PIRCH_MEASURE(float, NAME, false, Wide(x))                                 \
    PIRCH_MEASURE(double, NAME, false, Wide(x))                                \
  }
  PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
#define PIRCH_FUNCTION(NAME, OP)                                               \
  if (isWanted(#NAME)) {                                                       \
    PIRCH_MEASURE(float, NAME, true, Wide(x), Wide(y))                         \
    PIRCH_MEASURE(double, NAME, true, Wide(x), Wide(y))                        \
  }
  PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
}
