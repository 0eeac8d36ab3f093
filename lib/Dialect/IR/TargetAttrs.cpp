//===- TargetAttrs.cpp - What PIRCH knows about each machine --------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from the vendors' optimization manuals and our own measurements.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace pirch;

/// Measured on one machine (docs/Targets/AVX512.md), and taken for all
/// out-of-order cores with lines of 64 bytes.
static CacheModel commonCaches() {
  CacheModel model;
  model.lineBytes = 64;
  model.followedStreams = 2;
  model.unfollowedLines = 4;
  model.burstLines = 60;
  model.prefetchOperations = 8;
  model.storeOperations = 16;
  model.missCost = 36;
  return model;
}

//===----------------------------------------------------------------------===//
// AVX-512
//===----------------------------------------------------------------------===//

int64_t Avx512Attr::getRegisterBits() const { return 512; }
int64_t Avx512Attr::getNumRegisters() const { return 32; }
int64_t Avx512Attr::getNumMaskRegisters() const { return 8; }
llvm::StringRef Avx512Attr::getTargetTriple() const { return ""; }
llvm::StringRef Avx512Attr::getTargetCpu() const { return getCpu(); }
llvm::StringRef Avx512Attr::getTargetFeatures() const { return ""; }

llvm::StringRef Avx512Attr::getRequiredFeatures() const {
  return "+avx512f,+avx512bw,+avx512dq,+avx512vl";
}

/// Measured on a Zen 5, whose clusters share a last-level cache of 32 MiB.
CacheModel Avx512Attr::getCacheModel() const {
  CacheModel model = commonCaches();
  model.heldBytes = int64_t(32) << 20;
  return model;
}

int64_t Avx512Attr::getCost(OpClass opClass) const {
  switch (opClass) {
  case OpClass::arith:
  case OpClass::load:
  case OpClass::blend:
    return 1;
  case OpClass::store:
  case OpClass::spill:
    return 2;
  case OpClass::jump:
    return 6;
  case OpClass::divide:
    return 16;
  case OpClass::gather:
  case OpClass::scatter:
    return 16;
  case OpClass::libcall:
    return 100;
  }
  return 1;
}

/// Every cross-lane movement is one permute; a broadcast of what was loaded is
/// a load.
std::optional<int64_t>
Avx512Attr::getReorderCost(ReorderPattern pattern) const {
  switch (pattern) {
  case ReorderPattern::unread:
  case ReorderPattern::reuse:
    return 0;
  case ReorderPattern::broadcast:
    return 1;
  case ReorderPattern::gather:
    return getCost(OpClass::gather);
  case ReorderPattern::shifts: // a permute does all of them at once
    return std::nullopt;
  default:
    return 2;
  }
}

//===----------------------------------------------------------------------===//
// Generic
//===----------------------------------------------------------------------===//

int64_t GenericAttr::getRegisterBits() const { return getBits(); }
int64_t GenericAttr::getNumRegisters() const { return 32; }
llvm::StringRef GenericAttr::getTargetTriple() const { return getTriple(); }
llvm::StringRef GenericAttr::getTargetCpu() const { return getCpu(); }
llvm::StringRef GenericAttr::getTargetFeatures() const { return getFeatures(); }

llvm::StringRef GenericAttr::getRequiredFeatures() const { return ""; }

CacheModel GenericAttr::getCacheModel() const { return commonCaches(); }

int64_t GenericAttr::getCost(OpClass opClass) const {
  switch (opClass) {
  case OpClass::arith:
  case OpClass::load:
  case OpClass::store:
  case OpClass::blend:
    return 1;
  case OpClass::spill:
    return 2;
  case OpClass::jump:
    return 6;
  case OpClass::divide:
    return 16;
  case OpClass::gather:
  case OpClass::scatter:
    return 24;
  case OpClass::libcall:
    return 100;
  }
  return 1;
}

std::optional<int64_t>
GenericAttr::getReorderCost(ReorderPattern pattern) const {
  switch (pattern) {
  case ReorderPattern::unread:
  case ReorderPattern::reuse:
    return 0;
  case ReorderPattern::broadcast:
    return 1;
  case ReorderPattern::permute2:
    return 4;
  case ReorderPattern::gather:
    return getCost(OpClass::gather);
  case ReorderPattern::shifts:
    return std::nullopt;
  default:
    return 2;
  }
}

//===----------------------------------------------------------------------===//
// VE
//===----------------------------------------------------------------------===//

int64_t VEAttr::getRegisterBits() const { return 16384; }
int64_t VEAttr::getNumRegisters() const { return 64; }
int64_t VEAttr::getNumMaskRegisters() const { return 16; }
llvm::StringRef VEAttr::getTargetTriple() const {
  return "ve-unknown-linux-gnu";
}
llvm::StringRef VEAttr::getTargetCpu() const { return ""; }
llvm::StringRef VEAttr::getTargetFeatures() const { return ""; }
llvm::StringRef VEAttr::getRequiredFeatures() const { return ""; }
bool VEAttr::hasStridedAccess() const { return true; }
bool VEAttr::canSpill() const { return false; }
int64_t VEAttr::getNativeLanes(mlir::Type) const { return 256; }

/// Packed f32: an addition, subtraction, product, or both.
bool VEAttr::computesPairs(mlir::Operation *op) const {
  auto type = mlir::dyn_cast<mlir::VectorType>(op->getResult(0).getType());
  return type && type.getElementType().isF32() &&
         mlir::isa<mlir::arith::AddFOp, mlir::arith::SubFOp,
                   mlir::arith::MulFOp, mlir::math::FmaOp>(op);
}

llvm::StringRef VEAttr::getChunkPipeline() const {
  return "convert-vector-to-ve,cse";
}

/// A vector instruction passes a pipe of 32 lanes in 8 cycles; the throughput
/// model is in docs/Targets/VE.md.
int64_t VEAttr::getCost(OpClass opClass) const {
  switch (opClass) {
  case OpClass::arith:
  case OpClass::load:
  case OpClass::store:
  case OpClass::blend:
    return 1;
  case OpClass::spill:
    return 2;
  case OpClass::jump:
    return 0;
  case OpClass::divide:
    return 8;
  case OpClass::gather:
  case OpClass::scatter:
    return 8;
  case OpClass::libcall:
    return 256;
  }
  return 1;
}

std::optional<int64_t> VEAttr::getReorderCost(ReorderPattern pattern) const {
  switch (pattern) {
  case ReorderPattern::unread:
  case ReorderPattern::reuse:
    return 0;
  case ReorderPattern::rotate:
  case ReorderPattern::segmented:
  case ReorderPattern::repeat:
  case ReorderPattern::shifts:
    return 1;
  case ReorderPattern::broadcast: // through a scalar register
    return 2;
  case ReorderPattern::gather:
    return getCost(OpClass::gather);
  case ReorderPattern::permute:
  case ReorderPattern::permute2:
  case ReorderPattern::cover:
    return std::nullopt;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// NVVM
//===----------------------------------------------------------------------===//

// One register holds one value of each of a warp's threads.
int64_t NvvmAttr::getRegisterBits() const { return 32 * 32; }
int64_t NvvmAttr::getNumRegisters() const { return 255; }
llvm::StringRef NvvmAttr::getTargetTriple() const {
  return "nvptx64-nvidia-cuda";
}
llvm::StringRef NvvmAttr::getTargetCpu() const { return getChip(); }
/// sm_100 needs PTX 8.6; older chips take it as well.
llvm::StringRef NvvmAttr::getTargetFeatures() const { return "+ptx86"; }
llvm::StringRef NvvmAttr::getRequiredFeatures() const { return ""; }
int64_t NvvmAttr::getWarpSize() const { return 32; }

/// CUDA C++ Programming Guide, "Compute Capabilities": what a block may have of
/// shared memory without asking for more, and its banks.
WarpMemory NvvmAttr::getWarpMemory() const {
  WarpMemory memory;
  memory.sectorBytes = 32;
  memory.vectorBytes = 16;
  memory.numBanks = 32;
  memory.bankBytes = 4;
  memory.blockBytes = 48 * 1024;
  memory.blockThreads = 128;
  return memory;
}

/// Of one instruction of a warp.
int64_t NvvmAttr::getCost(OpClass opClass) const {
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

std::optional<int64_t> NvvmAttr::getReorderCost(ReorderPattern pattern) const {
  return pattern == ReorderPattern::unread || pattern == ReorderPattern::reuse
             ? 0
             : 2; // a shuffle, whatever its sources
}
