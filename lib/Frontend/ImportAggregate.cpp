//===- ImportAggregate.cpp - Values of vectors and structures -------------===//
//
// The value of a vector or structure is the list of its scalars in the order of
// declaration; an array in it is listed element by element. The value of a
// union is the list of the elements of its memref.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pirch;

bool Importer::emitValues(const clang::Expr *expr, Values &values) {
  // Clang leaves some operands without the cast that loads them: add it.
  if (expr->isGLValue())
    return emitValues(clang::ImplicitCastExpr::Create(
                          ast, expr->getType().getUnqualifiedType(),
                          clang::CK_LValueToRValue,
                          const_cast<clang::Expr *>(expr), nullptr,
                          clang::VK_PRValue, clang::FPOptionsOverride()),
                      values);
  if (!isAggregate(expr->getType())) {
    Value value = emit(expr);
    if (value)
      values.push_back(value);
    return bool(value);
  }
  if (!mayEmit(expr->getExprLoc()))
    return false;
  llvm::SaveAndRestore nested(depth, depth + 1);
  clang::SourceLocation loc = expr->getExprLoc();
  if (auto *paren = dyn_cast<clang::ParenExpr>(expr))
    return emitValues(paren->getSubExpr(), values);
  if (auto *full = dyn_cast<clang::FullExpr>(expr))
    return emitValues(full->getSubExpr(), values);
  if (auto *cast = dyn_cast<clang::CastExpr>(expr))
    return emitCastValues(cast, values);
  if (auto *list = dyn_cast<clang::InitListExpr>(expr);
      list && list->isTransparent())
    return emitValues(list->getInit(0), values);
  if (isa<clang::InitListExpr, clang::ImplicitValueInitExpr>(expr))
    return emitInitValues(expr, expr->getType(), values, loc);
  if (auto *element = dyn_cast<clang::ExtVectorElementExpr>(expr))
    return emitSwizzle(element, values);
  if (auto *member = dyn_cast<clang::MemberExpr>(expr))
    return emitMemberValues(member, values);
  if (auto *choice = dyn_cast<clang::ConditionalOperator>(expr))
    return emitChoiceValues(choice, values);
  if (auto *binary = dyn_cast<clang::BinaryOperator>(expr)) {
    if (binary->isAssignmentOp())
      return emitVectorAssign(binary, values);
    if (binary->getOpcode() == clang::BO_Comma) {
      emitEffects(binary->getLHS());
      return emitValues(binary->getRHS(), values);
    }
    return emitVectorBinary(binary, values);
  }
  if (auto *unary = dyn_cast<clang::UnaryOperator>(expr))
    return emitVectorUnary(unary, values);
  if (auto *call = dyn_cast<clang::CallExpr>(expr)) {
    const clang::FunctionDecl *definition = definitionOf(call);
    if (!definition) {
      emitCall(call);
      if (!failed)
        error(loc, "not supported yet: this function of vectors");
      return false;
    }
    Place result = emitInlined(call, definition);
    return result && loadValues(result, expr->getType(), values, loc);
  }
  if (const clang::Expr *meant = findMeant(expr))
    return emitValues(meant, values);
  if (auto *temporary = dyn_cast<clang::CXXBindTemporaryExpr>(expr))
    return checkDestruction(expr->getType(), loc) &&
           emitValues(temporary->getSubExpr(), values);
  if (auto *made = dyn_cast<clang::CXXConstructExpr>(expr)) {
    Place place =
        makeVariable(expr->getType().getUnqualifiedType(), 1, false, loc);
    return place && construct(place, made) &&
           loadValues(place, expr->getType(), values, loc);
  }
  if (auto *as = dyn_cast<clang::AsTypeExpr>(expr)) {
    Values source;
    return emitValues(as->getSrcExpr(), source) &&
           reinterpret(source, expr->getType(), values, loc);
  }
  if (auto *conversion = dyn_cast<clang::ConvertVectorExpr>(expr)) {
    Values source;
    if (!emitValues(conversion->getSrcExpr(), source))
      return false;
    clang::QualType from = elementOf(conversion->getSrcExpr()->getType());
    for (Value value : source)
      values.push_back(convert(value, from, elementOf(expr->getType()), loc));
    return !failed;
  }
  error(loc, Twine("not supported: this expression (") +
                 expr->getStmtClassName() + ")");
  return false;
}

bool Importer::emitCastValues(const clang::CastExpr *expr, Values &values) {
  const clang::Expr *sub = expr->getSubExpr();
  clang::QualType type = expr->getType();
  clang::SourceLocation loc = expr->getExprLoc();
  switch (expr->getCastKind()) {
  case clang::CK_LValueToRValue: {
    const clang::Expr *place = sub->IgnoreParens();
    if (auto *element = dyn_cast<clang::ExtVectorElementExpr>(place))
      return emitSwizzle(element, values);
    if (auto *literal = dyn_cast<clang::CompoundLiteralExpr>(place)) {
      if (type->isVectorType())
        return emitValues(literal->getInitializer(), values);
      return emitInitValues(literal->getInitializer(), type, values, loc);
    }
    Place from = emitPlace(place);
    return from && loadValues(from, type, values, loc);
  }
  case clang::CK_NoOp:
  case clang::CK_AddressSpaceConversion:
  case clang::CK_ConstructorConversion:
  case clang::CK_UserDefinedConversion:
    return emitValues(sub, values);
  case clang::CK_VectorSplat: {
    Value value = emit(sub);
    if (!value)
      return false;
    values.assign(type->castAs<clang::VectorType>()->getNumElements(), value);
    keepApart(value);
    return true;
  }
  case clang::CK_BitCast: {
    Values source;
    return emitValues(sub, source) && reinterpret(source, type, values, loc);
  }
  case clang::CK_IntegralCast:
  case clang::CK_FloatingCast:
  case clang::CK_IntegralToFloating:
  case clang::CK_FloatingToIntegral: {
    Values source;
    if (!sub->getType()->isVectorType() || !emitValues(sub, source))
      break;
    for (Value value : source)
      values.push_back(
          convert(value, elementOf(sub->getType()), elementOf(type), loc));
    return !failed;
  }
  default:
    break;
  }
  if (!failed)
    error(loc, Twine("not supported: this conversion (") +
                   expr->getCastKindName() + ")");
  return false;
}

/// Append the scalars that an initializer gives, and zeros for those that it
/// leaves out.
bool Importer::emitInitValues(const clang::Expr *init, clang::QualType type,
                              Values &values, clang::SourceLocation where) {
  type = type.getCanonicalType();
  Location loc = locate(where);
  const auto *list = dyn_cast_or_null<clang::InitListExpr>(init);
  if (init && !list && !isa<clang::ImplicitValueInitExpr>(init))
    return emitValues(init, values);
  if (const auto *vector = type->getAs<clang::VectorType>()) {
    Type element = convertType(vector->getElementType(), where);
    if (!element)
      return false;
    size_t end = values.size() + vector->getNumElements();
    if (list)
      for (const clang::Expr *part : list->inits()) {
        Values lanes;
        if (!emitValues(part, lanes))
          return false;
        keepApart(lanes);
        llvm::append_range(values, lanes);
      }
    if (values.size() > end) {
      error(where, "too many elements in a vector");
      return false;
    }
    while (values.size() < end)
      values.push_back(constantOf(element, 0, loc));
    return true;
  }
  if (!isAggregate(type) && !type->isArrayType()) {
    Type element = convertType(type, where);
    if (element)
      values.push_back(constantOf(element, 0, loc));
    return bool(element);
  }
  if (list) {
    // The list may name fields and elements in any order, so it initializes a
    // variable, whose scalars are then loaded in theirs.
    Place place = makeVariable(type, 1, false, where);
    if (!place)
      return false;
    initialize(place, type, list, where);
    return !failed && loadValues(place, type, values, where);
  }
  Place shape = makeVariable(type, 1, false, where);
  return shape &&
         forEachScalar(shape, type, where,
                       [&](const Place &, clang::QualType scalar) {
                         Type element = convertType(scalar, where);
                         if (element)
                           values.push_back(constantOf(element, 0, loc));
                         return bool(element);
                       });
}

bool Importer::emitChoiceValues(const clang::ConditionalOperator *expr,
                                Values &values) {
  clang::SourceLocation where = expr->getExprLoc();
  Location loc = locate(where);
  if (expr->getCond()->getType()->isVectorType()) {
    Values conditions, yes, no;
    if (!emitValues(expr->getCond(), conditions) ||
        !emitValues(expr->getTrueExpr(), yes) ||
        !emitValues(expr->getFalseExpr(), no))
      return false;
    for (auto [condition, a, b] : llvm::zip(conditions, yes, no)) {
      // OpenCL C chooses by the highest bit of each element of the condition.
      Value zero = constantOf(condition.getType(), 0, loc);
      Value isSet = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, condition, zero);
      values.push_back(arith::SelectOp::create(builder, loc, isSet, a, b));
    }
    return true;
  }
  clang::Expr::EvalResult known;
  if (expr->getCond()->EvaluateAsInt(known, ast))
    return emitValues(known.Val.getInt().getBoolValue() ? expr->getTrueExpr()
                                                        : expr->getFalseExpr(),
                      values);
  Value condition = emitCondition(expr->getCond());
  if (std::optional<bool> always = knownCondition(condition))
    return emitValues(*always ? expr->getTrueExpr() : expr->getFalseExpr(),
                      values);
  Place result =
      condition ? makeVariable(expr->getType(), 1, false, where) : Place();
  if (!result)
    return false;
  auto branch = scf::IfOp::create(builder, loc, condition,
                                  /*withElseRegion=*/true);
  auto emitArm = [&](Block *block, const clang::Expr *arm) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    Values scalars;
    return emitValues(arm, scalars) &&
           storeValues(scalars, result, expr->getType(), where);
  };
  return emitArm(branch.thenBlock(), expr->getTrueExpr()) &&
         emitArm(branch.elseBlock(), expr->getFalseExpr()) &&
         loadValues(result, expr->getType(), values, where);
}

/// Append the scalars of a field of a structure that is not in memory, such as
/// the result of a call.
bool Importer::emitMemberValues(const clang::MemberExpr *expr, Values &values) {
  const clang::Expr *base = expr->getBase();
  clang::SourceLocation loc = expr->getExprLoc();
  auto *field = dyn_cast<clang::FieldDecl>(expr->getMemberDecl());
  Values whole;
  if (!field || expr->isArrow() || !emitValues(base, whole)) {
    if (!failed)
      error(loc, "not supported: this member");
    return false;
  }
  Place place = makeVariable(base->getType(), 1, false, loc);
  return place && storeValues(whole, place, base->getType(), loc) &&
         loadValues(fieldOf(place, field, loc), expr->getType(), values, loc);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// Append the bits of `value` as integers of `bits` bits, the lowest first.
void Importer::splitBits(Value value, unsigned bits, Values &pieces,
                         Location loc) {
  unsigned width = value.getType().getIntOrFloatBitWidth();
  if (width == bits) {
    pieces.push_back(value);
    return;
  }
  Type integer = builder.getIntegerType(width);
  if (value.getType() != integer)
    value = arith::BitcastOp::create(builder, loc, integer, value);
  for (unsigned bit = 0; bit < width; bit += bits) {
    Value part = value;
    if (bit != 0)
      part = arith::ShRUIOp::create(builder, loc, value,
                                    constantOf(integer, bit, loc));
    pieces.push_back(arith::TruncIOp::create(
        builder, loc, builder.getIntegerType(bits), part));
  }
}

/// The value whose bits are those of `pieces`, the lowest first.
Value Importer::joinBits(ArrayRef<Value> pieces, Type type, Location loc) {
  unsigned width = type.getIntOrFloatBitWidth();
  if (pieces.size() == 1)
    return pieces.front().getType() == type
               ? pieces.front()
               : arith::BitcastOp::create(builder, loc, type, pieces.front())
                     .getResult();
  Type integer = builder.getIntegerType(width);
  Value joined;
  unsigned bit = 0;
  for (Value piece : pieces) {
    unsigned bits = piece.getType().getIntOrFloatBitWidth();
    Type narrow = builder.getIntegerType(bits);
    if (piece.getType() != narrow)
      piece = arith::BitcastOp::create(builder, loc, narrow, piece);
    Value wide = arith::ExtUIOp::create(builder, loc, integer, piece);
    if (bit != 0)
      wide = arith::ShLIOp::create(builder, loc, wide,
                                   constantOf(integer, bit, loc));
    joined = joined ? arith::OrIOp::create(builder, loc, joined, wide) : wide;
    bit += bits;
  }
  return type == integer
             ? joined
             : arith::BitcastOp::create(builder, loc, type, joined).getResult();
}

bool Importer::reinterpret(ArrayRef<Value> values, clang::QualType type,
                           Values &result, clang::SourceLocation where) {
  Location loc = locate(where);
  clang::QualType element = type;
  size_t count = 1;
  if (const auto *vector = type->getAs<clang::VectorType>()) {
    element = vector->getElementType();
    count = vector->getNumElements();
  }
  Type wanted = type->isRecordType() ? Type() : convertType(element, where);
  if (!wanted || wanted.isInteger(1) || values.front().getType().isInteger(1)) {
    if (!failed)
      error(where, "not supported: the bits of a value as a value of type '" +
                       nameOf(type) + "'");
    return false;
  }
  unsigned to = wanted.getIntOrFloatBitWidth();
  unsigned from = values.front().getType().getIntOrFloatBitWidth();
  Values pieces;
  for (Value value : values)
    splitBits(value, std::min(from, to), pieces, loc);
  size_t perElement = to / std::min(from, to);
  // A vector of three elements has the size of one of four: fill it up.
  while (pieces.size() < count * perElement)
    pieces.push_back(
        constantOf(builder.getIntegerType(std::min(from, to)), 0, loc));
  for (size_t lane = 0; lane < count; ++lane)
    result.push_back(
        joinBits(ArrayRef<Value>(pieces).slice(lane * perElement, perElement),
                 wanted, loc));
  return true;
}
