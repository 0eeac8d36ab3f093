//===- Combining.cpp - What combinations and divisions become -------------===//

#include "Combining.h"
#include "Pirch/Analysis/Divisors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace pirch;

Value pirch::combine(OpBuilder &builder, Location loc, CombiningKind kind,
                     Value a, Value b) {
  bool isFloat = isa<FloatType>(getElementTypeOrSelf(a));
  switch (kind) {
  case CombiningKind::add:
    return isFloat ? arith::AddFOp::create(builder, loc, a, b).getResult()
                   : arith::AddIOp::create(builder, loc, a, b).getResult();
  case CombiningKind::mul:
    return isFloat ? arith::MulFOp::create(builder, loc, a, b).getResult()
                   : arith::MulIOp::create(builder, loc, a, b).getResult();
  case CombiningKind::minsi:
    return arith::MinSIOp::create(builder, loc, a, b);
  case CombiningKind::minui:
    return arith::MinUIOp::create(builder, loc, a, b);
  case CombiningKind::minf:
    return arith::MinNumFOp::create(builder, loc, a, b);
  case CombiningKind::maxsi:
    return arith::MaxSIOp::create(builder, loc, a, b);
  case CombiningKind::maxui:
    return arith::MaxUIOp::create(builder, loc, a, b);
  case CombiningKind::maxf:
    return arith::MaxNumFOp::create(builder, loc, a, b);
  case CombiningKind::and_:
    return arith::AndIOp::create(builder, loc, a, b);
  case CombiningKind::or_:
    return arith::OrIOp::create(builder, loc, a, b);
  case CombiningKind::xor_:
    return arith::XOrIOp::create(builder, loc, a, b);
  }
  llvm_unreachable("all kinds are listed");
}

TypedAttr pirch::getIdentity(Builder &builder, CombiningKind kind, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (kind) {
    case CombiningKind::mul:
      return builder.getFloatAttr(type, 1.0);
    case CombiningKind::minf: // of a number and NaN, both give the number
    case CombiningKind::maxf:
      return builder.getFloatAttr(type, APFloat::getQNaN(semantics));
    default: // -0 + x is x for every x
      return builder.getFloatAttr(type, APFloat::getZero(semantics, true));
    }
  }
  unsigned bits = type.getIntOrFloatBitWidth();
  switch (kind) {
  case CombiningKind::mul:
    return builder.getIntegerAttr(type, APInt(bits, 1));
  case CombiningKind::minsi:
    return builder.getIntegerAttr(type, APInt::getSignedMaxValue(bits));
  case CombiningKind::maxsi:
    return builder.getIntegerAttr(type, APInt::getSignedMinValue(bits));
  case CombiningKind::minui:
  case CombiningKind::and_:
    return builder.getIntegerAttr(type, APInt::getAllOnes(bits));
  default:
    return builder.getIntegerAttr(type, APInt::getZero(bits));
  }
}

TypedAttr pirch::getEmptyScan(Builder &builder, CombiningKind kind, Type type) {
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (kind) {
    case CombiningKind::add:
      return builder.getFloatAttr(type, APFloat::getZero(semantics));
    case CombiningKind::minf:
      return builder.getFloatAttr(type, APFloat::getInf(semantics));
    case CombiningKind::maxf:
      return builder.getFloatAttr(type, APFloat::getInf(semantics, true));
    default:
      break;
    }
  }
  return getIdentity(builder, kind, type);
}

Operation *pirch::createOnLanes(OpBuilder &builder, Operation *op,
                                ValueRange operands, TypeRange resultTypes) {
  // Where the mask on the left does not hold, a condition may be poison: a work
  // item that takes no part computed it from what it never loaded. To LLVM, an
  // `and` with poison is poison and a branch on it undefined; a select is not.
  if (auto both = dyn_cast<arith::AndIOp>(op);
      both && getElementTypeOrSelf(both.getType()).isInteger(1)) {
    Value never = arith::ConstantOp::create(
        builder, op->getLoc(),
        cast<TypedAttr>(builder.getZeroAttr(resultTypes.front())));
    return arith::SelectOp::create(builder, op->getLoc(), operands[0],
                                   operands[1], never);
  }
  auto convert = dyn_cast<ConvertOp>(op);
  OperationState state(
      op->getLoc(),
      convert ? ("arith." + stringifyConversionKind(convert.getKind())).str()
              : op->getName().getStringRef().str());
  state.addOperands(operands);
  state.addTypes(resultTypes);
  if (!convert) {
    state.addAttributes(op->getDiscardableAttrDictionary().getValue());
    state.propertiesAttr = op->getPropertiesAsAttribute();
  }
  return builder.create(state);
}
