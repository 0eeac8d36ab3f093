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

llvm::Expected<Extents> pirch::findGroupShape(StringRef source,
                                              StringRef fileName,
                                              const SourceOptions &options) {
  SourceOptions unknown = options;
  unknown.wgShape = {1};
  KnownShapes shapes;
  ClangSource clangSource = describeSource(source, fileName, unknown);
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
  ClangSource clangSource = describeSource(source, fileName, options);
  OwningOpRef<ModuleOp> module =
      ModuleOp::create(FileLineColLoc::get(&context, fileName, 1, 1));
  KernelAction action(std::make_unique<ImportAction>(options, *module));
  if (!runClang(clangSource,
                {"-triple", kParsedTriple, "-fbracket-depth", "128",
                 "-Wno-unused-value", "-Wno-shift-op-parentheses",
                 "-Wno-shift-count-overflow", "-Wno-integer-overflow",
                 "-Wunknown-pragmas", "-Werror=division-by-zero",
                 // Built-in functions are static, inline functions may not be.
                 "-Wno-static-in-inline",
                 // An assignment converts, as a cast does.
                 "-Wno-error=incompatible-pointer-types"},
                action, diag) ||
      mlir::failed(mlir::verify(*module)))
    return {};
  return module;
}
