//===- GridIndices.h - Work items along dimensions --------------*- C++ -*-===//
//
// A kernel of two or three dimensions asks for the number of its work item
// along each of them. In the work-item form these are sums: along x of
// `wg_index * X + wi_index % X`, along y of `group_y * Y + wi_index / X`, where
// `X` and `Y` are the extents of a group.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_GRIDINDICES_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_GRIDINDICES_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace pirch {

/// The numbers of a grid kernel's work item along the dimensions of the grid.
class GridIndices {
public:
  /// Find them in `kernel`, a grid kernel in work-item form; nothing if it uses
  /// the indices of groups and work items in something else.
  static std::optional<GridIndices> find(KernelOp kernel);

  /// Let the kernel compute parts of rows of work items: the number along x
  /// becomes `wg_index * items + wi_index`, and the other parameters of the row
  /// are the numbers along the other dimensions.
  void splitRows(int64_t items);

private:
  explicit GridIndices(KernelOp kernel) : kernel(kernel) {}

  std::optional<unsigned> getLocalDimension(mlir::Value value);
  void visit(mlir::arith::AddIOp sum);
  bool isUsedOtherwise();
  mlir::Value getRow(unsigned dimension);

  KernelOp kernel;
  /// The sums, and the dimension of each.
  llvm::SmallVector<std::pair<mlir::arith::AddIOp, unsigned>> sums;
  /// The operations that compute the sums, and the sums.
  llvm::DenseSet<mlir::Operation *> known;
};

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_GRIDINDICES_H
