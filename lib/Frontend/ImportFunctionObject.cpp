//===- ImportFunctionObject.cpp - Function objects as kernels -------------===//
//
// A function object of the host becomes the arguments of a kernel: numbers in
// it are scalars, pointers and references are buffers, and objects in it are
// taken apart. For each argument the host is told where in the object it lies.
//
//===----------------------------------------------------------------------===//

#include "Importer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pirch;

/// A value that the object has and that the kernel has not used so far.
struct pirch::HostValue {
  clang::QualType type;
  /// As `HostParam::path`, and what the value is called.
  std::vector<uint32_t> path;
  std::string name;
};

/// The arguments of the kernel so far.
struct pirch::HostArguments {
  Block *entry;
  std::vector<HostParam> &params;
  llvm::StringSet<> used = {};
  SmallVector<Type> inputs = {};
  SmallVector<Attribute> names = {}, types = {}, attributes = {};
};

bool Importer::isBufferElement(clang::QualType type) {
  type = type.getCanonicalType();
  if (const auto *array = ast.getAsConstantArrayType(type))
    return isBufferElement(array->getElementType());
  if (const auto *vector = type->getAs<clang::VectorType>())
    return isBufferElement(vector->getElementType());
  if (const auto *record = type->getAsRecordDecl())
    return record->isCompleteDefinition() && !isObject(type) &&
           llvm::all_of(record->fields(), [&](const clang::FieldDecl *field) {
             return !field->isBitField() && isBufferElement(field->getType());
           });
  const auto *builtin = type->getAs<clang::BuiltinType>();
  return type->isEnumeralType() || type->isHalfType() ||
         (builtin && ast.getTypeSize(type) <= 64 &&
          (builtin->isInteger() ||
           type->isSpecificBuiltinType(clang::BuiltinType::Float) ||
           type->isSpecificBuiltinType(clang::BuiltinType::Double)));
}

Value Importer::addHostArgument(Type type, const std::string &cType,
                                StringRef name, HostParam param) {
  HostArguments &arguments = *hostArguments;
  std::string base = name.empty() ? "object" : name.str(), own = base;
  for (int number = 2; !arguments.used.insert(own).second; ++number)
    own = base + "_" + std::to_string(number);
  param.isConst = StringRef(cType).starts_with("const ");
  arguments.params.push_back(param);
  arguments.inputs.push_back(type);
  arguments.names.push_back(builder.getStringAttr(own));
  arguments.types.push_back(builder.getStringAttr(cType));
  NamedAttribute noAlias(
      builder.getStringAttr(LLVM::LLVMDialect::getNoAliasAttrName()),
      builder.getUnitAttr());
  arguments.attributes.push_back(param.isBuffer
                                     ? builder.getDictionaryAttr(noAlias)
                                     : builder.getDictionaryAttr({}));
  return arguments.entry->addArgument(type,
                                      arguments.entry->getParentOp()->getLoc());
}

/// A buffer: that to which the pointer leads which lies at the path, or,
/// without `isPointer`, what lies there.
Place Importer::bindHostBuffer(clang::QualType element, const HostValue &value,
                               bool isPointer) {
  clang::QualType scalar;
  Type type = memoryElement(element, callStack.front()->getLocation(), &scalar);
  if (!type)
    return {};
  HostParam param = {value.path, {}, isPointer, /*isBuffer=*/true};
  return {addHostArgument(MemRefType::get({ShapedType::kDynamic}, type),
                          cTypeName(scalar) + " *", value.name, param),
          {}};
}

/// A structure or array that the object has a copy of: a buffer of its own, of
/// which a few scalars are loaded once, so that they are known to be the same
/// for all work items.
Place Importer::bindHostAggregate(const HostValue &value) {
  constexpr int64_t kFewScalars = 64;
  clang::SourceLocation where = callStack.front()->getLocation();
  Place memory = bindHostBuffer(value.type.withConst(), value, false);
  int64_t scalars = 0;
  for (int64_t extent : leafExtents(value.type))
    scalars += extent;
  if (!memory || scalars > kFewScalars)
    return memory;
  Values values;
  Place place = makeVariable(value.type.getUnqualifiedType(), 1, false, where);
  return place && loadValues(memory, value.type, values, where) &&
                 storeValues(values, place, value.type, where)
             ? place
             : Place();
}

Place Importer::bindHostScalar(const HostValue &value) {
  clang::SourceLocation where = callStack.front()->getLocation();
  Type type = convertType(value.type, where);
  bool isBool = type && type.isInteger(1);
  Value argument = addHostArgument(isBool ? builder.getI8Type() : type,
                                   cTypeName(value.type.getUnqualifiedType()),
                                   value.name, {value.path});
  if (isBool)
    argument =
        arith::TruncIOp::create(builder, argument.getLoc(), type, argument);
  Place place = makeVariable(value.type.getUnqualifiedType(), 1, false, where);
  return place && storeScalar(argument, place, value.type, where) ? place
                                                                  : Place();
}

Place Importer::bindHostValue(const HostValue &value) {
  clang::QualType type = value.type;
  auto refuse = [&](StringRef what) {
    Place place;
    place.refusal = ("not supported: " + what + " of type '" + nameOf(type) +
                     "' of the host in a kernel")
                        .str();
    return place;
  };
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(hostArguments->entry);
  if (type->isPointerType() || type->isReferenceType()) {
    clang::QualType pointee = type->getPointeeType();
    if (isBufferElement(pointee))
      return bindHostBuffer(pointee, value, /*isPointer=*/true);
    if (!isObject(pointee))
      return refuse(type->isPointerType() ? "a pointer" : "a reference");
    HostValue target = {pointee, value.path, value.name};
    target.path.push_back(0);
    return bindHostRecord(target);
  }
  if (isObject(type))
    return bindHostRecord(value);
  if (!isBufferElement(type))
    return refuse("a value");
  return isAggregate(type) || type->isArrayType() ? bindHostAggregate(value)
                                                  : bindHostScalar(value);
}

Place Importer::bindHostRecord(const HostValue &value) {
  const clang::CXXRecordDecl *record =
      value.type.getCanonicalType()->getAsCXXRecordDecl()->getDefinition();
  const clang::ASTRecordLayout &layout = ast.getASTRecordLayout(record);
  Place object;
  object.parts = std::make_shared<std::vector<Place>>();
  auto add = [&](clang::QualType type, clang::CharUnits offset,
                 StringRef name) {
    auto part = std::make_shared<HostValue>(value);
    part->type = type;
    part->path.back() += offset.getQuantity();
    if (!name.empty())
      part->name += (part->name.empty() ? "" : "_") + name.str();
    Place place;
    place.host = part;
    object.parts->push_back(place);
  };
  for (const clang::CXXBaseSpecifier &base : record->bases()) {
    if (base.isVirtual()) {
      error(record->getLocation(), "not supported: a virtual base");
      return {};
    }
    add(base.getType(),
        layout.getBaseClassOffset(base.getType()->getAsCXXRecordDecl()), "");
  }
  // The fields of a lambda have no names; what they capture does.
  llvm::DenseMap<const clang::ValueDecl *, clang::FieldDecl *> captures;
  clang::FieldDecl *thisCapture = nullptr;
  if (record->isLambda())
    record->getCaptureFields(captures, thisCapture);
  llvm::DenseMap<const clang::FieldDecl *, std::string> captured;
  for (auto [variable, field] : captures)
    captured[field] = variable->getNameAsString();
  for (const clang::FieldDecl *field : record->fields())
    add(field->getType(),
        ast.toCharUnitsFromBits(layout.getFieldOffset(field->getFieldIndex())),
        record->isLambda() ? captured.lookup(field) : field->getNameAsString());
  return object;
}

const Place &Importer::resolvePart(const Place &object, size_t index) {
  Place &part = (*object.parts)[index];
  if (std::shared_ptr<HostValue> value = part.host)
    part = bindHostValue(*value);
  return part;
}

/// The parameter that is the buffer at the beginning of a place; nothing if it
/// is not.
std::optional<size_t> Importer::findHostBuffer(const Place &place) {
  if (!hostArguments || place.offset || !place.memref)
    return std::nullopt;
  for (auto [index, argument] :
       llvm::enumerate(hostArguments->entry->getArguments()))
    if (argument == place.memref && hostArguments->params[index].isPointer)
      return index;
  return std::nullopt;
}

Value Importer::emitHostDistance(const Place &from, const Place &to,
                                 int64_t elementBytes) {
  std::optional<size_t> first = findHostBuffer(from), last = findHostBuffer(to);
  if (!first || !last)
    return {};
  // As a vector's size is the distance of its two pointers.
  const std::vector<HostParam> &params = hostArguments->params;
  HostParam param = {params[*first].path, params[*last].path};
  param.elementBytes = elementBytes;
  Value &known = hostDistances[{from.memref, to.memref}];
  if (!known)
    known = addHostArgument(
        builder.getI64Type(), "int64_t",
        (cast<StringAttr>(hostArguments->names[*first]).getValue() + "_count")
            .str(),
        param);
  return known;
}

/// Leave out the arguments that nothing uses, such as the pointer behind the
/// last element of a vector; and note the buffers that are only read, which may
/// overlap.
void Importer::dropUnusedArguments() {
  HostArguments &arguments = *hostArguments;
  for (unsigned index = arguments.entry->getNumArguments(); index-- > 0;) {
    Value argument = arguments.entry->getArgument(index);
    arguments.params[index].isConst |=
        llvm::all_of(argument.getUsers(),
                     [](Operation *user) { return isa<memref::LoadOp>(user); });
    if (!argument.use_empty())
      continue;
    arguments.entry->eraseArgument(index);
    arguments.params.erase(arguments.params.begin() + index);
    arguments.inputs.erase(arguments.inputs.begin() + index);
    for (SmallVector<Attribute> *list :
         {&arguments.names, &arguments.types, &arguments.attributes})
      list->erase(list->begin() + index);
  }
}

bool Importer::importFunctionObject(const clang::FunctionDecl *call,
                                    StringRef name,
                                    std::vector<HostParam> &params) {
  // As in OpenCL C, an attempt may find that memory must be narrower.
  while (true) {
    again = failed = false;
    params.clear();
    module.getBody()->clear();
    if (tryImportFunctionObject(call, name, params) || !again)
      break;
  }
  return !failed;
}

bool Importer::tryImportFunctionObject(const clang::FunctionDecl *call,
                                       StringRef name,
                                       std::vector<HostParam> &params) {
  const clang::ParmVarDecl *object = call->getParamDecl(0);
  clang::QualType type = object->getType().getNonReferenceType();
  const clang::CXXRecordDecl *record = type->getAsCXXRecordDecl();
  callStack.assign(1, call);
  callSites.clear();
  if (!record) {
    error(call->getLocation(), "not supported: a kernel of type '" +
                                   nameOf(type) + "', which is no class");
    return false;
  }
  places.clear();
  pointers.clear();
  owners.clear();
  memories.clear();
  apart.clear();
  calls.clear();
  loops.clear();
  numPointers = 0;
  regionDepth = depth = numStaged = 0;
  builder.setInsertionPointToEnd(module.getBody());
  Location loc = locate(record->getLocation());
  auto kernel = KernelOp::create(builder, loc, name,
                                 builder.getFunctionType({}, {}), groupSize());
  Block *entry = builder.createBlock(&kernel.getBody());
  HostArguments arguments = {entry, params};
  hostArguments = &arguments;
  hostDistances.clear();
  places[object] = bindHostRecord({type, {0}, ""});
  // A work item has no values of its own; `emitItemCall` knows what it says.
  const clang::ParmVarDecl *itemParam = call->getParamDecl(1);
  Place item, hidden;
  hidden.refusal = "not supported: the inside of a pirch::item";
  const clang::CXXRecordDecl *itemClass =
      itemParam->getType()->getAsCXXRecordDecl()->getDefinition();
  item.parts = std::make_shared<std::vector<Place>>(
      std::distance(itemClass->field_begin(), itemClass->field_end()), hidden);
  places[itemParam] = item;
  findAssigned(call->getBody());
  returnFlag = makeFlag(loc);
  emitStmt(call->getBody());
  ReturnOp::create(builder, loc);
  dropUnusedArguments();
  kernel.setFunctionType(builder.getFunctionType(arguments.inputs, {}));
  kernel.setArgNamesAttr(builder.getArrayAttr(arguments.names));
  kernel.setArgTypesAttr(builder.getArrayAttr(arguments.types));
  kernel.setArgAttrsAttr(builder.getArrayAttr(arguments.attributes));
  hostArguments = nullptr;
  return !failed;
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

/// Whether code for the machine of the file computes a product and a sum by one
/// instruction where the language allows that.
static bool fuses(const clang::TargetInfo &machine) {
  return !machine.getTriple().isX86() || machine.hasFeature("fma");
}

/// What the kernel is called: by the line of a lambda, or the class's name.
static std::string nameKernel(const clang::ASTContext &ast,
                              const clang::CXXRecordDecl *record) {
  std::string name =
      record && !record->isLambda() ? record->getNameAsString() : "lambda";
  if (!record)
    return name;
  clang::PresumedLoc place =
      ast.getSourceManager().getPresumedLoc(record->getLocation());
  return place.isValid() ? name + "_" + std::to_string(place.getLine()) : name;
}

FunctionObjectKernel
pirch::importFunctionObject(clang::ASTContext &ast,
                            const clang::FunctionDecl *call, int64_t wgSize,
                            MLIRContext &context) {
  context.loadDialect<PirchDialect, LLVM::LLVMDialect>();
  SourceOptions options;
  options.wgShape = {wgSize};
  FunctionObjectKernel kernel;
  kernel.module = ModuleOp::create(UnknownLoc::get(&context));
  Importer importer(ast, options, *kernel.module);
  importer.setContraction(fuses(ast.getTargetInfo()));
  const clang::CXXRecordDecl *record = call->getParamDecl(0)
                                           ->getType()
                                           .getNonReferenceType()
                                           ->getAsCXXRecordDecl();
  if (!importer.importFunctionObject(call, nameKernel(ast, record),
                                     kernel.params))
    kernel.module = {};
  // What does not verify is a defect of the importer.
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    importer.error(call->getLocation(), "internal error: " + diagnostic.str());
    return success();
  });
  if (kernel.module && mlir::failed(mlir::verify(*kernel.module)))
    kernel.module = {};
  return kernel;
}
