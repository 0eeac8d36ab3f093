//===- OpenCLOracle.cpp - A kernel run by an OpenCL implementation --------===//
//
// PoCL brings an LLVM of its own, and stops the process where its compiler
// meets something it did not foresee. So each run happens in a child process,
// which returns buffers and messages through shared memory.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Oracle/OpenCLOracle.h"
#include "Fibers.h"
#include "OpenCLDevice.h"
#include "OpenCLSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include <cstring>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pirch;

char NotComparable::ID = 0;

/// Seconds after which a run is given up: PoCL copies code for each barrier
/// under a condition, so that some sources grow beyond all bounds.
static constexpr unsigned kSeconds = 120;

static llvm::Error refuse(const llvm::Twine &reason) {
  return llvm::make_error<NotComparable>(reason.str());
}

//===----------------------------------------------------------------------===//
// In a process of its own
//===----------------------------------------------------------------------===//

namespace {
/// How the child process ended, and the message of its error. `unfinished` is
/// what remains where it crashed or took too long.
struct Report {
  enum Kind : int32_t { unfinished, done, refused, failed } kind;
  char text[4096];
};

/// Memory that the parent and the child process share.
class SharedMemory {
public:
  explicit SharedMemory(size_t bytes)
      : bytes(bytes), data(mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS, -1, 0)) {}
  SharedMemory(const SharedMemory &) = delete;
  SharedMemory &operator=(const SharedMemory &) = delete;
  ~SharedMemory() {
    if (*this)
      munmap(data, bytes);
  }
  explicit operator bool() const { return data != MAP_FAILED; }
  char *begin() const { return static_cast<char *>(data); }

private:
  size_t bytes;
  void *data;
};
} // namespace

/// Drop what this process prints: PoCL and its linker write to both streams,
/// even without an error.
static void silence() {
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0)
    return;
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] static void runChild(const OpenCLLaunch &launch, Report &report) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); // end with the parent process
  alarm(kSeconds);
  silence();
  Report::Kind kind = Report::done;
  std::string text;
  llvm::handleAllErrors(
      runOnOpenCL(launch),
      [&](const NotComparable &error) {
        kind = Report::refused;
        text = error.getReason().str();
      },
      [&](const llvm::ErrorInfoBase &error) {
        kind = Report::failed;
        text = error.message();
      });
  strncpy(report.text, text.c_str(), sizeof(report.text) - 1);
  report.kind = kind;
  _exit(0);
}

static llvm::Error judge(int waitStatus, const Report &report) {
  switch (report.kind) {
  case Report::done:
    return llvm::Error::success();
  case Report::refused:
    return refuse(report.text);
  case Report::failed:
    return llvm::createStringError(report.text);
  case Report::unfinished:
    break;
  }
  if (!WIFSIGNALED(waitStatus))
    return refuse("PoCL ended the process with status " +
                  llvm::Twine(WEXITSTATUS(waitStatus)));
  if (WTERMSIG(waitStatus) == SIGALRM)
    return refuse("PoCL takes more than " + llvm::Twine(kSeconds) + " s");
  return refuse("PoCL crashed: " +
                llvm::StringRef(strsignal(WTERMSIG(waitStatus))));
}

/// As `runOnOpenCL`, with buffers and the report in memory that is shared.
static llvm::Error runInChild(const OpenCLLaunch &launch, Report &report) {
  pid_t child = fork();
  if (child < 0)
    return llvm::createStringError("no process for the OpenCL oracle");
  if (child == 0)
    runChild(launch, report);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  return judge(status, report);
}

static llvm::Error runShared(OpenCLLaunch launch) {
  size_t bytes = sizeof(Report);
  llvm::SmallVector<OpenCLArgument> shared(launch.arguments);
  llvm::SmallVector<size_t> offsets;
  for (const OpenCLArgument &argument : launch.arguments) {
    offsets.push_back(bytes = llvm::alignTo(bytes, 64));
    bytes += argument.bytes;
  }
  SharedMemory memory(bytes);
  if (!memory)
    return llvm::createStringError("no memory for the OpenCL oracle");
  for (auto [argument, offset] : llvm::zip(shared, offsets)) {
    memcpy(memory.begin() + offset, argument.data, argument.bytes);
    argument.data = memory.begin() + offset;
  }
  llvm::ArrayRef<OpenCLArgument> own = launch.arguments;
  launch.arguments = shared;
  auto &report = *reinterpret_cast<Report *>(memory.begin());
  if (llvm::Error error = runInChild(launch, report))
    return error;
  for (auto [to, from] : llvm::zip(own, shared))
    if (to.isBuffer)
      memcpy(to.data, from.data, to.bytes);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The oracle
//===----------------------------------------------------------------------===//

namespace {
class OpenCLOracle : public Oracle {
public:
  OpenCLOracle(std::unique_ptr<Oracle> fibers, std::string text,
               std::string options, const Extents &shape)
      : fibers(std::move(fibers)), text(std::move(text)),
        options(std::move(options)), shape(shape) {}

  llvm::ArrayRef<Kernel> kernels() const override { return fibers->kernels(); }
  llvm::Error run(llvm::StringRef kernel, llvm::ArrayRef<void *> args,
                  int64_t firstGroup, int64_t numGroups,
                  llvm::ArrayRef<int64_t> bufferBytes) override;
  llvm::Error probe(llvm::StringRef kernel, llvm::ArrayRef<void *> args,
                    int64_t group, int64_t numGroups,
                    llvm::ArrayRef<int64_t> bufferBytes) override {
    return fibers->probe(kernel, args, group, numGroups, bufferBytes);
  }
  void setRange(const Range &newRange) override {
    range = newRange;
    fibers->setRange(newRange);
  }
  int64_t undefinedReads() const override { return fibers->undefinedReads(); }
  int64_t partialMeetings() const override { return fibers->partialMeetings(); }

private:
  llvm::Error checkDefined(const Kernel &kernel,
                           llvm::ArrayRef<OpenCLArgument> arguments,
                           int64_t numGroups,
                           llvm::ArrayRef<int64_t> bufferBytes);

  std::unique_ptr<Oracle> fibers;
  std::string text, options;
  Extents shape;
  Range range;
};
} // namespace

/// Let the fibers run the kernel on a copy of the buffers. Each copy is aligned
/// as the largest vector type, because a vector that is passed by value is read
/// with aligned loads.
llvm::Error OpenCLOracle::checkDefined(const Kernel &kernel,
                                       llvm::ArrayRef<OpenCLArgument> arguments,
                                       int64_t numGroups,
                                       llvm::ArrayRef<int64_t> bufferBytes) {
  std::vector<std::unique_ptr<llvm::WritableMemoryBuffer>> copies;
  std::vector<void *> pointers;
  for (const OpenCLArgument &argument : arguments) {
    copies.push_back(llvm::WritableMemoryBuffer::getNewUninitMemBuffer(
        argument.bytes, "argument", llvm::Align(kLargestAlignment)));
    memcpy(copies.back()->getBufferStart(), argument.data, argument.bytes);
    pointers.push_back(copies.back()->getBufferStart());
  }
  int64_t before = fibers->partialMeetings();
  if (llvm::Error error =
          fibers->run(kernel.name, pointers, 0, numGroups, bufferBytes))
    return error;
  if (fibers->partialMeetings() != before)
    return refuse("a barrier or an exchange is not reached by all work items "
                  "of a group, which OpenCL leaves undefined");
  return llvm::Error::success();
}

llvm::Error OpenCLOracle::run(llvm::StringRef name, llvm::ArrayRef<void *> args,
                              int64_t firstGroup, int64_t numGroups,
                              llvm::ArrayRef<int64_t> bufferBytes) {
  const Kernel *kernel = llvm::find_if(
      kernels(), [&](const Kernel &kernel) { return kernel.name == name; });
  if (kernel == kernels().end())
    return llvm::createStringError("no kernel '" + name + "'");
  if (args.size() != kernel->params.size() || bufferBytes.size() != args.size())
    return llvm::createStringError("kernel '" + name + "' takes " +
                                   llvm::Twine(kernel->params.size()) +
                                   " arguments of known sizes");
  if (firstGroup != 0)
    return refuse("a launch that does not start at group 0");
  if (numGroups == 0)
    return llvm::Error::success();
  llvm::SmallVector<OpenCLArgument> arguments;
  for (auto [param, data, bytes] : llvm::zip(kernel->params, args, bufferBytes))
    arguments.push_back(
        {data, param.isPointer ? size_t(bytes) : param.elementBits / 8,
         param.isPointer && !param.isByValue});
  if (llvm::Error error =
          checkDefined(*kernel, arguments, numGroups, bufferBytes))
    return error;
  Extents groups = range.groups.empty() ? Extents{numGroups} : range.groups;
  Extents offset = range.offset;
  offset.resize(shape.size(), 0);
  if (productOf(groups) != numGroups)
    return refuse("a launch of some of the range's groups");
  return runShared({text,
                    options,
                    name.str(),
                    arguments,
                    {shape.begin(), shape.end()},
                    {groups.begin(), groups.end()},
                    {offset.begin(), offset.end()}});
}

/// The line that defines the macro `X=Y`, or `X` as 1.
static std::string defineLine(llvm::StringRef define) {
  auto [name, value] = define.split('=');
  bool hasValue = define.contains('=');
  return "#define " + name.str() + " " + (hasValue ? value.str() : "1") + "\n";
}

static std::string makeText(llvm::StringRef source, llvm::StringRef fileName,
                            const SourceOptions &options) {
  const Extents &shape = options.wgShape;
  std::string text = defineLine("WG_SIZE=" + std::to_string(productOf(shape)));
  for (size_t dim = 0; dim < 3; ++dim)
    text += defineLine("PIRCH_SIZE" + std::to_string(dim) + "=" +
                       std::to_string(dim < shape.size() ? shape[dim] : 1));
  if (options.orderedReductions)
    text += defineLine("PIRCH_ORDERED");
  text += getOpenCLPrelude();
  for (llvm::StringRef define : options.defines)
    text += defineLine(define);
  text += "#pragma OPENCL FP_CONTRACT ";
  text += options.fpContract ? "ON\n" : "OFF\n";
  text += "#line 1 \"" + fileName.str() + "\"\n";
  return text + rewriteForOpenCL(source);
}

llvm::Expected<std::unique_ptr<Oracle>>
pirch::createOpenCLOracle(llvm::StringRef source, llvm::StringRef fileName,
                          const SourceOptions &options,
                          llvm::raw_ostream &diag) {
  if (!options.localBytes.empty())
    return llvm::createStringError(
        "not supported yet: PoCL as the oracle of kernels with __local pointer "
        "parameters");
  auto fibers = Oracle::create(source, fileName, options, diag);
  if (!fibers)
    return fibers.takeError();
  // PoCL 3.1 computes some kernels wrong when it optimizes them.
  std::string flags = "-cl-std=CL1.2 -cl-opt-disable -w "
                      "-cl-fp32-correctly-rounded-divide-sqrt";
  std::vector<std::string> folders = options.includeDirs;
  folders.push_back(llvm::sys::path::parent_path(fileName).str());
  for (llvm::StringRef folder : folders)
    if (!folder.empty())
      flags += " -I" + folder.str();
  return std::make_unique<OpenCLOracle>(std::move(*fibers),
                                        makeText(source, fileName, options),
                                        flags, options.wgShape);
}
