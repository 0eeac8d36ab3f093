//===- ImportExpr.cpp - Expressions ---------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pirch;

Value Importer::constantOf(Type type, int64_t value, Location loc) {
  TypedAttr attr = isa<FloatType>(type)
                       ? TypedAttr(builder.getFloatAttr(type, value))
                       : TypedAttr(builder.getIntegerAttr(type, value));
  return arith::ConstantOp::create(builder, loc, attr);
}

std::optional<bool> Importer::knownCondition(Value condition) {
  APInt value;
  if (condition && matchPattern(condition, m_ConstantInt(&value)))
    return value.getBoolValue();
  return std::nullopt;
}

/// Whether Clang computes the integer expression, and without overflow.
static bool isDefinedInteger(const clang::Expr *expr,
                             const clang::ASTContext &ast) {
  clang::Expr::EvalResult known;
  return expr->EvaluateAsInt(known, ast);
}

/// Whether it is the operator itself that makes a constant overflow, and none
/// of its operands.
static bool overflows(const clang::Expr *expr, const clang::ASTContext &ast) {
  if (auto *binary = dyn_cast<clang::BinaryOperator>(expr))
    return (binary->isAdditiveOp() || binary->getOpcode() == clang::BO_Mul) &&
           isDefinedInteger(binary->getLHS(), ast) &&
           isDefinedInteger(binary->getRHS(), ast);
  auto *unary = dyn_cast<clang::UnaryOperator>(expr);
  return unary && unary->getOpcode() == clang::UO_Minus &&
         isDefinedInteger(unary->getSubExpr(), ast);
}

Value Importer::emitIntegerConstant(const clang::Expr *expr) {
  clang::Expr::EvalResult known;
  if (!expr->isPRValue() || !expr->getType()->isIntegralOrEnumerationType() ||
      !expr->EvaluateAsInt(known, ast,
                           clang::Expr::SE_AllowUndefinedBehavior) ||
      known.HasSideEffects)
    return {};
  const llvm::APSInt &value = known.Val.getInt();
  if (known.HasUndefinedBehavior) {
    if (overflows(expr, ast))
      error(expr->getExprLoc(), "overflow in expression; its result of type '" +
                                    expr->getType().getAsString() +
                                    "' is not defined");
    return {};
  }
  Type type = convertType(expr->getType(), expr->getExprLoc());
  if (!type)
    return {};
  return arith::ConstantOp::create(
      builder, locate(expr->getExprLoc()),
      builder.getIntegerAttr(type,
                             value.extOrTrunc(type.getIntOrFloatBitWidth())));
}

void Importer::emitEffects(const clang::Expr *expr) {
  Values values;
  const auto *call = dyn_cast<clang::CallExpr>(expr->IgnoreParens());
  if (const auto *full = dyn_cast<clang::FullExpr>(expr))
    emitEffects(full->getSubExpr());
  else if (call && expr->isGLValue())
    emitPlace(expr);
  else if (isObject(expr->getType()))
    emitObject(expr);
  else if (isAggregate(expr->getType()))
    emitValues(expr, values);
  else if (expr->getType()->isPointerType())
    emitPointer(expr);
  else
    emit(expr);
}

Value Importer::emit(const clang::Expr *expr) {
  Value value = emitScalar(expr);
  // An expression that only C++ has must not get lost without an error.
  if (!value && !failed && isCxx() && !expr->getType()->isVoidType())
    error(expr->getExprLoc(), Twine("not supported: this expression (") +
                                  expr->getStmtClassName() + ")");
  return value;
}

Value Importer::emitScalar(const clang::Expr *expr) {
  if (failed || !mayEmit(expr->getExprLoc()))
    return {};
  llvm::SaveAndRestore nested(depth, depth + 1);
  Location loc = locate(expr->getExprLoc());
  if (auto *paren = dyn_cast<clang::ParenExpr>(expr))
    return emit(paren->getSubExpr());
  if (auto *full = dyn_cast<clang::FullExpr>(expr))
    return emit(full->getSubExpr());
  if (isAggregate(expr->getType()) || expr->getType()->isPointerType()) {
    error(expr->getExprLoc(), "not supported: a value of type '" +
                                  nameOf(expr->getType()) + "' here");
    return {};
  }
  if (Value constant = emitIntegerConstant(expr))
    return constant;
  if (failed)
    return {};
  if (const clang::Expr *meant = findMeant(expr))
    return emit(meant);
  auto *list = dyn_cast<clang::InitListExpr>(expr);
  if (isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(expr) ||
      (list && list->getNumInits() == 0)) {
    Type type = convertType(expr->getType(), expr->getExprLoc());
    return type ? constantOf(type, 0, loc) : Value();
  }
  if (auto *choose = dyn_cast<clang::ChooseExpr>(expr))
    return emit(choose->getChosenSubExpr());
  if (auto *literal = dyn_cast<clang::FloatingLiteral>(expr)) {
    auto type = cast_or_null<FloatType>(
        convertType(expr->getType(), expr->getExprLoc()));
    if (!type)
      return {};
    return arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(type, literal->getValue()));
  }
  if (auto *cast = dyn_cast<clang::CastExpr>(expr))
    return emitCast(cast);
  if (auto *unary = dyn_cast<clang::UnaryOperator>(expr))
    return emitUnary(unary);
  if (auto *binary = dyn_cast<clang::BinaryOperator>(expr))
    return emitBinary(binary);
  if (auto *call = dyn_cast<clang::CallExpr>(expr))
    return emitCall(call);
  if (auto *choice = dyn_cast<clang::ConditionalOperator>(expr)) {
    // As in Clang's code, where the condition is constant only one arm is left.
    // It is a part of the expression around the choice, and a product in it may
    // be fused with that expression.
    clang::Expr::EvalResult known;
    if (choice->getCond()->EvaluateAsInt(known, ast))
      return emit(known.Val.getInt().getBoolValue() ? choice->getTrueExpr()
                                                    : choice->getFalseExpr());
    Value condition = emitCondition(choice->getCond());
    if (std::optional<bool> always = knownCondition(condition))
      return emit(*always ? choice->getTrueExpr() : choice->getFalseExpr());
    Type type =
        condition ? convertType(expr->getType(), expr->getExprLoc()) : Type();
    if (!type)
      return {};
    bool harmless =
        isHarmless(choice->getTrueExpr()) && isHarmless(choice->getFalseExpr());
    return emitChoice(
        condition, type, harmless, [&] { return emit(choice->getTrueExpr()); },
        [&] { return emit(choice->getFalseExpr()); }, loc);
  }
  if (auto *element = dyn_cast<clang::ExtVectorElementExpr>(expr)) {
    Values values;
    return emitSwizzle(element, values) ? values.front() : Value();
  }
  if (auto *member = dyn_cast<clang::MemberExpr>(expr)) {
    Values values;
    return emitMemberValues(member, values) ? values.front() : Value();
  }
  if (auto *as = dyn_cast<clang::AsTypeExpr>(expr)) {
    Values values, result;
    return emitValues(as->getSrcExpr(), values) &&
                   reinterpret(values, expr->getType(), result,
                               expr->getExprLoc())
               ? result.front()
               : Value();
  }
  StringRef what = isa<clang::StringLiteral>(expr)  ? "string literals"
                   : isa<clang::CXXThrowExpr>(expr) ? "exceptions"
                   : isa<clang::CXXNewExpr, clang::CXXDeleteExpr>(expr)
                       ? "new and delete"
                       : "";
  if (!what.empty())
    error(expr->getExprLoc(), "not supported: " + what);
  else
    error(expr->getExprLoc(), Twine("not supported: this expression (") +
                                  expr->getStmtClassName() + ")");
  return {};
}

const clang::Expr *Importer::findMeant(const clang::Expr *expr) {
  if (auto *parameter = dyn_cast<clang::SubstNonTypeTemplateParmExpr>(expr))
    return parameter->getReplacement();
  if (auto *given = dyn_cast<clang::CXXDefaultArgExpr>(expr))
    return given->getExpr();
  if (auto *given = dyn_cast<clang::CXXDefaultInitExpr>(expr))
    return given->getExpr();
  auto *list = dyn_cast<clang::InitListExpr>(expr);
  return list && list->getNumInits() == 1 && expr->getType()->isScalarType()
             ? list->getInit(0)
             : nullptr;
}

Value Importer::emitLoaded(const clang::Expr *place) {
  return emit(clang::ImplicitCastExpr::Create(
      ast, place->getType().getUnqualifiedType(), clang::CK_LValueToRValue,
      const_cast<clang::Expr *>(place), nullptr, clang::VK_PRValue,
      clang::FPOptionsOverride()));
}

Value Importer::emitLoadedChoice(const clang::ConditionalOperator *choice) {
  Location loc = locate(choice->getExprLoc());
  Value condition = emitCondition(choice->getCond());
  if (std::optional<bool> always = knownCondition(condition))
    return emitLoaded(*always ? choice->getTrueExpr() : choice->getFalseExpr());
  Type type =
      condition ? convertType(choice->getType(), choice->getExprLoc()) : Type();
  if (!type)
    return {};
  bool harmless =
      isHarmless(choice->getTrueExpr()) && isHarmless(choice->getFalseExpr());
  return emitChoice(
      condition, type, harmless,
      [&] { return emitLoaded(choice->getTrueExpr()); },
      [&] { return emitLoaded(choice->getFalseExpr()); }, loc);
}

Value Importer::emitKnownVariable(const clang::VarDecl *decl, Location loc) {
  // Integers are constant expressions, which `emitIntegerConstant` knows.
  if (!isCxx() || places.count(decl) || !decl->getType()->isFloatingType() ||
      !decl->hasInit() || !decl->getType().isConstQualified() ||
      decl->getInit()->isValueDependent())
    return {};
  const clang::APValue *value = decl->evaluateValue();
  Type type = value && value->isFloat()
                  ? convertType(decl->getType(), decl->getLocation())
                  : Type();
  if (!type)
    return {};
  return arith::ConstantOp::create(
      builder, loc, builder.getFloatAttr(type, value->getFloat()));
}

bool Importer::isHarmless(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (auto known = harmless.find(expr); known != harmless.end())
    return known->second;
  bool result = findHarmless(expr);
  harmless[expr] = result;
  return result;
}

/// Whether the subscript is a constant, and that of an element of an array
/// whose extent is known.
bool Importer::isInBounds(const clang::ArraySubscriptExpr *expr) const {
  const clang::ConstantArrayType *array = ast.getAsConstantArrayType(
      expr->getBase()->IgnoreParenImpCasts()->getType());
  clang::Expr::EvalResult known;
  return array && expr->getIdx()->EvaluateAsInt(known, ast) &&
         known.Val.getInt().isNonNegative() &&
         known.Val.getInt().getZExtValue() < array->getZExtSize();
}

bool Importer::findHarmless(const clang::Expr *expr) {
  if (isa<clang::CallExpr>(expr) || expr->HasSideEffects(ast))
    return false;
  if (auto *subscript = dyn_cast<clang::ArraySubscriptExpr>(expr))
    if (!isInBounds(subscript))
      return false;
  if (auto *unary = dyn_cast<clang::UnaryOperator>(expr))
    if (unary->getOpcode() == clang::UO_Deref)
      return false;
  if (auto *member = dyn_cast<clang::MemberExpr>(expr))
    if (member->isArrow())
      return false;
  if (auto *element = dyn_cast<clang::ExtVectorElementExpr>(expr))
    if (element->isArrow())
      return false;
  if (auto *binary = dyn_cast<clang::BinaryOperator>(expr))
    if (binary->isMultiplicativeOp() && binary->getOpcode() != clang::BO_Mul)
      return false;
  return llvm::all_of(expr->children(), [&](const clang::Stmt *child) {
    auto *part = dyn_cast_or_null<clang::Expr>(child);
    return part && isHarmless(part);
  });
}

Value Importer::emitChoice(Value condition, Type type, bool harmless,
                           llvm::function_ref<Value()> whenTrue,
                           llvm::function_ref<Value()> whenFalse,
                           Location loc) {
  auto arm = [&](llvm::function_ref<Value()> make, int64_t other) -> Value {
    Value value = make ? make() : constantOf(type, other, loc);
    return value ? value : constantOf(type, 0, loc);
  };
  if (harmless) {
    Value yes = arm(whenTrue, 1), no = arm(whenFalse, 0);
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  }
  auto branch = scf::IfOp::create(builder, loc, TypeRange{type}, condition,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  Value yes = arm(whenTrue, 1);
  scf::YieldOp::create(builder, loc, yes);
  builder.setInsertionPointToStart(branch.elseBlock());
  Value no = arm(whenFalse, 0);
  scf::YieldOp::create(builder, loc, no);
  return branch.getResult(0);
}

Value Importer::emitCondition(const clang::Expr *expr) {
  const clang::Expr *inner = expr->IgnoreParens();
  // A conversion to a wider integer type does not change whether the value is
  // zero, so the condition is that of its operand.
  while (auto *cast = dyn_cast<clang::ImplicitCastExpr>(inner)) {
    if (cast->getCastKind() != clang::CK_IntegralCast &&
        cast->getCastKind() != clang::CK_IntegralToBoolean)
      break;
    if (ast.getTypeSize(cast->getType()) <
            ast.getTypeSize(cast->getSubExpr()->getType()) &&
        !cast->getType()->isBooleanType())
      break;
    inner = cast->getSubExpr()->IgnoreParens();
  }
  Location loc = locate(expr->getExprLoc());
  if (auto *binary = dyn_cast<clang::BinaryOperator>(inner)) {
    if (binary->isComparisonOp())
      return emitCompare(binary);
    if (binary->isLogicalOp()) {
      Value lhs = emitCondition(binary->getLHS());
      if (!lhs)
        return {};
      bool isAnd = binary->getOpcode() == clang::BO_LAnd;
      if (std::optional<bool> known = knownCondition(lhs))
        return *known == isAnd ? emitCondition(binary->getRHS()) : lhs;
      auto rest = [&] { return emitCondition(binary->getRHS()); };
      bool harmless = isHarmless(binary->getRHS());
      return isAnd ? emitChoice(lhs, builder.getI1Type(), harmless, rest,
                                nullptr, loc)
                   : emitChoice(lhs, builder.getI1Type(), harmless, nullptr,
                                rest, loc);
    }
  }
  if (auto *unary = dyn_cast<clang::UnaryOperator>(inner);
      unary && unary->getOpcode() == clang::UO_LNot) {
    Value value = emitCondition(unary->getSubExpr());
    if (!value)
      return {};
    return builder.createOrFold<arith::XOrIOp>(
        loc, value, constantOf(builder.getI1Type(), 1, loc));
  }
  if (inner->getType()->isPointerType())
    return emitPointerTest(inner);
  Value value = emit(inner);
  if (!value || value.getType().isInteger(1))
    return value;
  value = extendHalf(value, loc);
  Value zero = constantOf(value.getType(), 0, loc);
  if (isa<FloatType>(value.getType()))
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE, value,
                                 zero);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                               zero);
}

Value Importer::convert(Value value, clang::QualType from, clang::QualType to,
                        clang::SourceLocation where) {
  Type type = value ? convertType(to, where) : Type();
  if (!type || value.getType() == type)
    return type ? value : Value();
  Location loc = locate(where);
  value = extendHalf(value, loc);
  if (value.getType() == type)
    return value;
  if (type.isF16()) {
    // f32 holds every integer that does not become infinite.
    Value number = isa<FloatType>(value.getType())
                       ? value
                       : convert(value, from, ast.FloatTy, where);
    return roundToHalf(number, loc);
  }
  Type source = value.getType();
  bool fromFloat = isa<FloatType>(source), toFloat = isa<FloatType>(type);
  if (to->isBooleanType()) {
    Value zero = constantOf(source, 0, loc);
    if (fromFloat)
      return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNE,
                                   value, zero);
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, value,
                                 zero);
  }
  bool signedSource = isSigned(from) && !source.isInteger(1);
  if (fromFloat && toFloat) {
    if (source.getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
      return arith::ExtFOp::create(builder, loc, type, value);
    return arith::TruncFOp::create(builder, loc, type, value);
  }
  if (fromFloat) {
    if (isSigned(to))
      return arith::FPToSIOp::create(builder, loc, type, value);
    return arith::FPToUIOp::create(builder, loc, type, value);
  }
  if (toFloat) {
    if (signedSource)
      return arith::SIToFPOp::create(builder, loc, type, value);
    return arith::UIToFPOp::create(builder, loc, type, value);
  }
  if (source.getIntOrFloatBitWidth() > type.getIntOrFloatBitWidth())
    return arith::TruncIOp::create(builder, loc, type, value);
  if (signedSource)
    return arith::ExtSIOp::create(builder, loc, type, value);
  return arith::ExtUIOp::create(builder, loc, type, value);
}

Value Importer::emitCast(const clang::CastExpr *expr) {
  const clang::Expr *sub = expr->getSubExpr();
  switch (expr->getCastKind()) {
  case clang::CK_LValueToRValue: {
    const clang::Expr *place = sub->IgnoreParens();
    if (auto *member = dyn_cast<clang::MemberExpr>(place))
      if (auto *decl = dyn_cast<clang::VarDecl>(member->getMemberDecl()))
        if (Value value = emitKnownVariable(decl, locate(expr->getExprLoc())))
          return value;
    if (auto *ref = dyn_cast<clang::DeclRefExpr>(place))
      if (auto *decl = dyn_cast<clang::VarDecl>(ref->getDecl())) {
        if (Value value = constants.lookup(decl))
          return value;
        if (!findCapture(ref))
          if (Value value = emitKnownVariable(decl, locate(expr->getExprLoc())))
            return value;
        if (!places.count(decl) && decl->hasInit() &&
            decl->getType().isConstQualified() && decl->isFileVarDecl())
          return emit(decl->getInit());
      }
    if (auto *choice = dyn_cast<clang::ConditionalOperator>(place))
      return emitLoadedChoice(choice);
    Place from = emitPlace(sub);
    return from ? loadScalar(from, expr->getType(), expr->getExprLoc())
                : Value();
  }
  case clang::CK_NoOp:
  case clang::CK_UserDefinedConversion:
    return emit(sub);
  case clang::CK_ToVoid:
    emitEffects(sub);
    return {};
  case clang::CK_IntegralCast:
  case clang::CK_FloatingCast:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral:
  case clang::CK_IntegralToBoolean:
  case clang::CK_FloatingToBoolean:
  case clang::CK_BooleanToSignedIntegral:
    return convert(emit(sub), sub->getType(), expr->getType(),
                   expr->getExprLoc());
  case clang::CK_PointerToBoolean:
    return emitPointerTest(sub);
  case clang::CK_BitCast: {
    Values values, result;
    return emitValues(sub, values) && reinterpret(values, expr->getType(),
                                                  result, expr->getExprLoc())
               ? result.front()
               : Value();
  }
  default:
    error(expr->getExprLoc(), Twine("not supported: this conversion (") +
                                  expr->getCastKindName() + ")");
    return {};
  }
}

Value Importer::convertTruth(Value condition, clang::QualType type,
                             Location loc) {
  if (type->isBooleanType())
    return condition;
  return arith::ExtUIOp::create(builder, loc, builder.getI32Type(), condition);
}

Value Importer::emitUnary(const clang::UnaryOperator *expr) {
  const clang::Expr *sub = expr->getSubExpr();
  Location loc = locate(expr->getExprLoc());
  if (expr->isIncrementDecrementOp()) {
    Place place = emitPlace(sub);
    if (!place)
      return {};
    Value old = loadScalar(place, sub->getType(), expr->getExprLoc());
    if (!old)
      return {};
    Value one = constantOf(old.getType(), 1, loc);
    // C says that incrementing a bool makes it true.
    Value updated =
        sub->getType()->isBooleanType() && expr->isIncrementOp()
            ? one
            : emitArith(expr->isIncrementOp() ? clang::BO_Add : clang::BO_Sub,
                        old, one, sub->getType(), featuresOf(expr),
                        expr->getExprLoc());
    if (!updated)
      return {};
    if (!storeScalar(updated, place, sub->getType(), expr->getExprLoc()))
      return {};
    return expr->isPrefix() ? updated : old;
  }
  if (expr->getOpcode() == clang::UO_LNot) {
    Value value = emitCondition(sub);
    if (!value)
      return {};
    Value inverted = arith::XOrIOp::create(
        builder, loc, value, constantOf(builder.getI1Type(), 1, loc));
    return convertTruth(inverted, expr->getType(), loc);
  }
  Value value = emit(sub);
  if (!value)
    return {};
  switch (expr->getOpcode()) {
  case clang::UO_Plus:
  case clang::UO_Extension:
    return value;
  case clang::UO_Minus:
    if (isa<FloatType>(value.getType()))
      return negate(value, loc);
    return emitArith(clang::BO_Sub, constantOf(value.getType(), 0, loc), value,
                     expr->getType(), featuresOf(expr), expr->getExprLoc());
  case clang::UO_Not:
    return arith::XOrIOp::create(builder, loc, value,
                                 constantOf(value.getType(), -1, loc));
  default:
    error(expr->getExprLoc(), "not supported: this operator");
    return {};
  }
}
