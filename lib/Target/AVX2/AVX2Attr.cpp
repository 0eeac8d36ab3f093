//===- AVX2Attr.cpp - What passes know about AVX2 -------------------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from uops.info for Haswell to Raptor Lake and Zen 2 to Zen 5.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/AVX2/AVX2Attr.h"
#include "Pirch/Target/CPUCaches.h"
#include "Pirch/Target/Target.h"
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

/// The code is to run on CPUs without AVX-512, also where it is made on one.
llvm::StringRef AVX2Attr::getTargetFeatures() const {
  return "-avx512f";
}

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

int64_t AVX2Attr::getCost(OpClass opClass) const {
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
  // Eight lanes are gathered in 8 to 20 cycles; there is no scatter.
  case OpClass::gather:
    return 16;
  case OpClass::scatter:
    return 20;
  case OpClass::libcall:
    return 100;
  }
  return 1;
}

std::optional<int64_t> AVX2Attr::getReorderCost(ReorderPattern pattern) const {
  switch (pattern) {
  case ReorderPattern::unread:
  case ReorderPattern::reuse:
    return 0;
  case ReorderPattern::broadcast: // of what was loaded
  case ReorderPattern::segmented: // within a half: vpermilps, vmovddup
    return 1;
  case ReorderPattern::repeat:
  case ReorderPattern::rotate:
  case ReorderPattern::permute: // vpermps, vpermpd: across the halves
    return 2;
  case ReorderPattern::permute2: // two permutes and a blend
    return 5;
  case ReorderPattern::gather:
    return getCost(OpClass::gather);
  case ReorderPattern::cover:  // never asked for
  case ReorderPattern::shifts: // a permute does all of them at once
    return std::nullopt;
  }
  return std::nullopt;
}
