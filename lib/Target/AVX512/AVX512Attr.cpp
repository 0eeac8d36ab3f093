//===- AVX512Attr.cpp - What passes know about AVX-512 --------------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from the vendors' optimization manuals and our own measurements.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/AVX512/AVX512Attr.h"
#include "Pirch/Target/CPUCaches.h"
#include "Pirch/Target/Target.h"
#include "Pirch/Target/X86/Lookups.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace pirch;

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/AVX512/AVX512Attr.cpp.inc"

void pirch::registerAVX512Attr(mlir::DialectRegistry &registry) {
  registerTargetAttribute<AVX512Attr>(registry);
}

int64_t AVX512Attr::getRegisterBits() const { return 512; }
int64_t AVX512Attr::getNumRegisters() const { return 32; }
int64_t AVX512Attr::getNumMaskRegisters() const { return 8; }
llvm::StringRef AVX512Attr::getTargetTriple() const { return ""; }
llvm::StringRef AVX512Attr::getTargetCpu() const { return getCpu(); }
llvm::StringRef AVX512Attr::getTargetFeatures() const { return ""; }

llvm::StringRef AVX512Attr::getRequiredFeatures() const {
  return "+avx512f,+avx512bw,+avx512dq,+avx512vl";
}

/// Measured on a Zen 5, whose clusters share a last-level cache of 32 MiB.
CacheModel AVX512Attr::getCacheModel() const {
  CacheModel model = describeOutOfOrderCaches();
  model.heldBytes = int64_t(32) << 20;
  return model;
}

/// Every cross-lane movement is one permute; a broadcast of what was loaded is
/// a load.
const CostTable &AVX512Attr::getCosts() const {
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
                                {OpClass::scatter, 16},
                                {OpClass::libcall, 32}},
                               {{ReorderPattern::unread, 0},
                                {ReorderPattern::reuse, 0},
                                {ReorderPattern::broadcast, 1},
                                {ReorderPattern::repeat, 2},
                                {ReorderPattern::segmented, 2},
                                {ReorderPattern::rotate, 2},
                                {ReorderPattern::permute, 2},
                                {ReorderPattern::permute2, 2},
                                {ReorderPattern::gather, 16}});
  return table;
}

/// Bytes are permuted at will by the instructions of VBMI only.
static bool permutesBytes(llvm::StringRef cpu) {
  return x86::hasFeature(cpu, "avx512vbmi");
}

std::optional<int64_t> AVX512Attr::getLookupCost(mlir::Type element,
                                                 int64_t lanes,
                                                 int64_t numSources) const {
  return x86::getAVX512LookupCost(element, lanes, numSources,
                                  permutesBytes(getCpu()));
}

mlir::Value AVX512Attr::lowerLookup(mlir::OpBuilder &builder,
                                    mlir::Location loc,
                                    mlir::ValueRange sources,
                                    mlir::Value index) const {
  bool isBytes =
      mlir::getElementTypeOrSelf(index.getType()).getIntOrFloatBitWidth() == 8;
  return isBytes && !permutesBytes(getCpu())
             ? x86::lowerAVX2Lookup(builder, loc, sources, index)
             : x86::lowerAVX512Lookup(builder, loc, sources, index);
}

/// The reorder buffer of a Zen 5; those of Golden Cove and its successors have
/// 512 entries.
int64_t AVX512Attr::getShuffleBlockBits() const { return 128; }

int64_t AVX512Attr::getOperationsInFlight() const { return 448; }
