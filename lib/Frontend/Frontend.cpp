//===- Frontend.cpp - OpenCL C to the work-item form ----------------------===//

#include "Pirch/Frontend/Frontend.h"
#include "Importer.h"
#include "Pirch/Support/RunClang.h"
#include "Prelude.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/FrontendAction.h"

using namespace mlir;
using namespace pirch;

/// Whether the prelude's qualifier `mark` stands on the declaration.
static bool hasMark(const clang::Decl *decl, llvm::StringRef mark) {
  for (const auto *attr : decl->specific_attrs<clang::AnnotateAttr>())
    if (attr->getAnnotation() == mark)
      return true;
  return false;
}

/// The extents that `reqd_work_group_size` or `work_group_size_hint` names;
/// nothing where they are no three positive constants.
static std::optional<Extents> readGroupShape(const clang::AnnotateAttr &attr,
                                             const clang::ASTContext &ast) {
  Extents extents;
  for (const clang::Expr *extent : attr.args()) {
    clang::Expr::EvalResult known;
    if (!extent->EvaluateAsInt(known, ast) ||
        known.Val.getInt().getExtValue() < 1)
      return std::nullopt;
    extents.push_back(known.Val.getInt().getExtValue());
  }
  return extents.size() == kMaxDimensions ? std::optional(extents)
                                          : std::nullopt;
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
}

Type Importer::convertType(clang::QualType type, clang::SourceLocation loc) {
  type = type.getCanonicalType();
  if (const auto *builtin = type->getAs<clang::BuiltinType>()) {
    switch (builtin->getKind()) {
    case clang::BuiltinType::Bool:
      return builder.getI1Type();
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
  for (StringRef space : {"__private ", "__generic ", "__global "})
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

bool Importer::importParameters(const clang::FunctionDecl *function,
                                Block *entry) {
  findAssigned(function->getBody());
  for (auto [param, argument] :
       llvm::zip(function->parameters(), entry->getArguments())) {
    Location loc = locate(param->getLocation());
    if (isa<MemRefType>(argument.getType())) {
      Place place{argument, {}};
      if (!assigned.contains(param)) {
        places[param] = place;
        continue;
      }
      declarePointer(param, loc);
      assignPointer(param, place, param->getLocation());
      continue;
    }
    if (!assigned.contains(param)) {
      constants[param] = argument;
      continue;
    }
    Value memref = memref::AllocaOp::create(
        builder, loc, MemRefType::get({1}, argument.getType()));
    places[param] = {memref, {}};
    store(argument, places[param], loc);
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
    Extents given = options.wgShape;
    given.resize(kMaxDimensions, 1);
    if (!required)
      error(attr->getLocation(),
            "reqd_work_group_size takes three constants of at least 1");
    else if (*required != given)
      error(attr->getLocation(),
            "kernel '" + function->getName() + "' requires work groups of " +
                printExtents(*required) + " work items, not of " +
                printExtents(options.wgShape) + " (--wg-size)");
  }
  return !failed;
}

bool Importer::importKernel(const clang::FunctionDecl *function) {
  if (!function->getReturnType()->isVoidType()) {
    error(function->getLocation(),
          "kernel '" + function->getName() + "' must return void");
    return false;
  }
  if (function->isVariadic()) {
    error(function->getLocation(), "not supported: variadic kernels");
    return false;
  }
  if (!checkAttributes(function))
    return false;
  if (!checkNesting(function))
    return false;
  SmallVector<Type> inputs;
  SmallVector<Attribute> names, types;
  SmallVector<unsigned> buffers;
  for (const clang::ParmVarDecl *param : function->parameters()) {
    clang::QualType type = param->getType().getCanonicalType();
    clang::QualType scalar = type;
    if (type->isPointerType()) {
      scalar = type->getPointeeType();
      if (scalar->isPointerType()) {
        error(param->getLocation(), "not supported: a pointer to a pointer");
        return false;
      }
      if (hasMark(param, kLocalMark)) {
        error(param->getLocation(),
              "not supported: a __local pointer as kernel parameter; declare "
              "the __local variable in the kernel");
        return false;
      }
      if (scalar->isVoidType()) {
        error(param->getLocation(), "not supported: a pointer to '" +
                                        nameOf(scalar) +
                                        "' as kernel parameter");
        return false;
      }
    }
    Type element = type->isPointerType()
                       ? memoryElement(scalar, param->getLocation(), &scalar)
                       : convertType(scalar, param->getLocation());
    if (!element)
      return false;
    if (type->isPointerType())
      buffers.push_back(inputs.size());
    inputs.push_back(
        type->isPointerType()
            ? Type(MemRefType::get({ShapedType::kDynamic}, element))
            : element);
    names.push_back(builder.getStringAttr(param->getName()));
    types.push_back(builder.getStringAttr(cTypeName(scalar) +
                                          (type->isPointerType() ? " *" : "")));
  }
  Location loc = locate(function->getLocation());
  builder.setInsertionPointToEnd(module.getBody());
  auto kernel =
      KernelOp::create(builder, loc, function->getName(),
                       builder.getFunctionType(inputs, {}), groupSize());
  kernel.setArgNamesAttr(builder.getArrayAttr(names));
  kernel.setArgTypesAttr(builder.getArrayAttr(types));
  // The language promises that buffers of different parameters do not overlap,
  // whether `restrict` is written or not.
  for (unsigned index : buffers)
    kernel.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                      builder.getUnitAttr());
  Block *entry = builder.createBlock(&kernel.getBody());
  for (Type input : inputs)
    entry->addArgument(input, loc);
  addGridParameters(kernel, entry, loc);
  places.clear();
  pointers.clear();
  constants.clear();
  loops.clear();
  callStack.assign(1, function);
  if (!importParameters(function, entry))
    return false;
  returnFlag = makeFlag(loc);
  returnPlace = {};
  emitStmt(function->getBody());
  ReturnOp::create(builder, locate(function->getEndLoc()));
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

bool Importer::run() {
  std::string names;
  bool any = false;
  for (clang::Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    auto *function = dyn_cast<clang::FunctionDecl>(decl);
    if (!function || !function->isThisDeclarationADefinition() ||
        !hasMark(function, kKernelMark))
      continue;
    names += (names.empty() ? "" : ", ") + function->getName().str();
    if (!options.onlyKernel.empty() &&
        function->getName() != options.onlyKernel)
      continue;
    any = true;
    importKernel(function);
  }
  clang::SourceManager &sources = ast.getSourceManager();
  clang::SourceLocation start =
      sources.getLocForStartOfFile(sources.getMainFileID());
  if (!any && !failed)
    error(start, names.empty() ? Twine("no __kernel function in this file")
                               : Twine("no kernel '") + options.onlyKernel +
                                     "'; the file has " + names);
  return !failed;
}

//===----------------------------------------------------------------------===//
// Clang
//===----------------------------------------------------------------------===//

namespace {
class ImportConsumer : public clang::ASTConsumer {
public:
  ImportConsumer(const SourceOptions &options, ModuleOp module)
      : options(options), module(module) {}
  void HandleTranslationUnit(clang::ASTContext &ast) override {
    if (!ast.getDiagnostics().hasErrorOccurred())
      Importer(ast, options, module).run();
  }

private:
  const SourceOptions &options;
  ModuleOp module;
};

class ImportAction : public clang::ASTFrontendAction {
public:
  ImportAction(const SourceOptions &options, ModuleOp module)
      : options(options), module(module) {}
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, StringRef) override {
    return std::make_unique<ImportConsumer>(options, module);
  }

private:
  const SourceOptions &options;
  ModuleOp module;
};
} // namespace

namespace {
/// The group sizes that kernels demand, and those that they are meant for.
struct KnownShapes {
  std::vector<Extents> required, hinted;
};

/// Collects the group sizes of kernels.
class ShapeFinder : public clang::ASTConsumer {
public:
  ShapeFinder(const SourceOptions &options, KnownShapes &shapes)
      : options(options), shapes(shapes) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl *decl : group)
      if (auto *function = dyn_cast<clang::FunctionDecl>(decl);
          function && hasMark(function, kKernelMark) &&
          (options.onlyKernel.empty() ||
           function->getName() == options.onlyKernel))
        note(*function);
    return true;
  }

private:
  void note(const clang::FunctionDecl &kernel) {
    for (const auto *attr : kernel.specific_attrs<clang::AnnotateAttr>()) {
      bool isRequired = attr->getAnnotation() == kGroupSizeMark;
      if (!isRequired && attr->getAnnotation() != kGroupSizeHintMark)
        continue;
      std::vector<Extents> &list = isRequired ? shapes.required : shapes.hinted;
      std::optional<Extents> shape =
          readGroupShape(*attr, kernel.getASTContext());
      if (shape && !llvm::is_contained(list, *shape))
        list.push_back(*shape);
    }
  }

  const SourceOptions &options;
  KnownShapes &shapes;
};

class FindShapesAction : public clang::ASTFrontendAction {
public:
  FindShapesAction(const SourceOptions &options, KnownShapes &shapes)
      : options(options), shapes(shapes) {}
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, StringRef) override {
    return std::make_unique<ShapeFinder>(options, shapes);
  }

private:
  const SourceOptions &options;
  KnownShapes &shapes;
};
} // namespace

/// The source with the options that Clang takes for it. `defines` keeps the
/// macros.
static ClangSource describeSource(StringRef source, StringRef fileName,
                                  const SourceOptions &options,
                                  std::vector<std::string> &defines) {
  // The macros by which the prelude knows the range's dimensions and the
  // extents of a group.
  Extents shape = options.wgShape;
  defines = options.defines;
  defines.push_back("__PIRCH_DIMS=" + std::to_string(shape.size()));
  shape.resize(kMaxDimensions, 1);
  for (auto [dim, extent] : llvm::enumerate(shape))
    defines.push_back("__PIRCH_SIZE_" + std::to_string(dim) + "=" +
                      std::to_string(extent));
  ClangSource clangSource;
  clangSource.text = source;
  clangSource.fileName = fileName;
  clangSource.prelude = getPrelude();
  clangSource.preludeName = kPreludeName;
  clangSource.wgSize = productOf(shape);
  clangSource.defines = defines;
  clangSource.includeDirs = options.includeDirs;
  clangSource.fpContract = options.fpContract;
  return clangSource;
}

llvm::Expected<Extents> pirch::findGroupShape(StringRef source,
                                              StringRef fileName,
                                              const SourceOptions &options) {
  SourceOptions unknown = options;
  unknown.wgShape = {1};
  KnownShapes shapes;
  std::vector<std::string> defines;
  ClangSource clangSource = describeSource(source, fileName, unknown, defines);
  KernelAction action(std::make_unique<FindShapesAction>(unknown, shapes));
  // Errors of the source are not reported here but when it is compiled, once
  // the group size is known.
  runClang(clangSource, {"-w"}, action, llvm::nulls());
  if (shapes.required.size() > 1)
    return llvm::createStringError(
        "the kernels of this file require different work groups, of " +
        printExtents(shapes.required[0]) + " and of " +
        printExtents(shapes.required[1]) +
        " work items: compile one by its name (--kernel)");
  Extents shape = !shapes.required.empty()    ? shapes.required.front()
                  : shapes.hinted.size() == 1 ? shapes.hinted.front()
                                              : Extents();
  while (shape.size() > 1 && shape.back() == 1)
    shape.pop_back();
  return shape;
}

OwningOpRef<ModuleOp> pirch::importOpenCL(StringRef source, StringRef fileName,
                                          const SourceOptions &options,
                                          MLIRContext &context,
                                          llvm::raw_ostream &diag) {
  context.loadDialect<PirchDialect, LLVM::LLVMDialect>();
  std::vector<std::string> defines;
  ClangSource clangSource = describeSource(source, fileName, options, defines);
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(&context, fileName, 1, 1));
  KernelAction action(std::make_unique<ImportAction>(options, *module));
  if (!runClang(clangSource,
                {"-triple", "x86_64-unknown-linux-gnu", "-fbracket-depth",
                 "128", "-Wno-unused-value", "-Wno-shift-op-parentheses",
                 "-Wno-shift-count-overflow", "-Wno-integer-overflow",
                 "-Wunknown-pragmas", "-Werror=division-by-zero"},
                action, diag) ||
      mlir::failed(mlir::verify(*module)))
    return {};
  return module;
}
