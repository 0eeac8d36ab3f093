//===- ROCDLAttr.cpp - What passes know about AMD GPUs --------------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from the vendors' optimization manuals and our own measurements.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/ROCDL/ROCDLAttr.h"
#include "Pirch/Target/Target.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/TargetParser/TargetParser.h"

using namespace pirch;

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/ROCDL/ROCDLAttr.cpp.inc"

void pirch::registerROCDLAttr(mlir::DialectRegistry &registry) {
  registerTargetAttribute<ROCDLAttr>(registry);
}

/// As LLVM says: what has wavefronts of 32 threads runs in them.
static int64_t countWarpThreads(llvm::StringRef chip) {
  llvm::AMDGPU::GPUKind kind = llvm::AMDGPU::parseArchAMDGCN(chip);
  return llvm::AMDGPU::getArchAttrAMDGCN(kind) & llvm::AMDGPU::FEATURE_WAVE32
             ? 32
             : 64;
}

// One register holds one value of each of a wavefront's threads.
int64_t ROCDLAttr::getRegisterBits() const {
  return 32 * countWarpThreads(getChip());
}
int64_t ROCDLAttr::getNumRegisters() const { return 256; }
llvm::StringRef ROCDLAttr::getTargetTriple() const {
  return "amdgcn-amd-amdhsa";
}
llvm::StringRef ROCDLAttr::getTargetCpu() const { return getChip(); }
llvm::StringRef ROCDLAttr::getTargetFeatures() const { return ""; }
llvm::StringRef ROCDLAttr::getRequiredFeatures() const { return ""; }
bool ROCDLAttr::distributesWorkItems() const { return true; }
llvm::StringRef ROCDLAttr::getLLVMPipeline() const {
  return "gpu.module(pirch-threads-to-rocdl)";
}

/// A register of a wavefront has a lane for each thread, of 32 bits; wider
/// values take two registers.
int64_t ROCDLAttr::getNativeLanes(mlir::Type) const {
  return countWarpThreads(getChip());
}
int64_t ROCDLAttr::getRegistersPerChunk(mlir::Type type) const {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 32u);
}

LaneMapping ROCDLAttr::mapLanes(llvm::ArrayRef<int64_t> shape,
                                llvm::ArrayRef<Axis>, int64_t groupItems,
                                int64_t lanes) const {
  // Registers of all warps that a group needs are one chunk.
  return LaneMapping::acrossThreads(
      shape, groupItems,
      std::max<int64_t>(lanes, llvm::alignTo(groupItems, lanes)));
}

/// AMD's CDNA2 and RDNA3 instruction set architecture guides, "Local data
/// share": its banks, and what a work group may have of it; requests go to
/// memory by half a cache line.
WarpMemory ROCDLAttr::getWarpMemory() const {
  WarpMemory memory;
  memory.warpThreads = countWarpThreads(getChip());
  memory.sectorBytes = 64;
  memory.vectorBytes = 16;
  memory.numBanks = 32;
  memory.bankBytes = 4;
  memory.blockBytes = 64 * 1024;
  memory.blockThreads = 256;
  return memory;
}

/// Of one instruction of a wavefront.
int64_t ROCDLAttr::getCost(OpClass opClass) const {
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

/// ds_bpermute makes any lane map of one register; what comes from several is
/// shuffled from each and selected.
std::optional<int64_t> ROCDLAttr::getReorderCost(ReorderPattern pattern) const {
  switch (pattern) {
  case ReorderPattern::unread:
  case ReorderPattern::reuse:
    return 0;
  case ReorderPattern::permute:
  case ReorderPattern::broadcast:
  case ReorderPattern::segmented:
  case ReorderPattern::rotate:
    return 4;
  case ReorderPattern::gather: // there is always something cheaper
    return 1 << 20;
  default:
    return std::nullopt;
  }
}
