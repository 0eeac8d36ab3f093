//===- ExpandHalf.cpp - Numbers of 16 bits by their bits ------------------===//

#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace pirch {
#define GEN_PASS_DEF_EXPANDHALF
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
/// Makes operations on vectors or scalars at the place of one conversion.
class Expander {
public:
  explicit Expander(Operation *op)
      : builder(op), loc(op->getLoc()), shape(op->getResult(0).getType()) {}

  Value fromHalf(Value half);
  Value toHalf(Value number);

private:
  /// `element`, or a vector of as many as the conversion has lanes.
  Type typeOf(Type element) const {
    auto vector = dyn_cast<VectorType>(shape);
    return vector ? Type(vector.clone(element)) : element;
  }
  Type integers(unsigned bits) { return typeOf(builder.getIntegerType(bits)); }
  Value constant(uint32_t bits) {
    Type type = integers(32);
    auto number = builder.getI32IntegerAttr(static_cast<int32_t>(bits));
    if (auto vector = dyn_cast<VectorType>(type))
      return arith::ConstantOp::create(builder, loc,
                                       DenseElementsAttr::get(vector, number));
    return arith::ConstantOp::create(builder, loc, number);
  }
  template <typename OpT> Value with(Value left, uint32_t right) {
    return OpT::create(builder, loc, left, constant(right));
  }
  template <typename OpT> Value of(Value left, Value right) {
    return OpT::create(builder, loc, left, right);
  }
  Value isAtLeast(Value left, uint32_t right) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::uge, left,
                                 constant(right));
  }
  Value select(Value condition, Value yes, Value no) {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }
  Value asFloat(Value bits) {
    return arith::BitcastOp::create(builder, loc, typeOf(builder.getF32Type()),
                                    bits);
  }
  Value asBits(Value number, unsigned bits) {
    return arith::BitcastOp::create(builder, loc, integers(bits), number);
  }

  OpBuilder builder;
  Location loc;
  Type shape;
};
} // namespace

/// The exponent of f32 is greater by 112. Numbers below 2^-14 have none: their
/// fraction is an integer, whose unit is 2^-24.
Value Expander::fromHalf(Value half) {
  Value bits =
      arith::ExtUIOp::create(builder, loc, integers(32), asBits(half, 16));
  Value sign = with<arith::ShLIOp>(with<arith::AndIOp>(bits, 0x8000), 16);
  Value magnitude = with<arith::AndIOp>(bits, 0x7fff);
  Value shifted = with<arith::ShLIOp>(magnitude, 13);
  Value normal = with<arith::AddIOp>(shifted, 112u << 23);
  Value special = with<arith::OrIOp>(shifted, 0x7f800000);
  Value integer = arith::SIToFPOp::create(
      builder, loc, typeOf(builder.getF32Type()), magnitude);
  Value tiny = arith::MulFOp::create(builder, loc, integer,
                                     asFloat(constant((127u - 24) << 23)));
  Value number = select(isAtLeast(magnitude, 0x400), normal, asBits(tiny, 32));
  number = select(isAtLeast(magnitude, 0x7c00), special, number);
  return asFloat(of<arith::OrIOp>(number, sign));
}

/// Half of the last bit that stays is added, less one if that bit is 0, so that
/// ties go to even. A number below 2^-14 is rounded by the addition of 0.5,
/// whose last bit is 2^-24.
Value Expander::toHalf(Value number) {
  Value bits = asBits(number, 32);
  Value sign = with<arith::AndIOp>(with<arith::ShRUIOp>(bits, 16), 0x8000);
  Value magnitude = with<arith::AndIOp>(bits, 0x7fffffff);
  Value odd = with<arith::AndIOp>(with<arith::ShRUIOp>(magnitude, 13), 1);
  Value rounded = of<arith::AddIOp>(
      with<arith::AddIOp>(magnitude, 0xfff - (112u << 23)), odd);
  Value normal = with<arith::ShRUIOp>(rounded, 13);
  Value sum = arith::AddFOp::create(builder, loc, asFloat(magnitude),
                                    asFloat(constant(126u << 23)));
  Value tiny = with<arith::SubIOp>(asBits(sum, 32), 126u << 23);
  constexpr uint32_t kLeastNormal = (127u - 14) << 23;
  constexpr uint32_t kTooLarge = (127u + 16) << 23;
  constexpr uint32_t kInfinity = 0x7f800000;
  Value result = select(isAtLeast(magnitude, kLeastNormal), normal, tiny);
  result = select(isAtLeast(magnitude, kTooLarge), constant(0x7c00), result);
  Value fraction =
      with<arith::AndIOp>(with<arith::ShRUIOp>(magnitude, 13), 0x1ff);
  Value quiet = with<arith::OrIOp>(fraction, 0x7e00);
  result = select(isAtLeast(magnitude, kInfinity + 1), quiet, result);
  Value narrow = arith::TruncIOp::create(builder, loc, integers(16),
                                         of<arith::OrIOp>(result, sign));
  return arith::BitcastOp::create(builder, loc, typeOf(builder.getF16Type()),
                                  narrow);
}

/// `type` with integers of 16 bits in the place of f16, for a scalar, vector or
/// buffer.
static Type holdAsInteger(Type type) {
  if (!getElementTypeOrSelf(type).isF16())
    return type;
  Type bits = IntegerType::get(type.getContext(), 16);
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(bits)) : bits;
}

/// The constant `value` of f16 as the constant of its bits.
static TypedAttr bitsOf(TypedAttr value) {
  auto type = holdAsInteger(value.getType());
  if (auto number = dyn_cast<FloatAttr>(value))
    return IntegerAttr::get(type, number.getValue().bitcastToAPInt());
  return cast<DenseElementsAttr>(value).bitcast(
      cast<ShapedType>(type).getElementType());
}

/// Whether all that the function does with f16 is to load, move, choose and
/// store it. A kernel of another compiler may compute with it, or have buffers
/// of it, whose type its callers know.
static bool onlyMovesHalf(func::FuncOp function) {
  auto isHalf = [](Type type) { return getElementTypeOrSelf(type).isF16(); };
  if (llvm::any_of(function.getArgumentTypes(), isHalf) ||
      llvm::any_of(function.getResultTypes(), isHalf))
    return false;
  return !function
              .walk([&](Operation *op) {
                bool moves =
                    !isa<arith::ArithDialect, math::MathDialect>(
                        op->getDialect()) ||
                    isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp>(
                        op);
                return moves || (llvm::none_of(op->getOperandTypes(), isHalf) &&
                                 llvm::none_of(op->getResultTypes(), isHalf))
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

/// Hold what is of type f16 as its bits, since not every machine has registers
/// of that type.
static void holdAsIntegers(func::FuncOp function) {
  auto retype = [](ValueRange values) {
    for (Value value : values)
      value.setType(holdAsInteger(value.getType()));
  };
  function.walk([&](Operation *op) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op);
        constant && getElementTypeOrSelf(constant.getType()).isF16())
      constant.setValueAttr(bitsOf(constant.getValue()));
    retype(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (op != function)
          retype(block.getArguments());
  });
  function.walk([](arith::BitcastOp cast) {
    if (cast.getIn().getType() != cast.getType())
      return;
    cast.replaceAllUsesWith(cast.getIn());
    cast.erase();
  });
}

namespace {
struct ExpandHalfPass : public pirch::impl::ExpandHalfBase<ExpandHalfPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto target = function->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    if (!target || target.convertsHalf())
      return;
    function.walk([&](Operation *op) {
      if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
        return;
      Type from = getElementTypeOrSelf(op->getOperand(0).getType());
      Type to = getElementTypeOrSelf(op->getResult(0).getType());
      bool isExtension = from.isF16() && to.isF32();
      if (!isExtension && !(from.isF32() && to.isF16()))
        return;
      Expander expander(op);
      op->getResult(0).replaceAllUsesWith(
          isExtension ? expander.fromHalf(op->getOperand(0))
                      : expander.toHalf(op->getOperand(0)));
      op->erase();
      ++numExpanded;
    });
    if (onlyMovesHalf(function))
      holdAsIntegers(function);
  }
};
} // namespace
