//===- ImportMemory.cpp - Where variables lie -----------------------------===//
//
// Vectors and structures are taken apart. Those of private and `__local`
// variables are a variable for each scalar, so that each may be in registers.
// Those in memory that the caller sees too, and unions, are elements of one
// memref: a field is at a constant distance from the beginning, so that the
// passes see affine subscripts. The element of such a memref is no wider than
// any scalar in it; a scalar of another type is put together from elements. So
// all accesses to one buffer are accesses to one memref, and the passes need
// know nothing of fields or types to tell which of them overlap.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "clang/AST/RecordLayout.h"
#include <numeric>

using namespace mlir;
using namespace pirch;

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

/// Note the types of the scalars in `type`, which begins at `offset`; `bytes`
/// becomes the greatest common divisor of their widths and offsets.
bool Importer::collectScalarTypes(clang::QualType type, clang::CharUnits offset,
                                  clang::SourceLocation loc,
                                  SmallVectorImpl<clang::QualType> &types,
                                  uint64_t &bytes) {
  type = type.getCanonicalType();
  if (type->isIncompleteType()) {
    error(loc, "not supported: a value of type '" + nameOf(type) + "'");
    return false;
  }
  bytes =
      std::gcd(std::gcd(bytes, bytesOf(type)), uint64_t(offset.getQuantity()));
  if (const auto *array = ast.getAsConstantArrayType(type))
    return collectScalarTypes(array->getElementType(), offset, loc, types,
                              bytes);
  if (type->isVectorType())
    return collectScalarTypes(elementOf(type), offset, loc, types, bytes);
  if (const auto *record = type->getAsRecordDecl()) {
    const clang::ASTRecordLayout &layout = ast.getASTRecordLayout(record);
    for (const clang::FieldDecl *field : record->fields()) {
      clang::CharUnits at =
          offset + ast.toCharUnitsFromBits(
                       layout.getFieldOffset(field->getFieldIndex()));
      if (!collectScalarTypes(field->getType(), at, loc, types, bytes))
        return false;
    }
    return true;
  }
  if (type->isHalfType()) {
    // Numbers of 16 bits are converted where they are loaded and stored.
    types.push_back(ast.UnsignedShortTy);
    return true;
  }
  if (type->isPointerType()) {
    // A pointer in memory is copied with what it is in, as its bits.
    types.push_back(ast.getUIntPtrType());
    return true;
  }
  if (!convertType(type, loc)) {
    if (!failed)
      error(loc, "not supported: a value of type '" + nameOf(type) + "'");
    return false;
  }
  types.push_back(type.getUnqualifiedType());
  return true;
}

Type Importer::memoryElement(clang::QualType type, clang::SourceLocation loc,
                             clang::QualType *element) {
  SmallVector<clang::QualType> types;
  uint64_t bytes = 0;
  if (!collectScalarTypes(type, clang::CharUnits::Zero(), loc, types, bytes))
    return {};
  if (types.empty() || bytes == 0) {
    error(loc, "not supported: a value of type '" + nameOf(type) + "'");
    return {};
  }
  clang::QualType scalar = types.front();
  if (!llvm::all_equal(types) || bytesOf(scalar) != bytes)
    scalar = ast.getIntTypeForBitwidth(bytes * 8, /*Signed=*/false);
  if (element)
    *element = type.isConstQualified() ? scalar.withConst() : scalar;
  return scalar->isBooleanType() ? builder.getI8Type()
                                 : convertType(scalar, loc);
}

uint64_t Importer::elementBytes(Value memref) {
  Type type = cast<MemRefType>(memref.getType()).getElementType();
  return std::max(1u, type.getIntOrFloatBitWidth() / 8);
}

SmallVector<int64_t> Importer::leafExtents(clang::QualType type) {
  type = type.getCanonicalType();
  if (const auto *array = ast.getAsConstantArrayType(type)) {
    SmallVector<int64_t> extents = leafExtents(array->getElementType());
    for (int64_t &extent : extents)
      extent *= array->getZExtSize();
    return extents;
  }
  if (const auto *vector = type->getAs<clang::VectorType>())
    return SmallVector<int64_t>(vector->getNumElements(), 1);
  if (const auto *record = type->getAsRecordDecl()) {
    if (record->isUnion()) {
      Type element = memoryElement(type, record->getLocation());
      return {element
                  ? int64_t(bytesOf(type) * 8 / element.getIntOrFloatBitWidth())
                  : 1};
    }
    SmallVector<int64_t> extents;
    for (const clang::FieldDecl *field : record->fields())
      llvm::append_range(extents, leafExtents(field->getType()));
    return extents;
  }
  return {1};
}

Place Importer::makeVariable(clang::QualType type, int64_t count, bool isLocal,
                             clang::SourceLocation where,
                             const clang::VarDecl *owner) {
  if (uint64_t bytes = owner ? units.lookup(owner) : 0) {
    Place memory;
    memory.memref = makeArray(builder.getIntegerType(bytes * 8),
                              count * bytesOf(type) / bytes, isLocal, where);
    setOwner(memory, owner);
    return memory.memref ? memory : Place();
  }
  if (owner) {
    Place place = makeVariable(type, count, isLocal, where);
    setOwner(place, owner);
    return place;
  }
  type = type.getCanonicalType();
  if (const auto *array = ast.getAsConstantArrayType(type))
    return makeVariable(
        array->getElementType(),
        llvm::SaturatingMultiply<uint64_t>(count, array->getZExtSize()),
        isLocal, where);
  Place place;
  auto add = [&](clang::QualType part) {
    // The leaves of an array of scalars are the array.
    Place leaf = makeVariable(part, count, isLocal, where);
    if (leaf.leaves.empty())
      place.leaves.push_back(leaf);
    else
      llvm::append_range(place.leaves, leaf.leaves);
    return bool(leaf);
  };
  if (const auto *vector = type->getAs<clang::VectorType>()) {
    for (unsigned lane = 0; lane < vector->getNumElements(); ++lane)
      if (!add(vector->getElementType()))
        return {};
    return place;
  }
  const clang::RecordDecl *record = type->getAsRecordDecl();
  if (record && !record->isUnion()) {
    SmallVector<clang::QualType> types;
    uint64_t bytes = 0;
    if (!collectScalarTypes(type, clang::CharUnits::Zero(), where, types,
                            bytes))
      return {};
    for (const clang::FieldDecl *field : record->fields())
      if (!add(field->getType()))
        return {};
    return place;
  }
  if (type->isPointerType())
    type = ast.getUIntPtrType();
  Type element = record ? memoryElement(type, where) : convertType(type, where);
  if (!element)
    return {};
  if (record)
    count *= bytesOf(type) * 8 / element.getIntOrFloatBitWidth();
  place.memref = makeArray(element, count, isLocal, where);
  return place.memref ? place : Place();
}

Value Importer::makeArray(Type element, int64_t count, bool isLocal,
                          clang::SourceLocation where) {
  if (count < 1 || count > kMaxElements) {
    error(where, "not supported: an array of " + Twine(count) + " elements");
    return {};
  }
  Attribute space =
      isLocal ? Attribute(builder.getI64IntegerAttr(kLocalMemorySpace))
              : Attribute();
  return memref::AllocaOp::create(
      builder, locate(where),
      MemRefType::get({count}, element, MemRefLayoutAttrInterface(), space));
}

void Importer::setOwner(const Place &place, const clang::VarDecl *decl) {
  for (Value memref : memrefsOf(place))
    owners[memref] = decl;
  if (place)
    memories[decl] = place;
}

void Importer::narrow(const Place &place, uint64_t bytes,
                      clang::SourceLocation where, const Twine &text) {
  if (failed)
    return;
  std::vector<Value> memrefs = memrefsOf(place);
  const clang::VarDecl *owner =
      memrefs.empty() ? nullptr : owners.lookup(memrefs.front());
  uint64_t &unit = units[owner];
  uint64_t finer = bytes;
  for (Value memref : memrefs)
    finer = std::gcd(finer, elementBytes(memref));
  if (!owner || (unit != 0 && finer >= unit)) {
    error(where, text);
    return;
  }
  unit = finer;
  again = failed = true;
}

//===----------------------------------------------------------------------===//
// Places within places
//===----------------------------------------------------------------------===//

Place Importer::moveBy(const Place &place, clang::QualType type, Value index,
                       bool negative, clang::SourceLocation where) {
  if (!place || place.isNull) {
    if (place.isNull)
      error(where, place.isNumber ? kNumberAccess : kNullAccess);
    return {};
  }
  if (place.parts) {
    error(where, kObjectPointer);
    return {};
  }
  if (!place.choices.empty())
    return changeChoices(place, [&](const Place &choice) {
      return moveBy(choice, type, index, negative, where);
    });
  Location loc = locate(where);
  auto move = [&](Place leaf, int64_t scale) -> Place {
    Value distance = index;
    if (scale != 1)
      distance = arith::MulIOp::create(
          builder, loc, index,
          arith::ConstantIndexOp::create(builder, loc, scale));
    if (!leaf.offset && !negative)
      return {leaf.memref, distance, {}};
    Value from = leaf.offset
                     ? leaf.offset
                     : Value(arith::ConstantIndexOp::create(builder, loc, 0));
    if (negative)
      return {
          leaf.memref, arith::SubIOp::create(builder, loc, from, distance), {}};
    return {
        leaf.memref, arith::AddIOp::create(builder, loc, from, distance), {}};
  };
  if (place.leaves.empty()) {
    uint64_t bytes = bytesOf(type), unit = elementBytes(place.memref);
    if (bytes % unit != 0) {
      narrow(place, bytes, where,
             "not supported yet: a pointer to a part of "
             "an element of its buffer");
      return {};
    }
    return move(place, bytes / unit);
  }
  SmallVector<int64_t> extents = leafExtents(type);
  if (extents.size() != place.leaves.size()) {
    narrow(place, bytesOf(type), where, kOtherType);
    return {};
  }
  Place moved;
  for (auto [leaf, extent] : llvm::zip(place.leaves, extents))
    moved.leaves.push_back(move(leaf, extent));
  return moved;
}

Place Importer::fieldOf(const Place &place, const clang::FieldDecl *field,
                        clang::SourceLocation where) {
  if (!place.choices.empty())
    return changeChoices(place, [&](const Place &choice) {
      return fieldOf(choice, field, where);
    });
  if (place.parts)
    return partOf(place, field, where);
  const clang::RecordDecl *record = field->getParent();
  if (place.leaves.empty())
    return moveBytes(
        place,
        ast.getASTRecordLayout(record).getFieldOffset(field->getFieldIndex()) /
            8,
        where);
  size_t first = 0;
  for (const clang::FieldDecl *other : record->fields()) {
    size_t count = leafExtents(other->getType()).size();
    if (first + count > place.leaves.size())
      break;
    if (other == field) {
      clang::QualType base = ast.getBaseElementType(field->getType());
      // A scalar, an array of scalars, or a union is the leaf itself.
      if (!isAggregate(base) || base->isUnionType())
        return place.leaves[first];
      Place part;
      part.leaves.assign(place.leaves.begin() + first,
                         place.leaves.begin() + first + count);
      return part;
    }
    first += count;
  }
  narrow(place, bytesOf(field->getType()), where, kOtherType);
  return {};
}

Place Importer::moveBytes(const Place &place, uint64_t bytes,
                          clang::SourceLocation where) {
  if (place.parts) {
    error(where, kObjectPointer);
    return {};
  }
  if (place.isNull) {
    error(where, place.isNumber ? kNumberAccess : kNullAccess);
    return {};
  }
  uint64_t unit = elementBytes(place.memref);
  if (bytes % unit != 0) {
    narrow(place, bytes, where,
           "not supported yet: a pointer to a part of an "
           "element of its buffer");
    return {};
  }
  if (bytes == 0)
    return place;
  Location loc = locate(where);
  Value distance = arith::ConstantIndexOp::create(builder, loc, bytes / unit);
  if (!place.offset)
    return {place.memref, distance};
  return {place.memref,
          arith::AddIOp::create(builder, loc, place.offset, distance),
          {}};
}

Place Importer::laneOf(const Place &place, clang::QualType vector, int64_t lane,
                       clang::SourceLocation where) {
  if (!place.choices.empty())
    return changeChoices(place, [&](const Place &choice) {
      return laneOf(choice, vector, lane, where);
    });
  if (place.leaves.empty())
    return moveBytes(place, lane * bytesOf(elementOf(vector)), where);
  if (lane < int64_t(place.leaves.size()))
    return place.leaves[lane];
  narrow(place, bytesOf(elementOf(vector)), where, kOtherType);
  return {};
}

bool Importer::forEachScalar(
    const Place &place, clang::QualType type, clang::SourceLocation where,
    llvm::function_ref<bool(const Place &, clang::QualType)> visit) {
  type = type.getCanonicalType();
  if (!place || !mayEmit(where))
    return false;
  if (const auto *vector = type->getAs<clang::VectorType>()) {
    for (unsigned lane = 0; lane < vector->getNumElements(); ++lane) {
      Place part = laneOf(place, type, lane, where);
      if (!part || !visit(part, vector->getElementType()))
        return false;
    }
    return true;
  }
  if (const auto *array = ast.getAsConstantArrayType(type)) {
    for (uint64_t index = 0; index < array->getZExtSize(); ++index) {
      Value at = arith::ConstantIndexOp::create(builder, locate(where), index);
      if (!forEachScalar(
              moveBy(place, array->getElementType(), at, false, where),
              array->getElementType(), where, visit))
        return false;
    }
    return true;
  }
  if (const auto *record = type->getAsRecordDecl()) {
    if (record->isUnion()) {
      clang::QualType element;
      if (!memoryElement(type, where, &element))
        return false;
      for (uint64_t byte = 0; byte < bytesOf(type); byte += bytesOf(element))
        if (!visit(moveBytes(place, byte, where), element))
          return false;
      return true;
    }
    return llvm::all_of(record->fields(), [&](const clang::FieldDecl *field) {
      return forEachScalar(fieldOf(place, field, where), field->getType(),
                           where, visit);
    });
  }
  // Of a pointer, its bits are copied.
  return visit(place, type->isPointerType() ? ast.getUIntPtrType() : type);
}
