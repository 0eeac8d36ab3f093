//===- VEArith.cpp - Arithmetic on VE -------------------------------------===//

#include "VELowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace pirch;
using namespace pirch::ve;

//===----------------------------------------------------------------------===//
// One instruction per operation
//===----------------------------------------------------------------------===//

namespace {
/// The instruction for each kind of lane; empty if there is none.
struct Instruction {
  StringRef f64, f32, i64, i32, mask;
  /// Whether the first operand may be a scalar, and whether the operands may be
  /// exchanged.
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

/// The instructions for an operation on two registers; null if there are none.
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

/// The instruction for an operation on pairs of f32; empty if there is none.
static StringRef pairedInstruction(Operation *op) {
  return isa<arith::AddFOp>(op)   ? "pvfadd"
         : isa<arith::SubFOp>(op) ? "pvfsub"
         : isa<arith::MulFOp>(op) ? "pvfmul"
         : isa<math::FmaOp>(op)   ? "pvfmad"
                                  : "";
}

/// The instruction for an operation on one register; empty if there is none.
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

/// Lowers an operation to one instruction.
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

/// Lowers an operation on pairs to its packed form.
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
    // The third operand of an fma, which is added, comes first.
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
// Values without operands
//===----------------------------------------------------------------------===//

struct LowerConstant : OpConversionPattern<arith::ConstantOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto lanes = dyn_cast<DenseElementsAttr>(op.getValue());
    VEBuilder b(rewriter, op);
    if (lanes && isPair(op.getType())) {
      rewriter.replaceOp(op, b.constantPair(lanes));
      return success();
    }
    if (!lanes || !isRegister(op.getType()))
      return failure();
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

/// A freeze needs no instruction, since a lane of a register holds one value,
/// whatever it is. For data registers the operation stays, to tell the
/// reference, which tracks what is defined, that the lanes may be used.
struct LowerFreeze : OpConversionPattern<LLVM::FreezeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LLVM::FreezeOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (kindOf(op) == LaneKind::mask)
      rewriter.replaceOp(op, adaptor.getVal());
    else
      rewriter.replaceOpWithNewOp<LLVM::FreezeOp>(op, adaptor.getVal());
    return success();
  }
};

} // namespace

void ve::populateArithPatterns(const TypeConverter &converter,
                               RewritePatternSet &patterns) {
  patterns.add<LowerSimple, LowerPaired, LowerFma, LowerNegate, LowerAbs,
               LowerConstant, LowerPoison, LowerFreeze>(converter,
                                                        patterns.getContext());
}
