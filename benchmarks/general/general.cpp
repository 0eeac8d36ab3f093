//===- general.cpp - Kernels that nobody tuned, beside their rivals -------===//
//
// Runs kernels as GPU programmers write them, compiled by PIRCH with default
// options, and what C++ programmers would write instead, in one process on the
// same data. Prints a line of CSV for each form; scripts/bench general makes
// tables of them.
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"
#include "Pirch/Driver/NamedOptions.h"
#include "Pirch/Runner/Arguments.h"
#include "Rivals.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <ctime>

namespace cl = llvm::cl;
using namespace bench::general;

static cl::OptionCategory category("pirch-bench-general options");
static cl::opt<std::string> kernelDir("kernel-dir", cl::Required,
                                      cl::desc("Where the .cl files are"),
                                      cl::cat(category));
static cl::list<std::string> kernels("kernels", cl::CommaSeparated,
                                     cl::desc("Which kernels; all by default"),
                                     cl::cat(category));
static cl::list<int64_t> sizes("sizes", cl::CommaSeparated,
                               cl::desc("Values of WG_SIZE (8, 16, 32)"),
                               cl::cat(category));
static cl::list<std::string> types("types", cl::CommaSeparated,
                                   cl::desc("What REAL is: float, double"),
                                   cl::cat(category));
static cl::list<std::string> places("from", cl::CommaSeparated,
                                    cl::desc("Where data lie: cache, memory"),
                                    cl::cat(category));
static cl::list<int64_t>
    offsets("offsets", cl::CommaSeparated,
            cl::desc("Bytes by which buffers start past a multiple of 64, at "
                     "least one element (0, 16)"),
            cl::cat(category));
static cl::opt<std::string>
    onlyHalf("half", cl::desc("A or B; both by default"), cl::cat(category));
static cl::opt<int64_t> repetitions("reps", cl::desc("Times of each form"),
                                    cl::init(12), cl::cat(category));
static cl::opt<int64_t> cacheBytes("cache-bytes",
                                   cl::desc("Bytes of a batch in the cache"),
                                   cl::init(96 << 10), cl::cat(category));
static cl::opt<int64_t> memoryBytes("memory-bytes",
                                    cl::desc("Bytes of a batch in memory"),
                                    cl::init(128 << 20), cl::cat(category));
static cl::list<std::string>
    compileOptions("option", cl::value_desc("--NAME=VALUE"),
                   cl::desc("An option that PIRCH compiles all kernels with; "
                            "may be given several times"),
                   cl::cat(category));
static cl::opt<bool> checkOnly("check-only",
                               cl::desc("Compare results, measure no times"),
                               cl::cat(category));

//===----------------------------------------------------------------------===//
// Rivals
//===----------------------------------------------------------------------===//

static std::vector<const Rivals *> &registry() {
  static std::vector<const Rivals *> all;
  return all;
}

Rivals::Rivals(const char *kernel, const char *type, int64_t wgSize,
               std::vector<Form> forms)
    : kernel(kernel), type(type), wgSize(wgSize), forms(std::move(forms)) {
  registry().push_back(this);
}

const std::vector<const Rivals *> &bench::general::allRivals() {
  return registry();
}

//===----------------------------------------------------------------------===//
// Measuring
//===----------------------------------------------------------------------===//

namespace {
/// One that competes, and the least time of a batch so far.
struct Competitor {
  std::string name;
  std::function<void(const Call &call)> run;
  double seconds = INFINITY;
};

/// A kernel compiled for one type and size, with its rivals.
struct Contest {
  const Kernel &kernel;
  std::string type;
  int64_t wgSize;
  std::unique_ptr<pirch::CompiledModule> module;
  /// PIRCH is the first.
  std::vector<Competitor> competitors;

  const pirch::KernelInfo &info() const { return module->kernels().front(); }
};
} // namespace

static llvm::Expected<Contest>
prepare(const Kernel &kernel, const std::string &type, int64_t wgSize) {
  pirch::CompileOptions options;
  options.wgSize = wgSize;
  for (const std::string &option : compileOptions)
    if (llvm::Error error = pirch::setOption(options, option))
      return error;
  if (!type.empty())
    options.defines = {"REAL=" + type};
  auto module =
      pirch::compileAndLoad(kernel.source, kernel.file, options, llvm::errs());
  if (!module)
    return module.takeError();
  Contest contest{kernel, type, wgSize, std::move(*module), {}};
  auto function = contest.module->lookupPacked(contest.info().name);
  contest.competitors.push_back(
      {"PIRCH " + std::to_string(contest.info().wgPack) + ":" +
           contest.info().laneOrder,
       [function](const Call &call) { function(call.args, 0, call.groups); }});
  for (const Rivals *rivals : allRivals()) {
    if (rivals->kernel != kernel.name || rivals->type != type ||
        (rivals->wgSize && rivals->wgSize != wgSize))
      continue;
    for (const Form &form : rivals->forms)
      contest.competitors.push_back({form.name, form.run});
  }
  if (contest.competitors.size() == 1)
    return llvm::createStringError("no rivals of kernel " + kernel.name +
                                   " for type '" + type + "', WG_SIZE " +
                                   std::to_string(wgSize));
  return contest;
}

namespace {
/// What a contest is about at one place and offset.
struct Batch {
  Buffers buffers;
  int64_t wgSize, groups;
  bool isFromMemory;

  Call call() { return {buffers.pointers(), wgSize, groups, isFromMemory}; }
};
} // namespace

/// Seconds of a clock. Runs of some milliseconds are interrupted on a busy
/// machine, so that the thread's own time is taken for them; for short runs
/// asking for that takes too long, and the least of many is not interrupted.
static double now(bool ofThread) {
  timespec time;
  clock_gettime(ofThread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) +
         1e-9 * static_cast<double>(time.tv_nsec);
}

static double timeOf(const Competitor &competitor, Batch &batch) {
  batch.buffers.restore(/*onlyRead=*/true);
  Call call = batch.call();
  double start = now(batch.isFromMemory);
  competitor.run(call);
  return now(batch.isFromMemory) - start;
}

/// All competitors compute what PIRCH does, or an error says who does not.
static llvm::Error compareResults(Contest &contest, Batch &batch) {
  Buffers &buffers = batch.buffers;
  double tolerance = contest.kernel.tolerance;
  if (contest.type == "double")
    tolerance *= 1e-5;
  for (Competitor &competitor : contest.competitors) {
    buffers.restore();
    competitor.run(batch.call());
    if (&competitor == &contest.competitors.front()) {
      if (!buffers.isChanged())
        return llvm::createStringError(contest.kernel.name +
                                       ": the kernel changes nothing");
      buffers.keepResult();
      continue;
    }
    Buffers::Difference difference = buffers.compare(tolerance);
    if (difference.share > contest.kernel.mayDiffer)
      return llvm::createStringError(
          llvm::formatv("{0} {1} {2}: results of '{3}' differ from PIRCH's in "
                        "{4:P} of the elements, by up to {5}",
                        contest.kernel.name, contest.type, contest.wgSize,
                        competitor.name, difference.share, difference.greatest)
              .str());
  }
  return llvm::Error::success();
}

/// The least time of each, in turns, so that what disturbs the machine for a
/// while disturbs all. A batch in the cache is run several times a turn.
static void measure(Contest &contest, Batch &batch, int64_t turns) {
  constexpr double kTurn = 2e-4;
  for (Competitor &competitor : contest.competitors)
    competitor.seconds = INFINITY;
  for (int64_t turn = 0; turn < turns; ++turn)
    for (Competitor &competitor : contest.competitors)
      for (double spent = 0; spent < kTurn;) {
        double seconds = timeOf(competitor, batch);
        competitor.seconds = std::min(competitor.seconds, seconds);
        spent += seconds;
      }
}

static int64_t bytesOf(const Data &data) {
  int64_t bytes = 0;
  for (const pirch::Array &array : data)
    bytes += array.bytes.size();
  return bytes;
}

/// As many groups as make `bytes` of data, a multiple of 16 and at least 32.
static llvm::Expected<int64_t> groupsFor(const Contest &contest,
                                         int64_t bytes) {
  auto few = makeData(contest.kernel, contest.info(), 32);
  if (!few)
    return few.takeError();
  auto more = makeData(contest.kernel, contest.info(), 64);
  if (!more)
    return more.takeError();
  int64_t each = std::max<int64_t>(1, (bytesOf(*more) - bytesOf(*few)) / 32);
  return std::max<int64_t>(32, bytes / each / 16 * 16);
}

/// Batches from memory that take long are so bound by computation that a part
/// of them tells the same.
static void shorten(Contest &contest, Batch &batch) {
  constexpr double kLong = 0.04;
  int64_t all = batch.groups, part = std::max<int64_t>(32, all / 64 / 16 * 16);
  batch.groups = part;
  double whole = timeOf(contest.competitors.front(), batch) *
                 static_cast<double>(all) / static_cast<double>(part);
  if (whole > kLong)
    batch.groups = std::max<int64_t>(
        part, static_cast<int64_t>(all * (kLong / whole)) / 16 * 16);
  else
    batch.groups = all;
}

static void print(const Contest &contest, const std::string &place,
                  int64_t offset, int64_t groups) {
  for (const Competitor &competitor : contest.competitors)
    llvm::outs() << contest.kernel.name << ',' << contest.kernel.kind << ','
                 << contest.kernel.half << ',' << contest.type << ','
                 << contest.wgSize << ',' << place << ',' << offset << ','
                 << groups << ',' << competitor.name << ','
                 << llvm::format("%.6g", competitor.seconds * 1e9 / groups)
                 << '\n';
  llvm::outs().flush();
}

static llvm::Error run(Contest &contest, const std::string &place) {
  auto groups =
      groupsFor(contest, place == "memory" ? memoryBytes : cacheBytes);
  if (!groups)
    return groups.takeError();
  auto data = makeData(contest.kernel, contest.info(), *groups);
  if (!data)
    return data.takeError();
  for (int64_t offset : offsets) {
    Batch batch{Buffers(*data, contest.info(), offset), contest.wgSize, *groups,
                place == "memory"};
    if (batch.isFromMemory)
      shorten(contest, batch);
    if (llvm::Error error = compareResults(contest, batch))
      return error;
    // A batch from memory is long enough to need fewer turns.
    if (!checkOnly)
      measure(contest, batch,
              batch.isFromMemory ? std::max<int64_t>(3, repetitions / 3)
                                 : repetitions.getValue());
    print(contest, place, offset, batch.groups);
  }
  return llvm::Error::success();
}

static llvm::Error run(const Kernel &kernel) {
  for (const std::string &type : kernel.types) {
    if (!type.empty() && !llvm::is_contained(types, type))
      continue;
    for (int64_t wgSize : sizes) {
      auto contest = prepare(kernel, type, wgSize);
      if (!contest)
        return contest.takeError();
      for (const std::string &place : places)
        if (llvm::Error error = run(*contest, place))
          return error;
    }
  }
  return llvm::Error::success();
}

static llvm::Expected<std::vector<Kernel>> readKernels() {
  std::vector<std::string> files;
  std::error_code code;
  for (llvm::sys::fs::directory_iterator entry(kernelDir, code), end;
       entry != end && !code; entry.increment(code))
    if (llvm::StringRef(entry->path()).ends_with(".cl"))
      files.push_back(entry->path());
  llvm::sort(files);
  std::vector<Kernel> result;
  for (const std::string &file : files) {
    auto kernel = Kernel::read(file);
    if (!kernel)
      return kernel.takeError();
    result.push_back(std::move(*kernel));
  }
  for (const std::string &name : kernels)
    if (llvm::none_of(result, [&](const Kernel &k) { return k.name == name; }))
      return llvm::createStringError("no kernel '" + name + "' in " +
                                     kernelDir);
  return result;
}

int main(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Kernels that nobody tuned\n");
  if (sizes.empty())
    for (int64_t size : {8, 16, 32})
      sizes.push_back(size);
  if (types.empty())
    for (const char *type : {"float", "double"})
      types.push_back(type);
  if (places.empty())
    for (const char *place : {"cache", "memory"})
      places.push_back(place);
  if (offsets.empty())
    for (int64_t offset : {0, 16})
      offsets.push_back(offset);
  llvm::ExitOnError exitOnError("pirch-bench-general: ");
  llvm::outs() << "kernel,kind,half,type,size,from,offset,groups,form,ns\n";
  for (const Kernel &kernel : exitOnError(readKernels())) {
    bool isWanted = kernels.empty() || llvm::is_contained(kernels, kernel.name);
    if (isWanted && (onlyHalf.empty() || kernel.half == onlyHalf))
      exitOnError(run(kernel));
  }
  return 0;
}
