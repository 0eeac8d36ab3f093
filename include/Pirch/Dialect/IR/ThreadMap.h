//===- ThreadMap.h - Lane maps where work items are threads -----*- C++ -*-===//
//
// A thread holds its item's lanes of a group in registers, one for each array
// element. A lane map then is, for each element of the result, a few elements
// of the source, each as some of the items hold it: an exchange for those that
// are another item's, and selections among them.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_THREADMAP_H
#define PIRCH_DIALECT_IR_THREADMAP_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

struct ThreadMap {
  /// What some items take as one element of the result.
  struct Part {
    /// Of the source's array.
    int64_t element = 0;
    /// For each item of the result, whose element it takes; -1 where it takes
    /// none. One entry where all threads hold the result.
    llvm::SmallVector<int64_t> items;
    /// Every item takes its own.
    bool isOwn = false;

    /// The item that all take from, if it is one.
    std::optional<int64_t> getOnlyItem() const;
  };
  /// For each element of the result, in order of the items that read first.
  llvm::SmallVector<llvm::SmallVector<Part, 1>> elements;

  /// The table is that of `LaneMapOpInterface::getLaneTable`.
  ThreadMap(InfRegType from, InfRegType to, llvm::ArrayRef<int32_t> table);

  /// Instructions of a warp that the map takes, by the target's costs.
  int64_t getCost(TargetAttrInterface target, mlir::Type element) const;
};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_THREADMAP_H
