//===- Compilation.cpp - Compiling for this process -----------------------===//

#include "Compilation.h"
#include "Pirch/Driver/ImportMLIR.h"
#include "Pirch/Driver/NamedOptions.h"
#include "Pirch/Frontend/Frontend.h"
#include "Pirch/Runtime/BuildIdentity.h"
#include "Pirch/Runtime/Failure.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/BLAKE3.h"
#include "llvm/Support/thread.h"
#include <condition_variable>
#include <thread>

using namespace pirch;

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

llvm::Expected<CompileOptions> pirch::parseOptions(const Request &request) {
  CompileOptions options;
  for (const std::string &word : request.options)
    if (llvm::Error error = setOption(options, word))
      return makeFailure(Failure::Kind::invalidArgument,
                         llvm::toString(std::move(error)));
  return options;
}

CacheKey pirch::computeKey(const Request &request,
                           const CompileOptions &options) {
  llvm::BLAKE3 hasher;
  // Each part behind its length, so that no two lists of parts look alike.
  auto add = [&](llvm::StringRef part) {
    uint64_t bytes = part.size();
    hasher.update(llvm::ArrayRef(reinterpret_cast<const uint8_t *>(&bytes),
                                 sizeof(bytes)));
    hasher.update(part);
  };
  add(getBuildIdentity());
  add(getHostIdentity());
  // As they were written: whatever an option means, it is a part of the key.
  add(std::to_string(request.options.size()));
  for (const std::string &word : request.options)
    add(word);
  add(request.fileName);
  add(request.source);
  if (!isMLIRSource(request.fileName)) // which reads no other files
    add(readInclusions(request.source, request.fileName, options));
  return hasher.final();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

namespace {
/// How many threads compile.
struct Compilers {
  std::mutex mutex;
  std::condition_variable released;
  unsigned running = 0;
};
} // namespace

static Compilers &getCompilers() {
  static Compilers *compilers = new Compilers; // for threads at the very end
  return *compilers;
}

CompilationSlot::CompilationSlot() {
  static const unsigned limit =
      std::max(1u, std::thread::hardware_concurrency());
  Compilers &compilers = getCompilers();
  std::unique_lock<std::mutex> lock(compilers.mutex);
  compilers.released.wait(lock, [&] { return compilers.running < limit; });
  ++compilers.running;
}

CompilationSlot::~CompilationSlot() {
  Compilers &compilers = getCompilers();
  std::lock_guard<std::mutex> lock(compilers.mutex);
  --compilers.running;
  compilers.released.notify_one();
}

/// The stack that the compiler gets, as a program's first thread has it: that
/// of the caller may be a small one.
static constexpr unsigned kStackBytes = 16u << 20;

static llvm::Expected<CompileResult>
compileOnOwnStack(const Request &request, CompileOptions &options,
                  llvm::StringRef emit, std::string &diagnostics) {
  std::optional<llvm::Expected<CompileResult>> result;
  std::string reason;
  llvm::raw_string_ostream diag(diagnostics);
  llvm::thread compiler(std::optional<unsigned>(kStackBytes), [&] {
    if (options.wgShape.empty()) {
      std::string problem = "how many work items has a group? Pass --wg-size=N";
      auto shape =
          isMLIRSource(request.fileName)
              ? findMLIRGroupShape(request.source, request.fileName, options,
                                   problem)
              : findGroupShape(request.source, request.fileName, options);
      if (shape && !shape->empty())
        options.wgShape = *shape;
      else if (shape)
        reason = problem;
      else
        reason = llvm::toString(shape.takeError());
    }
    if (reason.empty())
      result.emplace(
          compile(request.source, request.fileName, options, emit, diag));
  });
  compiler.join();
  if (!result)
    return makeFailure(Failure::Kind::invalidArgument, reason);
  if (*result)
    return std::move(*result);
  reason = llvm::toString(result->takeError());
  // The diagnostics say what failed, where there are any.
  if (llvm::StringRef(diagnostics).contains("error: "))
    return makeFailure(Failure::Kind::compilation,
                       llvm::StringRef(diagnostics).rtrim());
  return makeFailure(Failure::Kind::compilation, diagnostics + reason);
}

/// Code for the request runs in this process.
static llvm::Error checkTarget(const CompileOptions &options) {
  llvm::Expected<const Target *> target = findTarget(options.target);
  if (!target)
    return makeFailure(Failure::Kind::invalidArgument,
                       llvm::toString(target.takeError()));
  llvm::StringRef name = (*target)->getName();
  if (!(*target)->getDeviceName().empty() || (*target)->isEmulated())
    return makeFailure(Failure::Kind::notSupported,
                       "not supported yet: running kernels of --target=" +
                           name + " in a program; its code can be emitted");
  if (!(*target)->getHostFitness())
    return makeFailure(Failure::Kind::notSupported,
                       "this CPU cannot run the code of --target=" + name +
                           "; --target=host takes what it has");
  if (options.targetOptions.count("cpu"))
    return makeFailure(Failure::Kind::invalidArgument,
                       "--cpu does not go with kernels that run in this "
                       "process: they are compiled for its CPU");
  return llvm::Error::success();
}

llvm::Expected<CacheEntry> pirch::compileEntry(const Request &request,
                                               CompileOptions options) {
  if (llvm::Error error = checkTarget(options))
    return error;
  options.packedEntries = true;
  CacheEntry entry;
  auto result =
      compileOnOwnStack(request, options, kEmitObject, entry.diagnostics);
  if (!result)
    return result.takeError();
  entry.kernels = std::move(result->kernels);
  for (const KernelInfo &kernel : entry.kernels)
    entry.prototypes.push_back(declareInC(kernel).text);
  entry.object = std::move(result->output);
  entry.sourceName = request.fileName;
  return entry;
}

llvm::Expected<CompileResult> pirch::compileOutput(const Request &request,
                                                   llvm::StringRef emit,
                                                   std::string &diagnostics) {
  llvm::Expected<CompileOptions> options = parseOptions(request);
  if (!options)
    return options.takeError();
  CompilationSlot slot;
  return compileOnOwnStack(request, *options, emit, diagnostics);
}
