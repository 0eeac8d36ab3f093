//===- ImportPointerVariable.cpp - Pointers that change -------------------===//
//
// A pointer variable that is assigned to keeps its offset in a variable. If it
// may point into several memories, another variable holds which it is. Which
// memories these are is found out by attempts: an assignment that names a new
// one lets the kernel be imported again, with that memory known from the first
// use of the pointer on.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pirch;

MovingPointer Importer::makePointer(StringRef name, clang::QualType type,
                                    Location loc) {
  MovingPointer pointer;
  pointer.number = numPointers++;
  pointer.name = name.str();
  pointer.pointee = type->getPointeeType();
  auto makeCell = [&](Type element) -> Value {
    return memref::AllocaOp::create(builder, loc,
                                    MemRefType::get({1}, element));
  };
  pointer.offset = makeCell(builder.getI64Type());
  if (targets.size() < numPointers)
    targets.resize(numPointers);
  if (targets[pointer.number].size() > 1)
    pointer.which = makeCell(builder.getI32Type());
  if (nullable.contains(pointer.number))
    pointer.whetherNull = makeCell(builder.getI1Type());
  return pointer;
}

void Importer::declarePointer(const clang::VarDecl *decl, Location loc) {
  places.erase(decl);
  MovingPointer pointer = makePointer(decl->getName(), decl->getType(), loc);
  pointer.mayBeNumber = numbered.contains(decl);
  pointers[decl] = pointer;
}

void Importer::setOffset(Place &place, Value offset) {
  if (place.memref)
    place.offset = offset;
  for (Place &leaf : place.leaves)
    leaf.offset = offset;
}

bool Importer::isDeclaredHere(const Place &place) {
  std::vector<Value> memrefs = memrefsOf(place);
  return !memrefs.empty() && memrefs.front().getParentRegion()->isAncestor(
                                 builder.getInsertionBlock()->getParent());
}

Place Importer::readPointer(const MovingPointer &pointer,
                            clang::SourceLocation where) {
  Location loc = locate(where);
  // Memory that is declared by now and that an earlier attempt has found to be
  // pointed into may be what the pointer points into in a later iteration.
  std::vector<Place> bases = pointer.bases;
  if (pointer.which || bases.empty())
    for (auto [index, owner] : llvm::enumerate(targets[pointer.number])) {
      if (bases.size() <= index)
        bases.emplace_back();
      if (auto found = memories.find(owner); !bases[index] &&
                                             found != memories.end() &&
                                             isDeclaredHere(found->second))
        bases[index] = found->second;
    }
  if (llvm::none_of(bases, [](const Place &base) { return bool(base); })) {
    // The pointer is null here, unless a later statement of a loop assigns
    // something to it, with which the kernel is then imported again. Accesses
    // that never take place name a variable of their own.
    if (!pointer.whetherNull || pointer.pointee->isIncompleteType())
      return {};
    readEarly.insert(pointer.number);
    bases = {makeVariable(pointer.pointee, 1, /*isLocal=*/false, where)};
    if (!bases.front())
      return {};
  }
  Value offset = toIndex(load({pointer.offset, {}}, loc), true, loc);
  for (Place &base : bases)
    setOffset(base, offset);
  Place place = bases.front();
  if (pointer.which) {
    place = {};
    place.choices = bases;
    place.which = load({pointer.which, {}}, loc);
  }
  place.mayBeNumber = pointer.mayBeNumber;
  if (pointer.whetherNull)
    place.whetherNull = load({pointer.whetherNull, {}}, loc);
  return place;
}

std::optional<size_t> Importer::findBase(MovingPointer &pointer,
                                         const Place &value,
                                         clang::SourceLocation where) {
  std::vector<Value> memrefs = memrefsOf(value);
  for (auto [index, base] : llvm::enumerate(pointer.bases))
    if (base && memrefsOf(base) == memrefs)
      return index;
  const clang::VarDecl *owner = owners.lookup(memrefs.front());
  if (!owner && pointer.bases.empty() && !pointer.which) {
    pointer.bases.push_back(value);
    return 0;
  }
  SmallVector<const clang::VarDecl *, 1> &known = targets[pointer.number];
  size_t index = llvm::find(known, owner) - known.begin();
  bool isKnown = index < pointer.bases.size() && pointer.bases[index];
  if (!owner || isKnown) {
    error(where, "not supported yet: the pointer '" + pointer.name +
                     "' to more than one variable or parameter");
    return std::nullopt;
  }
  if (index == known.size()) {
    known.push_back(owner);
    if (known.size() > 1 || readEarly.contains(pointer.number)) {
      again = failed = true;
      return std::nullopt;
    }
  }
  if (pointer.bases.size() <= index)
    pointer.bases.resize(index + 1);
  pointer.bases[index] = value;
  setOffset(pointer.bases[index], {});
  return index;
}

bool Importer::assignPointer(const clang::VarDecl *decl, const Place &value,
                             clang::SourceLocation where) {
  auto found = pointers.find(decl);
  if (found == pointers.end() || !value) {
    if (!failed)
      error(where, "not supported: this use of a pointer");
    return false;
  }
  return assignPointer(found->second, value, where);
}

bool Importer::assignPointer(MovingPointer &pointer, const Place &value,
                             clang::SourceLocation where) {
  if (value.isNumber) {
    pointer.mayBeNumber = true;
    return true;
  }
  Location loc = locate(where);
  bool mayBeNull = value.isNull || value.whetherNull;
  if (mayBeNull && !pointer.whetherNull) {
    nullable.insert(pointer.number);
    again = failed = true;
    return false;
  }
  if (pointer.whetherNull)
    store(value.whetherNull
              ? value.whetherNull
              : constantOf(builder.getI1Type(), value.isNull, loc),
          {pointer.whetherNull, {}}, loc);
  // A null pointer points to nothing; the offset stays.
  if (value.isNull)
    return true;
  if (value.parts) {
    error(where, kObjectPointer);
    return false;
  }
  pointer.mayBeNumber |= value.mayBeNumber;
  if (!value.choices.empty())
    return accessChoice(value, loc, [&](const Place &choice) {
      Place chosen = choice;
      chosen.whetherNull = value.whetherNull;
      return assignPointer(pointer, chosen, where);
    });
  if (!value.leaves.empty()) {
    SmallVector<int64_t> extents = leafExtents(pointer.pointee);
    if (extents.size() != value.leaves.size() || !llvm::all_equal(extents)) {
      error(where, "not supported yet: changing a pointer to a private "
                   "structure that has an array");
      return false;
    }
  }
  std::optional<size_t> base = findBase(pointer, value, where);
  if (!base)
    return false;
  Value offset =
      value.leaves.empty() ? value.offset : value.leaves.front().offset;
  if (!offset)
    offset = arith::ConstantIndexOp::create(builder, loc, 0);
  store(arith::IndexCastOp::create(builder, loc, builder.getI64Type(), offset),
        {pointer.offset, {}}, loc);
  if (pointer.which)
    store(constantOf(builder.getI32Type(), *base, loc), {pointer.which, {}},
          loc);
  return true;
}

Place Importer::changeChoices(const Place &place,
                              llvm::function_ref<Place(const Place &)> change) {
  Place changed;
  changed.which = place.which;
  changed.whetherNull = place.whetherNull;
  changed.mayBeNumber = place.mayBeNumber;
  for (const Place &choice : place.choices)
    changed.choices.push_back(choice ? change(choice) : Place());
  return changed;
}

bool Importer::accessChoice(const Place &place, Location loc,
                            llvm::function_ref<bool(const Place &)> access) {
  for (auto [index, choice] : llvm::enumerate(place.choices)) {
    if (!choice)
      continue;
    Value isHere = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, place.which,
        constantOf(builder.getI32Type(), index, loc));
    auto branch = scf::IfOp::create(builder, loc, isHere,
                                    /*withElseRegion=*/false);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    if (!access(choice))
      return false;
  }
  return true;
}

std::vector<Value> Importer::memrefsOf(const Place &place) {
  std::vector<Value> memrefs;
  if (place.memref)
    memrefs.push_back(place.memref);
  for (const Place &leaf : place.leaves)
    memrefs.push_back(leaf.memref);
  return memrefs;
}
