//===- VEArith.cpp - Arithmetic on VE -------------------------------------===//

#include "VELowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

static LaneKind kindOf(Value value) {
  return *laneKind(cast<VectorType>(value.getType()).getElementType());
}

//===----------------------------------------------------------------------===//
// One instruction per operation
//===----------------------------------------------------------------------===//

namespace {
/// The instruction for each kind of lane; empty where there is none.
struct Instruction {
  StringRef f64, f32, i64, i32, mask;
  /// Whether the first operand may be a scalar, and the operands change places.
  bool takesScalar = true, commutes = false;

  StringRef of(LaneKind kind) const {
    switch (kind) {
    case LaneKind::f64:
      return f64;
    case LaneKind::f32:
      return f32;
    case LaneKind::i64:
      return i64;
    case LaneKind::i32:
      return i32;
    case LaneKind::mask:
      return mask;
    }
    llvm_unreachable("all kinds are listed");
  }
};
} // namespace

/// Operations on two registers.
static const Instruction *binaryInstruction(Operation *op) {
  static const llvm::StringMap<Instruction> table = {
      {"arith.addf", {"vfaddd", "vfadds", "", "", "", true, true}},
      {"arith.subf", {"vfsubd", "vfsubs", "", "", ""}},
      {"arith.mulf", {"vfmuld", "vfmuls", "", "", "", true, true}},
      {"arith.divf", {"vfdivd", "vfdivs", "", "", ""}},
      {"arith.addi", {"", "", "vaddsl", "vaddswsx", "", true, true}},
      {"arith.subi", {"", "", "vsubsl", "vsubswsx", ""}},
      {"arith.muli", {"", "", "vmulsl", "vmulswsx", "", true, true}},
      {"arith.divsi", {"", "", "vdivsl", "vdivswsx", ""}},
      {"arith.divui", {"", "", "vdivul", "vdivuw", ""}},
      {"arith.andi", {"", "", "vand", "vand", "andm", false}},
      {"arith.ori", {"", "", "vor", "vor", "orm", false}},
      {"arith.xori", {"", "", "vxor", "vxor", "xorm", false}},
      {"arith.shli", {"", "", "vsll", "vslawsx", "", false}},
      {"arith.shrsi", {"", "", "vsral", "vsrawsx", "", false}},
      {"arith.minsi", {"", "", "vminsl", "vminswsx", "", true, true}},
      {"arith.maxsi", {"", "", "vmaxsl", "vmaxswsx", "", true, true}},
  };
  auto found = table.find(op->getName().getStringRef());
  return found == table.end() ? nullptr : &found->second;
}

/// Operations on pairs of f32; empty where there is none.
static StringRef pairedInstruction(Operation *op) {
  return isa<arith::AddFOp>(op)   ? "pvfadd"
         : isa<arith::SubFOp>(op) ? "pvfsub"
         : isa<arith::MulFOp>(op) ? "pvfmul"
         : isa<math::FmaOp>(op)   ? "pvfmad"
                                  : "";
}

/// Operations on one register: conversions are named by where they lead.
static std::string unaryInstruction(Operation *op) {
  LaneKind from = kindOf(op->getOperand(0)), to = kindOf(op->getResult(0));
  auto is = [&](LaneKind a, LaneKind b) { return from == a && to == b; };
  if (isa<math::SqrtOp>(op))
    return from == LaneKind::f64 ? "vfsqrtd" : "vfsqrts";
  if (isa<arith::ExtFOp>(op))
    return "vcvtds";
  if (isa<arith::TruncFOp>(op))
    return "vcvtsd";
  if (isa<arith::SIToFPOp>(op))
    return is(LaneKind::i32, LaneKind::f64)   ? "vcvtdw"
           : is(LaneKind::i32, LaneKind::f32) ? "vcvtsw"
           : is(LaneKind::i64, LaneKind::f64) ? "vcvtdl"
                                              : "";
  if (isa<arith::FPToSIOp>(op))
    return is(LaneKind::f64, LaneKind::i32)   ? "vcvtwdsxrz"
           : is(LaneKind::f32, LaneKind::i32) ? "vcvtwssxrz"
           : is(LaneKind::f64, LaneKind::i64) ? "vcvtldrz"
                                              : "";
  return "";
}

namespace {

/// What one instruction does.
struct LowerSimple : ConversionPattern {
  LowerSimple(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (op->getNumResults() != 1 || !isRegister(op->getResult(0).getType()) ||
        !llvm::all_of(op->getOperands(), [](Value operand) {
          return isRegister(operand.getType());
        }))
      return failure();
    VEBuilder b(rewriter, op);
    if (const Instruction *instruction = binaryInstruction(op)) {
      Value result = binary(b, *instruction, kindOf(op->getResult(0)),
                            operands[0], operands[1]);
      if (!result)
        return failure();
      rewriter.replaceOp(op, result);
      return success();
    }
    if (operands.size() != 1)
      return failure();
    std::string name = unaryInstruction(op);
    if (name.empty())
      return failure();
    rewriter.replaceOp(op, b.reg(name + ".vvl", {operands[0], b.length()}));
    return success();
  }

  static Value binary(VEBuilder &b, const Instruction &instruction,
                      LaneKind kind, Value x, Value y) {
    std::string name = instruction.of(kind).str();
    if (name.empty())
      return {};
    if (kind == LaneKind::mask)
      return b.mask(name + ".mmm", {x, y});
    if (instruction.commutes && !broadcastScalar(x, kind))
      std::swap(x, y);
    Value scalar = instruction.takesScalar ? broadcastScalar(x, kind) : Value();
    if (scalar)
      return b.reg(name + ".vsvl", {scalar, y, b.length()});
    return b.reg(name + ".vvvl", {x, y, b.length()});
  }
};

/// The packed form of an operation on pairs.
struct LowerPaired : ConversionPattern {
  LowerPaired(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<Value> operands,
                  ConversionPatternRewriter &rewriter) const override {
    StringRef name = pairedInstruction(op);
    if (name.empty() || !isPair(op->getResult(0).getType()))
      return failure();
    VEBuilder b(rewriter, op);
    // Of products, the third operand, which is added, comes first.
    Value result =
        operands.size() == 3
            ? b.reg((name + ".vvvvl").str(),
                    {operands[2], operands[0], operands[1], b.length()})
            : b.reg((name + ".vvvl").str(),
                    {operands[0], operands[1], b.length()});
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerFma : OpConversionPattern<math::FmaOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(math::FmaOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()))
      return failure();
    VEBuilder b(rewriter, op);
    LaneKind kind = kindOf(op);
    std::string name = kind == LaneKind::f64 ? "vfmadd" : "vfmads";
    Value x = adaptor.getA(), y = adaptor.getB(), sum = adaptor.getC();
    if (!broadcastScalar(x, kind))
      std::swap(x, y);
    if (Value scalar = broadcastScalar(x, kind))
      rewriter.replaceOp(op,
                         b.reg(name + ".vvsvl", {sum, scalar, y, b.length()}));
    else if (Value scalar = broadcastScalar(sum, kind))
      rewriter.replaceOp(op,
                         b.reg(name + ".vsvvl", {scalar, x, y, b.length()}));
    else
      rewriter.replaceOp(op, b.reg(name + ".vvvvl", {sum, x, y, b.length()}));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Signs
//===----------------------------------------------------------------------===//

/// -0 - x is -x for every x.
struct LowerNegate : OpConversionPattern<arith::NegFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::NegFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()))
      return failure();
    VEBuilder b(rewriter, op);
    Type element = cast<VectorType>(op.getType()).getElementType();
    Value zero = arith::ConstantOp::create(
        rewriter, op.getLoc(), rewriter.getFloatAttr(element, -0.0));
    rewriter.replaceOp(op,
                       b.reg(element.isF64() ? "vfsubd.vsvl" : "vfsubs.vsvl",
                             {zero, adaptor.getOperand(), b.length()}));
    return success();
  }
};

struct LowerAbs : OpConversionPattern<math::AbsFOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(math::AbsFOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()))
      return failure();
    VEBuilder b(rewriter, op);
    Value bits = b.broadcast(b.i64(INT64_MAX)); // all but the sign
    rewriter.replaceOp(
        op, b.reg("vand.vvvl", {bits, adaptor.getOperand(), b.length()}));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Comparisons and selections
//===----------------------------------------------------------------------===//

} // namespace

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

static std::pair<StringRef, bool>
conditionOf(arith::CmpIPredicate predicate) { // and whether unsigned
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
    rewriter.replaceOp(op, ofMasks
                               ? b.selectMask(condition, adaptor.getTrueValue(),
                                              adaptor.getFalseValue())
                               : b.select(condition, adaptor.getTrueValue(),
                                          adaptor.getFalseValue()));
    return success();
  }
};

/// The greater (or smaller) number; a number rather than a NaN.
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
    Value wins = compareFloats(b, kind, isMax ? "gt" : "lt", x, y);
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

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

} // namespace

/// An i32 with zeros above.
static Value zeroExtend(VEBuilder &b, Value value) {
  return b.reg("vand.vvvl",
               {b.broadcast(b.i64(UINT32_MAX)), value, b.length()});
}

namespace {

struct LowerShiftRight : OpConversionPattern<arith::ShRUIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::ShRUIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || kindOf(op) == LaneKind::mask)
      return failure();
    VEBuilder b(rewriter, op);
    Value value = adaptor.getLhs();
    if (kindOf(op) == LaneKind::i32)
      value = zeroExtend(b, value);
    rewriter.replaceOp(
        op, b.reg("vsrl.vvvl", {value, adaptor.getRhs(), b.length()}));
    return success();
  }
};

/// x - x / y * y
template <typename OpT> struct LowerRemainder : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || kindOf(op) == LaneKind::mask)
      return failure();
    VEBuilder b(rewriter, op);
    bool isWide = kindOf(op) == LaneKind::i64;
    bool isUnsigned = std::is_same_v<OpT, arith::RemUIOp>;
    Value x = adaptor.getLhs(), y = adaptor.getRhs();
    Value quotient =
        b.reg(isUnsigned ? (isWide ? "vdivul.vvvl" : "vdivuw.vvvl")
                         : (isWide ? "vdivsl.vvvl" : "vdivswsx.vvvl"),
              {x, y, b.length()});
    Value product = b.reg(isWide ? "vmulsl.vvvl" : "vmulswsx.vvvl",
                          {quotient, y, b.length()});
    rewriter.replaceOp(op, b.reg(isWide ? "vsubsl.vvvl" : "vsubswsx.vvvl",
                                 {x, product, b.length()}));
    return success();
  }
};

template <typename OpT> struct LowerExtend : OpConversionPattern<OpT> {
  using OpConversionPattern<OpT>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OpT op, typename OpT::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || !isRegister(op.getIn().getType()))
      return failure();
    VEBuilder b(rewriter, op);
    bool isSigned = std::is_same_v<OpT, arith::ExtSIOp>;
    Value value = adaptor.getIn();
    if (kindOf(op.getIn()) == LaneKind::mask) {
      bool isWide = kindOf(op) == LaneKind::i64;
      auto number = [&](int64_t n) {
        return b.broadcast(isWide ? b.i64(n) : b.i32(n));
      };
      Value zero = number(0), one = number(isSigned ? -1 : 1);
      rewriter.replaceOp(op,
                         b.reg("vmrg.vvvml", {zero, one, value, b.length()}));
      return success();
    }
    rewriter.replaceOp(
        op, isSigned ? b.reg("vaddswsx.vsvl", {b.i32(0), value, b.length()})
                     : zeroExtend(b, value));
    return success();
  }
};

struct LowerTruncate : OpConversionPattern<arith::TruncIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::TruncIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || !isRegister(op.getIn().getType()))
      return failure();
    VEBuilder b(rewriter, op);
    Value value = adaptor.getIn();
    if (kindOf(op) == LaneKind::mask) {
      Value bit =
          b.reg("vand.vvvl", {b.broadcast(b.i64(1)), value, b.length()});
      value = b.mask("vfmkwne.mvl", {bit, b.length()});
    }
    rewriter.replaceOp(op, value);
    return success();
  }
};

/// Through wider numbers, which hold every value.
struct LowerUIToFP : OpConversionPattern<arith::UIToFPOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::UIToFPOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || !isRegister(op.getIn().getType()))
      return failure();
    VEBuilder b(rewriter, op);
    Value value = adaptor.getIn();
    if (kindOf(op.getIn()) == LaneKind::mask)
      value = b.maskToLanes(value);
    else if (kindOf(op.getIn()) != LaneKind::i32)
      return failure();
    Value result = b.reg("vcvtdl.vvl", {zeroExtend(b, value), b.length()});
    if (kindOf(op) == LaneKind::f32)
      result = b.reg("vcvtsd.vvl", {result, b.length()});
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct LowerFPToUI : OpConversionPattern<arith::FPToUIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::FPToUIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || kindOf(op) != LaneKind::i32)
      return failure();
    VEBuilder b(rewriter, op);
    Value value = adaptor.getIn();
    if (kindOf(op.getIn()) == LaneKind::f32)
      value = b.reg("vcvtds.vvl", {value, b.length()});
    rewriter.replaceOp(op, b.reg("vcvtldrz.vvl", {value, b.length()}));
    return success();
  }
};

/// 32 bits lie in the upper half as floats, in the lower one as integers.
struct LowerBitcast : OpConversionPattern<arith::BitcastOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::BitcastOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!isRegister(op.getType()) || !isRegister(op.getIn().getType()))
      return failure();
    VEBuilder b(rewriter, op);
    LaneKind from = kindOf(op.getIn()), to = kindOf(op);
    Value value = adaptor.getIn();
    if (from == LaneKind::f32 && to == LaneKind::i32)
      value = b.reg("vsrl.vvvl", {value, b.broadcast(b.i64(32)), b.length()});
    else if (from == LaneKind::i32 && to == LaneKind::f32)
      value = b.reg("vsll.vvvl", {value, b.broadcast(b.i64(32)), b.length()});
    else if (from == LaneKind::mask || to == LaneKind::mask)
      return failure();
    rewriter.replaceOp(op, value);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Values without operands
//===----------------------------------------------------------------------===//

struct LowerConstant : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto lanes = dyn_cast<DenseElementsAttr>(op.getValue());
    if (!lanes || !isRegister(op.getType()))
      return failure();
    VEBuilder b(rewriter, op);
    rewriter.replaceOp(op, b.constant(lanes, kindOf(op)));
    return success();
  }
};

struct LowerPoison : OpConversionPattern<LLVM::PoisonOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::PoisonOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::PoisonOp>(
        op, getTypeConverter()->convertType(op.getType()));
    return success();
  }
};

/// A lane of a register holds one value, whatever it is.
struct LowerFreeze : OpConversionPattern<LLVM::FreezeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::FreezeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getVal());
    return success();
  }
};

} // namespace

void ve::populateArithPatterns(const TypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns
      .add<LowerSimple, LowerPaired, LowerFma, LowerNegate, LowerAbs, LowerCmpF,
           LowerCmpI, LowerSelect, LowerMinMaxF<arith::MaxNumFOp, true>,
           LowerMinMaxF<arith::MinNumFOp, false>, LowerMinMaxU<arith::MaxUIOp>,
           LowerMinMaxU<arith::MinUIOp>, LowerShiftRight,
           LowerRemainder<arith::RemSIOp>, LowerRemainder<arith::RemUIOp>,
           LowerExtend<arith::ExtSIOp>, LowerExtend<arith::ExtUIOp>,
           LowerTruncate, LowerUIToFP, LowerFPToUI, LowerBitcast, LowerConstant,
           LowerPoison, LowerFreeze>(converter, patterns.getContext());
}
