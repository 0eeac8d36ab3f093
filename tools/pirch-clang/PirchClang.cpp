//===- PirchClang.cpp - A plugin that compiles lambdas as kernels ---------===//
//
//   clang++-22 -std=c++17 -fplugin=libPirchClang.so rows.cpp -lpirch
//
// For each function object that a file gives to `pirch::for_groups`, the header
// makes a class `pirch::detail::embedded<Object, WgSize>`. Its static variable
// `code` is null; the plugin lets it be the kernel as MLIR bytecode, before
// Clang emits the variable, and `launch` the function that has it compiled.
// With -fplugin-arg-pirch-print it prints each kernel to stderr.
//
//===----------------------------------------------------------------------===//

#include "Pirch/Driver/Pipelines.h"
#include "Pirch/Frontend/FunctionObject.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "llvm/Support/EndianStream.h"

using namespace pirch;

namespace {
class EmbedKernels : public clang::ASTConsumer {
public:
  explicit EmbedKernels(bool prints) : prints(prints) {}
  void HandleTranslationUnit(clang::ASTContext &ast) override;

private:
  void embed(clang::ASTContext &ast,
             clang::ClassTemplateSpecializationDecl *marker,
             clang::FunctionDecl *launcher, mlir::MLIRContext &context);

  /// Whether kernels are printed.
  bool prints;
};
} // namespace

//===----------------------------------------------------------------------===//
// Declarations of the header
//===----------------------------------------------------------------------===//

/// The declaration of that kind and name in a scope; null if there is none.
template <typename DeclT>
static DeclT *find(clang::ASTContext &ast, clang::DeclContext *scope,
                   llvm::StringRef name) {
  if (scope)
    for (clang::NamedDecl *found : scope->lookup(&ast.Idents.get(name)))
      if (auto *decl = llvm::dyn_cast<DeclT>(found))
        return decl;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// What is kept of a kernel
//===----------------------------------------------------------------------===//

/// The text that for_groups.hpp reads (`embedded_kernel`): little-endian
/// numbers of 32 bits, namely the number of parameters, for each its flags, the
/// bytes of an element, and for each of its two paths the number of steps and
/// the steps, then the number of bytes of bytecode; the bytecode.
static std::string encode(const FunctionObjectKernel &kernel) {
  std::string bytecode, text;
  llvm::raw_string_ostream code(bytecode);
  if (failed(mlir::writeBytecodeToFile(*kernel.module, code)))
    return "";
  llvm::raw_string_ostream os(text);
  llvm::support::endian::Writer writer(os, llvm::endianness::little);
  writer.write<uint32_t>(kernel.params.size());
  for (const HostParam &param : kernel.params) {
    writer.write<uint32_t>(param.isPointer | param.isBuffer << 1 |
                           param.isConst << 2);
    writer.write<uint32_t>(param.elementBytes);
    for (const std::vector<uint32_t> &path : {param.path, param.endPath}) {
      writer.write<uint32_t>(path.size());
      for (uint32_t step : path)
        writer.write<uint32_t>(step);
    }
  }
  writer.write<uint32_t>(bytecode.size());
  os << bytecode;
  return text;
}

/// A string literal with these bytes, as a pointer to its first.
static clang::Expr *makeText(clang::ASTContext &ast, llvm::StringRef bytes,
                             clang::SourceLocation loc) {
  clang::QualType array =
      ast.getStringLiteralArrayType(ast.CharTy, bytes.size());
  auto *literal = clang::StringLiteral::Create(
      ast, bytes, clang::StringLiteralKind::Ordinary, /*Pascal=*/false, array,
      loc);
  return clang::ImplicitCastExpr::Create(
      ast, ast.getPointerType(ast.CharTy.withConst()),
      clang::CK_ArrayToPointerDecay, literal, nullptr, clang::VK_PRValue,
      clang::FPOptionsOverride());
}

/// The address of a function.
static clang::Expr *makeAddress(clang::ASTContext &ast,
                                clang::FunctionDecl *function,
                                clang::SourceLocation loc) {
  auto *name = clang::DeclRefExpr::Create(
      ast, clang::NestedNameSpecifierLoc(), clang::SourceLocation(), function,
      /*RefersToEnclosingVariableOrCapture=*/false, loc, function->getType(),
      clang::VK_LValue);
  return clang::ImplicitCastExpr::Create(
      ast, ast.getPointerType(function->getType()),
      clang::CK_FunctionToPointerDecay, name, nullptr, clang::VK_PRValue,
      clang::FPOptionsOverride());
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

/// Where the file has the place that a diagnostic of MLIR names; nowhere if it
/// names none.
static clang::SourceLocation locate(clang::ASTContext &ast,
                                    mlir::Location loc) {
  auto place = loc->findInstanceOf<mlir::FileLineColLoc>();
  clang::SourceManager &sources = ast.getSourceManager();
  if (!place)
    return {};
  auto file = sources.getFileManager().getOptionalFileRef(
      place.getFilename().getValue());
  return file ? sources.translateFileLineCol(*file, place.getLine(),
                                             place.getColumn())
              : clang::SourceLocation();
}

/// Let Clang report what the first passes refuse: the compiler that the program
/// calls would refuse it only when the kernel is launched.
static bool checkForm(clang::ASTContext &ast, mlir::ModuleOp module) {
  clang::DiagnosticsEngine &diags = ast.getDiagnostics();
  mlir::ScopedDiagnosticHandler handler(
      module.getContext(), [&](mlir::Diagnostic &diagnostic) {
        auto level = clang::DiagnosticsEngine::Error;
        if (diagnostic.getSeverity() == mlir::DiagnosticSeverity::Warning)
          level = clang::DiagnosticsEngine::Warning;
        else if (diagnostic.getSeverity() != mlir::DiagnosticSeverity::Error)
          return mlir::success();
        diags.Report(locate(ast, diagnostic.getLocation()),
                     diags.getCustomDiagID(level, "%0"))
            << diagnostic.str();
        return mlir::success();
      });
  mlir::OwningOpRef<mlir::ModuleOp> formed = module.clone();
  mlir::PassManager manager(module.getContext());
  buildFormPipeline(manager, PipelineOptions());
  return mlir::succeeded(manager.run(*formed));
}

//===----------------------------------------------------------------------===//
// The plugin
//===----------------------------------------------------------------------===//

void EmbedKernels::embed(clang::ASTContext &ast,
                         clang::ClassTemplateSpecializationDecl *marker,
                         clang::FunctionDecl *launcher,
                         mlir::MLIRContext &context) {
  auto *code = find<clang::VarDecl>(ast, marker, "code");
  auto *launch = find<clang::VarDecl>(ast, marker, "launch");
  auto *call = find<clang::FunctionDecl>(ast, marker, "call");
  const clang::FunctionDecl *definition = nullptr;
  // Nothing calls an object for which the variables have no definition.
  if (!code || !launch || !call || !call->hasBody(definition) ||
      !(code = code->getDefinition()) || !(launch = launch->getDefinition()))
    return;
  int64_t wgSize =
      marker->getTemplateArgs().get(1).getAsIntegral().getExtValue();
  FunctionObjectKernel kernel =
      importFunctionObject(ast, definition, wgSize, context);
  if (!kernel.module || !checkForm(ast, *kernel.module))
    return;
  if (prints)
    kernel.module->print(llvm::errs());
  code->setInit(makeText(ast, encode(kernel), code->getLocation()));
  launch->setInit(makeAddress(ast, launcher, launch->getLocation()));
}

void EmbedKernels::HandleTranslationUnit(clang::ASTContext &ast) {
  if (ast.getDiagnostics().hasErrorOccurred())
    return;
  auto *outer =
      find<clang::NamespaceDecl>(ast, ast.getTranslationUnitDecl(), "pirch");
  auto *inner = find<clang::NamespaceDecl>(ast, outer, "detail");
  auto *embedded = find<clang::ClassTemplateDecl>(ast, inner, "embedded");
  auto *launcher = find<clang::FunctionDecl>(ast, inner, "launch_embedded");
  if (!embedded || !launcher)
    return; // the file does not include the header
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  for (clang::ClassTemplateSpecializationDecl *marker :
       embedded->specializations())
    embed(ast, marker, launcher, context);
}

namespace {
class EmbedKernelsAction : public clang::PluginASTAction {
public:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    return std::make_unique<EmbedKernels>(prints);
  }
  bool ParseArgs(const clang::CompilerInstance &compiler,
                 const std::vector<std::string> &args) override {
    for (const std::string &arg : args) {
      if (arg != "print") {
        clang::DiagnosticsEngine &diags = compiler.getDiagnostics();
        diags.Report(diags.getCustomDiagID(clang::DiagnosticsEngine::Error,
                                           "the plugin pirch has no argument "
                                           "'%0'; it has 'print'"))
            << arg;
        return false;
      }
      prints = true;
    }
    return true;
  }
  /// Clang's own action emits what this one has changed.
  ActionType getActionType() override { return AddBeforeMainAction; }

private:
  bool prints = false;
};
} // namespace

static clang::FrontendPluginRegistry::Add<EmbedKernelsAction>
    registration("pirch", "compile function objects given to "
                          "pirch::for_groups as kernels");
