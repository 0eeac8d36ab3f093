//===- ProcessOptions.cpp - LLVM's options for a while --------------------===//

#include "ProcessOptions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include <condition_variable>
#include <mutex>

using namespace pirch;

namespace {
struct Setting {
  llvm::StringLiteral name, value;
};
} // namespace

/// Options that switch off or bound what LLVM's code generator does badly to
/// blocks as large as kernels. PIRCH schedules chunks itself, for few live
/// values: the scheduler before register allocation made GEMM for 32 work items
/// 1.7 times as many instructions, the additional ones all spills, and the one
/// after it is quadratic. Stores are vectors already; the search for stores to
/// merge, and for better places in chains of many accesses, took minutes for
/// kernels with some hundred stores. A chunk of which only a part is stored
/// shares its operands with whole chunks: LLVM's combination of vectors would
/// compute it on a narrower vector, and each operand once more. LLVM offers no
/// other switches than its own options.
static constexpr Setting kForKernels[] = {
    {"enable-misched", "false"},
    {"post-RA-scheduler", "false"},
    {"combiner-store-merging", "false"},
    {"disable-vector-combine", "true"},
    {"combiner-tokenfactor-inline-limit", "32"}};

static constexpr Setting kForKeptOrder[] = {{"pre-RA-sched", "source"},
                                            {"disable-machine-licm", "true"},
                                            {"disable-machine-cse", "true"},
                                            {"disable-machine-sink", "true"}};

namespace {
/// The options that are set now, and for how many objects.
class SharedOptions {
public:
  void acquire(CodeGenPolicy wanted) {
    std::unique_lock<std::mutex> lock(mutex);
    released.wait(lock, [&] {
      return holders == 0 || (wanted == CodeGenPolicy::maySpill &&
                              policy == CodeGenPolicy::maySpill);
    });
    if (holders++ > 0)
      return;
    policy = wanted;
    set(kForKernels);
    if (policy == CodeGenPolicy::maySpill)
      return;
    set(kForKeptOrder);
    bool isAlong = policy == CodeGenPolicy::keepsOrderAlong;
    set(Setting{"greedy-reverse-local-assignment",
                isAlong ? llvm::StringLiteral("true")
                        : llvm::StringLiteral("false")});
  }

  void release() {
    std::lock_guard<std::mutex> lock(mutex);
    if (--holders > 0)
      return;
    for (llvm::cl::Option *option : changed)
      option->reset();
    changed.clear();
    released.notify_all();
  }

private:
  void set(llvm::ArrayRef<Setting> settings) {
    for (const Setting &setting : settings) {
      llvm::cl::Option *option =
          llvm::cl::getRegisteredOptions().lookup(setting.name);
      if (!option)
        llvm::report_fatal_error("this LLVM has no option '" + setting.name +
                                 "'");
      // `reset` goes back to the default, so what is set already stays.
      if (option->getNumOccurrences() > 0)
        continue;
      option->addOccurrence(1, setting.name, setting.value);
      changed.push_back(option);
    }
  }

  std::mutex mutex;
  std::condition_variable released;
  CodeGenPolicy policy = CodeGenPolicy::maySpill;
  int64_t holders = 0;
  llvm::SmallVector<llvm::cl::Option *> changed;
};
} // namespace

static SharedOptions &sharedOptions() {
  static SharedOptions options;
  return options;
}

ScopedProcessOptions::ScopedProcessOptions(CodeGenPolicy policy) {
  sharedOptions().acquire(policy);
}

ScopedProcessOptions::~ScopedProcessOptions() { sharedOptions().release(); }
