//===- IntegerConversions.cpp - Integers of other widths ------------------===//

#include "IntegerConversions.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace pirch;

unsigned pirch::getIntegerWidth(Type type) {
  return getElementTypeOrSelf(type).getIntOrFloatBitWidth();
}

bool pirch::isExtension(Operation *op, bool isSigned) {
  if (auto convert = dyn_cast_or_null<ConvertOp>(op))
    return convert.getKind() ==
           (isSigned ? ConversionKind::extsi : ConversionKind::extui);
  return isSigned ? isa_and_present<arith::ExtSIOp>(op)
                  : isa_and_present<arith::ExtUIOp>(op);
}
bool pirch::isTruncation(Operation *op) {
  auto convert = dyn_cast<ConvertOp>(op);
  return convert ? convert.getKind() == ConversionKind::trunci
                 : isa<arith::TruncIOp>(op);
}

Value pirch::extendInteger(OpBuilder &builder, Type type, Value value,
                           bool isSigned) {
  Location loc = value.getLoc();
  if (isa<InfRegType>(type))
    return ConvertOp::create(
        builder, loc, type,
        isSigned ? ConversionKind::extsi : ConversionKind::extui, value);
  return isSigned ? arith::ExtSIOp::create(builder, loc, type, value).getOut()
                  : arith::ExtUIOp::create(builder, loc, type, value).getOut();
}
static Value truncate(OpBuilder &builder, Type type, Value value) {
  if (isa<InfRegType>(type))
    return ConvertOp::create(builder, value.getLoc(), type,
                             ConversionKind::trunci, value);
  return arith::TruncIOp::create(builder, value.getLoc(), type, value);
}

Value pirch::getExtended(Value value) {
  Operation *def = value.getDefiningOp();
  return isExtension(def, /*isSigned=*/false) ||
                 isExtension(def, /*isSigned=*/true)
             ? def->getOperand(0)
             : Value();
}

Type pirch::withIntegerWidth(Type type, unsigned bits) {
  Type element = IntegerType::get(type.getContext(), bits);
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

/// `value` as one of `type`, where it is a constant or a scalar in all lanes;
/// else null.
static Value copyInBits(OpBuilder &builder, Value value, Type type) {
  Location loc = value.getLoc();
  unsigned bits = getIntegerWidth(type);
  auto constantLanes = value.getDefiningOp<ConstantOp>();
  if (auto lanes = constantLanes ? dyn_cast<DenseIntElementsAttr>(
                                       constantLanes.getValue())
                                 : DenseIntElementsAttr())
    return ConstantOp::create(
        builder, loc, type,
        lanes.mapValues(IntegerType::get(type.getContext(), bits),
                        [&](const APInt &lane) { return lane.trunc(bits); }));
  auto inLanes = [&](Value scalar) -> Value {
    if (isa<InfRegType>(type))
      return SplatOp::create(builder, loc, type, scalar);
    return vector::BroadcastOp::create(builder, loc, type, scalar);
  };
  if (std::optional<APInt> constant = getSplatConstant(value)) {
    auto element = IntegerType::get(type.getContext(), bits);
    auto number = IntegerAttr::get(element, constant->trunc(bits));
    if (auto vector = dyn_cast<VectorType>(type))
      return arith::ConstantOp::create(
          builder, loc, DenseElementsAttr::get(vector, Attribute(number)));
    return inLanes(arith::ConstantOp::create(builder, loc, number));
  }
  Value scalar;
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    scalar = broadcast.getSource();
  else if (auto splat = value.getDefiningOp<SplatOp>())
    scalar = splat.getScalar();
  if (!scalar || !isa<IntegerType>(scalar.getType()))
    return {};
  return inLanes(
      truncate(builder, withIntegerWidth(scalar.getType(), bits), scalar));
}

Value pirch::toIntegerWidth(OpBuilder &builder, Value value, unsigned bits) {
  Type type = withIntegerWidth(value.getType(), bits);
  if (Value copy = copyInBits(builder, value, type))
    return copy;
  Value source = getExtended(value);
  if (!source)
    return truncate(builder, type, value);
  unsigned from = getIntegerWidth(source.getType());
  if (from == bits)
    return source;
  if (from > bits)
    return truncate(builder, type, source);
  return extendInteger(builder, type, source,
                       isExtension(value.getDefiningOp(), /*isSigned=*/true));
}
