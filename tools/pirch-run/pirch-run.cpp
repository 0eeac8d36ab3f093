//===- pirch-run.cpp - Compile a kernel and run it at once ----------------===//

#include "Pirch/Driver/Compiler.h"
#include "Pirch/Oracle/Oracle.h"
#include "Pirch/Runner/Arguments.h"
#include "Pirch/Runner/Compare.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/TargetParser/Host.h"
#include <chrono>
#include <cstring>
#include <thread>

using namespace pirch;
namespace cl = llvm::cl;

static cl::OptionCategory category("pirch-run options");
static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<kernel.cl>"),
                                      cl::Required, cl::cat(category));
static cl::opt<std::string>
    kernelName("kernel", cl::desc("Kernel to run, where the file has several"),
               cl::cat(category));
static cl::opt<std::string> target("target", cl::desc("avx512 or generic"),
                                   cl::init("avx512"), cl::cat(category));
static cl::opt<int64_t> wgSize("wg-size", cl::desc("Work items per group"),
                               cl::init(8), cl::cat(category));
static cl::opt<std::string> wgPack("wg-pack",
                                   cl::desc("Groups per pass, or auto"),
                                   cl::init("auto"), cl::cat(category));
static cl::opt<std::string> laneOrder("lane-order",
                                      cl::desc("auto, wg-wi-ix, ix-wi-wg, ..."),
                                      cl::init("auto"), cl::cat(category));
static cl::opt<int64_t>
    vectorBits("vector-bits", cl::desc("Register width of the generic target"),
               cl::init(128), cl::cat(category));
static cl::opt<int64_t> groups("groups", cl::desc("Work groups to run"),
                               cl::init(1), cl::cat(category));
static cl::list<std::string> defines("D", cl::Prefix,
                                     cl::desc("Define a macro"),
                                     cl::value_desc("X=Y"), cl::cat(category));
static cl::list<std::string> arguments(
    "arg",
    cl::desc("A parameter's value: a file.npy, a number or expression, "
             "zeros(DIMS) or rand(DIMS)"),
    cl::value_desc("NAME=VALUE"), cl::cat(category));
static cl::list<std::string> saves("save",
                                   cl::desc("Write a buffer after the run"),
                                   cl::value_desc("NAME=FILE.npy"),
                                   cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("Seed of rand()"), cl::init(1),
                              cl::cat(category));
static cl::opt<bool> check("check",
                           cl::desc("Compare every buffer with the oracle: the "
                                    "source itself, run by fibers"),
                           cl::cat(category));
static cl::opt<uint64_t>
    maxUlp("max-ulp",
           cl::desc("Largest difference --check accepts, in units in "
                    "the last place"),
           cl::init(0), cl::cat(category));
static cl::opt<bool> timeIt("time", cl::desc("Print the median time"),
                            cl::cat(category));
static cl::opt<int64_t> repeat("repeat", cl::desc("Runs that --time takes"),
                               cl::init(11), cl::cat(category));
/// The shared LLVM registers options of its own passes, one of this name.
[[maybe_unused]] static const bool freedName = [] {
  if (cl::Option *other = cl::getRegisteredOptions().lookup("threads"))
    other->removeArgument();
  return true;
}();
static cl::opt<int64_t> threads("threads", cl::desc("Threads to run on"),
                                cl::init(1), cl::cat(category));
static cl::opt<bool> remarks("remarks", cl::desc("Say how loops were executed"),
                             cl::cat(category));

static int fail(const llvm::Twine &text) {
  llvm::WithColor::error(llvm::errs(), "pirch-run") << text << '\n';
  return 1;
}

/// One call of a kernel on its arguments.
struct Launch {
  std::vector<Array> arrays;

  std::vector<void *> pointers() {
    std::vector<void *> result;
    for (Array &array : arrays)
      result.push_back(array.bytes.data());
    return result;
  }
};

static void runOnThreads(CompiledModule::PackedFn function, void **args) {
  if (threads == 1)
    return function(args, 0, groups);
  std::vector<std::thread> workers;
  int64_t share = (groups + threads - 1) / threads;
  for (int64_t first = 0; first < groups; first += share)
    workers.emplace_back([=] {
      function(args, first, std::min<int64_t>(share, groups - first));
    });
  for (std::thread &worker : workers)
    worker.join();
}

static void printTime(CompiledModule::PackedFn function, const Launch &inputs) {
  std::vector<double> seconds;
  Launch run = inputs;
  std::vector<void *> args = run.pointers();
  for (int64_t i = 0; i < repeat + 2; ++i) {
    for (size_t index = 0; index < inputs.arrays.size(); ++index)
      std::memcpy(args[index], inputs.arrays[index].bytes.data(),
                  inputs.arrays[index].bytes.size());
    auto start = std::chrono::steady_clock::now();
    runOnThreads(function, args.data());
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    if (i >= 2) // two warm-ups
      seconds.push_back(spent.count());
  }
  llvm::sort(seconds);
  double median = seconds[seconds.size() / 2];
  double bytes = 0;
  for (size_t index = 0; index < inputs.arrays.size(); ++index) {
    bool written = run.arrays[index].bytes != inputs.arrays[index].bytes;
    bytes += inputs.arrays[index].bytes.size() * (written ? 2.0 : 1.0);
  }
  llvm::outs() << llvm::format(
      "time: %.1f ns per group, %.3f ms for %lld groups (median of %lld); "
      "%.1f GB/s of arrays read and written\n",
      median * 1e9 / std::max<int64_t>(1, groups), median * 1e3,
      static_cast<long long>(groups), static_cast<long long>(repeat),
      bytes / median * 1e-9);
}

static int checkResults(llvm::StringRef source, const KernelInfo &kernel,
                        const Launch &inputs, const Launch &results) {
  auto oracle =
      Oracle::create(source, inputFile, wgSize,
                     std::vector<std::string>(defines.begin(), defines.end()),
                     /*fpContract=*/true, llvm::errs());
  if (!oracle)
    return fail(llvm::toString(oracle.takeError()));
  Launch expected = inputs;
  if (llvm::Error error =
          (*oracle)->run(kernel.name, expected.pointers(), 0, groups))
    return fail(llvm::toString(std::move(error)));
  int status = 0;
  for (size_t index = 0; index < kernel.params.size(); ++index) {
    const KernelParam &param = kernel.params[index];
    if (!param.isPointer)
      continue;
    Difference difference =
        compareArrays(results.arrays[index], expected.arrays[index]);
    bool good = difference.maxUlp <= maxUlp;
    llvm::outs() << "check: " << param.name << ": " << (good ? "ok" : "DIFFERS")
                 << ", " << results.arrays[index].numElements() << " elements";
    if (difference.count) {
      llvm::outs() << ", " << difference.count << " differ, largest error "
                   << llvm::format("%g absolute, %g relative, ",
                                   difference.maxAbsolute,
                                   difference.maxRelative)
                   << difference.maxUlp << " ulp; first at ["
                   << difference.first << "]: "
                   << llvm::format("%.17g instead of %.17g",
                                   difference.firstActual,
                                   difference.firstExpected);
    }
    llvm::outs() << '\n';
    status |= !good;
  }
  return status;
}

/// Parse the command line behind the defaults that the source carries.
static int parseOptions(int argc, char **argv, std::string &source) {
  const char *overview =
      "Compile an OpenCL C kernel in memory and run it\n\n"
      "  Options of its own stand in the source: // pirch-run: --arg "
      "a=rand(GROUPS, WG_SIZE)\n"
      "  Example: pirch-run examples/ldus.cl --wg-size=8 --groups=100 "
      "--check\n";
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, overview);
  auto buffer = llvm::MemoryBuffer::getFile(inputFile);
  if (!buffer)
    return fail("cannot read '" + inputFile +
                "': " + buffer.getError().message());
  source = (*buffer)->getBuffer().str();
  std::vector<std::string> words = readDefaults(source);
  if (words.empty())
    return 0;
  // Once more, the source's words first: later ones override.
  std::vector<const char *> all = {argv[0]};
  for (const std::string &word : words)
    all.push_back(word.c_str());
  all.insert(all.end(), argv + 1, argv + argc);
  cl::ResetAllOptionOccurrences();
  for (auto *option : {&target, &wgPack, &laneOrder, &kernelName})
    option->setCallback([](const std::string &) {}),
        option->setNumOccurrencesFlag(cl::ZeroOrMore);
  wgSize.setNumOccurrencesFlag(cl::ZeroOrMore);
  groups.setNumOccurrencesFlag(cl::ZeroOrMore);
  defines.clear();
  arguments.clear();
  saves.clear();
  cl::ParseCommandLineOptions(all.size(), all.data(), overview);
  return 0;
}

static llvm::Expected<const KernelInfo *>
findKernel(llvm::ArrayRef<KernelInfo> kernels) {
  if (kernelName.empty() && kernels.size() == 1)
    return &kernels[0];
  std::string names;
  for (const KernelInfo &kernel : kernels) {
    if (kernel.name == kernelName)
      return &kernel;
    names += (names.empty() ? "" : ", ") + kernel.name;
  }
  if (kernelName.empty())
    return llvm::createStringError("choose a kernel by --kernel: " + names);
  return llvm::createStringError("no kernel '" + kernelName +
                                 "'; the file has " + names);
}

static llvm::Expected<Launch> makeInputs(const KernelInfo &kernel) {
  llvm::StringMap<int64_t> names;
  names["WG_SIZE"] = wgSize;
  names["GROUPS"] = groups;
  for (llvm::StringRef define : defines) {
    auto [name, value] = define.split('=');
    int64_t number;
    if (!value.getAsInteger(0, number))
      names[name] = number;
  }
  llvm::StringMap<std::string> specs;
  for (llvm::StringRef argument : arguments) {
    auto [name, value] = argument.split('=');
    bool known =
        llvm::any_of(kernel.params, [&, name = name](const auto &param) {
          return param.name == name;
        });
    if (!known)
      return llvm::createStringError("kernel '" + kernel.name +
                                     "' has no parameter '" + name + "'");
    specs[name] = value.str();
  }
  Launch inputs;
  for (const KernelParam &param : kernel.params) {
    auto spec = specs.find(param.name);
    if (spec == specs.end())
      return llvm::createStringError("no value for parameter '" + param.name +
                                     "' (--arg " + param.name + "=...)");
    auto array = makeArgument(param, spec->second, names, seed);
    if (!array)
      return array.takeError();
    inputs.arrays.push_back(std::move(*array));
  }
  return inputs;
}

/// The machine must have what the code was made for.
static bool hostLacks(llvm::StringRef feature) {
  return !llvm::sys::getHostCPUFeatures().lookup(feature);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  std::string source;
  if (int status = parseOptions(argc, argv, source))
    return status;
  if (groups < 0)
    return fail("--groups=" + llvm::Twine(groups) + " is negative");
  if (threads < 1 || threads > 1024 || repeat < 1)
    return fail("--threads takes 1 to 1024 and --repeat at least 1");
  if (target == "avx512" && hostLacks("avx512f"))
    return fail("this CPU has no AVX-512; try --target=generic");
  CompileOptions options;
  options.target = target;
  options.wgSize = wgSize;
  options.wgPack = wgPack;
  options.laneOrder = laneOrder;
  options.vectorBits = vectorBits;
  options.remarks = remarks;
  options.defines.assign(defines.begin(), defines.end());
  auto module = compileAndLoad(source, inputFile, options, llvm::errs());
  if (!module)
    return fail(llvm::toString(module.takeError()));
  auto kernel = findKernel((*module)->kernels());
  if (!kernel)
    return fail(llvm::toString(kernel.takeError()));
  auto inputs = makeInputs(**kernel);
  if (!inputs)
    return fail(llvm::toString(inputs.takeError()));
  CompiledModule::PackedFn function = (*module)->lookupPacked((*kernel)->name);
  if (!function)
    return fail("the compiled code has unresolved symbols");
  Launch results = *inputs;
  runOnThreads(function, results.pointers().data());
  llvm::outs() << (*kernel)->name << ": " << groups << " groups of " << wgSize
               << " work items, " << (*kernel)->wgPack << " per pass, lanes "
               << (*kernel)->laneOrder << '\n';
  int status = check ? checkResults(source, **kernel, *inputs, results) : 0;
  if (timeIt)
    printTime(function, *inputs);
  for (llvm::StringRef save : saves) {
    auto [name, file] = save.split('=');
    size_t index = 0;
    while (index < (*kernel)->params.size() &&
           (*kernel)->params[index].name != name)
      ++index;
    if (index == (*kernel)->params.size() ||
        !(*kernel)->params[index].isPointer)
      return fail("--save: no buffer '" + name + "'");
    if (llvm::Error error = writeNpy(file, results.arrays[index]))
      return fail("--save: " + llvm::toString(std::move(error)));
  }
  return status;
}
