//===- Frontend.cpp - OpenCL C to the work-item form ----------------------===//

#include "Pirch/Frontend/Frontend.h"
#include "Importer.h"
#include "KernelPrelude.h"
#include "KernelSource.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/Frontend/FrontendAction.h"

using namespace mlir;
using namespace pirch;

namespace {
class ImportConsumer : public clang::ASTConsumer {
public:
  ImportConsumer(const SourceOptions &options, GroupShapes &shapes,
                 ModuleOp module)
      : options(options), shapes(shapes), module(module) {}
  void HandleTranslationUnit(clang::ASTContext &ast) override {
    // Parsing warned when the source was parsed first; importing has not.
    ast.getDiagnostics().setIgnoreAllWarnings(false);
    if (!ast.getDiagnostics().hasErrorOccurred())
      Importer(ast, options, module).run(shapes);
  }

private:
  const SourceOptions &options;
  GroupShapes &shapes;
  ModuleOp module;
};

class ImportAction : public clang::ASTFrontendAction {
public:
  ImportAction(const SourceOptions &options, GroupShapes &shapes,
               ModuleOp module)
      : options(options), shapes(shapes), module(module) {}
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, StringRef) override {
    return std::make_unique<ImportConsumer>(options, shapes, module);
  }

private:
  const SourceOptions &options;
  GroupShapes &shapes;
  ModuleOp module;
};
} // namespace

ClangSource pirch::describeSource(StringRef source, StringRef fileName,
                                  const SourceOptions &options) {
  ClangSource clangSource;
  // The macros by which the prelude knows the range's dimensions and the
  // extents of a group.
  Extents shape = options.wgShape;
  clangSource.settings.push_back("__PIRCH_DIMS=" +
                                 std::to_string(shape.size()));
  shape.resize(kMaxDimensions, 1);
  for (auto [dim, extent] : llvm::enumerate(shape))
    clangSource.settings.push_back("__PIRCH_SIZE_" + std::to_string(dim) + "=" +
                                   std::to_string(extent));
  clangSource.text = source;
  clangSource.fileName = fileName;
  clangSource.prelude = &getKernelPrelude();
  clangSource.wgSize = productOf(shape);
  clangSource.defines = options.defines;
  clangSource.includeDirs = options.includeDirs;
  clangSource.fpContract = options.fpContract;
  clangSource.reciprocals = options.fastMath;
  return clangSource;
}

/// Import the kernels of `source` whose groups have the extents
/// `options.wgShape`.
static bool importKernels(StringRef source, StringRef fileName,
                          const SourceOptions &options, GroupShapes &shapes,
                          bool isFirst, ModuleOp module,
                          llvm::raw_ostream &diag) {
  std::vector<std::string> flags = {
      "-triple", kParsedTriple, "-fbracket-depth", "128", "-Wno-unused-value",
      "-Wno-shift-op-parentheses", "-Wno-shift-count-overflow",
      "-Wno-integer-overflow", "-Wunknown-pragmas", "-Werror=division-by-zero",
      // Built-in functions are static, inline functions may not be.
      "-Wno-static-in-inline"};
  if (!isFirst)
    flags.push_back("-w");
  ClangSource clangSource = describeSource(source, fileName, options);
  KernelAction action(std::make_unique<ImportAction>(options, shapes, module));
  return runClang(clangSource, flags, action, diag);
}

OwningOpRef<ModuleOp> pirch::importOpenCL(StringRef source, StringRef fileName,
                                          const SourceOptions &options,
                                          MLIRContext &context,
                                          llvm::raw_ostream &diag) {
  context.loadDialect<PirchDialect, LLVM::LLVMDialect>();
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(&context, fileName, 1, 1));
  GroupShapes shapes(options);
  SourceOptions current = options;
  for (size_t next = 0; next < shapes.getFound().size(); ++next) {
    current.wgShape = shapes.getFound()[next];
    if (!importKernels(source, fileName, current, shapes, next == 0, *module,
                       diag))
      return {};
  }
  if (mlir::failed(mlir::verify(*module)))
    return {};
  return module;
}
