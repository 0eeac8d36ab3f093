//===- ImportPlace.cpp - Where what an expression names lies --------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "clang/AST/ExprCXX.h"

using namespace mlir;
using namespace pirch;

Value Importer::load(Place place, Location loc) {
  return memref::LoadOp::create(builder, loc, place.memref,
                                locateElement(place, loc));
}

void Importer::store(Value value, Place place, Location loc) {
  memref::StoreOp::create(builder, loc, value, place.memref,
                          locateElement(place, loc));
}

Value Importer::toIndex(Value value, bool isSigned, Location loc) {
  Type index = builder.getIndexType();
  if (isSigned)
    return arith::IndexCastOp::create(builder, loc, index, value);
  return arith::IndexCastUIOp::create(builder, loc, index, value);
}

Place Importer::emitConstantTable(const clang::VarDecl *decl) {
  const auto *array = ast.getAsConstantArrayType(decl->getType());
  uint64_t size = array ? ast.getConstantArrayElementCount(array) : 1;
  if (size < 1 || size > kMaxElements) {
    error(decl->getLocation(), "array '" + decl->getName() +
                                   "' must have 1 to " + Twine(kMaxElements) +
                                   " elements");
    return {};
  }
  // One copy serves all uses, wherever they stand: each use would otherwise
  // store all elements again.
  OpBuilder::InsertionGuard guard(builder);
  Operation *around = builder.getInsertionBlock()->getParentOp();
  auto kernel = dyn_cast<KernelOp>(around);
  if (!kernel)
    kernel = around->getParentOfType<KernelOp>();
  builder.setInsertionPointToStart(&kernel.getBody().front());
  Place place =
      makeVariable(decl->getType(), 1, false, decl->getLocation(), decl);
  if (place)
    initialize(place, decl->getType(), decl->getInit(), decl->getLocation());
  if (failed)
    return {};
  places[decl] = place;
  return place;
}

Place Importer::emitVariable(const clang::DeclRefExpr *expr) {
  if (const clang::FieldDecl *field = findCapture(expr))
    return fieldOf(self, field, expr->getExprLoc());
  auto *decl = dyn_cast<clang::VarDecl>(expr->getDecl());
  auto found = decl ? places.find(decl) : places.end();
  if (found != places.end())
    return found->second;
  if (auto moving = pointers.find(decl); decl && moving != pointers.end())
    return readPointer(moving->second, expr->getExprLoc());
  if (decl && decl->isFileVarDecl() && decl->getType().isConstQualified() &&
      decl->hasInit() && !decl->getType()->isScalarType())
    return emitConstantTable(decl);
  error(expr->getExprLoc(),
        "not supported: '" + expr->getDecl()->getName() + "' here");
  return {};
}

/// A variable with the value of an expression.
Place Importer::emitTemporary(const clang::Expr *expr) {
  clang::SourceLocation where = expr->getExprLoc();
  clang::QualType type = expr->getType();
  if (type->isPointerType())
    return emitPointer(expr);
  if (isObject(type))
    return emitObject(expr);
  if (!checkDestruction(type, where))
    return {};
  Place place = makeVariable(type.getUnqualifiedType(), 1, false, where);
  if (place)
    initialize(place, type, expr, where);
  return failed ? Place() : place;
}

std::optional<Place> Importer::emitHostPlace(const clang::Expr *expr) {
  if (const clang::Expr *meant = findMeant(expr))
    return emitPlace(meant);
  if (auto *full = dyn_cast<clang::FullExpr>(expr))
    return emitPlace(full->getSubExpr());
  if (auto *temporary = dyn_cast<clang::MaterializeTemporaryExpr>(expr))
    return emitTemporary(temporary->getSubExpr());
  if (expr->isPRValue())
    return emitTemporary(expr);
  if (auto *call = dyn_cast<clang::CallExpr>(expr))
    return emitPlaceCall(call);
  if (auto *binary = dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      emitEffects(binary->getLHS());
      return emitPlace(binary->getRHS());
    }
    if (binary->isAssignmentOp() && !binary->getLHS()->HasSideEffects(ast)) {
      emitEffects(binary);
      return emitPlace(binary->getLHS());
    }
  }
  if (auto *unary = dyn_cast<clang::UnaryOperator>(expr);
      unary && unary->isIncrementDecrementOp() &&
      !unary->getSubExpr()->HasSideEffects(ast)) {
    emitEffects(unary);
    return emitPlace(unary->getSubExpr());
  }
  if (auto *choice = dyn_cast<clang::ConditionalOperator>(expr)) {
    clang::Expr::EvalResult known;
    if (choice->getCond()->EvaluateAsInt(known, ast))
      return emitPlace(known.Val.getInt().getBoolValue()
                           ? choice->getTrueExpr()
                           : choice->getFalseExpr());
    error(expr->getExprLoc(),
          "not supported yet: a reference to one of two variables, as a "
          "condition says");
    return Place();
  }
  return std::nullopt;
}

Place Importer::emitPlace(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (auto *ref = dyn_cast<clang::DeclRefExpr>(expr))
    return emitVariable(ref);
  if (auto *subscript = dyn_cast<clang::ArraySubscriptExpr>(expr))
    return emitSubscript(subscript);
  if (auto *unary = dyn_cast<clang::UnaryOperator>(expr);
      unary && unary->getOpcode() == clang::UO_Deref)
    return emitPointer(unary->getSubExpr());
  if (auto *member = dyn_cast<clang::MemberExpr>(expr)) {
    auto *field = dyn_cast<clang::FieldDecl>(member->getMemberDecl());
    if (!field)
      error(expr->getExprLoc(), "not supported yet: the static member '" +
                                    member->getMemberDecl()->getNameAsString() +
                                    "' here");
    Place base = member->isArrow() ? emitPointer(member->getBase())
                                   : emitPlace(member->getBase());
    return base && field ? fieldOf(base, field, expr->getExprLoc()) : Place();
  }
  if (auto *element = dyn_cast<clang::ExtVectorElementExpr>(expr);
      element && element->getNumElements() == 1) {
    std::vector<Place> lanes;
    return emitLanePlaces(element, lanes) ? lanes.front() : Place();
  }
  if (auto *literal = dyn_cast<clang::CompoundLiteralExpr>(expr)) {
    Place place =
        makeVariable(literal->getType(), 1, false, literal->getExprLoc());
    if (place)
      initialize(place, literal->getType(), literal->getInitializer(),
                 literal->getExprLoc());
    return failed ? Place() : place;
  }
  if (auto *cast = dyn_cast<clang::CastExpr>(expr)) {
    if (cast->getCastKind() == clang::CK_NoOp ||
        cast->getCastKind() == clang::CK_AddressSpaceConversion)
      return emitPlace(cast->getSubExpr());
    if (cast->getCastKind() == clang::CK_DerivedToBase ||
        cast->getCastKind() == clang::CK_UncheckedDerivedToBase) {
      Place derived = emitPlace(cast->getSubExpr());
      return derived ? baseOf(derived, cast) : Place();
    }
  }
  if (isCxx())
    if (std::optional<Place> place = emitHostPlace(expr))
      return *place;
  if (failed)
    return {};
  error(expr->getExprLoc(),
        Twine("not supported: this expression as a place (") +
            expr->getStmtClassName() + ")");
  return {};
}

Place Importer::emitSubscript(const clang::ArraySubscriptExpr *expr) {
  const clang::Expr *base = expr->getBase();
  const clang::Expr *index = expr->getIdx();
  clang::QualType array = base->IgnoreParenImpCasts()->getType();
  clang::Expr::EvalResult known;
  bool isKnown = index->EvaluateAsInt(known, ast);
  std::optional<uint64_t> extent;
  if (const auto *sized = ast.getAsConstantArrayType(array))
    extent = sized->getZExtSize();
  else if (const auto *vector = base->getType()->getAs<clang::VectorType>())
    extent = vector->getNumElements();
  if (isKnown && extent) {
    llvm::APSInt value = known.Val.getInt();
    if (value.isNegative() || value.getActiveBits() > 64 ||
        value.getZExtValue() >= *extent) {
      error(index->getExprLoc(), "subscript " + llvm::toString(value, 10) +
                                     " is outside the array of " +
                                     Twine(*extent) + " elements");
      return {};
    }
  }
  if (base->getType()->isVectorType()) {
    if (!isKnown) {
      error(
          index->getExprLoc(),
          "not supported yet: a subscript of a vector known only at run time");
      return {};
    }
    std::vector<Place> lanes;
    return emitLanePlaces(base, lanes)
               ? lanes[known.Val.getInt().getZExtValue()]
               : Place();
  }
  Place place = emitPointer(base);
  Value value = place ? emit(index) : Value();
  if (!value)
    return {};
  Location loc = locate(expr->getExprLoc());
  return moveBy(place, expr->getType(),
                toIndex(value, isSigned(index->getType()), loc), false,
                expr->getExprLoc());
}
