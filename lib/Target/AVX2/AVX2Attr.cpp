//===- AVX2Attr.cpp - What passes know about AVX2 -------------------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from uops.info for Haswell to Raptor Lake and Zen 2 to Zen 5.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/AVX2/AVX2Attr.h"
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
  return "+avx2,+fma,+bmi,+bmi2,+lzcnt,+f16c,+movbe,+popcnt";
}

/// A last-level cache of 32 MiB is what a cluster of Zen cores shares, and what
/// most desktop processors have in all.
CacheModel AVX2Attr::getCacheModel() const {
  CacheModel model = describeOutOfOrderCaches();
  model.heldBytes = int64_t(32) << 20;
  return model;
}

/// Lanes move within a half of the register by one instruction (vpermilps,
/// vmovddup) and across the halves by a costlier one (vpermps, vpermpd); lanes
/// of two registers take two permutes and a blend. Eight lanes are gathered in
/// 8 to 20 cycles; there is no scatter instruction.
const CostTable &AVX2Attr::getCosts() const {
  static const CostTable table({{OpClass::arith, 1},
                                {OpClass::load, 1},
                                {OpClass::blend, 1},
                                {OpClass::store, 2},
                                {OpClass::masked_store, 7},
                                {OpClass::atomic, 40},
                                {OpClass::spill, 2},
                                {OpClass::jump, 6},
                                {OpClass::divide, 16},
                                {OpClass::gather, 16},
                                {OpClass::scatter, 20},
                                {OpClass::libcall, 32}},
                               {{ReorderPattern::unread, 0},
                                {ReorderPattern::reuse, 0},
                                {ReorderPattern::broadcast, 1},
                                {ReorderPattern::segmented, 1},
                                {ReorderPattern::repeat, 2},
                                {ReorderPattern::rotate, 2},
                                {ReorderPattern::permute, 2},
                                {ReorderPattern::permute2, 5},
                                {ReorderPattern::gather, 16}});
  return table;
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

/// The reorder buffer of a Zen 3; Haswell has 192 entries, Golden Cove 512.
int64_t AVX2Attr::getShuffleBlockBits() const { return 128; }

int64_t AVX2Attr::getOperationsInFlight() const { return 256; }
