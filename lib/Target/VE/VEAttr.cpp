//===- VEAttr.cpp - What passes know about NEC's VE -----------------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from the vendors' optimization manuals and our own measurements.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/VE/VEAttr.h"
#include "Pirch/Target/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace pirch;

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/VE/VEAttr.cpp.inc"

void pirch::registerVEAttr(mlir::DialectRegistry &registry) {
  registerTargetAttribute<VEAttr>(registry);
}

int64_t VEAttr::getRegisterBits() const { return 16384; }
int64_t VEAttr::getNumRegisters() const { return 64; }
int64_t VEAttr::getNumMaskRegisters() const { return 16; }
/// PIRCH spills by itself, so that little is left that it does not see.
int64_t VEAttr::getReservedRegisters() const { return 8; }
llvm::StringRef VEAttr::getTargetTriple() const {
  return "ve-unknown-linux-gnu";
}
llvm::StringRef VEAttr::getTargetCpu() const { return ""; }
llvm::StringRef VEAttr::getTargetFeatures() const { return ""; }
llvm::StringRef VEAttr::getRequiredFeatures() const { return ""; }
bool VEAttr::hasStridedAccess() const { return true; }
bool VEAttr::dividesIntegers() const { return true; }

bool VEAttr::canSpill() const { return false; }
int64_t VEAttr::getNativeLanes(mlir::Type) const { return 256; }

/// The packed instructions compute on f32: additions, subtractions, products,
/// and fma.
bool VEAttr::computesPairs(mlir::Operation *op) const {
  auto type = mlir::dyn_cast<mlir::VectorType>(op->getResult(0).getType());
  return type && type.getElementType().isF32() &&
         mlir::isa<mlir::arith::AddFOp, mlir::arith::SubFOp,
                   mlir::arith::MulFOp, mlir::math::FmaOp>(op);
}

llvm::StringRef VEAttr::getChunkPipeline() const {
  return "ve-widen-narrow-lanes,convert-vector-to-ve,cse";
}

/// A vector instruction passes a pipe of 32 lanes in 8 cycles; the throughput
/// model is in docs/Targets/VE.md. There is no permute; a broadcast goes
/// through a scalar register.
const CostTable &VEAttr::getCosts() const {
  static const CostTable table({{OpClass::arith, 1},
                                {OpClass::load, 1},
                                {OpClass::store, 1},
                                {OpClass::masked_store, 4},
                                {OpClass::atomic, 40},
                                {OpClass::blend, 1},
                                {OpClass::spill, 2},
                                {OpClass::jump, 0},
                                {OpClass::divide, 8},
                                {OpClass::divide_f32, 8},
                                {OpClass::gather, 8},
                                {OpClass::scatter, 8},
                                {OpClass::libcall, 32}},
                               {{ReorderPattern::unread, 0},
                                {ReorderPattern::reuse, 0},
                                {ReorderPattern::rotate, 1},
                                {ReorderPattern::segmented, 1},
                                {ReorderPattern::repeat, 1},
                                {ReorderPattern::shifts, 1},
                                {ReorderPattern::broadcast, 2},
                                {ReorderPattern::gather, 8}});
  return table;
}
