//===- NVVMAttr.cpp - What passes know about NVIDIA GPUs ------------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from the vendors' optimization manuals and our own measurements.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/NVVM/NVVMAttr.h"
#include "Pirch/Target/GPU/ThreadLanes.h"
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
bool NVVMAttr::convertsHalf() const { return true; }
llvm::StringRef NVVMAttr::getLLVMPipeline() const {
  return "gpu.module(pirch-threads-to-nvvm)";
}

static constexpr int64_t kWarpThreads = 32;

/// A register of a warp has a lane for each thread, of 32 bits; wider values
/// take two registers.
int64_t NVVMAttr::getNativeLanes(mlir::Type) const { return kWarpThreads; }
int64_t NVVMAttr::getRegistersPerChunk(mlir::Type type, int64_t) const {
  return simt::countRegisters(type);
}

LaneMapping NVVMAttr::mapLanes(llvm::ArrayRef<int64_t> shape,
                               llvm::ArrayRef<Axis>, int64_t groupItems,
                               int64_t lanes) const {
  return simt::mapLanes(shape, groupItems, lanes);
}

/// From the CUDA C++ Programming Guide, "Compute Capabilities": the banks of
/// shared memory, and how much of it a block may have without asking for more.
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

/// The costs of one instruction of a warp. A shuffle makes any lane map of one
/// register. Lanes that come from several registers are shuffled from each and
/// selected, so that a gather through memory is never the cheapest.
const CostTable &NVVMAttr::getCosts() const {
  static const CostTable table({{OpClass::arith, 1},
                                {OpClass::blend, 1},
                                {OpClass::load, 4},
                                {OpClass::store, 4},
                                {OpClass::masked_store, 13},
                                {OpClass::atomic, 2},
                                {OpClass::spill, 4},
                                {OpClass::jump, 0},
                                {OpClass::divide, 16},
                                {OpClass::divide_f32, 16},
                                {OpClass::gather, 8},
                                {OpClass::scatter, 8},
                                {OpClass::libcall, 32}},
                               {{ReorderPattern::unread, 0},
                                {ReorderPattern::reuse, 0},
                                {ReorderPattern::permute, 2},
                                {ReorderPattern::broadcast, 2},
                                {ReorderPattern::segmented, 2},
                                {ReorderPattern::rotate, 2},
                                {ReorderPattern::gather, 1048576}});
  return table;
}
