//===- Machine.h - Where kernels run ----------------------------*- C++ -*-===//

#ifndef PIRCH_TOOLS_PIRCH_RUN_MACHINE_H
#define PIRCH_TOOLS_PIRCH_RUN_MACHINE_H

#include "Pirch/Runner/Launch.h"

namespace pirch {

/// Values of `--device` that no device has for a name: a device if there is
/// one, and this process.
inline constexpr llvm::StringLiteral kAutomaticDevice = "auto",
                                     kEmulatedDevice = "emulate";

/// Compiled kernels on what runs them.
class Machine {
public:
  virtual ~Machine();
  virtual llvm::ArrayRef<KernelInfo> kernels() const = 0;
  /// Runs the kernel on buffers of these inputs' sizes; without a function
  /// where the code has unresolved symbols.
  virtual Launch prepare(const KernelInfo &kernel, const Arguments &inputs) = 0;
  /// What went wrong since the last call, or nothing.
  virtual std::string takeError() = 0;
  /// As `CompiledModule::takeMemoryTrace`.
  virtual std::string takeMemoryTrace() { return {}; }
  /// How a kernel ran, in a few words.
  virtual std::string describe(const KernelInfo &kernel) {
    return std::to_string(kernel.wgPack) + " per pack, lanes " +
           kernel.laneOrder;
  }
};

/// Compile for this process, or for a device of the target if `device` says so
/// and there is one.
llvm::Expected<std::unique_ptr<Machine>>
loadMachine(llvm::StringRef source, llvm::StringRef fileName,
            const CompileOptions &options, llvm::StringRef device,
            llvm::raw_ostream &diag);

} // namespace pirch

#endif // PIRCH_TOOLS_PIRCH_RUN_MACHINE_H
