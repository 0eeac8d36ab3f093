//===- Machine.cpp - Where kernels run ------------------------------------===//

#include "Machine.h"

using namespace pirch;

Machine::~Machine() = default;

namespace {
/// This process: the host's CPU, or an emulation on it.
class HostMachine : public Machine {
public:
  explicit HostMachine(std::unique_ptr<CompiledModule> module)
      : module(std::move(module)) {}

  llvm::ArrayRef<KernelInfo> kernels() const override {
    return module->kernels();
  }
  Launch prepare(const KernelInfo &kernel, const Arguments &) override {
    Launch launch;
    launch.function = module->lookupPacked(kernel.name);
    launch.stackBytes = module->stackBytes();
    return launch;
  }
  std::string takeError() override {
    std::string error = module->takeError();
    return error.empty() ? error
                         : "the code breaks a rule of the machine: " + error;
  }
  std::string takeMemoryTrace() override { return module->takeMemoryTrace(); }

private:
  std::unique_ptr<CompiledModule> module;
};

/// A device beside the CPU.
class DeviceMachine : public Machine {
public:
  DeviceMachine(std::unique_ptr<Device> device, std::vector<KernelInfo> infos)
      : device(std::move(device)), infos(std::move(infos)) {}

  llvm::ArrayRef<KernelInfo> kernels() const override { return infos; }

  Launch prepare(const KernelInfo &kernel, const Arguments &inputs) override {
    Launch launch;
    launch.function = [this, &kernel, sizes = inputs.sizes()](
                          void **args, int64_t first, int64_t count) {
      std::vector<Device::Argument> arguments;
      for (size_t index = 0; index < kernel.params.size(); ++index)
        arguments.push_back({args[index], static_cast<size_t>(sizes[index]),
                             kernel.params[index].isPointer});
      Device::Grid grid{first, count, kernel.groupsPerBlock,
                        kernel.blockThreads};
      if (int64_t param = kernel.getWidthParam(); param >= 0)
        grid.width = *static_cast<const int64_t *>(args[param]);
      else
        grid.width = kernel.rowGroups;
      if (llvm::Error failed = device->run(kernel.symbol, arguments, grid))
        error = llvm::toString(std::move(failed));
    };
    return launch;
  }
  std::string takeError() override { return std::exchange(error, {}); }

private:
  std::unique_ptr<Device> device;
  std::vector<KernelInfo> infos;
  std::string error;
};
} // namespace

static llvm::Expected<std::unique_ptr<Machine>>
loadOnDevice(std::unique_ptr<Device> device, llvm::StringRef source,
             llvm::StringRef fileName, const CompileOptions &options,
             llvm::raw_ostream &diag) {
  auto compiled =
      compile(source, fileName, options, device->getImageKind(), diag);
  if (!compiled)
    return compiled.takeError();
  if (llvm::Error error = device->load(compiled->output))
    return error;
  llvm::outs() << "device: " << device->getName() << '\n';
  return std::make_unique<DeviceMachine>(std::move(device),
                                         std::move(compiled->kernels));
}

llvm::Expected<std::unique_ptr<Machine>>
pirch::loadMachine(llvm::StringRef source, llvm::StringRef fileName,
                   const CompileOptions &options, llvm::StringRef device,
                   llvm::raw_ostream &diag) {
  if (device != kEmulatedDevice) {
    llvm::Expected<const Target *> target = findTarget(options.target);
    if (!target)
      return target.takeError();
    auto opened = (*target)->openDevice();
    if (opened)
      return loadOnDevice(std::move(*opened), source, fileName, options, diag);
    if (device != kAutomaticDevice)
      return opened.takeError();
    llvm::consumeError(opened.takeError());
  }
  auto module = compileAndLoad(source, fileName, options, diag);
  if (!module)
    return module.takeError();
  return std::make_unique<HostMachine>(std::move(*module));
}
