//===- ImportClass.cpp - Objects of C++ -----------------------------------===//
//
// A lambda, an iterator or a span holds pointers and references, which have no
// memory in a kernel: what each points into is known when the kernel is
// imported. So an object of such a class is a list of places, one for each base
// and field, and copying it copies the list. All other classes are structures
// as in C.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pirch;

bool Importer::isObject(clang::QualType type) {
  const clang::CXXRecordDecl *record =
      type.getCanonicalType()->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->isUnion())
    return false;
  record = record->getDefinition();
  return record->isLambda() || record->isEmpty() || record->getNumBases() > 0 ||
         llvm::any_of(record->fields(), [](const clang::FieldDecl *field) {
           return field->getType()->isPointerType() ||
                  field->getType()->isReferenceType() ||
                  isObject(field->getType());
         });
}

/// The class of an object, complete.
static const clang::CXXRecordDecl *classOf(clang::QualType type) {
  return type.getCanonicalType()->getAsCXXRecordDecl()->getDefinition();
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

Place Importer::makeObject(clang::QualType type, clang::SourceLocation where) {
  const clang::CXXRecordDecl *record = classOf(type);
  Place object;
  object.parts = std::make_shared<std::vector<Place>>();
  auto add = [&](clang::QualType part) {
    Place place;
    if (isObject(part))
      place = makeObject(part, where);
    else if (!part->isPointerType() && !part->isReferenceType())
      place = makeVariable(part.getUnqualifiedType(), 1, false, where);
    object.parts->push_back(place);
    return !failed;
  };
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (!add(base.getType()))
      return {};
  for (const clang::FieldDecl *field : record->fields())
    if (!add(field->getType()))
      return {};
  return object;
}

Place Importer::copyObject(const Place &from, clang::QualType type,
                           clang::SourceLocation where) {
  const clang::CXXRecordDecl *record = classOf(type);
  Place object;
  object.parts = std::make_shared<std::vector<Place>>();
  auto copy = [&](clang::QualType part, const Place &source) {
    Place place = source;
    if (isObject(part)) {
      place = copyObject(source, part, where);
    } else if (!part->isPointerType() && !part->isReferenceType() &&
               source.refusal.empty()) {
      Values values;
      place = makeVariable(part.getUnqualifiedType(), 1, false, where);
      if (!place || !loadValues(source, part, values, where) ||
          !storeValues(values, place, part, where))
        return false;
    }
    object.parts->push_back(place);
    return !failed;
  };
  if (from.parts) {
    size_t index = 0;
    for (const clang::CXXBaseSpecifier &base : record->bases())
      if (!copy(base.getType(), resolvePart(from, index++)))
        return {};
    for (const clang::FieldDecl *field : record->fields())
      if (!copy(field->getType(), resolvePart(from, index++)))
        return {};
    return object;
  }
  for (auto [index, base] : llvm::enumerate(record->bases()))
    if (!copy(base.getType(),
              baseOf(from, base.getType()->getAsCXXRecordDecl(), index, where)))
      return {};
  for (const clang::FieldDecl *field : record->fields())
    if (!copy(field->getType(), fieldOf(from, field, where)))
      return {};
  return object;
}

Place Importer::baseOf(const Place &place, const clang::CXXRecordDecl *record,
                       unsigned index, clang::SourceLocation where) {
  if (place.parts)
    return resolvePart(place, index);
  error(where, "not supported yet: the base '" + record->getNameAsString() +
                   "' of an object in memory");
  return {};
}

Place Importer::baseOf(const Place &derived, const clang::CastExpr *cast) {
  Place place = derived;
  clang::QualType type = cast->getSubExpr()->getType();
  if (type->isPointerType())
    type = type->getPointeeType();
  const clang::CXXRecordDecl *record = classOf(type);
  for (const clang::CXXBaseSpecifier *step : cast->path()) {
    const clang::CXXRecordDecl *base = classOf(step->getType());
    unsigned index = 0;
    for (const clang::CXXBaseSpecifier &each : record->bases()) {
      if (classOf(each.getType()) == base)
        break;
      ++index;
    }
    if (step->isVirtual() || index == record->getNumBases()) {
      error(cast->getExprLoc(), "not supported: a virtual base");
      return {};
    }
    place = baseOf(place, base, index, cast->getExprLoc());
    if (!place)
      return {};
    record = base;
  }
  return place;
}

/// The index of a field among the parts of an object.
static size_t partIndex(const clang::FieldDecl *field) {
  const auto *record = cast<clang::CXXRecordDecl>(field->getParent());
  return record->getNumBases() + field->getFieldIndex();
}

Place Importer::partOf(const Place &object, const clang::FieldDecl *field,
                       clang::SourceLocation where) {
  const Place &part = resolvePart(object, partIndex(field));
  if (!part.refusal.empty())
    error(where, part.refusal);
  else if (!part)
    error(where, "not supported: the pointer '" + field->getNameAsString() +
                     "' before anything is assigned to it");
  return part;
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

Place Importer::bindReference(clang::QualType type, const clang::Expr *init) {
  if (!type.getNonReferenceType()->isPointerType())
    return emitPlace(init);
  // Another name of a pointer is a copy of it: the pointer must not change.
  const clang::Expr *inner = init->IgnoreParenCasts();
  if (const auto *ref = dyn_cast<clang::DeclRefExpr>(inner))
    if (const auto *decl = dyn_cast<clang::VarDecl>(ref->getDecl());
        decl && !findCapture(ref) && pointers.count(decl)) {
      error(init->getExprLoc(), "not supported yet: a reference to the pointer "
                                "'" +
                                    decl->getName() +
                                    "', which is assigned to");
      return {};
    }
  return emitPointer(init);
}

bool Importer::initializePart(Place &place, clang::QualType type,
                              const clang::Expr *init,
                              clang::SourceLocation where) {
  if (const auto *given = dyn_cast_or_null<clang::CXXDefaultInitExpr>(init))
    init = given->getExpr();
  if (type->isReferenceType())
    place = bindReference(type, init);
  else if (type->isPointerType() && init &&
           !isa<clang::ImplicitValueInitExpr>(init))
    place = emitPointer(init);
  else if (type->isPointerType())
    place.isNull = true;
  else if (isObject(type) && init)
    place = emitObject(init);
  else if (isObject(type))
    place = makeObject(type, where);
  else {
    place = makeVariable(type.getUnqualifiedType(), 1, false, where);
    if (place)
      initialize(place, type, init, where);
  }
  return place && !failed;
}

//===----------------------------------------------------------------------===//
// Lambdas
//===----------------------------------------------------------------------===//

Place Importer::emitLambda(const clang::LambdaExpr *lambda) {
  Place object;
  object.parts = std::make_shared<std::vector<Place>>();
  for (auto [field, init] :
       llvm::zip(lambda->getLambdaClass()->fields(), lambda->capture_inits())) {
    Place part;
    if (!initializePart(part, field->getType(), init, init->getExprLoc()))
      return {};
    object.parts->push_back(part);
  }
  return object;
}

const clang::FieldDecl *
Importer::findCapture(const clang::DeclRefExpr *expr) const {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(callStack.back());
  if (!expr->refersToEnclosingVariableOrCapture() || !method ||
      !method->getParent()->isLambda())
    return nullptr;
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
  clang::FieldDecl *thisCapture = nullptr;
  method->getParent()->getCaptureFields(captures, thisCapture);
  return captures.lookup(expr->getDecl());
}

Place Importer::emitThis(const clang::CXXThisExpr *expr) {
  const auto *method = dyn_cast<clang::CXXMethodDecl>(callStack.back());
  if (!method || !method->getParent()->isLambda())
    return self;
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
  clang::FieldDecl *thisCapture = nullptr;
  method->getParent()->getCaptureFields(captures, thisCapture);
  return thisCapture ? fieldOf(self, thisCapture, expr->getExprLoc()) : self;
}

//===----------------------------------------------------------------------===//
// Constructors
//===----------------------------------------------------------------------===//

bool Importer::checkDestruction(clang::QualType type,
                                clang::SourceLocation where) {
  const clang::CXXRecordDecl *record =
      ast.getBaseElementType(type)->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition() || record->hasTrivialDestructor() ||
      record->getQualifiedNameAsString() == kGroupArrayName)
    return true;
  error(where,
        "not supported: an object with a destructor ('" + nameOf(type) + "')");
  return false;
}

/// The memory of a group that a `pirch::group_array` is.
static const clang::TemplateArgumentList *
groupArrayArguments(const clang::CXXRecordDecl *record) {
  const auto *instance =
      dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
  return instance && record->getQualifiedNameAsString() == kGroupArrayName
             ? &instance->getTemplateArgs()
             : nullptr;
}

bool Importer::initializeMember(const Place &object,
                                const clang::CXXCtorInitializer *init,
                                const clang::CXXConstructorDecl *constructor) {
  clang::SourceLocation where = init->getSourceLocation();
  const clang::Expr *value = init->getInit();
  if (init->isDelegatingInitializer() || init->isBaseInitializer()) {
    const auto *call =
        dyn_cast<clang::CXXConstructExpr>(value->IgnoreImplicit());
    if (!call) {
      error(where, "not supported: this initializer of a base");
      return false;
    }
    if (init->isDelegatingInitializer())
      return construct(object, call);
    unsigned index = 0;
    for (const clang::CXXBaseSpecifier &base :
         constructor->getParent()->bases()) {
      if (ast.hasSameUnqualifiedType(base.getType(),
                                     clang::QualType(init->getBaseClass(), 0)))
        break;
      ++index;
    }
    Place base = baseOf(object, constructor->getParent(), index, where);
    return base && construct(base, call);
  }
  const clang::FieldDecl *field = init->getMember();
  if (!field) {
    error(where, "not supported yet: initializing a member of an anonymous "
                 "union");
    return false;
  }
  if (const auto *given = dyn_cast<clang::CXXDefaultInitExpr>(value))
    value = given->getExpr();
  if (object.parts)
    return initializePart((*object.parts)[partIndex(field)], field->getType(),
                          value, where);
  Place place = fieldOf(object, field, where);
  if (place)
    initialize(place, field->getType(), value, where);
  return !failed;
}

bool Importer::construct(const Place &object,
                         const clang::CXXConstructExpr *expr) {
  clang::SourceLocation where = expr->getExprLoc();
  const clang::CXXConstructorDecl *constructor = expr->getConstructor();
  const clang::CXXRecordDecl *record = constructor->getParent();
  clang::QualType type = expr->getType();
  if (const clang::TemplateArgumentList *arguments =
          groupArrayArguments(record)) {
    (*object.parts)[0] = makeVariable(
        arguments->get(0).getAsType(),
        arguments->get(1).getAsIntegral().getExtValue(), true, where);
    return !failed;
  }
  if (constructor->isCopyOrMoveConstructor() &&
      (constructor->isTrivial() || constructor->isDefaulted())) {
    const clang::Expr *source = expr->getArg(0);
    if (object.parts) {
      Place copied = emitObject(source);
      if (copied)
        *object.parts = *copied.parts;
      return bool(copied);
    }
    Values values;
    return emitValues(source, values) &&
           storeValues(values, object, type, where);
  }
  if (expr->requiresZeroInitialization() && !object.parts)
    initialize(object, type, nullptr, where);
  if (constructor->isTrivial() && constructor->isDefaultConstructor())
    return !failed;
  const clang::FunctionDecl *definition = nullptr;
  if (!constructor->hasBody(definition)) {
    error(where, "not supported: the constructor of '" + nameOf(type) +
                     "', which this file does not define");
    return false;
  }
  const auto *defined = cast<clang::CXXConstructorDecl>(definition);
  Call call = {where, {}, object};
  for (const clang::Expr *argument : expr->arguments())
    call.args.push_back(argument);
  emitInlined(call, defined, [&] {
    return llvm::all_of(defined->inits(),
                        [&](const clang::CXXCtorInitializer *init) {
                          return initializeMember(self, init, defined);
                        });
  });
  return !failed;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Place Importer::emitObjectList(const clang::InitListExpr *list) {
  clang::SourceLocation where = list->getExprLoc();
  if (list->isTransparent())
    return emitObject(list->getInit(0));
  Place object = makeObject(list->getType(), where);
  if (!object)
    return {};
  const clang::CXXRecordDecl *record = classOf(list->getType());
  size_t index = 0;
  auto next = [&](clang::QualType type) {
    const clang::Expr *init =
        index < list->getNumInits() ? list->getInit(index) : nullptr;
    return initializePart((*object.parts)[index++], type, init, where);
  };
  for (const clang::CXXBaseSpecifier &base : record->bases())
    if (!next(base.getType()))
      return {};
  for (const clang::FieldDecl *field : record->fields())
    if (!next(field->getType()))
      return {};
  return object;
}

Place Importer::emitObject(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  clang::SourceLocation where = expr->getExprLoc();
  clang::QualType type = expr->getType();
  if (failed || !mayEmit(where) || !checkDestruction(type, where))
    return {};
  llvm::SaveAndRestore nested(depth, depth + 1);
  if (expr->isGLValue()) {
    Place from = emitPlace(expr);
    return from ? copyObject(from, type, where) : Place();
  }
  if (auto *full = dyn_cast<clang::FullExpr>(expr))
    return emitObject(full->getSubExpr());
  if (auto *temporary = dyn_cast<clang::CXXBindTemporaryExpr>(expr))
    return emitObject(temporary->getSubExpr());
  if (auto *given = dyn_cast<clang::CXXDefaultArgExpr>(expr))
    return emitObject(given->getExpr());
  if (auto *given = dyn_cast<clang::CXXDefaultInitExpr>(expr))
    return emitObject(given->getExpr());
  if (auto *conversion = dyn_cast<clang::CastExpr>(expr);
      conversion &&
      llvm::is_contained({clang::CK_NoOp, clang::CK_ConstructorConversion,
                          clang::CK_UserDefinedConversion},
                         conversion->getCastKind()))
    return emitObject(conversion->getSubExpr());
  if (auto *lambda = dyn_cast<clang::LambdaExpr>(expr))
    return emitLambda(lambda);
  if (auto *list = dyn_cast<clang::InitListExpr>(expr))
    return emitObjectList(list);
  if (auto *made = dyn_cast<clang::CXXConstructExpr>(expr)) {
    Place object = makeObject(type, where);
    return object && construct(object, made) ? object : Place();
  }
  if (auto *call = dyn_cast<clang::CallExpr>(expr))
    if (const clang::FunctionDecl *definition = definitionOf(call))
      return emitInlined(call, definition);
  if (auto *choice = dyn_cast<clang::ConditionalOperator>(expr)) {
    clang::Expr::EvalResult known;
    if (choice->getCond()->EvaluateAsInt(known, ast))
      return emitObject(known.Val.getInt().getBoolValue()
                            ? choice->getTrueExpr()
                            : choice->getFalseExpr());
  }
  error(where, "not supported: an object of type '" + nameOf(type) +
                   "' by this expression (" + expr->getStmtClassName() + ")");
  return {};
}
