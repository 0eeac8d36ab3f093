//===- GenericAttr.cpp - What passes know about any machine ---------------===//
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

CacheModel GenericAttr::getCacheModel() const {
  return describeOutOfOrderCaches();
}

const CostTable &GenericAttr::getCosts() const {
  static const CostTable table({{OpClass::arith, 1},
                                {OpClass::load, 1},
                                {OpClass::store, 1},
                                {OpClass::masked_store, 4},
                                {OpClass::atomic, 40},
                                {OpClass::blend, 1},
                                {OpClass::spill, 2},
                                {OpClass::jump, 6},
                                {OpClass::divide, 16},
                                {OpClass::divide_f32, 10},
                                {OpClass::gather, 14},
                                {OpClass::scatter, 14},
                                {OpClass::libcall, 32}},
                               {{ReorderPattern::unread, 0},
                                {ReorderPattern::reuse, 0},
                                {ReorderPattern::broadcast, 1},
                                {ReorderPattern::repeat, 2},
                                {ReorderPattern::segmented, 2},
                                {ReorderPattern::rotate, 2},
                                {ReorderPattern::permute, 2},
                                {ReorderPattern::permute2, 4},
                                {ReorderPattern::gather, 24}});
  return table;
}
