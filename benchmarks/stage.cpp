//===- stage.cpp - What staged values are worth ---------------------------===//
//
// Times kernels on one thread whose counts are not known (general), in a
// version that has them as constants (special), and as launches of libpirch run
// that choose between both (staged), beside plain loops in C++ where there are
// some. Expected: staged is never slower than general.
//
//   pirch-bench-stage FOLDER_OF_THE_SOURCES [NAME...]
//
//===----------------------------------------------------------------------===//

#include "pirch/pirch.hpp"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>

namespace {
double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

/// An argument: a buffer of numbers, or a number.
struct Argument {
  std::vector<std::int32_t> ints;
  std::vector<double> doubles;
  std::int64_t number = 0;
  double real = 0;
  enum Kind { ofInts, ofDoubles, integer, floating } kind;

  static Argument random(std::size_t size, bool isInt) {
    std::mt19937 engine(1);
    Argument argument;
    argument.kind = isInt ? ofInts : ofDoubles;
    if (isInt)
      argument.ints.resize(size);
    else
      argument.doubles.resize(size);
    for (std::int32_t &value : argument.ints)
      value = static_cast<std::int32_t>(engine() % 10);
    for (double &value : argument.doubles)
      value = std::generate_canonical<double, 32>(engine);
    return argument;
  }
  static Argument of(std::int64_t number) {
    Argument argument;
    argument.kind = integer;
    argument.number = number;
    return argument;
  }
  static Argument ofReal(double real) {
    Argument argument;
    argument.kind = floating;
    argument.real = real;
    return argument;
  }
  void *address() {
    switch (kind) {
    case ofInts:
      return ints.data();
    case ofDoubles:
      return doubles.data();
    case integer:
      return &number; // little-endian: of any width
    case floating:
      return &real;
    }
    return nullptr;
  }
};

/// A kernel and its launch.
struct Case {
  std::string name, file;
  int wgSize;
  std::int64_t groups;
  std::vector<Argument> args;
  /// The words that stage, and those that say the same values beforehand.
  std::vector<std::string> staged, known;
  int repeat;
  /// The same in C++; null if there is none.
  void (*plain)(std::vector<Argument> &args) = nullptr;
};

void check(pirch_status status) {
  if (status == PIRCH_SUCCESS)
    return;
  std::fprintf(stderr, "%s\n", pirch_error_text());
  std::exit(1);
}

/// The shortest of some runs, in milliseconds.
template <typename FunctionT> double timeRuns(int repeat, FunctionT run) {
  double best = 1e9;
  for (int round = 0; round < repeat; ++round) {
    double start = now();
    run();
    best = std::min(best, now() - start);
  }
  return best * 1e3;
}

class Module {
public:
  Module(const std::string &folder, const Case &what,
         const std::vector<std::string> &words) {
    std::vector<std::string> all = words;
    all.push_back("--wg-size=" + std::to_string(what.wgSize));
    std::vector<const char *> pointers;
    for (const std::string &word : all)
      pointers.push_back(word.c_str());
    check(pirch_compile_file((folder + "/" + what.file).c_str(),
                             pointers.data(), pointers.size(), &module));
    check(pirch_module_kernel(module, nullptr, &kernel));
  }
  ~Module() { pirch_module_release(module); }
  const pirch_kernel *get() const { return kernel; }

private:
  pirch_module *module = nullptr;
  const pirch_kernel *kernel = nullptr;
};

/// General over staged.
double measure(const std::string &folder, Case &what) {
  std::vector<void *> args;
  for (Argument &argument : what.args)
    args.push_back(argument.address());
  pirch_range range = {{what.groups, 1, 1}, {}};
  Module staged(folder, what, what.staged), special(folder, what, what.known);
  check(pirch_prepare(staged.get(), args.data(), &range, 0));
  auto launch = [&](const Module &module, auto function) {
    check(function(module.get(), args.data(), &range, 1));
  };
  for (int turn = 0; turn < 8; ++turn) // libpirch times both
    launch(staged, pirch_launch);
  double general = 1e9, known = 1e9, chosen = 1e9;
  // By turns, as other work on the machine slows down some time.
  for (int round = 0; round < what.repeat; ++round) {
    general = std::min(
        general, timeRuns(2, [&] { launch(staged, pirch_launch_general); }));
    known =
        std::min(known, timeRuns(2, [&] { launch(special, pirch_launch); }));
    chosen =
        std::min(chosen, timeRuns(2, [&] { launch(staged, pirch_launch); }));
  }
  double plain =
      what.plain ? timeRuns(what.repeat, [&] { what.plain(what.args); }) : 0;
  std::printf("| %s | ", what.name.c_str());
  std::printf(plain ? "%.3f |" : "|", plain);
  std::printf(" %.3f | %.3f | %.3f | %.2f | %.2f |\n", general, known, chosen,
              general / known, general / chosen);
  std::fflush(stdout);
  return general / chosen;
}

//===----------------------------------------------------------------------===//
// Cases
//===----------------------------------------------------------------------===//

volatile int sink;

void sumPlainly(std::vector<Argument> &args) {
  int sum = 0;
  const std::int32_t *input = args[0].ints.data();
  std::int64_t count = args[2].number;
  for (std::int64_t at = 0; at < count; ++at)
    sum += input[at];
  sink = sum;
}

void moveBodies(std::vector<Argument> &args) {
  std::size_t n = args[4].number;
  double *newPos = args[0].doubles.data(), *newVel = args[1].doubles.data();
  const double *pos = args[2].doubles.data(), *vel = args[3].doubles.data();
  double eps2 = args[5].real, dt = args[6].real;
  for (std::size_t i = 0; i < n; ++i) {
    double acc[3] = {0, 0, 0};
    for (std::size_t j = 0; j < n; ++j) {
      double d[3], r2 = eps2;
      for (int dim = 0; dim < 3; ++dim) {
        d[dim] = pos[dim * n + j] - pos[dim * n + i];
        r2 += d[dim] * d[dim];
      }
      double weight = pos[3 * n + j] / (r2 * std::sqrt(r2));
      for (int dim = 0; dim < 3; ++dim)
        acc[dim] += weight * d[dim];
    }
    for (int dim = 0; dim < 3; ++dim) {
      double v = vel[dim * n + i] + dt * acc[dim];
      newVel[dim * n + i] = v;
      newPos[dim * n + i] = pos[dim * n + i] + dt * v;
    }
  }
}

using Makers = std::vector<std::pair<std::string, Case (*)()>>;

Case makeTree() {
  std::int64_t n = std::int64_t(1) << 27;
  return {"tree, 2^27",
          "benchmarks/stage/tree.cl",
          64,
          n / 64,
          {Argument::random(n, true), Argument::random(n / 64, true),
           Argument::of(n)},
          {},
          {"--stage=n=" + std::to_string(n)},
          5,
          sumPlainly};
}

Case makeStride(std::int64_t n, const char *name) {
  return {
      name,
      "benchmarks/stage/stride.cl",
      64,
      64,
      {Argument::random(n, true), Argument::random(64, true), Argument::of(n)},
      {},
      {"--stage=n=" + std::to_string(n), "--stage=groups_x=64"},
      5,
      sumPlainly};
}

Case makeBodies(std::int64_t n, const char *name) {
  auto random = [&](int rows) { return Argument::random(rows * n, false); };
  return {name,
          "examples/kernels/nbody.cl",
          8,
          (n + 7) / 8,
          {random(3), random(3), random(4), random(3), Argument::of(n),
           Argument::ofReal(0.01), Argument::ofReal(0.001)},
          {"--staged=n"},
          {"--stage=n=" + std::to_string(n)},
          n > 5000 ? 3 : 10,
          moveBodies};
}

Case makeMinimization() {
  return {"frcg",
          "examples/kernels/frcg.cl",
          8,
          1000,
          {Argument::random(16000, false), Argument::random(8000, false),
           Argument::random(16000, false), Argument::of(8000), Argument::of(20),
           Argument::of(10)},
          {"--staged=steps,halvings"},
          {"--stage=steps=20", "--stage=halvings=10"},
          20};
}

Case makePade(int wgSize, const char *name) {
  auto random = [&](int rows) {
    return Argument::random(std::size_t(1000) * rows * wgSize, false);
  };
  return {name,
          "examples/kernels/pade.cl",
          wgSize,
          1000,
          {random(16), random(10), random(16), random(16),
           Argument::random(6, false), Argument::random(4, false),
           Argument::ofReal(0.5), Argument::of(16)},
          {"--staged=count"},
          {"--stage=count=16"},
          20};
}

Case makeEnumeration() {
  auto random = [](int rows) {
    return Argument::random(std::size_t(100) * rows * 8, false);
  };
  return {"enum",
          "examples/kernels/enum.cl",
          8,
          100,
          {random(1), Argument::random(800, true), random(10), random(80),
           random(8), Argument::ofReal(2), Argument::of(1024)},
          {"--staged=tries"},
          {"--stage=tries=1024"},
          5};
}

Case makeFactorization(int n, const char *name) {
  return {name,
          "benchmarks/stage/lu.cl",
          8,
          1000,
          {Argument::random(std::size_t(1000) * n * n, false), Argument::of(n),
           Argument::ofReal(0)},
          {"--staged=n"},
          {"--stage=n=" + std::to_string(n)},
          20};
}
} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: pirch-bench-stage FOLDER [NAME...]\n");
    return 1;
  }
  pirch_cache_configure("", 0, 0);
  const Makers makers = {
      {"tree", makeTree},
      {"stride", [] { return makeStride(1 << 27, "stride, 2^27"); }},
      {"stride172",
       [] { return makeStride((1 << 27) + 172, "stride, 2^27 + 172"); }},
      {"nbody1024", [] { return makeBodies(1024, "nbody, 2^10"); }},
      {"nbody4096", [] { return makeBodies(4096, "nbody, 2^12"); }},
      {"nbody16384", [] { return makeBodies(16384, "nbody, 2^14"); }},
      {"frcg", makeMinimization},
      {"pade8", [] { return makePade(8, "pade, WG_SIZE 8"); }},
      {"pade16", [] { return makePade(16, "pade, WG_SIZE 16"); }},
      {"enum", makeEnumeration},
      {"lu4", [] { return makeFactorization(4, "lu, 4 rows"); }},
      {"lu8", [] { return makeFactorization(8, "lu, 8 rows"); }}};
  std::printf("| ms | C++ | general | special | staged | general / special | "
              "general / staged |\n|---|---|---|---|---|---|---|\n");
  double logs = 0;
  int count = 0;
  for (const auto &maker : makers) {
    if (argc > 2 && std::none_of(argv + 2, argv + argc, [&](char *wanted) {
          return maker.first == wanted;
        }))
      continue;
    Case what = maker.second();
    logs += std::log(measure(argv[1], what));
    ++count;
  }
  std::printf("| geometric mean | | | | | | %.2f |\n",
              std::exp(logs / std::max(count, 1)));
  return 0;
}
