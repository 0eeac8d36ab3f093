//===- NVVMTarget.cpp - NVIDIA GPUs ---------------------------------------===//

#include "GPUPasses.h"
#include "Launcher.h"
#include "Pirch/Target/GPU/WarpEmulation.h"
#include "Pirch/Target/NVVM/Device.h"
#include "Pirch/Target/NVVM/NVVMAttr.h"
#include "Pirch/Target/NVVM/Passes.h"
#include "Pirch/Target/NVVM/Toolkit.h"
#include "Pirch/Target/Target.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace pirch;

namespace {
constexpr TargetOption kChipOption = {
    "chip", "arch", "Architecture of the GPU, as in sm_90; sm_75 by default"};
constexpr TargetOption kDisableOption = {
    "disable-gpu-pass", "pass,...",
    "Optimizations of LLVM for GPUs to do without, to measure their worth: "
    "infer-address-spaces, nvptx-aa, separate-const-offset-from-gep, slsr, "
    "nary-reassociate, speculative-execution, bypass-slow-division, "
    "loop-unroll"};
constexpr llvm::StringLiteral kPTX = "ptx", kCubin = "cubin",
                              kFatbin = "fatbin";

const std::pair<llvm::StringLiteral, void *> kFunctions[] = {
    {"read.ptx.sreg.tid.x", (void *)&simt::threadIndex},
    {"read.ptx.sreg.ctaid.x", (void *)&simt::blockIndex},
    {"read.ptx.sreg.ntid.x", (void *)&simt::blockSize},
    {"shfl.sync.idx.i32", (void *)&simt::shuffleClamped},
    {"shfl.sync.idx.f32", (void *)&simt::shuffleFloat},
    {"vote.any.sync", (void *)&simt::voteAny},
    {"bar.warp.sync", (void *)&simt::barrier},
    {"barrier.cta.sync.aligned.all", (void *)&simt::blockBarrier},
    {"barrier.cta.red.or.aligned.all", (void *)&simt::blockVoteAny}};

class NVVMTarget : public Target {
public:
  llvm::StringRef getName() const override { return "nvvm"; }
  llvm::StringRef getDescription() const override {
    return "NVIDIA GPUs; runs on emulated warps where there is none";
  }
  llvm::ArrayRef<TargetOption> getOptions() const override {
    static constexpr TargetOption options[] = {kChipOption, kDisableOption};
    return options;
  }
  llvm::ArrayRef<OutputKind> getOutputKinds() const override {
    static constexpr OutputKind kinds[] = {
        {kPTX, "PTX, which asm is as well"},
        {kCubin, "the GPU's machine code (needs ptxas)"},
        {kFatbin, "machine code and PTX (needs ptxas)"}};
    return kinds;
  }
  void registerDialects(mlir::DialectRegistry &registry) const override {
    registerNVVMAttr(registry);
    registry.insert<mlir::gpu::GPUDialect, mlir::NVVM::NVVMDialect>();
    mlir::registerGPUDialectTranslation(registry);
    mlir::registerNVVMDialectTranslation(registry);
  }
  bool hasOwnAssembler() const override { return true; }
  void registerPasses() const override { registerPirchNVVMPasses(); }
  llvm::Expected<TargetAttrInterface>
  makeAttribute(const TargetOptions &options,
                mlir::MLIRContext &context) const override {
    return NVVMAttr::get(&context, lookup(options, kChipOption.name, "sm_75"));
  }
  llvm::Error checkOptions(const TargetOptions &options) const override {
    return makePasses(options).takeError();
  }
  OptimizerOptions
  getOptimizerOptions(const TargetOptions &options) const override {
    GPUPasses passes = *makePasses(options);
    return {passes.runs("loop-unroll"), passes.runs("nvptx-aa")};
  }
  void prepareModule(llvm::Module &module, llvm::TargetMachine &machine,
                     const TargetOptions &options) const override;
  void describeLaunch(const llvm::Module &module, TargetAttrInterface attribute,
                      std::vector<KernelInfo> &kernels) const override;
  llvm::Expected<std::string> emit(llvm::StringRef outputKind,
                                   CodeToEmit &code) const override;
  llvm::StringRef getLaunchNotes() const override;
  std::unique_ptr<Emulation> createEmulation(TargetAttrInterface attribute,
                                             bool traceMemory) const override {
    return simt::createWarpEmulation({"llvm.nvvm.", kFunctions},
                                     attribute.getWarpMemory().warpThreads,
                                     traceMemory);
  }
  bool isEmulated() const override { return true; }
  bool canTraceMemory() const override { return true; }
  llvm::StringRef getDeviceName() const override { return "cuda"; }
  llvm::Expected<std::unique_ptr<Device>> openDevice() const override {
    return nvvm::openDevice();
  }

private:
  static llvm::Expected<GPUPasses> makePasses(const TargetOptions &options) {
    std::string names = lookup(options, kDisableOption.name);
    llvm::SmallVector<llvm::StringRef> disabled;
    llvm::StringRef(names).split(disabled, ',', -1, /*KeepEmpty=*/false);
    return GPUPasses::without(disabled);
  }
};
} // namespace

void NVVMTarget::prepareModule(llvm::Module &module,
                               llvm::TargetMachine &machine,
                               const TargetOptions &options) const {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.setCallingConv(llvm::CallingConv::PTX_Kernel);
  makePasses(options)->inferMemorySpaces(module, machine);
}

void NVVMTarget::describeLaunch(const llvm::Module &module,
                                TargetAttrInterface attribute,
                                std::vector<KernelInfo> &kernels) const {
  int64_t warpThreads = attribute.getWarpMemory().warpThreads;
  for (KernelInfo &info : kernels) {
    module.getFunction(info.symbol)
        ->getFnAttribute("nvvm.reqntid")
        .getValueAsString()
        .getAsInteger(10, info.blockThreads);
    info.groupsPerBlock = simt::countGroupsOfBlock(info, warpThreads);
  }
}

llvm::Expected<std::string> NVVMTarget::emit(llvm::StringRef outputKind,
                                             CodeToEmit &code) const {
  GPUPasses passes = *makePasses(code.options);
  ScopedPassGate gate(code.module.getContext(), passes);
  passes.prepareForCodeGenerator(code.module);
  llvm::Expected<std::string> ptx = emitMachineCode(
      code.module, code.attribute, code.machine, /*isObject=*/false);
  if (!ptx || outputKind == kEmitAssembly || outputKind == kPTX)
    return ptx;
  llvm::StringRef chip = code.attribute.getTargetCpu();
  if (outputKind == kCubin)
    return nvvm::assemble(*ptx, chip);
  // Without a toolkit the object holds PTX, which the driver compiles when it
  // is loaded.
  if (outputKind == kFatbin || nvvm::hasToolkit())
    ptx = nvvm::makeFatBinary(*ptx, chip);
  if (!ptx || outputKind == kFatbin)
    return ptx;
  return makeLauncherObject(code.kernels, *ptx, code.host);
}

llvm::StringRef NVVMTarget::getLaunchNotes() const {
  return " * Each function launches the work groups first_group to\n"
         " * first_group + num_groups - 1 on the GPU of the calling thread's "
         "current\n"
         " * context (device 0 where it has none) and returns at once. "
         "Pointers "
         "are\n"
         " * device pointers; stream is a cudaStream_t or CUstream, or 0. The "
         "result\n"
         " * is a CUresult: 0 for success, or -1 where there is no driver of "
         "CUDA 12\n"
         " * or later. May be called from any number of threads at once.\n";
}

namespace pirch {
std::unique_ptr<Target> createNVVMTarget() {
  return std::make_unique<NVVMTarget>();
}
} // namespace pirch
