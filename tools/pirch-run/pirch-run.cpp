//===- pirch-run.cpp - Compile a kernel and run it at once ----------------===//

#include "Inputs.h"
#include "Interpretation.h"
#include "OracleCheck.h"
#include "Pirch/Driver/CompileFlags.h"
#include "Pirch/Oracle/OpenCLOracle.h"
#include "Pirch/Runner/Arguments.h"
#include "Pirch/Runner/Layout.h"
#include "Serve.h"
#include "Tune.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace pirch;
namespace cl = llvm::cl;

static cl::OptionCategory category("pirch-run options");
static cl::opt<std::string> inputFile(cl::Positional,
                                      cl::desc("<kernel.cl, kernel.mlir, or - "
                                               "for standard input>"),
                                      cl::Required, cl::cat(category));
static cl::opt<std::string>
    kernelName("kernel", cl::desc("Kernel to run, where the file has several"),
               cl::cat(category));
static CompileFlags compileFlags(category);
/// The work items of a group where neither the command line nor the source
/// says.
static constexpr int64_t kDefaultWgSize = 8;
/// Name of the source in diagnostics.
static std::string fileName;
/// What `compileFlags` holds once the command line is parsed.
static CompileOptions compileOptions;
static cl::opt<std::string>
    groupFlag("groups",
              cl::desc("Work groups to run, along each dimension as in 3x2; of "
                       "several counts, as in 0,1,19, each is a run of its own "
                       "of the same code"),
              cl::init("1"), cl::value_desc("X[xY[xZ]],..."),
              cl::cat(category));
static cl::opt<std::string>
    offsetFlag("offset",
               cl::desc("The global offset along each dimension, which "
                        "get_global_id adds; functions take one then, as with "
                        "--global-offset"),
               cl::value_desc("X[xY[xZ]]"), cl::cat(category));
/// What `groupFlag` says.
static llvm::SmallVector<Extents> grids;
/// What `offsetFlag` says, for each dimension.
static Extents offset;
static cl::list<std::string> arguments(
    "arg",
    cl::desc("A parameter's value: a file.npy, a number or expression, "
             "zeros(DIMS) or rand(DIMS): floats in [0, 1), integers in 0 to 9. "
             "DIMS are expressions over WG_SIZE, GROUPS and -D values"),
    cl::value_desc("NAME=VALUE"), cl::cat(category));
static cl::list<std::string> saves("save",
                                   cl::desc("Write a buffer after the run"),
                                   cl::value_desc("NAME=FILE.npy"),
                                   cl::cat(category));
static cl::opt<uint64_t> seed("seed", cl::desc("Seed of rand()"), cl::init(1),
                              cl::cat(category));
static cl::opt<bool> check("check",
                           cl::desc("Compare every buffer with the oracle: the "
                                    "source itself, run by other means"),
                           cl::cat(category));
static cl::opt<OracleKind> oracleKind(
    "oracle", cl::desc("What --check compares with:"),
    cl::init(OracleKind::fibers),
    cl::values(clEnumValN(OracleKind::fibers, "fibers",
                          "Clang's code, each work item a fiber (default)"),
               clEnumValN(OracleKind::pocl, "pocl",
                          "PoCL, through OpenCL; exit status 77 where it "
                          "does not take the kernel")),
    cl::cat(category));
/// The exit status where nothing differs, but not everything was compared.
static constexpr int kNotComparable = 77;
static bool sawNotComparable = false;
static cl::opt<uint64_t>
    maxUlp("max-ulp",
           cl::desc("Largest difference --check accepts, in units in "
                    "the last place"),
           cl::init(0), cl::cat(category));
static cl::opt<bool> timeIt("time", cl::desc("Print the median time"),
                            cl::cat(category));
static cl::opt<bool>
    tuneIt("tune",
           cl::desc("Time every --wg-pack and --lane-order beside the one that "
                    "the cost model chooses"),
           cl::cat(category));
static cl::opt<int64_t> repeat("repeat",
                               cl::desc("Runs that --time and --tune take"),
                               cl::init(11), cl::cat(category));
/// The shared LLVM registers options of its own passes, one of this name.
[[maybe_unused]] static const bool freedName = [] {
  if (cl::Option *other = cl::getRegisteredOptions().lookup("threads"))
    other->removeArgument();
  return true;
}();
static cl::opt<int64_t> threads("threads", cl::desc("Threads to run on"),
                                cl::init(1), cl::cat(category));
static cl::opt<bool>
    guard("guard",
          cl::desc("Put a page without access rights behind every buffer, so "
                   "that code which accesses memory there stops with an error"),
          cl::cat(category));
static cl::opt<bool> traceMemory(
    "trace-memory",
    cl::desc("Print how many sectors of memory emulated code moved, "
             "and how many would have done, on targets that count "
             "them"),
    cl::cat(category));

static cl::opt<std::string> deviceKind(
    "device",
    cl::desc("Where a GPU's code runs: auto (on a GPU if there is one, the "
             "default), emulate, or the name of the target's devices"),
    cl::value_desc("device"), cl::init(kAutomaticDevice.str()),
    cl::cat(category));

static cl::opt<InterpretKind> interpretKind(
    "interpret", cl::desc("Run no machine code, but the kernel's IR:"),
    cl::init(InterpretKind::none), cl::ValueOptional,
    cl::values(clEnumValN(InterpretKind::form, "", ""),
               clEnumValN(InterpretKind::form, "form",
                          "once infregs are formed (default)"),
               clEnumValN(InterpretKind::packed, "packed",
                          "and once more with work groups packed and lanes "
                          "assigned; both must agree"),
               clEnumValN(InterpretKind::eachPass, "each-pass",
                          "after every pass up to there; all must agree, or "
                          "the first that does not is named")),
    cl::cat(category));

static int fail(const llvm::Twine &text) {
  llvm::WithColor::error(llvm::errs(), "pirch-run") << text << '\n';
  return 1;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// The number of `arguments` that come from the source; they are the first
/// ones.
static size_t numDefaultArguments = 0;

static size_t countArguments(llvm::ArrayRef<std::string> words) {
  return llvm::count_if(words, [](llvm::StringRef word) {
    return word.ltrim('-').split('=').first == "arg";
  });
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
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(inputFile);
  if (!buffer)
    return fail("cannot read '" + inputFile +
                "': " + buffer.getError().message());
  source = (*buffer)->getBuffer().str();
  // How diagnostics name the source.
  fileName = inputFile == "-" ? "<stdin>" : inputFile.getValue();
  std::vector<std::string> words = readDefaults(source);
  if (words.empty())
    return 0;
  // Once more, the source's words first: later ones override.
  numDefaultArguments = countArguments(words);
  std::vector<const char *> all = {argv[0]};
  for (const std::string &word : words)
    all.push_back(word.c_str());
  all.insert(all.end(), argv + 1, argv + argc);
  cl::ResetAllOptionOccurrences();
  for (cl::Option *option : std::initializer_list<cl::Option *>{
           &kernelName, &groupFlag, &offsetFlag, &seed, &check, &oracleKind,
           &maxUlp, &timeIt, &tuneIt, &repeat, &threads, &guard,
           &interpretKind})
    option->setNumOccurrencesFlag(cl::ZeroOrMore);
  compileFlags.reset();
  arguments.clear();
  saves.clear();
  cl::ParseCommandLineOptions(all.size(), all.data(), overview);
  return 0;
}

static int checkOptions() {
  for (llvm::StringRef word : llvm::split(groupFlag, ',')) {
    std::optional<Extents> extents = parseExtents(word.trim());
    if (!extents)
      return fail("--groups=" + groupFlag + ": '" + word.trim() +
                  "' is not a number of groups, as 3 or 3x2 is");
    if (llvm::any_of(*extents, [](int64_t count) { return count < 0; }))
      return fail("--groups=" + groupFlag + " is negative");
    grids.push_back(*extents);
  }
  if (offsetFlag.getNumOccurrences()) {
    std::optional<Extents> extents = parseExtents(offsetFlag);
    if (!extents ||
        llvm::any_of(*extents, [](int64_t count) { return count < 0; }))
      return fail("--offset=" + offsetFlag +
                  " is not of the form X, XxY or XxYxZ");
    offset = *extents;
  }
  if (threads < 1 || threads > 1024 || repeat < 1)
    return fail("--threads takes 1 to 1024 and --repeat at least 1");
  if (interpretKind != InterpretKind::none &&
      (timeIt || tuneIt || guard || traceMemory || threads != 1 ||
       deviceKind != kAutomaticDevice))
    return fail("--interpret runs no machine code: it does not go with --time, "
                "--tune, --guard, --trace-memory, --threads and --device");
  return 0;
}

/// Let the grids and the offset have as many dimensions as groups have: those
/// that are not given are 1, or 0.
static int checkDimensions() {
  size_t dims = compileOptions.wgShape.size();
  auto check = [&](const llvm::Twine &option, const Extents &extents) {
    return extents.size() <= dims
               ? 0
               : fail(option + ": " + llvm::Twine(extents.size()) +
                      " dimensions, but groups have " + llvm::Twine(dims) +
                      " (--wg-size=" + printExtents(compileOptions.wgShape) +
                      ")");
  };
  for (Extents &extents : grids) {
    if (int status = check("--groups=" + groupFlag, extents))
      return status;
    extents.resize(dims, 1);
  }
  if (int status = check("--offset=" + offsetFlag, offset))
    return status;
  if (compileOptions.globalOffset)
    offset.resize(dims, 0);
  return 0;
}

/// Whether the target can do what was asked of it when its code runs.
static int checkTarget() {
  llvm::Expected<const Target *> target = findTarget(compileOptions.target);
  if (!target)
    return fail(llvm::toString(target.takeError()));
  auto goesWith = [&](llvm::StringRef option,
                      llvm::function_ref<bool(const Target &)> accepts) {
    return fail(option + " does not go with --target=" + (*target)->getName() +
                "; it goes with " + listTargets(accepts));
  };
  auto traces = [](const Target &other) { return other.canTraceMemory(); };
  if (traceMemory && !traces(**target))
    return goesWith("--trace-memory", traces);
  if (deviceKind == kAutomaticDevice)
    return 0;
  auto hasDevice = [](const Target &other) {
    return deviceKind == kEmulatedDevice ? !other.getDeviceName().empty()
                                         : other.getDeviceName() == deviceKind;
  };
  if (!hasDevice(**target))
    return goesWith("--device=" + deviceKind, hasDevice);
  if (deviceKind == kEmulatedDevice)
    return 0;
  for (auto [given, name] :
       {std::pair(bool(timeIt), "--time"), std::pair(bool(tuneIt), "--tune"),
        std::pair(bool(guard), "--guard"),
        std::pair(bool(traceMemory), "--trace-memory"),
        std::pair(threads != 1, "--threads")})
    if (given)
      return fail(llvm::Twine("not supported yet: ") + name +
                  " with --device=" + deviceKind);
  return 0;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

static void printTime(const Launch &launch, const Arguments &inputs) {
  Timing timing = measure(launch, inputs, repeat);
  llvm::outs() << llvm::format(
      "time: %.1f ns per group, %.3f ms for %lld groups (median of %lld); "
      "%.1f GB/s of arrays read and, where changed, written\n",
      timing.medianSeconds * 1e9 / std::max<int64_t>(1, launch.groups),
      timing.medianSeconds * 1e3, static_cast<long long>(launch.groups),
      static_cast<long long>(repeat),
      timing.bytes / timing.medianSeconds * 1e-9);
}

/// The exit status of a comparison. A kernel that the oracle does not take is
/// no failure yet.
static int reportCheck(llvm::Expected<bool> agrees) {
  if (agrees)
    return !*agrees;
  int status = 0;
  llvm::handleAllErrors(
      agrees.takeError(),
      [&](const NotComparable &reason) {
        sawNotComparable = true;
        llvm::outs() << "check: " << reason.message() << '\n';
      },
      [&](const llvm::ErrorInfoBase &other) {
        status = fail(other.message());
      });
  return status;
}

static int runKernel(llvm::StringRef source, Machine &machine,
                     const KernelInfo &kernel, const Launch &launch,
                     const Arguments &inputs, const Arguments &laidOut,
                     OracleCheck &oracle, const Oracle::Range &range) {
  if (llvm::Error error = oracle.checkBounds(kernel, inputs, range))
    return fail(llvm::toString(std::move(error)));
  Arguments results = laidOut;
  if (guard)
    runGuarded(launch, kernel, results);
  else
    launch.run(results.pointers().data());
  results = layBack(kernel, results, inputs);
  // What an interpreter stops at leaves nothing to compare.
  if (interpretKind != InterpretKind::none)
    if (std::string error = machine.takeError(); !error.empty())
      return fail(error);
  llvm::outs() << kernel.name << ": " << printExtents(range.groups)
               << " groups of " << printExtents(compileOptions.wgShape)
               << " work items, " << machine.describe(kernel) << '\n';
  int status = 0;
  if (check)
    status = reportCheck(oracle.checkResults(oracleKind, kernel, inputs,
                                             results, range, maxUlp));
  if (timeIt)
    printTime(launch, laidOut);
  if (tuneIt)
    if (llvm::Error error = tune(source, fileName, compileOptions, kernel.name,
                                 launch, laidOut, repeat))
      return fail(llvm::toString(std::move(error)));
  if (llvm::Error error = writeSaves(saves, kernel, results))
    return fail(llvm::toString(std::move(error)));
  return status;
}

/// Run `kernel` once on each of the grids.
static int runGrids(llvm::StringRef source, Machine &machine,
                    const KernelInfo &kernel) {
  OracleCheck oracle(source, fileName, compileOptions);
  InputOptions options;
  options.values = arguments;
  options.numDefaults = numDefaultArguments;
  options.seed = seed;
  int status = 0;
  for (const Extents &grid : grids) {
    options.sizes =
        sizeNames(compileOptions.wgShape, grid, compileOptions.defines);
    auto inputs = makeInputs(kernel, options, grid, offset);
    if (!inputs)
      return fail(llvm::toString(inputs.takeError()));
    auto laidOut = layOut(kernel, *inputs);
    if (!laidOut)
      return fail(llvm::toString(laidOut.takeError()));
    Launch launch = machine.prepare(kernel, *laidOut);
    if (!launch.function)
      return fail("the compiled code has unresolved symbols");
    launch.groups = productOf(grid);
    launch.threads = threads;
    status |= runKernel(source, machine, kernel, launch, *inputs, *laidOut,
                        oracle, {grid, offset});
    llvm::outs() << machine.takeMemoryTrace();
    if (std::string error = machine.takeError(); !error.empty())
      status |= fail(error);
  }
  return status;
}

/// Set `compileOptions` to what the command line and the source say.
static int completeOptions(llvm::StringRef source) {
  llvm::Expected<CompileOptions> options = compileFlags.get();
  if (!options)
    return fail(llvm::toString(options.takeError()));
  compileOptions = std::move(*options);
  compileOptions.defines = lastDefines(compileOptions.defines);
  compileOptions.traceMemory = traceMemory;
  compileOptions.onlyKernel = kernelName;
  auto named = compileOptions.kernelShapes.find(kernelName);
  if (named != compileOptions.kernelShapes.end())
    compileOptions.wgShape = named->second;
  else if (!compileOptions.kernelShapes.empty() && kernelName.empty())
    return fail("--wg-size=NAME=" +
                printExtents(compileOptions.kernelShapes.begin()->second) +
                " goes with --kernel=NAME");
  if (llvm::Error error = compileFlags.completeShape(compileOptions, source,
                                                     fileName, kDefaultWgSize))
    return fail(llvm::toString(std::move(error)));
  compileOptions.globalOffset |= !offset.empty();
  return 0;
}

/// Compile the source for the machine that the options ask for.
static llvm::Expected<std::unique_ptr<Machine>> load(llvm::StringRef source) {
  if (interpretKind != InterpretKind::none)
    return loadInterpreter(source, fileName, compileOptions, interpretKind,
                           llvm::errs());
  // What only the host can do is done on the host.
  bool onHost = timeIt || tuneIt || guard || traceMemory || threads != 1;
  return loadMachine(source, fileName, compileOptions,
                     onHost ? llvm::StringRef(kEmulatedDevice)
                            : deviceKind.getValue(),
                     llvm::errs());
}

static int runCommandLine(int argc, char **argv) {
  std::string source;
  if (int status = parseOptions(argc, argv, source))
    return status;
  if (int status = checkOptions())
    return status;
  if (int status = completeOptions(source))
    return status;
  if (int status = checkDimensions())
    return status;
  if (int status = checkTarget())
    return status;
  auto machine = load(source);
  if (!machine)
    return fail(llvm::toString(machine.takeError()));
  auto kernel = findKernel((*machine)->kernels(), kernelName);
  if (!kernel)
    return fail(llvm::toString(kernel.takeError()));
  if (llvm::Error error = checkSaves(saves, **kernel))
    return fail(llvm::toString(std::move(error)));
  int status = runGrids(source, **machine, **kernel);
  return status ? status : sawNotComparable ? kNotComparable : 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (argc == 2 && llvm::StringRef(argv[1]) == "--serve")
    return serve(argv[0], &runCommandLine);
  return runCommandLine(argc, argv);
}
