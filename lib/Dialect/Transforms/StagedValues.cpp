//===- StagedValues.cpp - Known values of launches as constants -----------===//

#include "Pirch/Dialect/Transforms/StagedValues.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/Error.h"

using namespace mlir;
using namespace pirch;

/// The name of the number of groups of a range of one dimension, as a parameter
/// of a grid has it.
static constexpr StringLiteral kGroupsName = "groups_x";

/// The value of that type which `text` says; null where it says none.
static TypedAttr parseValue(Type type, StringRef text) {
  unsigned bits = type.getIntOrFloatBitWidth();
  APInt integer;
  bool areBits = text.starts_with("0x");
  bool isNegative = !areBits && text.consume_front("-");
  if (areBits || isa<IntegerType>(type)) {
    // `getAsInteger` makes the number as wide as it needs.
    if (text.getAsInteger(0, integer))
      return {};
    if (isNegative)
      integer = -integer.zext(integer.getBitWidth() + 1);
    if (isNegative ? !integer.isSignedIntN(bits) : !integer.isIntN(bits))
      return {};
    integer =
        isNegative ? integer.sextOrTrunc(bits) : integer.zextOrTrunc(bits);
    if (isa<IntegerType>(type))
      return IntegerAttr::get(type, integer);
    auto floating = cast<FloatType>(type);
    return FloatAttr::get(type, APFloat(floating.getFloatSemantics(), integer));
  }
  APFloat value(cast<FloatType>(type).getFloatSemantics());
  auto parsed = value.convertFromString(text, APFloat::rmNearestTiesToEven);
  if (!parsed) {
    llvm::consumeError(parsed.takeError());
    return {};
  }
  if (isNegative)
    value.changeSign();
  return FloatAttr::get(type, value);
}

Value pirch::findScalarParameter(KernelOp kernel, StringRef name) {
  for (auto [index, param] : llvm::enumerate(kernel.getArguments()))
    if (kernel.getParameterName(index) == name &&
        !isa<MemRefType>(param.getType()))
      return param;
  return {};
}

FailureOr<bool> pirch::applyStagedValue(KernelOp kernel, StringRef known) {
  auto [name, text] = known.split('=');
  SmallVector<Value> places;
  bool isKnown = false;
  uint64_t index;
  if (!name.getAsInteger(10, index)) {
    kernel.walk([&](StageOp op) {
      if (op.getIndex() == index)
        places.push_back(op.getResult());
    });
  } else if (Value param = findScalarParameter(kernel, name)) {
    places.push_back(param);
  } else if (name == kGroupsName) {
    isKnown = true;
    kernel.walk([&](NumGroupsOp op) { places.push_back(op.getResult()); });
  }
  for (Value place : places) {
    TypedAttr value = parseValue(place.getType(), text);
    if (!value)
      return emitError(place.getLoc())
             << "'" << text << "' is no value of type " << place.getType()
             << " (--stage=" << known << ")";
    OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
    place.replaceAllUsesWith(
        arith::ConstantOp::create(builder, place.getLoc(), value));
    // A `pirch.stage` without uses would stay.
    if (auto op = place.getDefiningOp<StageOp>())
      op.erase();
  }
  return isKnown || !places.empty();
}
