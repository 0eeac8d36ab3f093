//===- Launch.cpp - Running and timing a compiled kernel ------------------===//

#include "Pirch/Runner/Launch.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/thread.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace pirch;

std::vector<void *> Arguments::pointers() {
  std::vector<void *> result;
  for (Array &array : arrays)
    result.push_back(array.bytes.data());
  return result;
}

std::vector<int64_t> Arguments::sizes() const {
  std::vector<int64_t> result;
  for (const Array &array : arrays)
    result.push_back(static_cast<int64_t>(array.bytes.size()));
  return result;
}

void Launch::run(void **args) const {
  if (threads == 1 && !stackBytes)
    return function(args, 0, groups);
  std::optional<unsigned> stack;
  if (stackBytes)
    stack = stackBytes;
  std::vector<llvm::thread> workers;
  int64_t share = (groups + threads - 1) / threads;
  for (int64_t first = 0; first < groups; first += share)
    workers.emplace_back(stack, [=] {
      function(args, first, std::min<int64_t>(share, groups - first));
    });
  for (llvm::thread &worker : workers)
    worker.join();
}

//===----------------------------------------------------------------------===//
// Guarded buffers
//===----------------------------------------------------------------------===//

namespace {
/// A buffer that ends where a page without access rights begins, so that an
/// access behind its end faults. Another such page lies before it.
class GuardedBuffer {
public:
  GuardedBuffer(const std::string &name, llvm::ArrayRef<char> content)
      : name(name), size(content.size()) {
    page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    bytes = (size + page - 1) / page * page + 2 * page;
    void *mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
      llvm::report_fatal_error("out of memory for guarded buffers");
    memory = static_cast<char *>(mapped);
    mprotect(memory, page, PROT_NONE);
    mprotect(memory + bytes - page, page, PROT_NONE);
    std::memcpy(data(), content.data(), size);
  }
  GuardedBuffer(const GuardedBuffer &) = delete;
  ~GuardedBuffer() { munmap(memory, bytes); }

  char *data() const { return memory + bytes - page - size; }
  const std::string &getName() const { return name; }
  bool guards(const char *address) const {
    return address >= memory && address < memory + bytes;
  }

private:
  std::string name;
  size_t size, page, bytes;
  char *memory;
};
} // namespace

/// The buffers of the guarded code that runs, for the signal handler; null
/// while none runs.
static const std::vector<std::unique_ptr<GuardedBuffer>> *guardedBuffers;

static void say(const char *text) {
  (void)!write(STDERR_FILENO, text, std::strlen(text));
}

static void reportFault(int, siginfo_t *info, void *) {
  say("pirch-run: error: the compiled code accessed memory outside ");
  for (const auto &buffer : *guardedBuffers)
    if (buffer->guards(static_cast<const char *>(info->si_addr))) {
      say("buffer '");
      say(buffer->getName().c_str());
      say("'\n");
      _exit(1);
    }
  say("its buffers\n");
  _exit(1);
}

void pirch::runGuarded(const Launch &launch, const KernelInfo &kernel,
                       Arguments &arguments) {
  std::vector<std::unique_ptr<GuardedBuffer>> buffers;
  std::vector<void *> pointers;
  for (auto [param, array] : llvm::zip(kernel.params, arguments.arrays)) {
    buffers.push_back(std::make_unique<GuardedBuffer>(param.name, array.bytes));
    pointers.push_back(buffers.back()->data());
  }
  guardedBuffers = &buffers;
  struct sigaction action = {}, before = {}, beforeBus = {};
  action.sa_sigaction = &reportFault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &before);
  sigaction(SIGBUS, &action, &beforeBus);
  launch.run(pointers.data());
  sigaction(SIGSEGV, &before, nullptr);
  sigaction(SIGBUS, &beforeBus, nullptr);
  guardedBuffers = nullptr;
  for (auto [buffer, array] : llvm::zip(buffers, arguments.arrays))
    std::memcpy(array.bytes.data(), buffer->data(), array.bytes.size());
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

Timing pirch::measure(const Launch &launch, const Arguments &inputs,
                      int64_t repeat) {
  constexpr int64_t warmUps = 2;
  Arguments arguments = inputs;
  std::vector<void *> pointers = arguments.pointers();
  std::vector<double> seconds;
  for (int64_t run = 0; run < repeat + warmUps; ++run) {
    for (auto [to, from] : llvm::zip(arguments.arrays, inputs.arrays))
      llvm::copy(from.bytes, to.bytes.begin());
    auto start = std::chrono::steady_clock::now();
    launch.run(pointers.data());
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    if (run >= warmUps)
      seconds.push_back(spent.count());
  }
  llvm::sort(seconds);
  Timing timing;
  timing.minSeconds = seconds.front();
  timing.medianSeconds = seconds[seconds.size() / 2];
  for (auto [after, before] : llvm::zip(arguments.arrays, inputs.arrays))
    timing.bytes += static_cast<double>(before.bytes.size()) *
                    (after.bytes == before.bytes ? 1 : 2);
  return timing;
}
