//===- PadRows.h - Rows that begin at a register's first lane ---*- C++ -*-===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_PADROWS_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_PADROWS_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// Lengthen the arrays of `kernel` (infregs still infinite) that fill more than
/// half of a register's `chunkLanes` lanes to whole registers, by elements that
/// nobody reads and that touch no memory. Returns how many infregs that are, 0
/// where there are none or where an operation needs to know all lanes.
int64_t padRows(KernelOp kernel, int64_t chunkLanes);

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_PADROWS_H
