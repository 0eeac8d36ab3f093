//===- WidenNarrowLanes.cpp - Integers of 8 and 16 bits on VE -------------===//
//
// VE has no lanes of 8 and 16 bits. Such a value becomes an i32 whose upper
// bits are zero; an operation that takes the value as a signed number extends
// its sign first, and the result is cut off again.
//
// NarrowMemory.cpp widens loads and stores.
//
//===----------------------------------------------------------------------===//

#include "NarrowLanes.h"
#include "Pirch/Target/VE/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace pirch {
#define GEN_PASS_DEF_VEWIDENNARROWLANES
#include "Pirch/Target/VE/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

static bool isNarrowVector(Type type) {
  return isa<VectorType>(type) && narrowBits(type);
}

static bool isSignedPredicate(arith::CmpIPredicate predicate) {
  return predicate == arith::CmpIPredicate::slt ||
         predicate == arith::CmpIPredicate::sle ||
         predicate == arith::CmpIPredicate::sgt ||
         predicate == arith::CmpIPredicate::sge;
}

namespace {

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// Widens the operations of the dialects arith and math, one at a time.
struct WidenArith : ConversionPattern {
  WidenArith(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0 ||
        !isa<VectorType>(op->getResult(0).getType()))
      return failure();
    Wide wide(rewriter, op->getLoc(), op->getResult(0).getType());
    if (isa<arith::MulSIExtendedOp, arith::MulUIExtendedOp>(op))
      return widenProduct(op, operands, wide);
    if (op->getNumResults() != 1)
      return failure();
    Value result = widen(op, operands, wide);
    if (!result)
      return failure();
    rewriter.replaceOp(op, result);
    return success();
  }

private:
  static Value widen(Operation *op, ArrayRef<Value> x, Wide &w) {
    unsigned to = narrowBits(op->getResult(0).getType());
    unsigned from =
        op->getNumOperands()
            ? narrowBits(op->getOperand(op->getNumOperands() - 1).getType())
            : 0;
    auto extended = [&](unsigned index) {
      return w.extendSign(x[index], from);
    };
    Type element = getElementTypeOrSelf(op->getResult(0).getType());
    return TypeSwitch<Operation *, Value>(op)
        .Case<arith::ConstantOp>([&](auto o) { return widenConstant(o, w); })
        .Case<arith::AddIOp>(
            [&](auto) { return w.keep(w.make<arith::AddIOp>(x[0], x[1]), to); })
        .Case<arith::SubIOp>(
            [&](auto) { return w.keep(w.make<arith::SubIOp>(x[0], x[1]), to); })
        .Case<arith::MulIOp>(
            [&](auto) { return w.keep(w.make<arith::MulIOp>(x[0], x[1]), to); })
        .Case<arith::ShLIOp>(
            [&](auto) { return w.keep(w.make<arith::ShLIOp>(x[0], x[1]), to); })
        .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::DivUIOp,
              arith::RemUIOp, arith::ShRUIOp, arith::MinUIOp, arith::MaxUIOp>(
            [&](auto o) { return w.make<decltype(o)>(x[0], x[1]); })
        .Case<arith::DivSIOp, arith::RemSIOp, arith::MinSIOp, arith::MaxSIOp>(
            [&](auto o) {
              return w.keep(w.make<decltype(o)>(extended(0), extended(1)), to);
            })
        .Case<arith::ShRSIOp>([&](auto) {
          return w.keep(w.make<arith::ShRSIOp>(extended(0), x[1]), to);
        })
        .Case<arith::CmpIOp>([&](auto o) -> Value {
          bool isSigned = isSignedPredicate(o.getPredicate());
          return arith::CmpIOp::create(w.builder, w.loc, o.getPredicate(),
                                       isSigned ? extended(0) : x[0],
                                       isSigned ? extended(1) : x[1]);
        })
        .Case<arith::SelectOp>([&](auto) -> Value {
          return arith::SelectOp::create(w.builder, w.loc, x[0], x[1], x[2]);
        })
        .Case<arith::ExtUIOp>([&](auto) { return extend(x[0], element, w); })
        .Case<arith::ExtSIOp>([&](auto) -> Value {
          if (!from) // from i1
            return w.keep(
                arith::ExtSIOp::create(w.builder, w.loc, w.words(), x[0]), to);
          if (to)
            return w.keep(extended(0), to);
          if (element.isInteger(32))
            return extended(0);
          return arith::ExtSIOp::create(w.builder, w.loc, w.typeOf(element),
                                        extended(0));
        })
        .Case<arith::TruncIOp>([&](auto) -> Value {
          Value value = x[0];
          if (element.isInteger(1))
            return arith::TruncIOp::create(w.builder, w.loc, w.typeOf(element),
                                           value);
          if (getElementTypeOrSelf(value.getType()).isInteger(64))
            value = arith::TruncIOp::create(w.builder, w.loc, w.words(), value);
          return w.keep(value, to);
        })
        .Case<arith::SIToFPOp>([&](auto) -> Value {
          return arith::SIToFPOp::create(w.builder, w.loc, w.typeOf(element),
                                         extended(0));
        })
        .Case<arith::UIToFPOp>([&](auto) -> Value {
          return arith::SIToFPOp::create(w.builder, w.loc, w.typeOf(element),
                                         x[0]);
        })
        .Case<arith::FPToSIOp, arith::FPToUIOp>([&](auto) {
          return w.keep(
              arith::FPToSIOp::create(w.builder, w.loc, w.words(), x[0]), to);
        })
        .Case<math::AbsIOp>([&](auto) {
          return w.keep(math::AbsIOp::create(w.builder, w.loc, extended(0)),
                        to);
        })
        .Case<math::CtPopOp>([&](auto) -> Value {
          return math::CtPopOp::create(w.builder, w.loc, x[0]);
        })
        .Case<math::CountLeadingZerosOp>([&](auto) {
          Value zeros =
              math::CountLeadingZerosOp::create(w.builder, w.loc, x[0]);
          return w.make<arith::SubIOp>(zeros, w.word(32 - to));
        })
        .Case<LLVM::PoisonOp>([&](auto) -> Value {
          return LLVM::PoisonOp::create(w.builder, w.loc, w.words());
        })
        .Case<LLVM::FreezeOp>([&](auto) {
          // What is above the lowest bits must not be anything.
          return w.keep(LLVM::FreezeOp::create(w.builder, w.loc, x[0]), to);
        })
        .Case<vector::ShuffleOp>([&](auto o) -> Value {
          return vector::ShuffleOp::create(w.builder, w.loc, x[0], x[1],
                                           o.getMask());
        })
        .Case<vector::BroadcastOp>([&](auto) -> Value {
          if (isa<VectorType>(x[0].getType()))
            return {};
          return w.broadcast(arith::ExtUIOp::create(
              w.builder, w.loc, w.builder.getI32Type(), x[0]));
        })
        .Default([](Operation *) { return Value(); });
  }

  /// A mask, or a number without a sign, as a number of type `element`.
  static Value extend(Value x, Type element, Wide &w) {
    bool isMask = getElementTypeOrSelf(x.getType()).isInteger(1);
    if (isMask)
      return arith::ExtUIOp::create(w.builder, w.loc, w.words(), x);
    if (element.isInteger(64))
      return arith::ExtUIOp::create(w.builder, w.loc, w.typeOf(element), x);
    return x;
  }

  static Value widenConstant(arith::ConstantOp op, Wide &w) {
    auto lanes = dyn_cast<DenseIntElementsAttr>(op.getValue());
    if (!lanes)
      return {};
    return arith::ConstantOp::create(
        w.builder, w.loc,
        lanes.mapValues(w.builder.getI32Type(),
                        [](const APInt &value) { return value.zext(32); }));
  }

  /// Two factors of 16 bits have a product of 32.
  static LogicalResult widenProduct(Operation *op, ArrayRef<Value> x, Wide &w) {
    unsigned bits = narrowBits(op->getResult(0).getType());
    if (!bits)
      return failure();
    bool isSigned = isa<arith::MulSIExtendedOp>(op);
    auto factor = [&](Value value) {
      return isSigned ? w.extendSign(value, bits) : value;
    };
    Value product = w.make<arith::MulIOp>(factor(x[0]), factor(x[1]));
    Value upper = w.make<arith::ShRUIOp>(product, w.word(bits));
    w.builder.replaceOp(op, {w.keep(product, bits), w.keep(upper, bits)});
    return success();
  }
};

struct WidenExtract : OpConversionPattern<vector::ExtractOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(vector::ExtractOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (isa<VectorType>(op.getType()))
      return failure();
    Value word = vector::ExtractOp::create(
        rewriter, op.getLoc(), adaptor.getSource(), op.getMixedPosition());
    rewriter.replaceOpWithNewOp<arith::TruncIOp>(op, op.getType(), word);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

struct VEWidenNarrowLanesPass
    : public pirch::impl::VEWidenNarrowLanesBase<VEWidenNarrowLanesPass> {
  using VEWidenNarrowLanesBase::VEWidenNarrowLanesBase;

  void runOnOperation() override {
    TypeConverter converter;
    converter.addConversion([](Type type) { return type; });
    converter.addConversion([](VectorType type) -> Type {
      return isNarrowVector(type)
                 ? type.clone(IntegerType::get(type.getContext(), 32))
                 : type;
    });
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([&](Operation *op) {
      return op->getNumRegions() || converter.isLegal(op);
    });
    RewritePatternSet patterns(&getContext());
    scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                         target);
    patterns.add<WidenArith, WidenExtract>(converter, &getContext());
    populateNarrowMemoryPatterns(converter, patterns);
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
