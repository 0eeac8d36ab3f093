//===- ImportAccess.cpp - Loads and stores of values ----------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace pirch;

bool Importer::checkAccess(const Place &place, clang::QualType type,
                           clang::SourceLocation where) {
  if (place.parts) {
    error(where, kObjectPointer);
    return false;
  }
  if (failed)
    return false;
  if (place.isNull)
    error(where, place.isNumber ? kNumberAccess : kNullAccess);
  else if (!place.memref)
    narrow(place, bytesOf(type), where, kOtherType);
  else if (bytesOf(type) % elementBytes(place.memref) != 0 ||
           (cast<MemRefType>(place.memref.getType())
                .getElementType()
                .isInteger(1) &&
            !type->isBooleanType()))
    narrow(place, bytesOf(type), where,
           "not supported yet: accessing a part "
           "of an element of a buffer");
  return !failed;
}

Value Importer::loadScalar(const Place &place, clang::QualType type,
                           clang::SourceLocation where) {
  Location loc = locate(where);
  if (!place.choices.empty()) {
    Values values;
    return loadValues(place, type, values, where) ? values.front() : Value();
  }
  Type wanted = convertType(type, where);
  if (!wanted || !checkAccess(place, type, where))
    return {};
  Value first = load(place, loc);
  if (first.getType() == wanted)
    return first;
  // A byte of memory that is a bool holds 0 or 1.
  if (wanted.isInteger(1) && first.getType().isInteger(8))
    return arith::TruncIOp::create(builder, loc, wanted, first);
  uint64_t bytes = bytesOf(type), unit = elementBytes(place.memref);
  if (wanted.isInteger(1)) {
    // Other bytes than 0 and 1 are no value of a bool.
    narrow(place, 1, where,
           "not supported yet: accessing a part of an element "
           "of a buffer");
    return {};
  }
  Values pieces = {first};
  for (uint64_t byte = unit; byte < bytes; byte += unit)
    pieces.push_back(load(moveBytes(place, byte, where), loc));
  return joinBits(pieces, wanted, loc);
}

bool Importer::storeScalar(Value value, const Place &place,
                           clang::QualType type, clang::SourceLocation where) {
  Location loc = locate(where);
  if (!place.choices.empty())
    return accessChoice(place, loc, [&](const Place &choice) {
      return storeScalar(value, choice, type, where);
    });
  if (!checkAccess(place, type, where))
    return false;
  Type held = cast<MemRefType>(place.memref.getType()).getElementType();
  if (value.getType() == held) {
    store(value, place, loc);
    return true;
  }
  if (value.getType().isInteger(1) && held.isInteger(8)) {
    store(arith::ExtUIOp::create(builder, loc, held, value), place, loc);
    return true;
  }
  uint64_t unit = elementBytes(place.memref);
  if (value.getType().isInteger(1)) {
    narrow(place, 1, where,
           "not supported yet: accessing a part of an element "
           "of a buffer");
    return false;
  }
  Values pieces;
  splitBits(value, unit * 8, pieces, loc);
  for (auto [index, piece] : llvm::enumerate(pieces)) {
    if (piece.getType() != held)
      piece = arith::BitcastOp::create(builder, loc, held, piece);
    store(piece, moveBytes(place, index * unit, where), loc);
  }
  return true;
}

bool Importer::loadValues(const Place &place, clang::QualType type,
                          Values &values, clang::SourceLocation loc) {
  if (!place.choices.empty()) {
    Place copy = makeVariable(type.getUnqualifiedType(), 1, false, loc);
    return copy &&
           accessChoice(place, locate(loc),
                        [&](const Place &choice) {
                          Values loaded;
                          return loadValues(choice, type, loaded, loc) &&
                                 storeValues(loaded, copy, type, loc);
                        }) &&
           loadValues(copy, type, values, loc);
  }
  return forEachScalar(place, type, loc,
                       [&](const Place &part, clang::QualType scalar) {
                         values.push_back(loadScalar(part, scalar, loc));
                         return bool(values.back());
                       });
}

bool Importer::storeValues(ArrayRef<Value> values, const Place &place,
                           clang::QualType type, clang::SourceLocation loc) {
  if (!place.choices.empty())
    return accessChoice(place, locate(loc), [&](const Place &choice) {
      return storeValues(values, choice, type, loc);
    });
  size_t next = 0;
  return forEachScalar(place, type, loc,
                       [&](const Place &part, clang::QualType scalar) {
                         return next < values.size() &&
                                storeScalar(values[next++], part, scalar, loc);
                       });
}

/// Store the characters of a string literal, and zeros behind them.
void Importer::initializeText(const Place &place,
                              const clang::ConstantArrayType *array,
                              const clang::StringLiteral *text,
                              clang::SourceLocation where) {
  clang::QualType element = array->getElementType();
  Location loc = locate(where);
  Type type = convertType(element, where);
  for (uint64_t i = 0; type && i < array->getZExtSize() && mayEmit(where);
       ++i) {
    APInt code(type.getIntOrFloatBitWidth(),
               i < text->getLength() ? text->getCodeUnit(i) : 0);
    Value at = arith::ConstantIndexOp::create(builder, loc, i);
    Value character = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(type, code));
    storeScalar(character, moveBy(place, element, at, false, where), element,
                where);
  }
}

/// Store what an initializer says, one scalar after the other; what it leaves
/// out is zero.
void Importer::initialize(const Place &place, clang::QualType type,
                          const clang::Expr *init,
                          clang::SourceLocation where) {
  if (init)
    init = init->IgnoreParens();
  bool isEmpty = !init || isa<clang::ImplicitValueInitExpr>(init);
  const auto *list = dyn_cast_or_null<clang::InitListExpr>(init);
  if (const auto *array = ast.getAsConstantArrayType(type)) {
    if (list && list->isStringLiteralInit())
      init = list->getInit(0)->IgnoreParens();
    if (const auto *text = dyn_cast_or_null<clang::StringLiteral>(init))
      return initializeText(place, array, text, where);
    if (!isEmpty && !list) {
      error(init->getBeginLoc(), "not supported: this initializer of an array");
      return;
    }
    for (uint64_t i = 0; i < array->getZExtSize() && mayEmit(where); ++i) {
      const clang::Expr *part = !list ? nullptr
                                : i < list->getNumInits()
                                    ? list->getInit(i)
                                    : list->getArrayFiller();
      Value at = arith::ConstantIndexOp::create(builder, locate(where), i);
      initialize(moveBy(place, array->getElementType(), at, false, where),
                 array->getElementType(), part, where);
    }
    return;
  }
  const clang::RecordDecl *record = type->getAsRecordDecl();
  if (record && !record->isUnion() && (isEmpty || list)) {
    unsigned index = 0;
    for (const clang::FieldDecl *field : record->fields()) {
      const clang::Expr *part =
          list && index < list->getNumInits() ? list->getInit(index) : nullptr;
      ++index;
      initialize(fieldOf(place, field, where), field->getType(), part, where);
    }
    return;
  }
  if (record && list) {
    initialize(place, type, nullptr, where);
    const clang::FieldDecl *field = list->getInitializedFieldInUnion();
    if (field && list->getNumInits() > 0)
      initialize(fieldOf(place, field, where), field->getType(),
                 list->getInit(0), where);
    return;
  }
  Values values;
  if (!isEmpty ? emitValues(init, values)
               : emitInitValues(nullptr, type, values, where))
    storeValues(values, place, type, where);
}
