//===- ImportVector.cpp - Operators on vectors ----------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace pirch;

void Importer::keepApart(ArrayRef<Value> values) {
  for (Value value : values)
    if (Operation *op = value.getDefiningOp();
        op && isa<arith::MulFOp, arith::NegFOp>(op))
      apart.insert(op);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

bool Importer::emitLanePlaces(const clang::Expr *expr,
                              std::vector<Place> &lanes) {
  expr = expr->IgnoreParens();
  clang::SourceLocation loc = expr->getExprLoc();
  auto *element = dyn_cast<clang::ExtVectorElementExpr>(expr);
  if (!element) {
    if (auto *cast = dyn_cast<clang::CastExpr>(expr);
        cast && cast->getCastKind() == clang::CK_LValueToRValue)
      expr = cast->getSubExpr();
    Place place = emitPlace(expr);
    unsigned count =
        expr->getType()->castAs<clang::VectorType>()->getNumElements();
    for (unsigned lane = 0; place && lane < count; ++lane)
      lanes.push_back(laneOf(place, expr->getType(), lane, loc));
    return !failed && !lanes.empty();
  }
  std::vector<Place> whole;
  if (element->isArrow()) {
    clang::QualType vector = element->getBase()->getType()->getPointeeType();
    Place place = emitPointer(element->getBase());
    unsigned count = vector->castAs<clang::VectorType>()->getNumElements();
    for (unsigned lane = 0; place && lane < count; ++lane)
      whole.push_back(laneOf(place, vector, lane, loc));
  } else if (!emitLanePlaces(element->getBase(), whole)) {
    return false;
  }
  SmallVector<uint32_t> chosen;
  element->getEncodedElementAccess(chosen);
  for (uint32_t lane : chosen) {
    if (lane >= whole.size()) {
      if (!failed)
        error(loc, "not supported: this element of a vector of three");
      return false;
    }
    lanes.push_back(whole[lane]);
  }
  return !failed;
}

bool Importer::emitSwizzle(const clang::ExtVectorElementExpr *expr,
                           Values &values) {
  clang::SourceLocation loc = expr->getExprLoc();
  if (expr->isGLValue()) {
    std::vector<Place> lanes;
    if (!emitLanePlaces(expr, lanes))
      return false;
    clang::QualType element = expr->getType()->isVectorType()
                                  ? elementOf(expr->getType())
                                  : expr->getType();
    for (const Place &lane : lanes) {
      values.push_back(loadScalar(lane, element, loc));
    }
    return !failed;
  }
  Values whole;
  if (!emitValues(expr->getBase(), whole))
    return false;
  SmallVector<uint32_t> chosen;
  expr->getEncodedElementAccess(chosen);
  for (uint32_t lane : chosen)
    // `.w` of a vector of three elements may have any value.
    values.push_back(lane < whole.size()
                         ? whole[lane]
                         : constantOf(whole.front().getType(), 0, locate(loc)));
  keepApart(values);
  return true;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

bool Importer::emitVectorArith(clang::BinaryOperatorKind kind,
                               ArrayRef<Value> lhs, ArrayRef<Value> rhs,
                               clang::QualType element,
                               clang::FPOptions features,
                               clang::SourceLocation loc, Values &values) {
  bool additive = kind == clang::BO_Add || kind == clang::BO_Sub;
  if (additive && element->isFloatingType() && !features.isFPConstrained() &&
      features.allowFPContractWithinStatement() &&
      emitContracted(kind == clang::BO_Sub, lhs, rhs, values, locate(loc)))
    return true;
  // Clang fuses all elements of a vector or none, and here it fuses none.
  if (additive)
    features.setFPContractMode(clang::LangOptions::FPM_Off);
  for (auto [a, b] : llvm::zip(lhs, rhs)) {
    values.push_back(emitArith(kind, a, b, element, features, loc));
    if (!values.back())
      return false;
  }
  return true;
}

Value Importer::laneOfCondition(Value condition, clang::QualType element,
                                clang::SourceLocation loc) {
  Type type = convertType(element, loc);
  return type ? arith::ExtSIOp::create(builder, locate(loc), type, condition)
                    .getResult()
              : Value();
}

bool Importer::emitVectorBinary(const clang::BinaryOperator *expr,
                                Values &values) {
  clang::SourceLocation where = expr->getExprLoc();
  Location loc = locate(where);
  Values lhs, rhs;
  if (!expr->getLHS()->getType()->isVectorType() ||
      !expr->getRHS()->getType()->isVectorType()) {
    error(where, "not supported: this operator on these types");
    return false;
  }
  if (!emitValues(expr->getLHS(), lhs) || !emitValues(expr->getRHS(), rhs))
    return false;
  clang::QualType operand = elementOf(expr->getLHS()->getType());
  clang::QualType element = elementOf(expr->getType());
  if (expr->isComparisonOp()) {
    for (auto [a, b] : llvm::zip(lhs, rhs))
      values.push_back(laneOfCondition(
          compare(expr->getOpcode(), a, b, isSigned(operand), loc), element,
          where));
    return !failed;
  }
  if (expr->isLogicalOp()) {
    auto isTrue = [&](Value value) {
      return compare(clang::BO_NE, value, constantOf(value.getType(), 0, loc),
                     false, loc);
    };
    for (auto [a, b] : llvm::zip(lhs, rhs)) {
      Value first = isTrue(a), second = isTrue(b);
      Value both =
          expr->getOpcode() == clang::BO_LAnd
              ? arith::AndIOp::create(builder, loc, first, second).getResult()
              : arith::OrIOp::create(builder, loc, first, second).getResult();
      values.push_back(laneOfCondition(both, element, where));
    }
    return !failed;
  }
  // The counts of a shift have a type of their own.
  for (Value &value : rhs)
    value =
        convert(value, elementOf(expr->getRHS()->getType()), operand, where);
  return emitVectorArith(expr->getOpcode(), lhs, rhs, element, featuresOf(expr),
                         where, values);
}

/// Assignments of vectors and structures.
bool Importer::emitVectorAssign(const clang::BinaryOperator *expr,
                                Values &values) {
  const clang::Expr *target = expr->getLHS()->IgnoreParens();
  clang::QualType type = target->getType();
  clang::SourceLocation loc = expr->getExprLoc();
  Values rhs;
  if (!emitValues(expr->getRHS(), rhs))
    return false;
  if (!type->isVectorType()) {
    Place place = emitPlace(target);
    values = rhs;
    return place && storeValues(rhs, place, type, loc);
  }
  std::vector<Place> lanes;
  if (!emitLanePlaces(target, lanes))
    return false;
  clang::QualType element = elementOf(type);
  if (expr->isCompoundAssignmentOp()) {
    Values old;
    for (const Place &lane : lanes)
      old.push_back(loadScalar(lane, element, loc));
    if (rhs.size() == 1)
      rhs.resize(lanes.size(), rhs.front());
    if (failed ||
        !emitVectorArith(clang::BinaryOperator::getOpForCompoundAssignment(
                             expr->getOpcode()),
                         old, rhs, element,
                         featuresOf(cast<clang::CompoundAssignOperator>(expr)),
                         loc, values))
      return false;
  } else {
    values = rhs;
  }
  for (auto [lane, value] : llvm::zip(lanes, values))
    if (!storeScalar(value, lane, element, loc))
      return false;
  return true;
}

bool Importer::emitVectorUnary(const clang::UnaryOperator *expr,
                               Values &values) {
  const clang::Expr *sub = expr->getSubExpr();
  clang::SourceLocation where = expr->getExprLoc();
  Location loc = locate(where);
  clang::QualType element = elementOf(expr->getType());
  if (expr->isIncrementDecrementOp()) {
    std::vector<Place> lanes;
    if (!emitLanePlaces(sub, lanes))
      return false;
    Values old, ones, updated;
    for (const Place &lane : lanes) {
      old.push_back(loadScalar(lane, element, where));
      if (failed)
        return false;
      ones.push_back(constantOf(old.back().getType(), 1, loc));
    }
    if (!emitVectorArith(expr->isIncrementOp() ? clang::BO_Add : clang::BO_Sub,
                         old, ones, element, featuresOf(expr), where, updated))
      return false;
    for (auto [lane, value] : llvm::zip(lanes, updated))
      if (!storeScalar(value, lane, element, where))
        return false;
    values = expr->isPrefix() ? updated : old;
    return true;
  }
  Values operand;
  if (!emitValues(sub, operand))
    return false;
  for (Value value : operand) {
    switch (expr->getOpcode()) {
    case clang::UO_Plus:
    case clang::UO_Extension:
      values.push_back(value);
      break;
    case clang::UO_Minus:
      values.push_back(
          isa<FloatType>(value.getType())
              ? negate(value, loc)
              : emitArith(clang::BO_Sub, constantOf(value.getType(), 0, loc),
                          value, element, featuresOf(expr), where));
      break;
    case clang::UO_Not:
      values.push_back(arith::XOrIOp::create(
          builder, loc, value, constantOf(value.getType(), -1, loc)));
      break;
    case clang::UO_LNot: {
      Value isZero = compare(clang::BO_EQ, value,
                             constantOf(value.getType(), 0, loc), false, loc);
      values.push_back(laneOfCondition(isZero, element, where));
      break;
    }
    default:
      error(where, "not supported: this operator");
      return false;
    }
  }
  return !failed;
}
