//===- GroupShapes.h - How large the groups of kernels are ------*- C++ -*-===//
//
// A source is parsed for groups of certain extents, as its macros tell them
// (`WG_SIZE`). Kernels of one source may demand different ones; it is then
// parsed once for each, and each time those kernels are imported whose groups
// have these extents.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_FRONTEND_GROUPSHAPES_H
#define PIRCH_LIB_FRONTEND_GROUPSHAPES_H

#include "Pirch/Support/SourceOptions.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include <optional>
#include <vector>

namespace pirch {

/// The extents that the mark of `reqd_work_group_size` or
/// `work_group_size_hint` names; nothing where they are no three positive
/// constants.
std::optional<Extents> readGroupShape(const clang::AnnotateAttr &attr,
                                      const clang::ASTContext &ast);

/// Whether groups of `a` and of `b` have the same extents, where those that are
/// not there are 1.
bool areSameExtents(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

/// `extents` without those of 1 at their end, but for the first.
Extents dropTrailingOnes(Extents extents);

/// The extents of the groups of all kernels of a source: by their names
/// (`SourceOptions::kernelShapes`), or those that `reqd_work_group_size`
/// demands, or `SourceOptions::wgShape`.
class GroupShapes {
public:
  explicit GroupShapes(const SourceOptions &options)
      : named(options.kernelShapes), found({options.wgShape}) {}

  /// Those of `kernels`, all kernels that are to be compiled, whose groups
  /// have the extents `shape`. The extents of others are found.
  llvm::SmallVector<const clang::FunctionDecl *>
  select(llvm::ArrayRef<const clang::FunctionDecl *> kernels,
         llvm::ArrayRef<int64_t> shape);

  /// The extents that were found, each once: those of `wgShape` first.
  llvm::ArrayRef<Extents> getFound() const { return found; }

private:
  std::optional<Extents> getOwnShape(const clang::FunctionDecl *kernel) const;

  const std::map<std::string, Extents> &named;
  std::vector<Extents> found;
};

} // namespace pirch

#endif // PIRCH_LIB_FRONTEND_GROUPSHAPES_H
