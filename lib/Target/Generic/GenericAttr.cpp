//===- GenericAttr.cpp - What passes know about any machine --------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from the vendors' optimization manuals and our own measurements.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/Generic/GenericAttr.h"
#include "Pirch/Target/CPUCaches.h"
#include "Pirch/Target/Target.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace pirch;

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/Generic/GenericAttr.cpp.inc"

void pirch::registerGenericAttr(mlir::DialectRegistry &registry) {
  registerTargetAttribute<GenericAttr>(registry);
}

mlir::LogicalResult
GenericAttr::verify(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                    llvm::StringRef, llvm::StringRef, llvm::StringRef,
                    int64_t bits) {
  if (bits < 8 || bits > 65536)
    return emitError() << "expected registers of 8 to 65536 bits, got " << bits;
  return mlir::success();
}

int64_t GenericAttr::getRegisterBits() const { return getBits(); }
int64_t GenericAttr::getNumRegisters() const { return 32; }
llvm::StringRef GenericAttr::getTargetTriple() const { return getTriple(); }
llvm::StringRef GenericAttr::getTargetCpu() const { return getCpu(); }
llvm::StringRef GenericAttr::getTargetFeatures() const { return getFeatures(); }

llvm::StringRef GenericAttr::getRequiredFeatures() const { return ""; }

CacheModel GenericAttr::getCacheModel() const { return describeOutOfOrderCaches(); }

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
