//===- AVX512Attr.cpp - What passes know about AVX-512 -------------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from the vendors' optimization manuals and our own measurements.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/AVX512/AVX512Attr.h"
#include "Pirch/Target/CPUCaches.h"
#include "Pirch/Target/Target.h"
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

int64_t AVX512Attr::getCost(OpClass opClass) const {
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
AVX512Attr::getReorderCost(ReorderPattern pattern) const {
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
