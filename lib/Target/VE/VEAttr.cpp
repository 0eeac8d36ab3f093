//===- VEAttr.cpp - What passes know about NEC's VE ----------------------===//
//
// Costs are in units of one register-wide add (reciprocal throughput, rounded),
// from the vendors' optimization manuals and our own measurements.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Target/VE/VEAttr.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "Pirch/Target/Target.h"
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
