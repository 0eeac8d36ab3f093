//===- ROCDLTarget.cpp - AMD GPUs -----------------------------------------===//

#include "Pirch/Target/GPU/WarpEmulation.h"
#include "Pirch/Target/ROCDL/Passes.h"
#include "Pirch/Target/ROCDL/ROCDLAttr.h"
#include "Pirch/Target/Target.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/ROCDL/ROCDLToLLVMIRTranslation.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/TargetParser.h"
#include <array>
#include <cstring>

using namespace pirch;

namespace {
constexpr TargetOption kChipOption = {
    "chip", "arch",
    "Architecture of the GPU, as in gfx1100; gfx90a by default"};
constexpr llvm::StringLiteral kCodeObject = "code-object";

/// `readlane` of a value of one or two registers.
template <typename T> T readLaneOf(T value, uint32_t source) {
  std::array<uint32_t, sizeof(T) / sizeof(uint32_t)> words;
  std::memcpy(words.data(), &value, sizeof(T));
  for (uint32_t &word : words)
    word = simt::readLane(word, source);
  std::memcpy(&value, words.data(), sizeof(T));
  return value;
}

/// `readlane` of an integer of fewer than 32 bits. LLVM passes it in a register
/// whose other bits mean nothing.
template <unsigned bits> uint32_t readNarrowLane(uint32_t value, int source) {
  return simt::readLane(value & llvm::maskTrailingOnes<uint32_t>(bits), source);
}

const std::pair<llvm::StringLiteral, void *> kFunctions[] = {
    {"workitem.id.x", (void *)&simt::threadIndex},
    {"workgroup.id.x", (void *)&simt::blockIndex},
    {"ds.bpermute",
     (void *)+[](uint32_t address, uint32_t value) {
       return simt::readLane(value, address / 4);
     }},
    // LLVM makes a readlane of a ds.bpermute in which all threads ask for one,
    // of what was extended to 32 bits for it.
    {"readlane.i1", (void *)&readNarrowLane<1>},
    {"readlane.i8", (void *)&readNarrowLane<8>},
    {"readlane.i16", (void *)&readNarrowLane<16>},
    {"readlane.i32", (void *)&simt::readLane},
    {"readlane.f32", (void *)&readLaneOf<float>},
    {"readlane.f64", (void *)&readLaneOf<double>},
    {"readlane.i64", (void *)&readLaneOf<uint64_t>},
    {"ballot.i64", (void *)&simt::ballot},
    {"ballot.i32", (void *)&simt::ballot32},
    {"wave.barrier", (void *)&simt::warpBarrier},
    {"s.barrier", (void *)+[] { simt::blockBarrier(0); }}};

class ROCDLTarget : public Target {
public:
  llvm::StringRef getName() const override { return "rocdl"; }
  llvm::StringRef getDescription() const override {
    return "AMD GPUs; runs on emulated wavefronts";
  }
  llvm::ArrayRef<TargetOption> getOptions() const override {
    static constexpr TargetOption options[] = {kChipOption};
    return options;
  }
  llvm::ArrayRef<OutputKind> getOutputKinds() const override {
    static constexpr OutputKind kinds[] = {
        {kCodeObject, "the GPU's machine code, an ELF object to be linked"}};
    return kinds;
  }
  void registerDialects(mlir::DialectRegistry &registry) const override {
    registerROCDLAttr(registry);
    registry.insert<mlir::gpu::GPUDialect, mlir::ROCDL::ROCDLDialect>();
    mlir::registerGPUDialectTranslation(registry);
    mlir::registerROCDLDialectTranslation(registry);
  }
  void registerPasses() const override { registerPirchROCDLPasses(); }
  llvm::Expected<TargetAttrInterface>
  makeAttribute(const TargetOptions &options,
                mlir::MLIRContext &context) const override {
    std::string chip = lookup(options, kChipOption.name, "gfx90a");
    if (llvm::AMDGPU::parseArchAMDGCN(chip) == llvm::AMDGPU::GK_NONE)
      return llvm::createStringError("unknown GPU '" + chip + "' (--chip)");
    return ROCDLAttr::get(&context, chip);
  }
  void describeLaunch(const llvm::Module &module, TargetAttrInterface attribute,
                      std::vector<KernelInfo> &kernels) const override;
  llvm::Expected<std::string> emit(llvm::StringRef outputKind,
                                   CodeToEmit &code) const override;
  std::unique_ptr<Emulation> createEmulation(TargetAttrInterface attribute,
                                             bool traceMemory) const override {
    return simt::createWarpEmulation({"llvm.amdgcn.", kFunctions},
                                     attribute.getWarpMemory().warpThreads,
                                     traceMemory);
  }
  bool isEmulated() const override { return true; }
  bool canTraceMemory() const override { return true; }
};
} // namespace

void ROCDLTarget::describeLaunch(const llvm::Module &module,
                                 TargetAttrInterface attribute,
                                 std::vector<KernelInfo> &kernels) const {
  for (KernelInfo &info : kernels) {
    // The attribute has the least and the most threads, which are the same.
    module.getFunction(info.symbol)
        ->getFnAttribute("amdgpu-flat-work-group-size")
        .getValueAsString()
        .split(',')
        .first.getAsInteger(10, info.blockThreads);
    info.groupsPerBlock =
        simt::countGroupsOfBlock(info, attribute.getWarpMemory().warpThreads);
  }
}

llvm::Expected<std::string> ROCDLTarget::emit(llvm::StringRef outputKind,
                                              CodeToEmit &code) const {
  if (outputKind == kEmitObject)
    return llvm::createStringError(
        "not supported yet: objects of the host that launch kernels on AMD "
        "GPUs; --emit=code-object writes the GPU's machine code");
  return emitMachineCode(code.module, code.attribute, code.machine,
                         /*isObject=*/outputKind == kCodeObject);
}

namespace pirch {
std::unique_ptr<Target> createROCDLTarget() {
  return std::make_unique<ROCDLTarget>();
}
} // namespace pirch
