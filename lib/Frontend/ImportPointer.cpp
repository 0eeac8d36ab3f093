//===- ImportPointer.cpp - Pointers ---------------------------------------===//
//
// What a pointer points into is known when the kernel is imported: a pointer is
// the place of a variable or parameter, or one of several, and an offset.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace mlir;
using namespace pirch;

/// Whether an expression is the null pointer as it stands.
static bool isNullPointer(const clang::Expr *expr,
                          const clang::ASTContext &ast) {
  if (expr->IgnoreParenCasts()->getType()->isNullPtrType())
    return true;
  return expr->getType()->isPointerType() &&
         expr->IgnoreParenCasts()->getType()->isIntegerType() &&
         expr->IgnoreParenCasts()->isNullPointerConstant(
             const_cast<clang::ASTContext &>(ast),
             clang::Expr::NPC_ValueDependentIsNull);
}

/// Whether an expression makes a pointer of an integer.
static bool isNumber(const clang::Expr *expr) {
  for (auto *cast = dyn_cast<clang::CastExpr>(expr->IgnoreParens()); cast;
       cast = dyn_cast<clang::CastExpr>(cast->getSubExpr()->IgnoreParens()))
    if (cast->getCastKind() == clang::CK_IntegralToPointer)
      return true;
  return false;
}

namespace {
/// The variables that a body assigns to as a whole.
class AssignmentFinder : public clang::RecursiveASTVisitor<AssignmentFinder> {
public:
  using Set = llvm::DenseSet<const clang::VarDecl *>;
  AssignmentFinder(const clang::ASTContext &ast, Set &assigned, Set &numbered)
      : ast(ast), assigned(assigned), numbered(numbered) {}

  /// The variables of a range-based for loop are among it.
  bool shouldVisitImplicitCode() const { return true; }

  bool VisitBinaryOperator(clang::BinaryOperator *op) {
    if (!op->isAssignmentOp())
      return true;
    note(op->getLHS(), assigned);
    if (isNumber(op->getRHS()) && !isNullPointer(op->getRHS(), ast))
      note(op->getLHS(), numbered);
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *op) {
    if (op->isIncrementDecrementOp() || op->getOpcode() == clang::UO_AddrOf)
      note(op->getSubExpr(), assigned);
    return true;
  }

private:
  static void note(clang::Expr *expr, Set &set) {
    if (auto *ref = dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenCasts()))
      if (auto *decl = dyn_cast<clang::VarDecl>(ref->getDecl()))
        set.insert(decl);
  }

  const clang::ASTContext &ast;
  Set &assigned, &numbered;
};
} // namespace

void Importer::findAssigned(const clang::Stmt *body) {
  if (searched.insert(body).second)
    AssignmentFinder(ast, assigned, numbered)
        .TraverseStmt(const_cast<clang::Stmt *>(body));
}

//===----------------------------------------------------------------------===//
// Pointer values
//===----------------------------------------------------------------------===//

/// The variable that an expression names, if it is one.
static const clang::VarDecl *variableOf(const clang::Expr *expr) {
  auto *ref = dyn_cast<clang::DeclRefExpr>(expr->IgnoreParens());
  return ref ? dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
}

Place Importer::emitPointerCast(const clang::CastExpr *cast) {
  const clang::Expr *sub = cast->getSubExpr();
  switch (cast->getCastKind()) {
  case clang::CK_ArrayToPointerDecay:
    return emitPlace(sub);
  case clang::CK_LValueToRValue: {
    const clang::VarDecl *decl = variableOf(sub);
    const clang::Expr *source = sub->IgnoreParens();
    if (isCxx() && !decl && !isa<clang::ArraySubscriptExpr>(source)) {
      // A field of an object, or a reference to a pointer, is its pointer.
      const auto *member = dyn_cast<clang::MemberExpr>(source);
      Place object = !member             ? Place()
                     : member->isArrow() ? emitPointer(member->getBase())
                                         : emitPlace(member->getBase());
      const auto *field =
          member ? dyn_cast<clang::FieldDecl>(member->getMemberDecl())
                 : nullptr;
      if (object.parts && field)
        return fieldOf(object, field, sub->getExprLoc());
      if (failed)
        return {};
      if (isa<clang::CallExpr, clang::CastExpr, clang::FullExpr,
              clang::MaterializeTemporaryExpr>(source))
        return emitPlace(source);
    }
    if (decl && pointers.count(decl) && pointers[decl].bases.empty() &&
        !pointers[decl].whetherNull) {
      error(sub->getExprLoc(), "not supported: the pointer '" +
                                   decl->getName() +
                                   "' before anything is assigned to it");
      return {};
    }
    if (!decl) {
      error(sub->getExprLoc(), "not supported yet: a pointer in memory");
      return {};
    }
    return emitPlace(sub);
  }
  case clang::CK_NoOp:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_UserDefinedConversion:
    return emitPointer(sub);
  case clang::CK_DerivedToBase:
  case clang::CK_UncheckedDerivedToBase: {
    Place derived = emitPointer(sub);
    return derived ? baseOf(derived, cast) : Place();
  }
  case clang::CK_BitCast: {
    clang::QualType to = cast->getType()->getPointeeType();
    Place place = emitPointer(sub);
    // The leaves of a variable fit its own type alone.
    if (place.leaves.empty() || to->isIncompleteType() ||
        ast.hasSameUnqualifiedType(sub->getType()->getPointeeType(), to))
      return place;
    if (Type element = memoryElement(to, cast->getExprLoc()))
      narrow(place, std::max(1u, element.getIntOrFloatBitWidth() / 8),
             cast->getExprLoc(),
             "not supported: converting a pointer to '" +
                 nameOf(cast->getType()) + "'");
    return {};
  }
  case clang::CK_NullToPointer: {
    Place null;
    null.isNull = true;
    return null;
  }
  case clang::CK_IntegralToPointer: {
    // Some sources initialize pointers so, and assign buffers to them later.
    emitEffects(sub);
    Place number;
    number.isNull = number.isNumber = true;
    return failed ? Place() : number;
  }
  default:
    break;
  }
  if (!failed)
    error(cast->getExprLoc(), "not supported: converting a pointer to '" +
                                  nameOf(cast->getType()) + "'");
  return {};
}

/// Report an error and return false for a captured pointer that is changed.
bool Importer::checkChangeable(const clang::Expr *target) {
  const auto *ref = dyn_cast<clang::DeclRefExpr>(target->IgnoreParens());
  if (!ref || !findCapture(ref))
    return true;
  error(target->getExprLoc(), "not supported yet: changing a pointer that a "
                              "lambda has captured");
  return false;
}

/// `p = q`, `p += n`, `p++` and the like: the pointer before and after.
Place Importer::emitPointerChange(const clang::Expr *target,
                                  const clang::Expr *amount, bool negative,
                                  bool wantsOld, clang::SourceLocation where) {
  const clang::VarDecl *decl = variableOf(target);
  if (!checkChangeable(target))
    return {};
  auto found = decl ? pointers.find(decl) : pointers.end();
  if (found == pointers.end()) {
    error(where, "not supported: this use of a pointer");
    return {};
  }
  Location loc = locate(where);
  Value index;
  if (amount) {
    Value value = emit(amount);
    if (!value)
      return {};
    index = toIndex(value, isSigned(amount->getType()), loc);
  } else {
    index = arith::ConstantIndexOp::create(builder, loc, 1);
  }
  // Evaluating the amount may have bound other pointers.
  Place before = readPointer(pointers[decl], where);
  if (!before) {
    error(where, "not supported: the pointer '" + decl->getName() +
                     "' before anything is assigned to it");
    return {};
  }
  Place after =
      moveBy(before, decl->getType()->getPointeeType(), index, negative, where);
  if (!after || !assignPointer(decl, after, where))
    return {};
  return wantsOld ? before : after;
}

Place Importer::emitPointer(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (!mayEmit(expr->getExprLoc()))
    return {};
  Location loc = locate(expr->getExprLoc());
  if (auto *full = dyn_cast<clang::FullExpr>(expr))
    return emitPointer(full->getSubExpr());
  if (auto *cast = dyn_cast<clang::CastExpr>(expr))
    return emitPointerCast(cast);
  if (auto *ref = dyn_cast<clang::DeclRefExpr>(expr))
    return emitPlace(ref);
  if (auto *unary = dyn_cast<clang::UnaryOperator>(expr)) {
    if (unary->getOpcode() == clang::UO_AddrOf)
      return emitPlace(unary->getSubExpr());
    if (unary->isIncrementDecrementOp())
      return emitPointerChange(unary->getSubExpr(), nullptr,
                               unary->isDecrementOp(), unary->isPostfix(),
                               expr->getExprLoc());
  }
  if (auto *binary = dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->getOpcode() == clang::BO_Comma) {
      emitEffects(binary->getLHS());
      return emitPointer(binary->getRHS());
    }
    if (binary->getOpcode() == clang::BO_Assign) {
      Place value = emitPointer(binary->getRHS());
      const clang::VarDecl *decl = variableOf(binary->getLHS());
      if (!value || !checkChangeable(binary->getLHS()) || !decl ||
          !assignPointer(decl, value, binary->getExprLoc())) {
        if (!failed)
          error(expr->getExprLoc(), "not supported: this use of a pointer");
        return {};
      }
      return value;
    }
    if (binary->isCompoundAssignmentOp())
      return emitPointerChange(binary->getLHS(), binary->getRHS(),
                               binary->getOpcode() == clang::BO_SubAssign,
                               false, expr->getExprLoc());
    if (binary->isAdditiveOp()) {
      bool pointerFirst = binary->getLHS()->getType()->isPointerType();
      const clang::Expr *base =
          pointerFirst ? binary->getLHS() : binary->getRHS();
      const clang::Expr *offset =
          pointerFirst ? binary->getRHS() : binary->getLHS();
      Place place = emitPointer(base);
      Value value = place ? emit(offset) : Value();
      if (!value)
        return {};
      return moveBy(place, base->getType()->getPointeeType(),
                    toIndex(value, isSigned(offset->getType()), loc),
                    binary->getOpcode() == clang::BO_Sub, expr->getExprLoc());
    }
  }
  if (auto *choice = dyn_cast<clang::ConditionalOperator>(expr))
    return emitPointerChoice(choice);
  if (auto *call = dyn_cast<clang::CallExpr>(expr)) {
    if (isCxx())
      return emitPlaceCall(call);
    if (const clang::FunctionDecl *definition = definitionOf(call))
      return emitInlined(call, definition);
  }
  if (auto *object = dyn_cast<clang::CXXThisExpr>(expr))
    return emitThis(object);
  if (const clang::Expr *meant = findMeant(expr))
    return emitPointer(meant);
  auto *list = dyn_cast<clang::InitListExpr>(expr);
  if (isa<clang::ImplicitValueInitExpr, clang::CXXScalarValueInitExpr>(expr) ||
      (list && list->getNumInits() == 0)) {
    Place null;
    null.isNull = true;
    return null;
  }
  if (isa<clang::CXXNewExpr>(expr)) {
    error(expr->getExprLoc(), "not supported: new and delete");
    return {};
  }
  if (isCxx() && expr->getType()->isPointerType() && expr->isGLValue())
    return emitPlace(expr);
  if (!failed)
    error(expr->getExprLoc(), "not supported: this use of a pointer");
  return {};
}

/// Whether the one of two pointers that `condition` chooses is null; nothing if
/// neither ever is.
Value Importer::chooseNull(Value condition, const Place &yes, const Place &no,
                           Location loc) {
  if (!yes.isNull && !no.isNull && !yes.whetherNull && !no.whetherNull)
    return {};
  auto test = [&](const Place &place) {
    return place.whetherNull
               ? place.whetherNull
               : constantOf(builder.getI1Type(), place.isNull, loc);
  };
  return arith::SelectOp::create(builder, loc, condition, test(yes), test(no));
}

/// `c ? p : q`, where both are in the same memory.
Place Importer::emitPointerChoice(const clang::ConditionalOperator *expr) {
  clang::Expr::EvalResult known;
  if (expr->getCond()->EvaluateAsInt(known, ast))
    return emitPointer(known.Val.getInt().getBoolValue()
                           ? expr->getTrueExpr()
                           : expr->getFalseExpr());
  if (!isHarmless(expr->getTrueExpr()) || !isHarmless(expr->getFalseExpr())) {
    error(expr->getExprLoc(), "not supported yet: a choice among pointers that "
                              "are loaded or changed");
    return {};
  }
  Value condition = emitCondition(expr->getCond());
  if (std::optional<bool> always = knownCondition(condition))
    return emitPointer(*always ? expr->getTrueExpr() : expr->getFalseExpr());
  Place yes = condition ? emitPointer(expr->getTrueExpr()) : Place();
  Place no = yes ? emitPointer(expr->getFalseExpr()) : Place();
  if (!no)
    return {};
  Location loc = locate(expr->getExprLoc());
  if (yes.parts || no.parts) {
    error(expr->getExprLoc(), kObjectPointer);
    return {};
  }
  if (!yes.choices.empty() || !no.choices.empty() || yes.isNumber ||
      no.isNumber) {
    error(expr->getExprLoc(), "not supported yet: a choice among pointers that "
                              "point to several variables or to numbers");
    return {};
  }
  if (yes.isNull && no.isNull)
    return yes;
  Value whetherNull = chooseNull(condition, yes, no, loc);
  if (yes.isNull || no.isNull) {
    // An access through the pointer is one to the place that is not null.
    Place place = yes.isNull ? no : yes;
    place.whetherNull = whetherNull;
    return place;
  }
  if (memrefsOf(yes) != memrefsOf(no)) {
    Place either;
    either.choices = {yes, no};
    either.whetherNull = whetherNull;
    either.which = arith::SelectOp::create(
        builder, loc, condition, constantOf(builder.getI32Type(), 0, loc),
        constantOf(builder.getI32Type(), 1, loc));
    return either;
  }
  auto choose = [&](Value a, Value b) -> Value {
    if (a == b)
      return a;
    if (!a)
      a = arith::ConstantIndexOp::create(builder, loc, 0);
    if (!b)
      b = arith::ConstantIndexOp::create(builder, loc, 0);
    return arith::SelectOp::create(builder, loc, condition, a, b);
  };
  yes.offset = choose(yes.offset, no.offset);
  for (auto [leaf, other] : llvm::zip(yes.leaves, no.leaves))
    leaf.offset = choose(leaf.offset, other.offset);
  yes.whetherNull = whetherNull;
  return yes;
}

//===----------------------------------------------------------------------===//
// Differences and comparisons
//===----------------------------------------------------------------------===//

Value Importer::emitPointerTest(const clang::Expr *expr) {
  Place place = emitPointer(expr);
  if (place.isNumber || place.mayBeNumber)
    error(expr->getExprLoc(),
          "not supported: testing a pointer that was made of an integer");
  if (!place || failed)
    return {};
  Location loc = locate(expr->getExprLoc());
  Value one = constantOf(builder.getI1Type(), 1, loc);
  if (place.whetherNull)
    return arith::XOrIOp::create(builder, loc, place.whetherNull, one);
  return constantOf(builder.getI1Type(), !place.isNull, loc);
}

std::optional<std::pair<Value, Value>>
Importer::emitOffsets(const clang::BinaryOperator *expr, int64_t *scale) {
  if (!expr->getLHS()->getType()->isPointerType() ||
      !expr->getRHS()->getType()->isPointerType()) {
    error(expr->getExprLoc(), "not supported: this use of a pointer");
    return std::nullopt;
  }
  Place lhs = emitPointer(expr->getLHS());
  Place rhs = lhs ? emitPointer(expr->getRHS()) : Place();
  if (!rhs)
    return std::nullopt;
  if (lhs.parts || rhs.parts) {
    error(expr->getExprLoc(), kObjectPointer);
    return std::nullopt;
  }
  if (memrefsOf(lhs) != memrefsOf(rhs)) {
    int64_t bytes = bytesOf(expr->getLHS()->getType()->getPointeeType());
    if (Value distance = emitHostDistance(rhs, lhs, bytes)) {
      if (scale)
        *scale = 1;
      return std::pair(distance, constantOf(builder.getI64Type(), 0,
                                            locate(expr->getExprLoc())));
    }
  }
  if (memrefsOf(lhs) != memrefsOf(rhs) || !lhs.choices.empty() || lhs.isNull) {
    error(expr->getExprLoc(), "not supported: comparing pointers to different "
                              "variables or parameters");
    return std::nullopt;
  }
  if (scale) {
    // Offsets count elements of the memref.
    clang::QualType pointee = expr->getLHS()->getType()->getPointeeType();
    *scale = lhs.leaves.empty() ? bytesOf(pointee) / elementBytes(lhs.memref)
                                : leafExtents(pointee).front();
  }
  Location loc = locate(expr->getExprLoc());
  auto offsetOf = [&](const Place &place) -> Value {
    Value offset =
        place.leaves.empty() ? place.offset : place.leaves.front().offset;
    if (!offset)
      return constantOf(builder.getI64Type(), 0, loc);
    return arith::IndexCastOp::create(builder, loc, builder.getI64Type(),
                                      offset);
  };
  Value first = offsetOf(lhs);
  return std::pair(first, offsetOf(rhs));
}

Value Importer::emitPointerCompare(const clang::BinaryOperator *expr) {
  if (expr->isEqualityOp())
    for (auto [side, other] : {std::pair(expr->getLHS(), expr->getRHS()),
                               std::pair(expr->getRHS(), expr->getLHS())})
      if (isNullPointer(other, ast)) {
        Value test = emitPointerTest(side);
        if (!test || expr->getOpcode() == clang::BO_NE)
          return test;
        Location loc = locate(expr->getExprLoc());
        return builder.createOrFold<arith::XOrIOp>(
            loc, test, constantOf(builder.getI1Type(), 1, loc));
      }
  auto offsets = emitOffsets(expr);
  return offsets ? compare(expr->getOpcode(), offsets->first, offsets->second,
                           /*isSigned=*/true, locate(expr->getExprLoc()))
                 : Value();
}

Value Importer::emitPointerDifference(const clang::BinaryOperator *expr) {
  int64_t scale = 1;
  auto offsets = emitOffsets(expr, &scale);
  if (!offsets)
    return {};
  Location loc = locate(expr->getExprLoc());
  Value difference =
      arith::SubIOp::create(builder, loc, offsets->first, offsets->second);
  if (scale > 1)
    difference = arith::DivSIOp::create(
        builder, loc, difference, constantOf(builder.getI64Type(), scale, loc));
  return difference;
}
