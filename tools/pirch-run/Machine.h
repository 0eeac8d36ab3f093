//===- Machine.h - Where kernels run ----------------------------*- C++ -*-===//

#ifndef PIRCH_TOOLS_PIRCH_RUN_MACHINE_H
#define PIRCH_TOOLS_PIRCH_RUN_MACHINE_H

#include "Pirch/Runner/Launch.h"

namespace pirch {

/// Two values of `--device` that are no names of devices. The first takes a
/// device if there is one, the second runs code in this process.
inline constexpr llvm::StringLiteral kAutomaticDevice = "auto",
                                     kEmulatedDevice = "emulate";

/// Compiled kernels with the machine that runs them.
class Machine {
public:
  virtual ~Machine();
  virtual llvm::ArrayRef<KernelInfo> kernels() const = 0;
  /// A launch of the kernel on buffers of these inputs' sizes. It has no
  /// function where the code has unresolved symbols.
  virtual Launch prepare(const KernelInfo &kernel, const Arguments &inputs) = 0;
  /// The message of an error since the last call; empty if there was none.
  virtual std::string takeError() = 0;
  /// As `CompiledModule::takeMemoryTrace`.
  virtual std::string takeMemoryTrace() { return {}; }
  /// A few words that tell how a kernel ran.
  virtual std::string describe(const KernelInfo &kernel) {
    return std::to_string(kernel.wgPack) + " per pack, lanes " +
           kernel.laneOrder;
  }
};

/// Compile for a device of the target, if `device` asks for one and there is
/// one, or else for this process.
llvm::Expected<std::unique_ptr<Machine>>
loadMachine(llvm::StringRef source, llvm::StringRef fileName,
            const CompileOptions &options, llvm::StringRef device,
            llvm::raw_ostream &diag);

} // namespace pirch

#endif // PIRCH_TOOLS_PIRCH_RUN_MACHINE_H
