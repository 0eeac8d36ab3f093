//===- GroupShapes.cpp - How large the groups of kernels are --------------===//

#include "GroupShapes.h"
#include "Importer.h"
#include "KernelPrelude.h"
#include "KernelSource.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Attr.h"
#include "clang/Frontend/FrontendAction.h"

using namespace pirch;

std::optional<Extents> pirch::readGroupShape(const clang::AnnotateAttr &attr,
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

/// `extents` without the ones at their end; the first extent always stays.
static Extents dropTrailingOnes(Extents extents) {
  while (extents.size() > 1 && extents.back() == 1)
    extents.pop_back();
  return extents;
}

bool pirch::areSameExtents(llvm::ArrayRef<int64_t> a,
                           llvm::ArrayRef<int64_t> b) {
  return dropTrailingOnes(Extents(a)) == dropTrailingOnes(Extents(b));
}

/// The extents that a mark of the kernel names, without those of 1 at the end.
static std::optional<Extents> readShape(const clang::FunctionDecl *kernel,
                                        llvm::StringRef mark) {
  for (const auto *attr : kernel->specific_attrs<clang::AnnotateAttr>())
    if (attr->getAnnotation() == mark)
      if (auto shape = readGroupShape(*attr, kernel->getASTContext()))
        return dropTrailingOnes(*shape);
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// GroupShapes
//===----------------------------------------------------------------------===//

/// The extents of the kernel's groups that its name or its attribute gives;
/// nothing if there are none, or if they are those of `wgShape`.
std::optional<Extents>
GroupShapes::getOwnShape(const clang::FunctionDecl *kernel) const {
  std::optional<Extents> shape;
  if (auto it = named.find(kernel->getName().str()); it != named.end())
    shape = it->second;
  else
    shape = readShape(kernel, kGroupSizeMark);
  if (shape && areSameExtents(*shape, found.front()))
    return std::nullopt;
  return shape;
}

llvm::SmallVector<const clang::FunctionDecl *>
GroupShapes::select(llvm::ArrayRef<const clang::FunctionDecl *> kernels,
                    llvm::ArrayRef<int64_t> shape) {
  // If `wgShape` suits no kernel it is wrong, and importing says of which.
  bool suitsOne = llvm::any_of(kernels, [&](const clang::FunctionDecl *kernel) {
    return named.count(kernel->getName().str()) || !getOwnShape(kernel);
  });
  llvm::SmallVector<const clang::FunctionDecl *> selected;
  for (const clang::FunctionDecl *kernel : kernels) {
    std::optional<Extents> own = getOwnShape(kernel);
    Extents extents = own && suitsOne ? *own : found.front();
    if (areSameExtents(extents, shape))
      selected.push_back(kernel);
    else if (llvm::none_of(found, [&](const Extents &other) {
               return areSameExtents(extents, other);
             }))
      found.push_back(extents);
  }
  return selected;
}

//===----------------------------------------------------------------------===//
// What a source says of its groups
//===----------------------------------------------------------------------===//

namespace {
/// The extents that kernels demand, and those that they are meant for.
struct KnownShapes {
  std::vector<Extents> required, hinted;
  /// The name of a kernel that demands none; empty if there is no such kernel.
  std::string free;
};

/// Collects the extents of groups of kernels.
class ShapeFinder : public clang::ASTConsumer {
public:
  ShapeFinder(const SourceOptions &options, KnownShapes &shapes)
      : options(options), shapes(shapes) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl *decl : group)
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(decl);
          function && hasMark(function, kKernelMark) &&
          !options.kernelShapes.count(function->getName().str()) &&
          (options.onlyKernel.empty() ||
           function->getName() == options.onlyKernel))
        note(*function);
    return true;
  }

private:
  void note(const clang::FunctionDecl &kernel) {
    auto add = [](std::vector<Extents> &list, const Extents &shape) {
      if (!llvm::is_contained(list, shape))
        list.push_back(shape);
    };
    if (auto required = readShape(&kernel, kGroupSizeMark))
      return add(shapes.required, *required);
    shapes.free = kernel.getName().str();
    if (auto hinted = readShape(&kernel, kGroupSizeHintMark))
      add(shapes.hinted, *hinted);
  }

  const SourceOptions &options;
  KnownShapes &shapes;
};

class FindShapesAction : public clang::ASTFrontendAction {
public:
  FindShapesAction(const SourceOptions &options, KnownShapes &shapes)
      : options(options), shapes(shapes) {}
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &, llvm::StringRef) override {
    shapes = {};
    return std::make_unique<ShapeFinder>(options, shapes);
  }

private:
  const SourceOptions &options;
  KnownShapes &shapes;
};
} // namespace

llvm::Expected<Extents> pirch::findGroupShape(llvm::StringRef source,
                                              llvm::StringRef fileName,
                                              const SourceOptions &options) {
  if (auto it = options.kernelShapes.find(options.onlyKernel);
      it != options.kernelShapes.end())
    return it->second;
  SourceOptions unknown = options;
  unknown.wgShape = {1};
  KnownShapes shapes;
  ClangSource clangSource = describeSource(source, fileName, unknown);
  KernelAction action(std::make_unique<FindShapesAction>(unknown, shapes));
  // Errors of the source are not reported here but when it is compiled, once
  // the extents are known.
  runClang(clangSource, {"-w"}, action, llvm::nulls());
  if (shapes.required.size() > 1 && !shapes.free.empty())
    return llvm::createStringError(
        "kernel '" + shapes.free +
        "' does not say how many work items its groups have, and others "
        "require different numbers, " +
        printExtents(shapes.required[0]) + " and " +
        printExtents(shapes.required[1]) + ": pass --wg-size=N for '" +
        shapes.free + "' and its like, or compile one by its name (--kernel)");
  if (!shapes.required.empty())
    return shapes.required.front();
  if (shapes.hinted.size() == 1)
    return shapes.hinted.front();
  // The options give the extents of every kernel by its name.
  if (shapes.free.empty() && !options.kernelShapes.empty())
    return options.kernelShapes.begin()->second;
  return Extents();
}
