//===- BufferExtents.h - How much of a buffer a kernel accesses -*- C++ -*-===//

#ifndef PIRCH_ANALYSIS_BUFFEREXTENTS_H
#define PIRCH_ANALYSIS_BUFFEREXTENTS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include <optional>

namespace pirch {

/// A number of elements: `constant + groups * perGroup`.
struct BufferExtent {
  int64_t constant, perGroup;
};

/// For a kernel in the InfReg form, the number of elements that a buffer must
/// have for groups 0 to `groups - 1`, `groups` being at least 1: exactly so
/// many, as the last one is accessed. Nothing where an access is conditional,
/// in a loop, or at a place that is computed at run time; where accesses step
/// differently from group to group; and for kernels of a grid's row.
std::optional<BufferExtent> findBufferExtent(KernelOp kernel, unsigned param);

} // namespace pirch

#endif // PIRCH_ANALYSIS_BUFFEREXTENTS_H
