//===- CAPI.h - What the files of the C interface share ---------*- C++ -*-===//
//
// These files alone are compiled with exceptions, of which none may leave the
// library: those of the standard library and of oneTBB end here.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_RUNTIME_CAPI_H
#define PIRCH_LIB_RUNTIME_CAPI_H

#include "Pirch/Runtime/Failure.h"
#include "Pirch/Runtime/KernelStore.h"
#include "Pirch/Runtime/Scheduler.h"
#include "pirch/pirch.h"

/// What the handles of pirch.h refer to.
struct pirch_kernel {
  const pirch::LoadedModule *module;
  const pirch::LoadedKernel *loaded;
  pirch_kernel_info info;
  std::vector<pirch_param> params;
};

struct pirch_module {
  std::shared_ptr<const pirch::LoadedModule> loaded;
  pirch_origin origin;
  std::vector<pirch_kernel> kernels;
};

namespace pirch {

/// Keep the error's text for the calling thread; the status that says its kind.
pirch_status noteError(llvm::Error error);
/// The same for an exception.
pirch_status noteException();

/// Call a function that returns an `llvm::Error`, and note the error.
template <typename FunctionT> pirch_status guarded(FunctionT function) {
  try {
    llvm::Error error = function();
    return error ? noteError(std::move(error)) : PIRCH_SUCCESS;
  } catch (...) {
    return noteException();
  }
}

inline llvm::Error invalid(const llvm::Twine &text) {
  return makeFailure(Failure::Kind::invalidArgument, text);
}

/// The arguments of a kernel's packed entry: those of the source's parameters,
/// and behind them the grid's.
class PackedArguments {
public:
  PackedArguments(const pirch_kernel &kernel, void *const *args,
                  const pirch_range &range);
  void **get() { return all.empty() ? given : all.data(); }

private:
  void **given;
  llvm::SmallVector<void *, 24> all;
};

/// Check what a launch is given, and count its groups.
llvm::Error checkLaunch(const pirch_kernel *kernel, void *const *args,
                        const pirch_range *range, int numThreads,
                        int64_t &groups);

/// The number of groups of a range that goes with the kernel.
llvm::Error countGroups(const pirch_kernel &kernel, const pirch_range &range,
                        int64_t &groups);

/// A handle of a module.
pirch_module *makeHandle(KernelStore::Result found);

/// Run a part of a launch, of so many groups in all, of a kernel with staged
/// values: by its general or a special version.
void runStaged(const Work &work, int64_t groups, int numThreads);

/// The store of this process.
std::shared_ptr<KernelStore> getStore();

} // namespace pirch

#endif // PIRCH_LIB_RUNTIME_CAPI_H
