//===- GroupShapes.h - How large the groups of kernels are ------*- C++ -*-===//
//
// How many work items the groups of each kernel of an OpenCL C source have
// along each dimension: what options and the kernels' attributes say of it.
//
// The macros of the prelude, such as `WG_SIZE`, have one value while a source
// is parsed. A source whose kernels have groups of different extents is
// therefore parsed once for each of these extents, and each time only the
// kernels with groups of these extents are imported.
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

/// Whether groups of `a` work items along each dimension are as large as groups
/// of `b`. Along a dimension that only the longer list has, the other one has
/// groups of 1 work item.
bool areSameExtents(llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

/// The extents of the groups of all kernels of a source: by their names
/// (`SourceOptions::kernelShapes`), or those that `reqd_work_group_size`
/// demands, or `SourceOptions::wgShape`.
class GroupShapes {
public:
  explicit GroupShapes(const SourceOptions &options)
      : named(options.kernelShapes), found({options.wgShape}) {}

  /// Of `kernels`, which are all kernels that are to be compiled, those whose
  /// groups have the extents `shape`. The extents of the other kernels' groups
  /// are added to `getFound`.
  llvm::SmallVector<const clang::FunctionDecl *>
  select(llvm::ArrayRef<const clang::FunctionDecl *> kernels,
         llvm::ArrayRef<int64_t> shape);

  /// The extents for which the source is to be parsed, each once: those of
  /// `wgShape`, then those that `select` found.
  llvm::ArrayRef<Extents> getFound() const { return found; }

private:
  std::optional<Extents> getOwnShape(const clang::FunctionDecl *kernel) const;

  const std::map<std::string, Extents> &named;
  std::vector<Extents> found;
};

} // namespace pirch

#endif // PIRCH_LIB_FRONTEND_GROUPSHAPES_H
