//===- Serve.cpp - Many runs from one process -----------------------------===//

#include "Serve.h"
#include "Pirch/Driver/Compiler.h"
#include "Pirch/Oracle/Oracle.h"
#include "Pirch/Target/TargetRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/WithColor.h"
#include <csignal>
#include <fcntl.h>
#include <iostream>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pirch;

//===----------------------------------------------------------------------===//
// What all jobs share
//===----------------------------------------------------------------------===//

/// A kernel that most parts of the compiler have to do with: it has loops,
/// branches, exchanges and arithmetic.
static constexpr llvm::StringLiteral kWarmUp = R"(
float half_of(float x) { return 0.5f * x; }
__kernel void warm_up(__global float *out, __global const int *in, int n) {
  int item = get_local_id(0), at = get_global_id(0);
  int sum = sub_group_reduce_add(in[at]);
  float x = half_of((float)shuffle(sum + item, item ^ 1));
  for (int i = 0; i < n; ++i) {
    if (in[at] > i)
      x = sqrt(fma(x, x, 1.0f)) / (float)(i + 2);
    x += in[(at + i) % (WG_SIZE * 2)];
  }
  for (int i = 0; i < 3; ++i)
    x = fmax(x, shuffle(x, (item + i) % WG_SIZE));
  float4 v = (float4)(x, 1.0f, 2.0f, 3.0f);
  out[at] = v.x + v.w;
}
)";
static constexpr llvm::StringLiteral kWarmUpFile = "warm-up.cl";

static llvm::Error warmUpTarget(llvm::StringRef target, void **args) {
  CompileOptions options;
  options.target = target.str();
  options.wgSize = 8;
  auto module = compileAndLoad(kWarmUp, kWarmUpFile, options, llvm::errs());
  if (!module)
    return module.takeError();
  // Emulated code may need more stack than this thread has.
  auto function = (*module)->lookupPacked("warm_up");
  if (function && !(*module)->stackBytes())
    function(args, 0, 2);
  return llvm::Error::success();
}

static llvm::Error warmUp() {
  std::vector<float> out(16);
  std::vector<int> in(16, 1);
  int n = 2;
  void *args[] = {out.data(), in.data(), &n};
  for (const Target *target : getTargets())
    if (target->getHostFitness() || target->isEmulated())
      if (llvm::Error error = warmUpTarget(target->getName(), args))
        return error;
  SourceOptions options;
  options.wgShape = {8};
  auto oracle = Oracle::create(kWarmUp, kWarmUpFile, options, llvm::errs());
  if (!oracle)
    return oracle.takeError();
  return (*oracle)->run("warm_up", args, 0, 2, {64, 64, 4});
}

/// Whether this process has one thread. A forked process has only the thread
/// that forked, so that locks of other threads would stay locked in it.
static bool isOnlyThread() {
  std::error_code error;
  llvm::sys::fs::directory_iterator thread("/proc/self/task", error), end;
  if (error || thread == end)
    return false;
  thread.increment(error);
  return !error && thread == end;
}

//===----------------------------------------------------------------------===//
// Jobs
//===----------------------------------------------------------------------===//

namespace {
struct Job {
  std::string folder, output;
  std::vector<std::string> arguments;
  int64_t seconds = 0, bytes = 0;
};

bool fromJSON(const llvm::json::Value &value, Job &job, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  return map && map.map("folder", job.folder) &&
         map.map("output", job.output) && map.map("arguments", job.arguments) &&
         map.map("seconds", job.seconds) && map.map("bytes", job.bytes);
}
} // namespace

/// The seconds of CPU time that a job has after its own are over, in which LLVM
/// prints where it was.
static constexpr rlim_t kSecondsToReport = 10;
/// How many times its CPU time a job may take by the clock, as the machine may
/// be busy.
static constexpr int64_t kPatience = 5;

/// Enter the job's folder, redirect output to its file, and set its limits.
static bool prepare(const Job &job) {
  int output = open(job.output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
  int input = open("/dev/null", O_RDONLY);
  if (output < 0 || input < 0 || dup2(input, STDIN_FILENO) < 0 ||
      dup2(output, STDOUT_FILENO) < 0 || dup2(output, STDERR_FILENO) < 0 ||
      chdir(job.folder.c_str()))
    return false;
  auto bytes = static_cast<rlim_t>(job.bytes);
  auto seconds = static_cast<rlim_t>(job.seconds);
  rlimit memory = {bytes, bytes}, time = {seconds, seconds + kSecondsToReport};
  if ((job.bytes && setrlimit(RLIMIT_AS, &memory)) ||
      setrlimit(RLIMIT_CPU, &time))
    return false;
  alarm(static_cast<unsigned>(job.seconds * kPatience));
  return true;
}

[[noreturn]] static void runJob(const Job &job, const char *program,
                                int (*runCommandLine)(int, char **)) {
  if (!prepare(job)) {
    perror("pirch-run --serve");
    _exit(1);
  }
  std::vector<std::string> words = {program};
  llvm::append_range(words, job.arguments);
  std::vector<char *> pointers;
  for (std::string &word : words)
    pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int status = runCommandLine(static_cast<int>(words.size()), pointers.data());
  llvm::outs().flush();
  llvm::errs().flush();
  // Skip destructors: what the parent process set up, it takes down itself.
  _exit(status);
}

static void answer(llvm::StringRef key, llvm::json::Value value) {
  llvm::outs() << llvm::json::Value(llvm::json::Object{{key, std::move(value)}})
               << '\n';
  llvm::outs().flush();
}

static void awaitChild(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (WIFSIGNALED(status))
    answer("signal", WTERMSIG(status));
  else
    answer("status", WEXITSTATUS(status));
}

static int fail(llvm::Error error) {
  llvm::WithColor::error(llvm::errs(), "pirch-run --serve")
      << llvm::toString(std::move(error)) << '\n';
  return 1;
}

int pirch::serve(const char *program, int (*runCommandLine)(int, char **)) {
  if (llvm::Error error = warmUp())
    return fail(std::move(error));
  if (!isOnlyThread())
    return fail(llvm::createStringError(
        "threads are left that a forked process would lack"));
  answer("ready", true);
  std::string line;
  while (std::getline(std::cin, line)) {
    auto job = llvm::json::parse<Job>(line, "job");
    if (!job)
      return fail(job.takeError());
    pid_t child = fork();
    if (child < 0)
      return fail(llvm::errorCodeToError(llvm::errnoAsErrorCode()));
    if (child == 0)
      runJob(*job, program, runCommandLine);
    awaitChild(child);
  }
  return 0;
}
