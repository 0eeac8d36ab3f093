//===- ImportBinary.cpp - Operators with two operands ---------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pirch;

bool Importer::isConstantExpression(Value value) const {
  Operation *op = value.getDefiningOp();
  if (!op || !isPure(op) || calls.contains(op))
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return op->getNumOperands() > 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isConstantExpression(operand);
         });
}

namespace {
/// A product that may be fused, and its negation where there is one.
struct FusableProduct {
  arith::MulFOp product;
  arith::NegFOp negation;
};
} // namespace

/// The product that `value` is, or whose negation it is. Nothing where it has
/// other users, since it is then not an operand of this expression alone.
static FusableProduct findProduct(Value value,
                                  const llvm::DenseSet<Operation *> &apart) {
  FusableProduct found;
  auto negation = value.getDefiningOp<arith::NegFOp>();
  if (negation && negation->use_empty() && negation.getOperand().hasOneUse() &&
      !apart.contains(negation)) {
    found.negation = negation;
    value = negation.getOperand();
  }
  auto product = value.getDefiningOp<arith::MulFOp>();
  if (product && (product->use_empty() || found.negation) &&
      !apart.contains(product))
    found.product = product;
  return found;
}

/// The rule of Clang's code generator for -ffp-contract=on (tryEmitFMulAdd): a
/// product on the left is fused first, and a negated product is one too. Clang
/// decides while it emits code, on values of which only it knows the users, and
/// the syntax tree says no more than that fusing is allowed; so the rule is
/// repeated here, and compared with Clang's by the oracle. A vector is fused as
/// a whole.
bool Importer::emitContracted(bool isSub, ArrayRef<Value> lhs,
                              ArrayRef<Value> rhs, Values &values,
                              Location loc) {
  auto findProducts = [&](ArrayRef<Value> lanes) {
    SmallVector<FusableProduct> products;
    bool areConstant = true;
    for (Value lane : lanes) {
      products.push_back(findProduct(lane, apart));
      if (!products.back().product)
        return SmallVector<FusableProduct>();
      areConstant &= isConstantExpression(products.back().product.getResult());
    }
    // Clang has folded products of constants before it fuses.
    return areConstant ? SmallVector<FusableProduct>() : products;
  };
  auto fuse = [&](FusableProduct found, bool negateProduct, Value addend,
                  bool negateAddend) {
    Value a = found.product.getLhs(), b = found.product.getRhs();
    if (negateProduct != bool(found.negation))
      a = arith::NegFOp::create(builder, loc, a);
    if (negateAddend)
      addend = arith::NegFOp::create(builder, loc, addend);
    values.push_back(math::FmaOp::create(builder, loc, a, b, addend));
    if (found.negation)
      found.negation.erase();
    found.product.erase();
  };
  SmallVector<FusableProduct> products = findProducts(lhs);
  bool onLeft = !products.empty();
  if (!onLeft)
    products = findProducts(rhs);
  for (auto [lane, product] : llvm::enumerate(products))
    fuse(product, !onLeft && isSub, onLeft ? rhs[lane] : lhs[lane],
         onLeft && isSub);
  return !products.empty();
}

Value Importer::emitArith(clang::BinaryOperatorKind kind, Value lhs, Value rhs,
                          clang::QualType type, clang::FPOptions features,
                          clang::SourceLocation where) {
  Location loc = locate(where);
  if (lhs.getType().isF16()) {
    // Each operation rounds to a half, so that a product is fused with no sum,
    // and a quotient is no product with a rounded reciprocal.
    features.setAllowReciprocal(false);
    Value result = emitArith(kind, extendHalf(lhs, loc), extendHalf(rhs, loc),
                             ast.FloatTy, features, where);
    return result ? roundToHalf(result, loc) : Value();
  }
  if (isa<FloatType>(lhs.getType())) {
    if (features.isFPConstrained()) {
      error(where, "not supported: rounding other than to nearest, and access "
                   "to the floating-point environment");
      return {};
    }
    bool additive = kind == clang::BO_Add || kind == clang::BO_Sub;
    if (additive && mayContract && features.allowFPContractWithinStatement())
      if (Values fused;
          emitContracted(kind == clang::BO_Sub, lhs, rhs, fused, loc))
        return fused.front();
    switch (kind) {
    case clang::BO_Add:
      return arith::AddFOp::create(builder, loc, lhs, rhs);
    case clang::BO_Sub:
      return arith::SubFOp::create(builder, loc, lhs, rhs);
    case clang::BO_Mul:
      return arith::MulFOp::create(builder, loc, lhs, rhs);
    case clang::BO_Div: {
      // Clang computes quotients of constants itself, and exactly.
      bool isExact = !features.getAllowReciprocal() ||
                     (isConstantExpression(lhs) && isConstantExpression(rhs));
      return arith::DivFOp::create(builder, loc, lhs, rhs,
                                   isExact ? arith::FastMathFlags::none
                                           : arith::FastMathFlags::arcp);
    }
    default:
      error(where, "not supported: this operator on floating-point values");
      return {};
    }
  }
  bool signedType = isSigned(type);
  // Arithmetic in types narrower than int does not overflow: C promotes them.
  auto flags = signedType && ast.getTypeSize(type) >= 32 &&
                       !ast.getLangOpts().isSignedOverflowDefined()
                   ? arith::IntegerOverflowFlags::nsw
                   : arith::IntegerOverflowFlags::none;
  // OpenCL C takes shift counts modulo the width.
  auto shiftCount = [&]() -> Value {
    int64_t width = lhs.getType().getIntOrFloatBitWidth();
    return arith::AndIOp::create(builder, loc, rhs,
                                 constantOf(rhs.getType(), width - 1, loc));
  };
  switch (kind) {
  case clang::BO_Add:
    return arith::AddIOp::create(builder, loc, lhs, rhs, flags);
  case clang::BO_Sub:
    return arith::SubIOp::create(builder, loc, lhs, rhs, flags);
  case clang::BO_Mul:
    return arith::MulIOp::create(builder, loc, lhs, rhs, flags);
  case clang::BO_Div:
    return signedType
               ? arith::DivSIOp::create(builder, loc, lhs, rhs).getResult()
               : arith::DivUIOp::create(builder, loc, lhs, rhs).getResult();
  case clang::BO_Rem:
    return signedType
               ? arith::RemSIOp::create(builder, loc, lhs, rhs).getResult()
               : arith::RemUIOp::create(builder, loc, lhs, rhs).getResult();
  case clang::BO_And:
    return arith::AndIOp::create(builder, loc, lhs, rhs);
  case clang::BO_Or:
    return arith::OrIOp::create(builder, loc, lhs, rhs);
  case clang::BO_Xor:
    return arith::XOrIOp::create(builder, loc, lhs, rhs);
  case clang::BO_Shl:
    return arith::ShLIOp::create(builder, loc, lhs, shiftCount());
  case clang::BO_Shr: {
    Value count = shiftCount();
    return signedType
               ? arith::ShRSIOp::create(builder, loc, lhs, count).getResult()
               : arith::ShRUIOp::create(builder, loc, lhs, count).getResult();
  }
  default:
    error(where, "not supported: this operator");
    return {};
  }
}

Value Importer::emitCompare(const clang::BinaryOperator *expr) {
  if (expr->getLHS()->getType()->isPointerType())
    return emitPointerCompare(expr);
  Value lhs = emit(expr->getLHS());
  Value rhs = lhs ? emit(expr->getRHS()) : Value();
  if (!rhs)
    return {};
  return compare(expr->getOpcode(), lhs, rhs,
                 isSigned(expr->getLHS()->getType()),
                 locate(expr->getExprLoc()));
}

Value Importer::compare(clang::BinaryOperatorKind kind, Value lhs, Value rhs,
                        bool sign, Location loc) {
  using FP = arith::CmpFPredicate;
  using IP = arith::CmpIPredicate;
  lhs = extendHalf(lhs, loc);
  rhs = extendHalf(rhs, loc);
  FP floatPredicate;
  IP intPredicate;
  switch (kind) {
  case clang::BO_LT:
    floatPredicate = FP::OLT, intPredicate = sign ? IP::slt : IP::ult;
    break;
  case clang::BO_LE:
    floatPredicate = FP::OLE, intPredicate = sign ? IP::sle : IP::ule;
    break;
  case clang::BO_GT:
    floatPredicate = FP::OGT, intPredicate = sign ? IP::sgt : IP::ugt;
    break;
  case clang::BO_GE:
    floatPredicate = FP::OGE, intPredicate = sign ? IP::sge : IP::uge;
    break;
  case clang::BO_EQ:
    floatPredicate = FP::OEQ, intPredicate = IP::eq;
    break;
  default:
    floatPredicate = FP::UNE, intPredicate = IP::ne;
    break;
  }
  if (isa<FloatType>(lhs.getType()))
    return arith::CmpFOp::create(builder, loc, floatPredicate, lhs, rhs);
  return arith::CmpIOp::create(builder, loc, intPredicate, lhs, rhs);
}

Value Importer::emitAssign(const clang::BinaryOperator *expr) {
  if (expr->getOpcode() == clang::BO_Assign) {
    Value value = emit(expr->getRHS());
    Place place = value ? emitPlace(expr->getLHS()) : Place();
    if (!place)
      return {};
    return storeScalar(value, place, expr->getLHS()->getType(),
                       expr->getExprLoc())
               ? value
               : Value();
  }
  const auto *compound = cast<clang::CompoundAssignOperator>(expr);
  clang::QualType type = compound->getComputationResultType();
  clang::QualType held = expr->getLHS()->getType();
  Value rhs = emit(expr->getRHS());
  Place place = rhs ? emitPlace(expr->getLHS()) : Place();
  if (!place)
    return {};
  Value old = convert(loadScalar(place, held, expr->getExprLoc()), held,
                      compound->getComputationLHSType(), expr->getExprLoc());
  // C does not convert a shift count to the type of what is shifted, so that
  // its type may differ here.
  if (old && rhs.getType() != old.getType())
    rhs = convert(rhs, expr->getRHS()->getType(), type, expr->getExprLoc());
  if (!old || !rhs)
    return {};
  Value result = emitArith(
      clang::BinaryOperator::getOpForCompoundAssignment(expr->getOpcode()), old,
      rhs, type, featuresOf(expr), expr->getExprLoc());
  Value stored =
      result ? convert(result, type, held, expr->getExprLoc()) : Value();
  return stored && storeScalar(stored, place, held, expr->getExprLoc())
             ? stored
             : Value();
}

Value Importer::emitBinary(const clang::BinaryOperator *expr) {
  if (expr->isAssignmentOp())
    return emitAssign(expr);
  Location loc = locate(expr->getExprLoc());
  if (expr->getOpcode() == clang::BO_Comma) {
    emitEffects(expr->getLHS());
    return emit(expr->getRHS());
  }
  if (expr->isComparisonOp() || expr->isLogicalOp()) {
    Value condition = emitCondition(expr);
    if (!condition)
      return {};
    return convertTruth(condition, expr->getType(), loc);
  }
  if (expr->getLHS()->getType()->isPointerType())
    return emitPointerDifference(expr);
  Value lhs = emit(expr->getLHS());
  Value rhs = lhs ? emit(expr->getRHS()) : Value();
  if (!rhs)
    return {};
  if (rhs.getType() != lhs.getType()) // the count of a shift has its own type
    rhs = convert(rhs, expr->getRHS()->getType(), expr->getType(),
                  expr->getExprLoc());
  return rhs ? emitArith(expr->getOpcode(), lhs, rhs, expr->getType(),
                         featuresOf(expr), expr->getExprLoc())
             : Value();
}
