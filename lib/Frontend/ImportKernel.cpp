//===- ImportKernel.cpp - Kernels, their parameters and types -------------===//

#include "Importer.h"
#include "KernelPrelude.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/SourceManager.h"

using namespace mlir;
using namespace pirch;

bool pirch::hasMark(const clang::Decl *decl, llvm::StringRef mark) {
  for (const auto *attr : decl->specific_attrs<clang::AnnotateAttr>())
    if (attr->getAnnotation() == mark)
      return true;
  return false;
}

Location Importer::locate(clang::SourceLocation loc) {
  clang::PresumedLoc presumed = ast.getSourceManager().getPresumedLoc(
      ast.getSourceManager().getExpansionLoc(loc));
  if (presumed.isInvalid())
    return builder.getUnknownLoc();
  return FileLineColLoc::get(module.getContext(), presumed.getFilename(),
                             presumed.getLine(), presumed.getColumn());
}

void Importer::error(clang::SourceLocation loc, const Twine &text) {
  failed = true;
  clang::DiagnosticsEngine &diags = ast.getDiagnostics();
  unsigned id = diags.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0");
  diags.Report(loc, id) << text.str();
  if (!isCxx())
    return;
  // What is wrong may stand in a header: say how the kernel gets there.
  unsigned note = diags.getCustomDiagID(clang::DiagnosticsEngine::Note, "%0");
  // The first call is that of the function object, by the header.
  if (callSites.empty())
    return;
  for (clang::SourceLocation site :
       llvm::reverse(ArrayRef(callSites).drop_front()))
    if (!ast.getSourceManager().isInSystemHeader(site))
      diags.Report(site, note) << "in a call from here";
}

Type Importer::convertType(clang::QualType type, clang::SourceLocation loc) {
  type = type.getCanonicalType();
  if (const auto *builtin = type->getAs<clang::BuiltinType>()) {
    switch (builtin->getKind()) {
    case clang::BuiltinType::Bool:
      return builder.getI1Type();
    case clang::BuiltinType::Half:
      return builder.getF16Type();
    case clang::BuiltinType::Float:
      return builder.getF32Type();
    case clang::BuiltinType::Double:
      return builder.getF64Type();
    default:
      if (builtin->isInteger() && ast.getTypeSize(type) <= 64)
        return builder.getIntegerType(ast.getTypeSize(type));
    }
  }
  if (type->isEnumeralType())
    return builder.getIntegerType(ast.getTypeSize(type));
  error(loc, "not supported: a value of type '" + nameOf(type) + "'");
  return {};
}

std::string Importer::nameOf(clang::QualType type) {
  std::string name = type.getAsString();
  for (StringRef space : {"__private ", "__generic ", "__global ", "class "})
    for (size_t at; (at = name.find(space)) != std::string::npos;)
      name.erase(at, space.size());
  return name;
}

std::string Importer::cTypeName(clang::QualType type) {
  type = type.getCanonicalType();
  std::string prefix = type.isConstQualified() ? "const " : "";
  if (type->isPointerType()) {
    clang::QualType pointee = type->getPointeeType();
    return cTypeName(pointee) + " *";
  }
  const auto *builtin = type->getAs<clang::BuiltinType>();
  if (!builtin)
    return prefix + "int32_t";
  switch (builtin->getKind()) {
  case clang::BuiltinType::Void:
    return prefix + "void";
  case clang::BuiltinType::Float:
    return prefix + "float";
  case clang::BuiltinType::Double:
    return prefix + "double";
  case clang::BuiltinType::Bool:
    return prefix + "uint8_t";
  case clang::BuiltinType::SChar:
  case clang::BuiltinType::Char_S:
    return prefix + "int8_t";
  case clang::BuiltinType::UChar:
    return prefix + "uint8_t";
  case clang::BuiltinType::Short:
    return prefix + "int16_t";
  case clang::BuiltinType::UShort:
  case clang::BuiltinType::Half:
    return prefix + "uint16_t";
  case clang::BuiltinType::Int:
    return prefix + "int32_t";
  case clang::BuiltinType::UInt:
    return prefix + "uint32_t";
  case clang::BuiltinType::ULong:
  case clang::BuiltinType::ULongLong:
    return prefix + "uint64_t";
  default:
    return prefix + "int64_t";
  }
}

/// Whether a parameter is a `__local` pointer, which is no argument of a call.
static bool isLocalParameter(const clang::ParmVarDecl *param) {
  return param->getType()->isPointerType() && hasMark(param, kLocalMark);
}

void Importer::bindPointer(const clang::ParmVarDecl *param,
                           const Place &place) {
  if (!assigned.contains(param)) {
    places[param] = place;
    return;
  }
  declarePointer(param, locate(param->getLocation()));
  assignPointer(param, place, param->getLocation());
}

bool Importer::makeLocalParameter(const clang::ParmVarDecl *param) {
  auto found = options.localBytes.find(param->getNameAsString());
  if (found == options.localBytes.end()) {
    error(param->getLocation(),
          "the size of the __local parameter '" + param->getName() +
              "' is not known (--local=" + param->getName() + "=BYTES)");
    return false;
  }
  clang::QualType pointee = param->getType()->getPointeeType();
  // The accesses say which type the elements of a void pointer's memory have.
  if (pointee->isIncompleteType())
    pointee = ast.UnsignedLongTy;
  int64_t count = found->second / static_cast<int64_t>(bytesOf(pointee));
  if (count < 1) {
    error(param->getLocation(), "the __local parameter '" + param->getName() +
                                    "' of " + Twine(found->second) +
                                    " bytes has no room for a '" +
                                    nameOf(pointee) + "'");
    return false;
  }
  Place place = makeVariable(pointee, count, /*isLocal=*/true,
                             param->getLocation(), param);
  if (place)
    bindPointer(param, place);
  return !failed;
}

bool Importer::bindAggregate(const clang::ParmVarDecl *param, Value argument) {
  // Scalars that are loaded once are known to be the same for all work items
  // and in all iterations.
  constexpr size_t kFewScalars = 64;
  clang::QualType type = param->getType();
  clang::SourceLocation loc = param->getLocation();
  Place memory = {argument, {}};
  int64_t scalars = 0;
  for (int64_t extent : leafExtents(type))
    scalars += extent;
  if (!assigned.contains(param) && scalars > int64_t(kFewScalars)) {
    places[param] = memory;
    return true;
  }
  Values values;
  Place place = makeVariable(type, 1, /*isLocal=*/false, loc, param);
  if (!place || !loadValues(memory, type, values, loc) ||
      !storeValues(values, place, type, loc))
    return false;
  places[param] = place;
  return true;
}

bool Importer::importParameters(const clang::FunctionDecl *function,
                                Block *entry) {
  findAssigned(function->getBody());
  unsigned next = 0;
  for (const clang::ParmVarDecl *param : function->parameters()) {
    if (isLocalParameter(param)) {
      if (!makeLocalParameter(param))
        return false;
      continue;
    }
    Value argument = entry->getArgument(next++);
    if (isa<MemRefType>(argument.getType())) {
      setOwner({argument, {}}, param);
      if (param->getType()->isPointerType())
        bindPointer(param, {argument, {}});
      else if (!bindAggregate(param, argument))
        return false;
      continue;
    }
    if (param->getType()->isHalfType())
      argument = arith::BitcastOp::create(builder, locate(param->getLocation()),
                                          builder.getF16Type(), argument);
    if (!assigned.contains(param)) {
      constants[param] = argument;
      continue;
    }
    places[param] = makeVariable(param->getType(), 1, /*isLocal=*/false,
                                 param->getLocation(), param);
    storeScalar(argument, places[param], param->getType(),
                param->getLocation());
  }
  return !failed;
}

bool Importer::checkAttributes(const clang::FunctionDecl *function) {
  if (function->hasAttr<clang::AsmLabelAttr>()) {
    error(function->getLocation(),
          "not supported: an assembly label of function '" +
              function->getName() + "'");
    return false;
  }
  for (const auto *attr : function->specific_attrs<clang::AnnotateAttr>()) {
    if (attr->getAnnotation() != kGroupSizeMark)
      continue;
    std::optional<Extents> required = readGroupShape(*attr, ast);
    if (!required)
      error(attr->getLocation(),
            "reqd_work_group_size takes three constants of at least 1");
    else if (productOf(*required) > kMaxGroupSize)
      error(attr->getLocation(), "work groups of " + printExtents(*required) +
                                     " have more than 1024 work items");
    else if (!areSameExtents(*required, options.wgShape))
      error(attr->getLocation(),
            "kernel '" + function->getName() + "' requires work groups of " +
                printExtents(*required) + " work items, not of " +
                printExtents(options.wgShape) + " (--wg-size)");
  }
  return !failed;
}

void Importer::checkSubGroups(const clang::FunctionDecl *function) {
  for (const auto *attr : function->specific_attrs<clang::AnnotateAttr>()) {
    clang::Expr::EvalResult size;
    if (attr->getAnnotation() != kSubGroupSizeMark || attr->args_size() != 1)
      continue;
    if (!(*attr->args_begin())->EvaluateAsInt(size, ast) ||
        size.Val.getInt() < 1)
      error(attr->getLocation(),
            "intel_reqd_sub_group_size takes a constant of at least 1");
    else if (usesSubGroups && size.Val.getInt() != productOf(options.wgShape))
      error(
          attr->getLocation(),
          "kernel '" + function->getName() + "' requires sub-groups of " +
              llvm::toString(size.Val.getInt(), 10) +
              " work items, but a sub-group is a whole work group, which has " +
              Twine(productOf(options.wgShape)) + " (--wg-size)");
  }
}

bool Importer::checkParameter(const clang::ParmVarDecl *param) {
  clang::QualType type = param->getType().getCanonicalType();
  if (!type->isPointerType())
    return true;
  if (type->getPointeeType()->isPointerType())
    error(param->getLocation(), "not supported: a pointer to a pointer");
  return !failed;
}

Type Importer::bufferType(const clang::ParmVarDecl *param,
                          clang::QualType *element) {
  clang::QualType type = param->getType().getCanonicalType();
  clang::QualType pointee =
      type->isPointerType() ? type->getPointeeType() : type.withConst();
  // What the elements of such memory are is said by the accesses: they make
  // the unit as narrow as they are.
  bool isOpaque = pointee->isIncompleteType();
  Type unit = memoryElement(isOpaque ? ast.UnsignedLongTy : pointee,
                            param->getLocation(), element);
  if (!unit)
    return {};
  if (isOpaque)
    *element = pointee.isConstQualified() ? ast.VoidTy.withConst() : ast.VoidTy;
  if (uint64_t bytes = units.lookup(param))
    unit = builder.getIntegerType(bytes * 8);
  return MemRefType::get({ShapedType::kDynamic}, unit);
}

KernelOp Importer::createKernel(const clang::FunctionDecl *function) {
  SmallVector<Type> inputs;
  SmallVector<Attribute> names, types;
  SmallVector<unsigned> buffers;
  for (const clang::ParmVarDecl *param : function->parameters()) {
    if (!checkParameter(param))
      return {};
    if (isLocalParameter(param))
      continue;
    clang::QualType scalar = param->getType().getCanonicalType();
    // A vector or structure that is passed by value is passed by its address.
    bool isPointer = scalar->isPointerType() || isAggregate(scalar);
    Type input;
    if (isPointer) {
      buffers.push_back(inputs.size());
      input = bufferType(param, &scalar);
    } else {
      input = convertType(scalar, param->getLocation());
      // C has no type of such numbers: the caller passes their bits.
      if (input && input.isF16())
        input = builder.getI16Type();
    }
    if (!input)
      return {};
    inputs.push_back(input);
    names.push_back(builder.getStringAttr(param->getName()));
    types.push_back(
        builder.getStringAttr(cTypeName(scalar) + (isPointer ? " *" : "")));
  }
  builder.setInsertionPointToEnd(module.getBody());
  auto kernel = KernelOp::create(
      builder, locate(function->getLocation()), function->getName(),
      builder.getFunctionType(inputs, {}), groupSize());
  kernel.setArgNamesAttr(builder.getArrayAttr(names));
  kernel.setArgTypesAttr(builder.getArrayAttr(types));
  // The language promises that buffers of different parameters do not overlap,
  // whether `restrict` is written or not.
  for (unsigned index : buffers)
    kernel.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                      builder.getUnitAttr());
  return kernel;
}

bool Importer::importKernel(const clang::FunctionDecl *function) {
  Block *kernels = module.getBody();
  int64_t before = emitted;
  units.clear();
  targets.clear();
  nullable.clear();
  readEarly.clear();
  while (!tryImportKernel(function) && again) {
    again = failed = false;
    emitted = before;
    kernels->back().erase();
  }
  return !failed;
}

/// Make products of the quotients for which the source permits it. A product
/// that was a quotient is fused with no sum, so that this comes after all sums.
static void multiplyByReciprocals(KernelOp kernel) {
  kernel.walk([](arith::DivFOp quotient) {
    if (!bitEnumContainsAny(quotient.getFastmath(), arith::FastMathFlags::arcp))
      return;
    OpBuilder builder(quotient);
    Location loc = quotient.getLoc();
    Type type = quotient.getType();
    Value one = arith::ConstantOp::create(builder, loc, type,
                                          builder.getFloatAttr(type, 1));
    Value reciprocal =
        arith::DivFOp::create(builder, loc, one, quotient.getRhs());
    quotient.replaceAllUsesWith(
        arith::MulFOp::create(builder, loc, quotient.getLhs(), reciprocal)
            .getResult());
    quotient.erase();
  });
}

bool Importer::tryImportKernel(const clang::FunctionDecl *function) {
  if (!function->getReturnType()->isVoidType()) {
    error(function->getLocation(),
          "kernel '" + function->getName() + "' must return void");
    return false;
  }
  if (function->isVariadic()) {
    error(function->getLocation(), "not supported: variadic kernels");
    return false;
  }
  if (!checkAttributes(function) || !checkNesting(function))
    return false;
  KernelOp kernel = createKernel(function);
  if (!kernel)
    return false;
  Location loc = kernel.getLoc();
  Block *entry = builder.createBlock(&kernel.getBody());
  for (Type input : kernel.getArgumentTypes())
    entry->addArgument(input, loc);
  addGridParameters(kernel, entry, loc);
  if (!addLayouts(function, kernel, entry, loc))
    return false;
  places.clear();
  pointers.clear();
  constants.clear();
  owners.clear();
  memories.clear();
  numPointers = 0;
  loops.clear();
  apart.clear();
  calls.clear();
  regionDepth = depth = 0;
  callStack.assign(1, function);
  numStaged = 0;
  usesSubGroups = false;
  if (!importParameters(function, entry))
    return false;
  returnFlag = makeFlag(loc);
  returnPlace = {};
  returnPointer = nullptr;
  emitStmt(function->getBody());
  ReturnOp::create(builder, locate(function->getEndLoc()));
  multiplyByReciprocals(kernel);
  if (!failed)
    checkSubGroups(function);
  return !failed;
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// The most statements and expressions of one compilation, with all calls
/// inlined; the most expressions within each other; and the most branches and
/// loops within each other.
static constexpr int64_t kMaxEmitted = 500000;
static constexpr int64_t kMaxDepth = 2000;
static constexpr int64_t kMaxRegionDepth = 200;

bool Importer::checkNesting(const clang::FunctionDecl *function) {
  SmallVector<std::pair<const clang::Stmt *, int64_t>> open;
  open.emplace_back(function->getBody(), 0);
  while (!open.empty()) {
    auto [stmt, level] = open.pop_back_val();
    if (level > kMaxDepth) {
      error(stmt->getBeginLoc(), "not supported: more than " +
                                     Twine(kMaxDepth) +
                                     " expressions within each other");
      return false;
    }
    for (const clang::Stmt *child : stmt->children())
      if (child)
        open.emplace_back(child, level + 1);
  }
  return true;
}

bool Importer::mayEmit(clang::SourceLocation loc) {
  if (failed)
    return false;
  if (++emitted > kMaxEmitted)
    error(loc, "not supported: more than " + Twine(kMaxEmitted) +
                   " statements and expressions, with all calls inlined");
  else if (depth > kMaxDepth)
    error(loc, "not supported: more than " + Twine(kMaxDepth) +
                   " expressions within each other");
  return !failed;
}

bool Importer::mayNest(clang::SourceLocation loc) {
  if (failed)
    return false;
  if (++regionDepth > kMaxRegionDepth)
    error(loc, "not supported: more than " + Twine(kMaxRegionDepth) +
                   " branches and loops within each other; a break, continue "
                   "or return makes a branch of all that follows it");
  return !failed;
}

void Importer::checkNames(ArrayRef<StringRef> names) {
  clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation start =
      sources.getLocForStartOfFile(sources.getMainFileID());
  std::string has = "; the file has " + llvm::join(names, ", ");
  if (names.empty())
    return error(start, "no __kernel function in this file");
  if (!options.onlyKernel.empty() &&
      !llvm::is_contained(names, options.onlyKernel))
    return error(start, "no kernel '" + options.onlyKernel + "'" + has);
  for (const auto &[name, shape] : options.kernelShapes)
    if (!llvm::is_contained(names, name))
      error(start, "no kernel '" + name + "' (--wg-size=" + name + "=" +
                       printExtents(shape) + ")" + has);
  for (const auto &[name, bytes] : options.localBytes)
    if (!localParameters.contains(name))
      error(start, "no kernel has a __local pointer parameter '" + name +
                       "' (--local=" + name + "=" + Twine(bytes) + ")");
  for (const auto &[name, layout] : options.layouts)
    if (!globalParameters.contains(name))
      error(start, "no kernel has a parameter '" + name + "' (--layout=" +
                       name + "=compact:" + Twine(layout.groups) + ")");
}

bool Importer::run(GroupShapes &shapes) {
  SmallVector<StringRef> names;
  SmallVector<const clang::FunctionDecl *> kernels;
  for (clang::Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    auto *function = dyn_cast<clang::FunctionDecl>(decl);
    if (!function || !function->isThisDeclarationADefinition() ||
        !hasMark(function, kKernelMark))
      continue;
    names.push_back(function->getName());
    for (const clang::ParmVarDecl *param : function->parameters())
      (isLocalParameter(param) ? localParameters : globalParameters)
          .insert(param->getName());
    if (options.onlyKernel.empty() || function->getName() == options.onlyKernel)
      kernels.push_back(function);
  }
  checkNames(names);
  if (failed)
    return false;
  for (const clang::FunctionDecl *kernel :
       shapes.select(kernels, options.wgShape))
    importKernel(kernel);
  return !failed;
}
