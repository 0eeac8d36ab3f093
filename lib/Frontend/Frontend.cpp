//===- Frontend.cpp - OpenCL C to the work-item form ----------------------===//

#include "Pirch/Frontend/Frontend.h"
#include "Importer.h"
#include "Prelude.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Verifier.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/thread.h"

using namespace mlir;
using namespace pirch;

/// Whether the prelude's qualifier `mark` stands on the declaration.
static bool hasMark(const clang::Decl *decl, llvm::StringRef mark) {
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
  error(loc, "not supported: a value of type '" + type.getAsString() + "'");
  return {};
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

namespace {
/// Whether a parameter is ever assigned to.
class AssignmentFinder : public clang::RecursiveASTVisitor<AssignmentFinder> {
public:
  llvm::DenseSet<const clang::VarDecl *> assigned;

  bool VisitBinaryOperator(clang::BinaryOperator *op) {
    if (op->isAssignmentOp())
      note(op->getLHS());
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator *op) {
    if (op->isIncrementDecrementOp())
      note(op->getSubExpr());
    return true;
  }

private:
  void note(clang::Expr *expr) {
    if (auto *ref = dyn_cast<clang::DeclRefExpr>(expr->IgnoreParenCasts()))
      if (auto *decl = dyn_cast<clang::VarDecl>(ref->getDecl()))
        assigned.insert(decl);
  }
};
} // namespace

bool Importer::importParameters(const clang::FunctionDecl *function,
                                Block *entry) {
  AssignmentFinder finder;
  finder.TraverseStmt(function->getBody());
  for (auto [param, argument] :
       llvm::zip(function->parameters(), entry->getArguments())) {
    Location loc = locate(param->getLocation());
    if (isa<MemRefType>(argument.getType())) {
      if (finder.assigned.contains(param)) {
        error(param->getLocation(),
              "not supported: assigning to the pointer parameter '" +
                  param->getName() + "'");
        return false;
      }
      places[param] = {argument, {}};
      continue;
    }
    if (!finder.assigned.contains(param)) {
      constants[param] = argument;
      continue;
    }
    Value memref = memref::AllocaOp::create(
        builder, loc, MemRefType::get({1}, argument.getType()));
    places[param] = {memref, {}};
    store(argument, places[param], loc);
  }
  return true;
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
  if (!checkNesting(function))
    return false;
  SmallVector<Type> inputs;
  SmallVector<Attribute> names, types;
  SmallVector<unsigned> unaliased;
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
      if (scalar->isBooleanType() || scalar->isVoidType()) {
        error(param->getLocation(), "not supported: a pointer to '" +
                                        scalar.getAsString() +
                                        "' as kernel parameter");
        return false;
      }
    }
    Type element = convertType(scalar, param->getLocation());
    if (!element)
      return false;
    if (type.isRestrictQualified())
      unaliased.push_back(inputs.size());
    inputs.push_back(
        type->isPointerType()
            ? Type(MemRefType::get({ShapedType::kDynamic}, element))
            : element);
    names.push_back(builder.getStringAttr(param->getName()));
    types.push_back(builder.getStringAttr(cTypeName(param->getType())));
  }
  Location loc = locate(function->getLocation());
  builder.setInsertionPointToEnd(module.getBody());
  auto kernel =
      KernelOp::create(builder, loc, function->getName(),
                       builder.getFunctionType(inputs, {}), options.wgSize);
  kernel.setArgNamesAttr(builder.getArrayAttr(names));
  kernel.setArgTypesAttr(builder.getArrayAttr(types));
  for (unsigned index : unaliased)
    kernel.setArgAttr(index, LLVM::LLVMDialect::getNoAliasAttrName(),
                      builder.getUnitAttr());
  Block *entry = builder.createBlock(&kernel.getBody());
  for (Type input : inputs)
    entry->addArgument(input, loc);
  places.clear();
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

/// Statements and expressions: of one compilation, calls inlined, and within
/// each other; branches and loops within each other.
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
  bool any = false;
  for (clang::Decl *decl : ast.getTranslationUnitDecl()->decls()) {
    auto *function = dyn_cast<clang::FunctionDecl>(decl);
    if (!function || !function->isThisDeclarationADefinition() ||
        !hasMark(function, kKernelMark))
      continue;
    any = true;
    importKernel(function);
  }
  if (!any && !failed)
    error(ast.getSourceManager().getLocForStartOfFile(
              ast.getSourceManager().getMainFileID()),
          "no __kernel function in this file");
  return !failed;
}

//===----------------------------------------------------------------------===//
// Clang
//===----------------------------------------------------------------------===//

namespace {
class ImportConsumer : public clang::ASTConsumer {
public:
  ImportConsumer(const FrontendOptions &options, ModuleOp module)
      : options(options), module(module) {}
  void HandleTranslationUnit(clang::ASTContext &ast) override {
    if (!ast.getDiagnostics().hasErrorOccurred())
      Importer(ast, options, module).run();
  }

private:
  const FrontendOptions &options;
  ModuleOp module;
};

class ImportAction : public clang::ASTFrontendAction {
public:
  ImportAction(const FrontendOptions &options, ModuleOp module)
      : options(options), module(module) {}
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, StringRef) override {
    return std::make_unique<ImportConsumer>(options, module);
  }

private:
  const FrontendOptions &options;
  ModuleOp module;
};
} // namespace

static constexpr unsigned kParserStack = 512u << 20;

OwningOpRef<ModuleOp> pirch::importOpenCL(StringRef source, StringRef fileName,
                                          const FrontendOptions &options,
                                          MLIRContext &context,
                                          llvm::raw_ostream &diag) {
  context.loadDialect<PirchDialect, LLVM::LLVMDialect>();
  std::string file = fileName.str();
  std::vector<std::string> args = {"-x",
                                   "c",
                                   "-std=gnu11",
                                   "-triple",
                                   "x86_64-unknown-linux-gnu",
                                   "-ffreestanding",
                                   "-fno-builtin",
                                   "-fbracket-depth",
                                   "128",
                                   "-Wno-unused-value",
                                   "-Wno-shift-op-parentheses",
                                   "-Werror=division-by-zero",
                                   "-Werror=integer-overflow",
                                   "-DWG_SIZE=" +
                                       std::to_string(options.wgSize),
                                   "-D__OPENCL_VERSION__=120"};
  for (const std::string &define : options.defines)
    args.push_back("-D" + define);
  for (const std::string &dir : options.includeDirs)
    args.push_back("-I" + dir);
  args.insert(args.end(), {"-include", kPreludeName.data(), file});
  std::vector<const char *> argPointers;
  for (const std::string &arg : args)
    argPointers.push_back(arg.c_str());

  auto invocation = std::make_shared<clang::CompilerInvocation>();
  clang::DiagnosticOptions diagOptions;
  clang::TextDiagnosticPrinter printer(diag, diagOptions);
  auto parseDiags = clang::CompilerInstance::createDiagnostics(
      *llvm::vfs::getRealFileSystem(), diagOptions, &printer,
      /*ShouldOwnClient=*/false);
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, argPointers,
                                                 *parseDiags))
    return {};
  clang::PreprocessorOptions &preprocessor = invocation->getPreprocessorOpts();
  preprocessor.addRemappedFile(
      kPreludeName,
      llvm::MemoryBuffer::getMemBuffer(getPrelude(), kPreludeName).release());
  preprocessor.addRemappedFile(
      file, llvm::MemoryBuffer::getMemBufferCopy(source, file).release());

  clang::CompilerInstance compiler(invocation);
  compiler.createVirtualFileSystem();
  clang::TextDiagnosticPrinter output(diag, compiler.getDiagnosticOpts());
  compiler.createDiagnostics(&output, /*ShouldOwnClient=*/false);
  compiler.setVerboseOutputStream(diag);
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(&context, file, 1, 1));
  ImportAction action(options, *module);
  bool done = false;
  // Clang's parser recurses as deeply as the source nests.
  llvm::thread parser(std::optional<unsigned>(kParserStack),
                      [&] { done = compiler.ExecuteAction(action); });
  parser.join();
  if (!done || compiler.getDiagnostics().hasErrorOccurred() ||
      mlir::failed(mlir::verify(*module)))
    return {};
  return module;
}
