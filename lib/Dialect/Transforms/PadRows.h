//===- PadRows.h - Rows that begin at a register's first lane ---*- C++ -*-===//
//
// The padding of rows, which pirch-pad-rows and pirch-pack-work-groups do.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_PADROWS_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_PADROWS_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// Lengthen the rows of `kernel` (infregs still infinite), the arrays of single
/// work items, that fill more than half of a register's `chunkLanes` lanes, so
/// that each fills whole registers. Nobody reads the new elements, and they
/// touch no memory. Returns the number of infregs that were lengthened. If an
/// operation does not allow unread lanes in its rows, none are.
int64_t padRows(KernelOp kernel, int64_t chunkLanes);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_PADROWS_H
