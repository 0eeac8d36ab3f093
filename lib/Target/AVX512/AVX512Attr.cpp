//===- AVX512Attr.cpp - What passes know about AVX-512 --------------------===//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/AVX512/AVX512Attr.h"
#include "Pirch/Target/AVX512/AVX512Costs.h"
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
  return avx512::getCostSources().requiredFeatures;
}

/// Measured on a Zen 5, whose clusters share a last-level cache of 32 MiB.
CacheModel AVX512Attr::getCacheModel() const {
  CacheModel model = describeOutOfOrderCaches();
  model.heldBytes = int64_t(32) << 20;
  return model;
}

const CostTable &AVX512Attr::getCosts() const {
  return x86::getCosts(avx512::getCostSources(), getCpu()).table;
}

int64_t AVX512Attr::getOperationsInFlight() const {
  return x86::getCosts(avx512::getCostSources(), getCpu()).operationsInFlight;
}

bool AVX512Attr::hasFusedMultiplyAdd() const { return true; }
int64_t AVX512Attr::getLeastGatherBits() const { return 32; }

int64_t AVX512Attr::getPageBytes() const { return 4096; }
bool AVX512Attr::convertsHalf() const { return true; }

UnitModel AVX512Attr::getUnitModel() const { return x86::kUnitModel; }

int64_t AVX512Attr::getOperationsWaiting() const {
  return x86::kOperationsWaiting;
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

int64_t AVX512Attr::getShuffleBlockBits() const { return 128; }
