//===- VEExpansions.cpp - Operations that VE has no instruction for -------===//
//
// Rounding to integers, signs and counts of bits, made of operations that it
// has instructions for. Every bit of the results is that of the operation.
//
//===----------------------------------------------------------------------===//

#include "VEExpansions.h"
#include "VELowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

namespace {
/// Emits operations on vectors of one type at one place.
struct Vectors {
  Vectors(PatternRewriter &builder, Location loc, Type type)
      : builder(builder), loc(loc), type(cast<VectorType>(type)) {}

  Type element() const { return type.getElementType(); }
  int64_t bits() const { return element().getIntOrFloatBitWidth(); }
  VectorType integers() { return type.clone(builder.getIntegerType(bits())); }
  Value splat(TypedAttr value) {
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(
            VectorType::get(type.getShape(), value.getType()), value));
  }
  Value real(double value) {
    return splat(builder.getFloatAttr(element(), value));
  }
  Value integer(uint64_t value) {
    return splat(builder.getIntegerAttr(
        builder.getIntegerType(bits()),
        APInt(64, value).trunc(static_cast<unsigned>(bits()))));
  }
  template <typename OpT> Value make(Value x, Value y) {
    return OpT::create(builder, loc, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(builder, loc, condition, x, y);
  }
  Value compare(arith::CmpFPredicate predicate, Value x, Value y) {
    return arith::CmpFOp::create(builder, loc, predicate, x, y);
  }
  Value magnitude(Value x) { return math::AbsFOp::create(builder, loc, x); }

  /// The magnitude of `x` with the sign of `y`.
  Value copySign(Value x, Value y) {
    auto toBits = [&](Value value) -> Value {
      return arith::BitcastOp::create(builder, loc, integers(), value);
    };
    uint64_t sign = uint64_t{1} << (bits() - 1);
    Value kept = make<arith::AndIOp>(toBits(x), integer(sign - 1));
    Value taken = make<arith::AndIOp>(toBits(y), integer(sign));
    return arith::BitcastOp::create(builder, loc, type,
                                    make<arith::OrIOp>(kept, taken));
  }

  /// From which magnitude on every number is an integer.
  double allIntegers() const { return element().isF64() ? 0x1p52 : 0x1p23; }
  /// `rounded` with the sign of `x`, and `x` itself where it is an integer
  /// anyway, infinite or NaN.
  Value unlessInteger(Value x, Value rounded) {
    Value isSmall =
        compare(arith::CmpFPredicate::OLT, magnitude(x), real(allIntegers()));
    return select(isSmall, copySign(rounded, x), x);
  }

  /// `x` rounded toward zero, for the magnitudes of `unlessInteger`.
  Value truncate(Value x) {
    // Others convert to any number.
    Value isSmall =
        compare(arith::CmpFPredicate::OLT, magnitude(x), real(allIntegers()));
    Value small = select(isSmall, x, real(0));
    Value number = arith::FPToSIOp::create(builder, loc, integers(), small);
    return arith::SIToFPOp::create(builder, loc, type, number);
  }

  Value countBits(Value x) {
    auto shifted = [&](Value value, int64_t by) {
      return make<arith::ShRUIOp>(value, integer(by));
    };
    auto masked = [&](Value value, uint64_t mask) {
      return make<arith::AndIOp>(value, integer(mask));
    };
    // Sums of neighbouring pairs of bits, fours and eights; the product adds
    // up the bytes.
    uint64_t pairs = 0x5555555555555555, fours = 0x3333333333333333;
    uint64_t bytes = 0x0f0f0f0f0f0f0f0f, ones = 0x0101010101010101;
    x = make<arith::SubIOp>(x, masked(shifted(x, 1), pairs));
    x = make<arith::AddIOp>(masked(x, fours), masked(shifted(x, 2), fours));
    x = masked(make<arith::AddIOp>(x, shifted(x, 4)), bytes);
    return shifted(make<arith::MulIOp>(x, integer(ones)), bits() - 8);
  }

  PatternRewriter &builder;
  Location loc;
  VectorType type;
};

/// Replaces an operation by what `expand` makes of its operands.
template <typename OpT> struct Expand : OpRewritePattern<OpT> {
  using Expansion = Value (*)(Vectors &, OpT);
  Expand(MLIRContext *context, Expansion expand)
      : OpRewritePattern<OpT>(context), expand(expand) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()))
      return failure();
    Vectors vectors(rewriter, op.getLoc(), op.getType());
    rewriter.replaceOp(op, expand(vectors, op));
    return success();
  }

  Expansion expand;
};
} // namespace

static Value expandTrunc(Vectors &v, math::TruncOp op) {
  return v.unlessInteger(op.getOperand(), v.truncate(op.getOperand()));
}
static Value expandFloor(Vectors &v, math::FloorOp op) {
  Value x = op.getOperand(), t = v.truncate(x);
  Value less = v.make<arith::SubFOp>(t, v.real(1));
  Value isAbove = v.compare(arith::CmpFPredicate::OGT, t, x);
  return v.unlessInteger(x, v.select(isAbove, less, t));
}
static Value expandCeil(Vectors &v, math::CeilOp op) {
  Value x = op.getOperand(), t = v.truncate(x);
  Value more = v.make<arith::AddFOp>(t, v.real(1));
  Value isBelow = v.compare(arith::CmpFPredicate::OLT, t, x);
  return v.unlessInteger(x, v.select(isBelow, more, t));
}
static Value expandRound(Vectors &v, math::RoundOp op) {
  Value x = v.magnitude(op.getOperand()), t = v.truncate(x);
  Value more = v.make<arith::AddFOp>(t, v.real(1));
  Value rest = v.make<arith::SubFOp>(x, t);
  Value isHalf = v.compare(arith::CmpFPredicate::OGE, rest, v.real(0.5));
  return v.unlessInteger(op.getOperand(), v.select(isHalf, more, t));
}
static Value expandRoundEven(Vectors &v, math::RoundEvenOp op) {
  Value all = v.real(v.allIntegers());
  Value sum = v.make<arith::AddFOp>(v.magnitude(op.getOperand()), all);
  return v.unlessInteger(op.getOperand(), v.make<arith::SubFOp>(sum, all));
}
static Value expandCopySign(Vectors &v, math::CopySignOp op) {
  return v.copySign(op.getLhs(), op.getRhs());
}
static Value expandAbs(Vectors &v, math::AbsIOp op) {
  Value x = op.getOperand();
  return v.make<arith::MaxSIOp>(x, v.make<arith::SubIOp>(v.integer(0), x));
}
static Value expandPopulation(Vectors &v, math::CtPopOp op) {
  return v.countBits(op.getOperand());
}
/// Every bit below the first set one becomes set, too; the others are counted.
static Value expandLeadingZeros(Vectors &v, math::CountLeadingZerosOp op) {
  Value x = op.getOperand();
  for (int64_t by = 1; by < v.bits(); by *= 2)
    x = v.make<arith::OrIOp>(x, v.make<arith::ShRUIOp>(x, v.integer(by)));
  return v.countBits(v.make<arith::XOrIOp>(x, v.integer(~uint64_t{0})));
}

/// The upper half of the product of numbers of 64 bits without a sign, by
/// products of 32 bits.
static Value multiplyHigh(Vectors &v, Value x, Value y) {
  auto low = [&](Value value) {
    return v.make<arith::AndIOp>(value, v.integer(UINT32_MAX));
  };
  auto high = [&](Value value) {
    return v.make<arith::ShRUIOp>(value, v.integer(32));
  };
  Value lowest = v.make<arith::MulIOp>(low(x), low(y));
  Value mixed = v.make<arith::MulIOp>(low(x), high(y));
  Value middle =
      v.make<arith::AddIOp>(v.make<arith::AddIOp>(high(lowest), low(mixed)),
                            v.make<arith::MulIOp>(high(x), low(y)));
  return v.make<arith::AddIOp>(
      v.make<arith::AddIOp>(v.make<arith::MulIOp>(high(x), high(y)),
                            high(mixed)),
      high(middle));
}

namespace {
/// Expands conversions between i64 and floating point for which there is no
/// instruction. Those of signed numbers between i64 and f64 have one, and so
/// have those between f64 and f32.
struct Conversions {
  Conversions(PatternRewriter &builder, Location loc, Type type)
      : builder(builder), loc(loc), shape(cast<VectorType>(type)),
        wide(builder, loc, shape.clone(builder.getI64Type())),
        real(builder, loc, shape.clone(builder.getF64Type())) {}

  /// The number, rounded once where an f64 becomes an f32: its lowest bits,
  /// which f64 does not hold where it is large, become one bit, which says
  /// whether any of them is set. An f32 ends far above that bit.
  Value keepForF32(Value x, bool isSigned) {
    Value low = wide.make<arith::AndIOp>(x, wide.integer(0x7ff));
    Value carried = wide.make<arith::AddIOp>(low, wide.integer(0x7ff));
    Value odd = wide.make<arith::AndIOp>(wide.make<arith::OrIOp>(x, carried),
                                         wide.integer(~uint64_t{0x7ff}));
    Value size = isSigned ? expandMagnitude(x) : x;
    Value isSmall = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq,
        wide.make<arith::ShRUIOp>(size, wide.integer(53)), wide.integer(0));
    return wide.select(isSmall, x, odd);
  }

  /// For any number below 2^53, one below 2^53; for others, one above.
  Value expandMagnitude(Value x) {
    Value signs = wide.make<arith::ShRSIOp>(x, wide.integer(63));
    return wide.make<arith::XOrIOp>(x, signs);
  }

  Value signedToF64(Value x) {
    return arith::SIToFPOp::create(builder, loc, real.type, x);
  }
  /// The two halves are exact, and so is the product; the sum is rounded.
  Value unsignedToF64(Value x) {
    Value low = wide.make<arith::AndIOp>(x, wide.integer(UINT32_MAX));
    Value high = wide.make<arith::ShRUIOp>(x, wide.integer(32));
    Value scaled =
        real.make<arith::MulFOp>(signedToF64(high), real.real(0x1p32));
    return real.make<arith::AddFOp>(scaled, signedToF64(low));
  }
  Value toF64(Value x) {
    if (cast<VectorType>(x.getType()).getElementType().isF64())
      return x;
    return arith::ExtFOp::create(builder, loc, real.type, x);
  }
  Value toSigned(Value x) {
    return arith::FPToSIOp::create(builder, loc, wide.type, x);
  }
  /// Numbers from 2^63 on are converted less 2^63, which is exact.
  Value toUnsigned(Value x) {
    Value isLarge =
        real.compare(arith::CmpFPredicate::OGE, x, real.real(0x1p63));
    Value less = real.make<arith::SubFOp>(x, real.real(0x1p63));
    Value number = toSigned(real.select(isLarge, less, x));
    Value added =
        wide.make<arith::XOrIOp>(number, wide.integer(uint64_t{1} << 63));
    return wide.select(isLarge, added, number);
  }

  PatternRewriter &builder;
  Location loc;
  VectorType shape;
  Vectors wide, real;
};

/// Whether a conversion between registers is from i64, or to i64, and has no
/// instruction.
bool needsExpansion(Operation *op, bool toFloat, bool isSigned) {
  Type from = op->getOperand(0).getType(), to = op->getResult(0).getType();
  if (!isRegister(from) || !isRegister(to))
    return false;
  Type integer = getElementTypeOrSelf(toFloat ? from : to);
  Type real = getElementTypeOrSelf(toFloat ? to : from);
  return integer.isInteger(64) && !(isSigned && real.isF64());
}

template <typename OpT, bool isSigned>
struct ExpandToFloat : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!needsExpansion(op, /*toFloat=*/true, isSigned))
      return failure();
    Conversions c(rewriter, op.getLoc(), op.getType());
    bool isNarrow = !getElementTypeOrSelf(op.getType()).isF64();
    Value x = isNarrow ? c.keepForF32(op.getIn(), isSigned) : op.getIn();
    Value result = isSigned ? c.signedToF64(x) : c.unsignedToF64(x);
    if (isNarrow)
      result =
          arith::TruncFOp::create(rewriter, op.getLoc(), op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

template <typename OpT, bool isSigned>
struct ExpandToInteger : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!needsExpansion(op, /*toFloat=*/false, isSigned))
      return failure();
    Conversions c(rewriter, op.getLoc(), op.getType());
    Value x = c.toF64(op.getIn());
    rewriter.replaceOp(op, isSigned ? c.toSigned(x) : c.toUnsigned(x));
    return success();
  }
};

/// Expands the two halves of a product.
template <typename OpT, typename ExtOp>
struct ExpandProduct : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    Value x = op.getLhs(), y = op.getRhs();
    if (!isRegister(x.getType()))
      return failure();
    Vectors v(rewriter, op.getLoc(), x.getType());
    if (v.bits() == 32) {
      VectorType wide = v.type.clone(rewriter.getI64Type());
      Vectors w(rewriter, op.getLoc(), wide);
      auto extend = [&](Value value) -> Value {
        return ExtOp::create(rewriter, op.getLoc(), wide, value);
      };
      Value product = w.make<arith::MulIOp>(extend(x), extend(y));
      Value upper = w.make<arith::ShRUIOp>(product, w.integer(32));
      auto truncate = [&](Value value) -> Value {
        return arith::TruncIOp::create(rewriter, op.getLoc(), v.type, value);
      };
      rewriter.replaceOp(op, {truncate(product), truncate(upper)});
      return success();
    }
    if (v.bits() != 64)
      return failure();
    Value high = multiplyHigh(v, x, y);
    if (std::is_same_v<ExtOp, arith::ExtSIOp>) {
      // What a factor's sign stands for without one: 2^64.
      auto ifNegative = [&](Value sign, Value value) {
        Value mask = v.make<arith::ShRSIOp>(sign, v.integer(63));
        return v.make<arith::AndIOp>(mask, value);
      };
      high = v.make<arith::SubIOp>(high, ifNegative(x, y));
      high = v.make<arith::SubIOp>(high, ifNegative(y, x));
    }
    rewriter.replaceOp(op, {v.make<arith::MulIOp>(x, y), high});
    return success();
  }
};
} // namespace

void ve::populateExpansionPatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<ExpandProduct<arith::MulSIExtendedOp, arith::ExtSIOp>,
               ExpandProduct<arith::MulUIExtendedOp, arith::ExtUIOp>>(context);
  patterns.add<ExpandToFloat<arith::SIToFPOp, true>,
               ExpandToFloat<arith::UIToFPOp, false>,
               ExpandToInteger<arith::FPToSIOp, true>,
               ExpandToInteger<arith::FPToUIOp, false>>(context);
  patterns.add<Expand<math::TruncOp>>(context, expandTrunc);
  patterns.add<Expand<math::FloorOp>>(context, expandFloor);
  patterns.add<Expand<math::CeilOp>>(context, expandCeil);
  patterns.add<Expand<math::RoundOp>>(context, expandRound);
  patterns.add<Expand<math::RoundEvenOp>>(context, expandRoundEven);
  patterns.add<Expand<math::CopySignOp>>(context, expandCopySign);
  patterns.add<Expand<math::AbsIOp>>(context, expandAbs);
  patterns.add<Expand<math::CtPopOp>>(context, expandPopulation);
  patterns.add<Expand<math::CountLeadingZerosOp>>(context, expandLeadingZeros);
}
