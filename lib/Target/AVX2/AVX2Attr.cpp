//===- AVX2Attr.cpp - What passes know about AVX2 -------------------------===//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/AVX2/AVX2Attr.h"
#include "Pirch/Target/AVX2/AVX2Costs.h"
#include "Pirch/Target/CPUCaches.h"
#include "Pirch/Target/Target.h"
#include "Pirch/Target/X86/Lookups.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace pirch;

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/AVX2/AVX2Attr.cpp.inc"

void pirch::registerAVX2Attr(mlir::DialectRegistry &registry) {
  registerTargetAttribute<AVX2Attr>(registry);
}

int64_t AVX2Attr::getRegisterBits() const { return 256; }
int64_t AVX2Attr::getNumRegisters() const { return 16; }
llvm::StringRef AVX2Attr::getTargetTriple() const { return ""; }
llvm::StringRef AVX2Attr::getTargetCpu() const { return getCpu(); }

/// The code must run on CPUs without AVX-512, even if it is compiled on a CPU
/// that has it.
llvm::StringRef AVX2Attr::getTargetFeatures() const { return "-avx512f"; }

/// Measured: of 16 registers, 4 held back cost GEMM f32 16 a sixth and ENUM f32
/// 8 two fifths in reloads; with fewer than 2 PADE f32 16 spills.
int64_t AVX2Attr::getReservedRegisters() const { return 2; }

llvm::StringRef AVX2Attr::getRequiredFeatures() const {
  return avx2::getCostSources().requiredFeatures;
}

/// A last-level cache of 32 MiB is what a cluster of Zen cores shares, and what
/// most desktop processors have in all.
CacheModel AVX2Attr::getCacheModel() const {
  CacheModel model = describeOutOfOrderCaches();
  model.heldBytes = int64_t(32) << 20;
  return model;
}

const CostTable &AVX2Attr::getCosts() const {
  return x86::getCosts(avx2::getCostSources(), getCpu()).table;
}

int64_t AVX2Attr::getOperationsInFlight() const {
  return x86::getCosts(avx2::getCostSources(), getCpu()).operationsInFlight;
}

bool AVX2Attr::hasMaskedLoads(mlir::Type element) const {
  unsigned bits = element.getIntOrFloatBitWidth();
  return bits == 32 || bits == 64;
}
bool AVX2Attr::hasFusedMultiplyAdd() const { return true; }
int64_t AVX2Attr::getLeastGatherBits() const { return 32; }

int64_t AVX2Attr::getPageBytes() const { return 4096; }
bool AVX2Attr::convertsHalf() const { return true; }

UnitModel AVX2Attr::getUnitModel() const { return x86::kUnitModel; }

int64_t AVX2Attr::getOperationsWaiting() const {
  return x86::kOperationsWaiting;
}

std::optional<int64_t> AVX2Attr::getLookupCost(mlir::Type element,
                                               int64_t lanes,
                                               int64_t numSources) const {
  return x86::getAVX2LookupCost(element, lanes, numSources);
}

mlir::Value AVX2Attr::lowerLookup(mlir::OpBuilder &builder, mlir::Location loc,
                                  mlir::ValueRange sources,
                                  mlir::Value index) const {
  return x86::lowerAVX2Lookup(builder, loc, sources, index);
}

int64_t AVX2Attr::getShuffleBlockBits() const { return 128; }
