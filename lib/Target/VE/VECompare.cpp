//===- VECompare.cpp - Comparisons and selections on VE -------------------===//

#include "VELowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

static Value compareFloats(VEBuilder &b, LaneKind kind, StringRef condition,
                           Value x, Value y) {
  bool isDouble = kind == LaneKind::f64;
  Value order =
      b.reg(isDouble ? "vfcmpd.vvvl" : "vfcmps.vvvl", {x, y, b.length()});
  return b.mask(
      (Twine("vfmk") + (isDouble ? "d" : "s") + condition + ".mvl").str(),
      {order, b.length()});
}

static StringRef conditionOf(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
  case arith::CmpFPredicate::AlwaysTrue:
    return "";
  case arith::CmpFPredicate::OEQ:
    return "eq";
  case arith::CmpFPredicate::OGT:
    return "gt";
  case arith::CmpFPredicate::OGE:
    return "ge";
  case arith::CmpFPredicate::OLT:
    return "lt";
  case arith::CmpFPredicate::OLE:
    return "le";
  case arith::CmpFPredicate::ONE:
    return "ne";
  case arith::CmpFPredicate::ORD:
    return "num";
  case arith::CmpFPredicate::UEQ:
    return "eqnan";
  case arith::CmpFPredicate::UGT:
    return "gtnan";
  case arith::CmpFPredicate::UGE:
    return "genan";
  case arith::CmpFPredicate::ULT:
    return "ltnan";
  case arith::CmpFPredicate::ULE:
    return "lenan";
  case arith::CmpFPredicate::UNE:
    return "nenan";
  case arith::CmpFPredicate::UNO:
    return "nan";
  }
  return "";
}

/// The condition's name, and whether the comparison is unsigned.
static std::pair<StringRef, bool> conditionOf(arith::CmpIPredicate predicate) {
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return {"eq", false};
  case arith::CmpIPredicate::ne:
    return {"ne", false};
  case arith::CmpIPredicate::slt:
    return {"lt", false};
  case arith::CmpIPredicate::sle:
    return {"le", false};
  case arith::CmpIPredicate::sgt:
    return {"gt", false};
  case arith::CmpIPredicate::sge:
    return {"ge", false};
  case arith::CmpIPredicate::ult:
    return {"lt", true};
  case arith::CmpIPredicate::ule:
    return {"le", true};
  case arith::CmpIPredicate::ugt:
    return {"gt", true};
  case arith::CmpIPredicate::uge:
    return {"ge", true};
  }
  llvm_unreachable("all predicates are listed");
}

static Value compareIntegers(VEBuilder &b, LaneKind kind,
                             arith::CmpIPredicate predicate, Value x, Value y) {
  auto [condition, isUnsigned] = conditionOf(predicate);
  bool isWide = kind == LaneKind::i64;
  StringRef name = isUnsigned ? (isWide ? "vcmpul" : "vcmpuw")
                              : (isWide ? "vcmpsl" : "vcmpswsx");
  Value scalar = broadcastScalar(x, kind);
  Value order = scalar ? b.reg((name + ".vsvl").str(), {scalar, y, b.length()})
                       : b.reg((name + ".vvvl").str(), {x, y, b.length()});
  return b.mask(
      (Twine("vfmk") + (isWide ? "l" : "w") + condition + ".mvl").str(),
      {order, b.length()});
}

namespace {

struct LowerCmpF : OpConversionPattern<arith::CmpFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::CmpFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    StringRef condition = conditionOf(op.getPredicate());
    if (!isRegister(op.getType()) || condition.empty())
      return failure();
    VEBuilder b(rewriter, op);
    rewriter.replaceOp(op, compareFloats(b, kindOf(op.getLhs()), condition,
                                         adaptor.getLhs(), adaptor.getRhs()));
    return success();
  }
};

struct LowerCmpI : OpConversionPattern<arith::CmpIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::CmpIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()))
      return failure();
    VEBuilder b(rewriter, op);
    Value x = adaptor.getLhs(), y = adaptor.getRhs();
    if (kindOf(op.getLhs()) != LaneKind::mask) {
      rewriter.replaceOp(
          op, compareIntegers(b, kindOf(op.getLhs()), op.getPredicate(), x, y));
      return success();
    }
    Value differ = b.mask("xorm.mmm", {x, y});
    if (op.getPredicate() == arith::CmpIPredicate::ne)
      rewriter.replaceOp(op, differ);
    else if (op.getPredicate() == arith::CmpIPredicate::eq)
      rewriter.replaceOp(op, b.mask("negm.mm", {differ}));
    else
      return failure();
    return success();
  }
};

struct LowerSelect : OpConversionPattern<arith::SelectOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::SelectOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()))
      return failure();
    VEBuilder b(rewriter, op);
    Value condition = adaptor.getCondition();
    if (!isRegister(op.getCondition().getType()))
      condition = b.broadcast(condition);
    bool ofMasks = kindOf(op) == LaneKind::mask;
    if (ofMasks && matchPattern(op.getFalseValue(), m_Zero())) {
      rewriter.replaceOp(
          op, b.mask("andm.mmm", {condition, adaptor.getTrueValue()}));
      return success();
    }
    rewriter.replaceOp(op, ofMasks
                               ? b.selectMask(condition, adaptor.getTrueValue(),
                                              adaptor.getFalseValue())
                               : b.select(condition, adaptor.getTrueValue(),
                                          adaptor.getFalseValue()));
    return success();
  }
};

/// The greater (or smaller) of two numbers. Of a number and a NaN it is the
/// number, of two zeros the first one, as on x86.
template <typename OpT, bool isMax>
struct LowerMinMaxF : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()))
      return failure();
    VEBuilder b(rewriter, op);
    LaneKind kind = kindOf(op);
    Value x = adaptor.getLhs(), y = adaptor.getRhs();
    Value wins = compareFloats(b, kind, isMax ? "ge" : "le", x, y);
    Value other = compareFloats(b, kind, "nan", y, y);
    rewriter.replaceOp(op, b.select(b.mask("orm.mmm", {wins, other}), x, y));
    return success();
  }
};

template <typename OpT> struct LowerMinMaxU : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || kindOf(op) == LaneKind::mask)
      return failure();
    VEBuilder b(rewriter, op);
    Value x = adaptor.getLhs(), y = adaptor.getRhs();
    Value wins = compareIntegers(b, kindOf(op),
                                 std::is_same_v<OpT, arith::MaxUIOp>
                                     ? arith::CmpIPredicate::ugt
                                     : arith::CmpIPredicate::ult,
                                 x, y);
    rewriter.replaceOp(op, b.select(wins, x, y));
    return success();
  }
};

} // namespace

void ve::populateComparePatterns(const TypeConverter &converter,
                                 RewritePatternSet &patterns) {
  patterns.add<LowerCmpF, LowerCmpI, LowerSelect,
               LowerMinMaxF<arith::MaxNumFOp, true>,
               LowerMinMaxF<arith::MinNumFOp, false>,
               LowerMinMaxU<arith::MaxUIOp>, LowerMinMaxU<arith::MinUIOp>>(
      converter, patterns.getContext());
}
