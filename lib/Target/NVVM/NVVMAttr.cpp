//===- NVVMAttr.cpp - What passes know about NVIDIA GPUs -----------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from the vendors' optimization manuals and our own measurements.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/NVVM/NVVMAttr.h"
#include "Pirch/Target/Target.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace pirch;

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/NVVM/NVVMAttr.cpp.inc"

void pirch::registerNVVMAttr(mlir::DialectRegistry &registry) {
  registerTargetAttribute<NVVMAttr>(registry);
}

// One register holds one value of each of a warp's threads.
int64_t NVVMAttr::getRegisterBits() const { return 32 * 32; }
int64_t NVVMAttr::getNumRegisters() const { return 255; }
llvm::StringRef NVVMAttr::getTargetTriple() const {
  return "nvptx64-nvidia-cuda";
}
llvm::StringRef NVVMAttr::getTargetCpu() const { return getChip(); }
/// sm_100 needs PTX 8.6; older chips take it as well.
llvm::StringRef NVVMAttr::getTargetFeatures() const { return "+ptx86"; }
llvm::StringRef NVVMAttr::getRequiredFeatures() const { return ""; }
bool NVVMAttr::distributesWorkItems() const { return true; }
llvm::StringRef NVVMAttr::getLLVMPipeline() const {
  return "gpu.module(pirch-threads-to-nvvm)";
}

static constexpr int64_t kWarpThreads = 32;

/// A register of a warp has a lane for each thread, of 32 bits; wider values
/// take two registers.
int64_t NVVMAttr::getNativeLanes(mlir::Type) const { return kWarpThreads; }
int64_t NVVMAttr::getRegistersPerChunk(mlir::Type type) const {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 32u);
}

LaneMapping NVVMAttr::mapLanes(llvm::ArrayRef<int64_t> shape,
                               llvm::ArrayRef<Axis>, int64_t groupItems,
                               int64_t lanes) const {
  // Registers of all warps that a group needs are one chunk.
  return LaneMapping::acrossThreads(
      shape, groupItems,
      std::max<int64_t>(lanes, llvm::alignTo(groupItems, lanes)));
}

/// CUDA C++ Programming Guide, "Compute Capabilities": what a block may have of
/// shared memory without asking for more, and its banks.
WarpMemory NVVMAttr::getWarpMemory() const {
  WarpMemory memory;
  memory.warpThreads = kWarpThreads;
  memory.sectorBytes = 32;
  memory.vectorBytes = 16;
  memory.numBanks = 32;
  memory.bankBytes = 4;
  memory.blockBytes = 48 * 1024;
  memory.blockThreads = 128;
  return memory;
}

/// Of one instruction of a warp.
int64_t NVVMAttr::getCost(OpClass opClass) const {
  switch (opClass) {
  case OpClass::arith:
  case OpClass::blend:
    return 1;
  case OpClass::load:
  case OpClass::store:
  case OpClass::spill:
    return 4;
  case OpClass::jump:
    return 0;
  case OpClass::divide:
    return 16;
  case OpClass::gather:
  case OpClass::scatter:
    return 8;
  case OpClass::libcall:
    return 32;
  }
  return 1;
}

/// A shuffle makes any lane map of one register; what comes from several is
/// shuffled from each and selected.
std::optional<int64_t> NVVMAttr::getReorderCost(ReorderPattern pattern) const {
  switch (pattern) {
  case ReorderPattern::unread:
  case ReorderPattern::reuse:
    return 0;
  case ReorderPattern::permute:
  case ReorderPattern::broadcast:
  case ReorderPattern::segmented:
  case ReorderPattern::rotate:
    return 2;
  case ReorderPattern::gather: // there is always something cheaper
    return 1 << 20;
  default:
    return std::nullopt;
  }
}
