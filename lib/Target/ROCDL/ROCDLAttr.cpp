//===- ROCDLAttr.cpp - What passes know about AMD GPUs --------------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from AMD's instruction set manuals; nothing was measured.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/ROCDL/ROCDLAttr.h"
#include "Pirch/Target/GPU/ThreadLanes.h"
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

/// The threads of a wavefront: 32 on chips that LLVM says have such wavefronts,
/// else 64.
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
bool ROCDLAttr::convertsHalf() const { return true; }
llvm::StringRef ROCDLAttr::getLLVMPipeline() const {
  return "gpu.module(pirch-threads-to-rocdl)";
}

/// A register of a wavefront has a lane for each thread, of 32 bits; wider
/// values take two registers.
int64_t ROCDLAttr::getNativeLanes(mlir::Type) const {
  return countWarpThreads(getChip());
}
int64_t ROCDLAttr::getRegistersPerChunk(mlir::Type type, int64_t) const {
  return simt::countRegisters(type);
}

LaneMapping ROCDLAttr::mapLanes(llvm::ArrayRef<int64_t> shape,
                                llvm::ArrayRef<Axis>, int64_t groupItems,
                                int64_t lanes) const {
  return simt::mapLanes(shape, groupItems, lanes);
}

/// From AMD's CDNA2 and RDNA3 instruction set architecture guides, "Local data
/// share": its banks, and how much of it a work group may have. Memory serves
/// requests by half a cache line.
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

/// The costs of one instruction of a wavefront. ds_bpermute makes any lane map
/// of one register, through the crossbar of local memory. Lanes that come from
/// several registers are moved from each and selected, so that a gather through
/// memory is never the cheapest.
const CostTable &ROCDLAttr::getCosts() const {
  static const CostTable table({{OpClass::arith, 1},
                                {OpClass::blend, 1},
                                {OpClass::load, 4},
                                {OpClass::store, 4},
                                {OpClass::masked_store, 13},
                                {OpClass::atomic, 1},
                                {OpClass::spill, 4},
                                {OpClass::jump, 0},
                                {OpClass::divide, 16},
                                {OpClass::divide_f32, 16},
                                {OpClass::gather, 8},
                                {OpClass::scatter, 8},
                                {OpClass::libcall, 32}},
                               {{ReorderPattern::unread, 0},
                                {ReorderPattern::reuse, 0},
                                {ReorderPattern::permute, 4},
                                {ReorderPattern::broadcast, 4},
                                {ReorderPattern::segmented, 4},
                                {ReorderPattern::rotate, 4},
                                {ReorderPattern::gather, 1048576}});
  return table;
}
