//===- bench.cpp - PIRCH beside what users would pick instead -------------===//
//
// Runs every kernel, type and size with PIRCH's code and its rivals in one
// process on the same data. scripts/bench makes tables of the output.
//
//===----------------------------------------------------------------------===//

#include "Case.h"
#include "Ispc.h"
#include "Pirch/Driver/Compiler.h"
#include "Roofline.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"
#include <benchmark/benchmark.h>
#include <chrono>
#include <random>
#include <thread>

namespace cl = llvm::cl;
using namespace bench;

static cl::OptionCategory category("pirch-bench options");

static cl::opt<std::string> kernelDir("kernel-dir", cl::Required,
                                      cl::desc("Where the .cl files are"),
                                      cl::cat(category));
static cl::opt<std::string> ispcDir("ispc-dir",
                                    cl::desc("Where the .ispc files are; no "
                                             "rivals in ISPC by default"),
                                    cl::cat(category));
static cl::list<std::string> kernels("kernels", cl::CommaSeparated,
                                     cl::desc("Which kernels; all by default"),
                                     cl::cat(category));
static cl::list<int64_t> sizes("sizes", cl::CommaSeparated,
                               cl::desc("Values of WG_SIZE"),
                               cl::cat(category));
static cl::list<std::string> types("types", cl::CommaSeparated,
                                   cl::desc("double, float"),
                                   cl::cat(category));
static cl::opt<int64_t> groups("groups", cl::desc("Work groups of a batch"),
                               cl::init(100000), cl::cat(category));
static cl::opt<int64_t> repetitions("reps", cl::desc("Timed runs of each form"),
                                    cl::init(10), cl::cat(category));
static cl::opt<unsigned> numThreads("num-threads", cl::desc("0: all"),
                                    cl::init(1), cl::cat(category));
static cl::list<std::string>
    configurations("configs", cl::CommaSeparated,
                   cl::desc("PIRCH's packs and lane orders, as in "
                            "8:ix-wi-wg:DISABLED+REORDERS; auto by default"),
                   cl::cat(category));

namespace {

/// Memory at a cache line, of any type.
class Storage {
public:
  explicit Storage(size_t bytes)
      : size(bytes), memory(static_cast<char *>(
                         ::operator new(bytes + 64, std::align_val_t(64)))) {}
  Storage(const Storage &) = delete;
  ~Storage() { ::operator delete(memory, std::align_val_t(64)); }
  void *data() const { return memory; }
  size_t bytes() const { return size; }

private:
  size_t size;
  char *memory;
};

using Buffers = std::vector<std::unique_ptr<Storage>>;

struct Measured {
  std::unique_ptr<Case> problem;
  Buffers inputs, work, reference;

  explicit Measured(std::unique_ptr<Case> which) : problem(std::move(which)) {
    std::mt19937_64 engine(42);
    for (const Buffer &buffer : problem->buffers) {
      size_t size = buffer.integerBytes ? buffer.integerBytes
                    : problem->isDouble ? 8
                                        : 4;
      for (Buffers *set : {&inputs, &work, &reference})
        set->push_back(std::make_unique<Storage>(buffer.elements * size));
      void *data = inputs.back()->data();
      std::memset(data, 0, buffer.elements * size);
      if (!buffer.isInput)
        continue;
      for (int64_t i = 0; i < buffer.elements; ++i) {
        double value = static_cast<double>(engine() >> 11) * 0x1p-53;
        if (buffer.block && i % buffer.block % buffer.diagonal == 0)
          value += buffer.shift;
        if (problem->isDouble)
          static_cast<double *>(data)[i] = value;
        else
          static_cast<float *>(data)[i] = static_cast<float>(value);
      }
    }
    restore(reference);
    problem->forms.front().run(pointers(reference).data(), 0, problem->groups);
  }

  static std::vector<void *> pointers(const Buffers &set) {
    std::vector<void *> result;
    for (const auto &storage : set)
      result.push_back(storage->data());
    return result;
  }

  void restore(const Buffers &set) const {
    for (size_t i = 0; i < set.size(); ++i)
      if (&set != &work || problem->buffers[i].isOutput || !isFilled)
        std::memcpy(set[i]->data(), inputs[i]->data(), inputs[i]->bytes());
    isFilled |= &set == &work;
  }

  /// Relative errors of the last run, against the reference.
  struct Errors {
    double worst = 0;
    /// Share of results whose error is beyond the tolerance.
    double wrong = 0;
  };
  Errors errors() const {
    Errors result;
    int64_t wrong = 0, all = 0;
    double tolerance = problem->isDouble ? 1e-9 : 2e-2;
    for (size_t i = 0; i < work.size(); ++i) {
      const Buffer &buffer = problem->buffers[i];
      if (!buffer.isOutput)
        continue;
      for (int64_t e = 0; e < buffer.elements; ++e) {
        double have = at(*work[i], buffer, e),
               want = at(*reference[i], buffer, e);
        double off = std::abs(have - want) / std::max(1.0, std::abs(want));
        if (!(off <= result.worst))
          result.worst = off == off ? off : INFINITY;
        wrong += !(off <= tolerance);
      }
      all += buffer.elements;
    }
    result.wrong = static_cast<double>(wrong) / static_cast<double>(all);
    return result;
  }

private:
  double at(const Storage &storage, const Buffer &buffer, int64_t e) const {
    if (buffer.integerBytes == 4)
      return static_cast<int32_t *>(storage.data())[e];
    return problem->isDouble ? static_cast<double *>(storage.data())[e]
                             : static_cast<float *>(storage.data())[e];
  }

  mutable bool isFilled = false;
};

/// A configuration of PIRCH, as on the command line.
struct Configuration {
  std::string text, wgPack = "auto", laneOrder = "auto";
  std::vector<std::string> disabledReorders;
};

} // namespace

static Configuration parseConfiguration(llvm::StringRef text) {
  Configuration result;
  result.text = text.str();
  llvm::SmallVector<llvm::StringRef> parts, off;
  text.split(parts, ':');
  result.wgPack = parts[0].str();
  if (parts.size() > 1)
    result.laneOrder = parts[1].str();
  if (parts.size() > 2)
    parts[2].split(off, '+', -1, false);
  for (llvm::StringRef name : off)
    result.disabledReorders.push_back(name.str());
  return result;
}

/// PIRCH's code as one more form; parameters are bound by name. An error where
/// the kernel's parameters are not the case's.
static llvm::Expected<Form>
makePirchForm(const Case &problem, const Configuration &configuration,
              std::vector<std::unique_ptr<pirch::CompiledModule>> &modules) {
  std::string file = kernelDir + "/" + problem.kernel + ".cl";
  auto source = llvm::MemoryBuffer::getFile(file);
  if (!source)
    return llvm::createStringError("cannot read " + file);
  pirch::CompileOptions options;
  options.wgSize = problem.size;
  options.wgPack = configuration.wgPack;
  options.laneOrder = configuration.laneOrder;
  options.disabledReorders = configuration.disabledReorders;
  options.defines = {std::string("REAL=") +
                     (problem.isDouble ? "double" : "float")};
  options.includeDirs = {kernelDir};
  auto module = pirch::compileAndLoad((*source)->getBuffer(), file, options,
                                      llvm::errs());
  if (!module)
    return module.takeError();
  const pirch::KernelInfo &info = (*module)->kernels().front();
  auto function = (*module)->lookupPacked(info.name);
  // Where each argument comes from: a buffer, or a scalar's own bytes.
  struct Argument {
    int64_t buffer = -1;
    uint64_t bits = 0;
  };
  std::vector<Argument> arguments;
  for (const pirch::KernelParam &param : info.params) {
    Argument argument;
    if (param.isPointer) {
      for (size_t i = 0; i < problem.buffers.size(); ++i)
        if (problem.buffers[i].name == param.name)
          argument.buffer = i;
      if (argument.buffer < 0)
        return llvm::createStringError("no buffer for " + param.name);
    } else {
      auto value = problem.scalars.find(param.name);
      if (value == problem.scalars.end())
        return llvm::createStringError("no value for " + param.name);
      double real = value->second;
      float single = static_cast<float>(real);
      int64_t integer = static_cast<int64_t>(real);
      if (!param.isFloat)
        std::memcpy(&argument.bits, &integer, 8);
      else if (param.elementBits == 64)
        std::memcpy(&argument.bits, &real, 8);
      else
        std::memcpy(&argument.bits, &single, 4);
    }
    arguments.push_back(argument);
  }
  // Beside others the automatic choice is told from the same one by hand.
  std::string name = configurations.empty() ? "PIRCH " : "PIRCH auto ";
  name += std::to_string(info.wgPack) + ":" + info.laneOrder;
  if (configuration.text != "auto")
    name = "PIRCH " + configuration.text;
  modules.push_back(std::move(*module));
  return Form{name, [=](void **buffers, int64_t first, int64_t count) mutable {
                std::vector<void *> all;
                for (Argument &argument : arguments)
                  all.push_back(argument.buffer < 0
                                    ? static_cast<void *>(&argument.bits)
                                    : buffers[argument.buffer]);
                function(all.data(), first, count);
              }};
}

static void runThreaded(const Run &run, void **buffers, int64_t count,
                        unsigned threads) {
  if (threads == 1)
    return run(buffers, 0, count);
  std::vector<std::thread> workers;
  for (unsigned t = 0; t < threads; ++t) {
    int64_t first = count * t / threads, end = count * (t + 1) / threads;
    workers.emplace_back(
        [&run, buffers, first, end] { run(buffers, first, end - first); });
  }
  for (std::thread &worker : workers)
    worker.join();
}

/// The fastest of `forms` in the second of two runs, others being dropped: too
/// many are no rivals, only ways to write one.
static std::vector<Form> keepFastest(std::vector<Form> forms,
                                     const Measured &measured,
                                     unsigned threads) {
  auto pointers = Measured::pointers(measured.work);
  double best = INFINITY;
  std::vector<Form> fastest;
  for (Form &form : forms) {
    std::chrono::duration<double> spent;
    for (int run = 0; run < 2; ++run) {
      measured.restore(measured.work);
      auto start = std::chrono::steady_clock::now();
      runThreaded(form.run, pointers.data(), measured.problem->groups, threads);
      spent = std::chrono::steady_clock::now() - start;
    }
    if (spent.count() >= best)
      continue;
    best = spent.count();
    fastest = {std::move(form)};
  }
  return fastest;
}

static void time(benchmark::State &state, Measured &measured, const Form &form,
                 unsigned threads, const Roofline &roofline) {
  const Case &problem = *measured.problem;
  auto pointers = Measured::pointers(measured.work);
  for (auto _ : state) {
    measured.restore(measured.work);
    auto start = std::chrono::steady_clock::now();
    runThreaded(form.run, pointers.data(), problem.groups, threads);
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    state.SetIterationTime(spent.count());
  }
  Measured::Errors errors = measured.errors();
  if (errors.wrong > problem.mayDiffer)
    state.SkipWithError("differs from the reference");
  state.counters["groups"] = problem.groups;
  state.counters["bytes"] = problem.bytes;
  state.counters["flops"] = problem.flops;
  state.counters["error"] = errors.worst;
  state.counters["wrong"] = errors.wrong;
  state.counters["roof_ns"] =
      1e9 *
      std::max(problem.bytes / roofline.bytesPerSecond,
               problem.flops / roofline.flopsPerSecond(problem.isDouble)) /
      threads;
}

static const std::pair<const char *, Factory> kFactories[] = {
    {"gema", makeGema}, {"gemm", makeGemm},     {"trsv", makeTrsv},
    {"ldus", makeLdus}, {"pade", makePade},     {"enum", makeEnum},
    {"frcg", makeFrcg}, {"reduce", makeReduce}, {"nbody", makeNbody}};

/// All forms of one case, registered and run at once: the data of two cases
/// need not fit in memory together.
static int runCase(std::unique_ptr<Case> problem, unsigned threads,
                   const Roofline &roofline,
                   benchmark::BenchmarkReporter &display) {
  std::vector<std::unique_ptr<pirch::CompiledModule>> modules;
  std::vector<std::string> wanted(configurations.begin(), configurations.end());
  if (wanted.empty())
    wanted.push_back("auto");
  std::vector<Form> mine;
  for (const std::string &text : wanted) {
    auto form = makePirchForm(*problem, parseConfiguration(text), modules);
    if (!form) {
      llvm::errs() << problem->kernel << ": "
                   << llvm::toString(form.takeError()) << '\n';
      return 1;
    }
    mine.push_back(std::move(*form));
  }
  Measured measured(std::move(problem));
  const Case &data = *measured.problem;
  std::string prefix = data.kernel + "/" + (data.isDouble ? "f64" : "f32") +
                       "/" + std::to_string(data.size) + "/";
  std::vector<Form> forms = mine;
  forms.insert(forms.end(), data.forms.begin(), data.forms.end());
  if (!ispcDir.empty()) {
    auto ispc = makeIspcForms(data, ispcDir);
    if (!ispc) {
      llvm::errs() << llvm::toString(ispc.takeError()) << '\n';
      return 1;
    }
    for (Form &form : keepFastest(std::move(*ispc), measured, threads))
      forms.push_back(std::move(form));
  }
  for (const Form &form : forms)
    benchmark::RegisterBenchmark(
        (prefix + form.name).c_str(),
        [&measured, &form, threads, &roofline](benchmark::State &state) {
          time(state, measured, form, threads, roofline);
        })
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(static_cast<int>(repetitions) + 2);
  benchmark::RunSpecifiedBenchmarks(&display);
  benchmark::ClearRegisteredBenchmarks();
  return 0;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "PIRCH and its rivals\n");
  if (sizes.empty())
    for (int64_t size : {4, 8, 12, 16, 20, 24, 28, 32})
      sizes.push_back(size);
  if (types.empty()) {
    types.push_back("double");
    types.push_back("float");
  }
  unsigned threads =
      numThreads ? unsigned(numThreads) : std::thread::hardware_concurrency();
  // Forms take turns: what disturbs the machine for a while disturbs them all.
  char interleave[] = "--benchmark_enable_random_interleaving=true";
  char *flags[] = {argv[0], interleave, nullptr};
  int numFlags = 2;
  benchmark::Initialize(&numFlags, flags);
  Roofline roofline = measureRoofline();
  llvm::errs() << "copy " << roofline.bytesPerSecond * 1e-9 << " GB/s, FMA "
               << roofline.flopsPerSecond(true) * 1e-9 << " GFLOP/s f64\n";
  if (!ispcDir.empty() && !hasIspc())
    llvm::errs() << "no rivals in ISPC: no ispc on PATH\n";
  benchmark::CSVReporter csv;
  for (auto [kernel, factory] : kFactories) {
    if (!kernels.empty() && !llvm::is_contained(kernels, kernel))
      continue;
    for (const std::string &type : types)
      for (int64_t size : sizes)
        if (auto problem = factory(type == "double", size, groups))
          if (int status = runCase(std::move(problem), threads, roofline, csv))
            return status;
  }
  return 0;
}
