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

struct Importer::HostArguments {
  Block *entry;
  std::vector<HostParam> &params;
  llvm::StringSet<> used = {};
  SmallVector<Type> inputs = {};
  SmallVector<Attribute> names = {}, types = {}, attributes = {};
  /// Where the value that is being bound lies, and what it is called.
  std::vector<uint32_t> path = {0};
  std::string name = {};
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
                                HostArguments &arguments, bool isBuffer,
                                bool isPointer) {
  std::string base = arguments.name.empty() ? "object" : arguments.name;
  std::string name = base;
  for (int number = 2; !arguments.used.insert(name).second; ++number)
    name = base + "_" + std::to_string(number);
  arguments.params.push_back({arguments.path, isPointer, isBuffer,
                              StringRef(cType).starts_with("const ")});
  arguments.inputs.push_back(type);
  arguments.names.push_back(builder.getStringAttr(name));
  arguments.types.push_back(builder.getStringAttr(cType));
  NamedAttribute noAlias(
      builder.getStringAttr(LLVM::LLVMDialect::getNoAliasAttrName()),
      builder.getUnitAttr());
  arguments.attributes.push_back(isBuffer ? builder.getDictionaryAttr(noAlias)
                                          : builder.getDictionaryAttr({}));
  return arguments.entry->addArgument(type,
                                      arguments.entry->getParentOp()->getLoc());
}

/// A buffer: that to which the pointer leads which lies at the path, or,
/// without `isPointer`, what lies there.
Importer::Place Importer::bindHostBuffer(clang::QualType element,
                                         HostArguments &arguments,
                                         bool isPointer) {
  clang::QualType scalar;
  Type type = memoryElement(element, callStack.front()->getLocation(), &scalar);
  if (!type)
    return {};
  Value buffer = addHostArgument(MemRefType::get({ShapedType::kDynamic}, type),
                                 cTypeName(scalar) + " *", arguments,
                                 /*isBuffer=*/true, isPointer);
  return {buffer, {}};
}

/// A structure or array that the object has a copy of: a buffer of its own, of
/// which a few scalars are loaded once, so that they are known to be the same
/// for all work items.
Importer::Place Importer::bindHostAggregate(clang::QualType type,
                                            HostArguments &arguments) {
  constexpr int64_t kFewScalars = 64;
  clang::SourceLocation where = callStack.front()->getLocation();
  Place memory = bindHostBuffer(type.withConst(), arguments, false);
  int64_t scalars = 0;
  for (int64_t extent : leafExtents(type))
    scalars += extent;
  if (!memory || scalars > kFewScalars)
    return memory;
  Values values;
  Place place = makeVariable(type.getUnqualifiedType(), 1, false, where);
  return place && loadValues(memory, type, values, where) &&
                 storeValues(values, place, type, where)
             ? place
             : Place();
}

Importer::Place Importer::bindHostValue(clang::QualType type,
                                        HostArguments &arguments) {
  auto refuse = [&](StringRef what) {
    Place place;
    place.refusal = ("not supported: " + what + " of type '" + nameOf(type) +
                     "' of the host in a kernel")
                        .str();
    return place;
  };
  if (type->isPointerType() || type->isReferenceType()) {
    clang::QualType pointee = type->getPointeeType();
    if (isBufferElement(pointee))
      return bindHostBuffer(pointee, arguments, /*isPointer=*/true);
    if (!isObject(pointee))
      return refuse(type->isPointerType() ? "a pointer" : "a reference");
    arguments.path.push_back(0);
    Place place = bindHostRecord(pointee->getAsCXXRecordDecl(), arguments);
    arguments.path.pop_back();
    return place;
  }
  if (isObject(type))
    return bindHostRecord(type->getAsCXXRecordDecl(), arguments);
  if (!isBufferElement(type))
    return refuse("a value");
  if (isAggregate(type) || type->isArrayType())
    return bindHostAggregate(type, arguments);
  Type scalar = convertType(type, callStack.front()->getLocation());
  bool isBool = scalar && scalar.isInteger(1);
  Value value = addHostArgument(isBool ? builder.getI8Type() : scalar,
                                cTypeName(type.getUnqualifiedType()), arguments,
                                /*isBuffer=*/false, /*isPointer=*/false);
  Location loc = value.getLoc();
  if (isBool)
    value = arith::TruncIOp::create(builder, loc, scalar, value);
  clang::SourceLocation where = callStack.front()->getLocation();
  Place place = makeVariable(type.getUnqualifiedType(), 1, false, where);
  return place && storeScalar(value, place, type, where) ? place : Place();
}

Importer::Place Importer::bindHostRecord(const clang::CXXRecordDecl *record,
                                         HostArguments &arguments) {
  record = record->getDefinition();
  const clang::ASTRecordLayout &layout = ast.getASTRecordLayout(record);
  uint32_t start = arguments.path.back();
  std::string name = arguments.name;
  Place object;
  object.parts = std::make_shared<std::vector<Place>>();
  auto bind = [&](clang::QualType type, clang::CharUnits offset,
                  StringRef part) {
    arguments.path.back() = start + offset.getQuantity();
    arguments.name = (name.empty() || part.empty()) ? name + part.str()
                                                    : name + "_" + part.str();
    object.parts->push_back(bindHostValue(type, arguments));
  };
  for (const clang::CXXBaseSpecifier &base : record->bases()) {
    if (base.isVirtual()) {
      Place refused;
      refused.refusal = "not supported: a virtual base";
      object.parts->push_back(refused);
      continue;
    }
    bind(base.getType(),
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
  for (const clang::FieldDecl *field : record->fields()) {
    std::string part =
        record->isLambda() ? captured.lookup(field) : field->getNameAsString();
    bind(field->getType(),
         ast.toCharUnitsFromBits(layout.getFieldOffset(field->getFieldIndex())),
         part);
  }
  arguments.path.back() = start;
  arguments.name = name;
  return object;
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
  loops.clear();
  numPointers = 0;
  regionDepth = depth = numStaged = 0;
  builder.setInsertionPointToEnd(module.getBody());
  Location loc = locate(record->getLocation());
  auto kernel = KernelOp::create(builder, loc, name,
                                 builder.getFunctionType({}, {}), groupSize());
  Block *entry = builder.createBlock(&kernel.getBody());
  HostArguments arguments = {entry, params};
  places[object] = bindHostRecord(record, arguments);
  // A work item has no values of its own; `emitItemCall` knows what it says.
  const clang::ParmVarDecl *itemParam = call->getParamDecl(1);
  Place item, hidden;
  hidden.refusal = "not supported: the inside of a pirch::item";
  const clang::CXXRecordDecl *itemClass =
      itemParam->getType()->getAsCXXRecordDecl()->getDefinition();
  item.parts = std::make_shared<std::vector<Place>>(
      std::distance(itemClass->field_begin(), itemClass->field_end()), hidden);
  places[itemParam] = item;
  kernel.setFunctionType(builder.getFunctionType(arguments.inputs, {}));
  kernel.setArgNamesAttr(builder.getArrayAttr(arguments.names));
  kernel.setArgTypesAttr(builder.getArrayAttr(arguments.types));
  kernel.setArgAttrsAttr(builder.getArrayAttr(arguments.attributes));
  if (failed)
    return false;
  findAssigned(call->getBody());
  returnFlag = makeFlag(loc);
  emitStmt(call->getBody());
  ReturnOp::create(builder, loc);
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
