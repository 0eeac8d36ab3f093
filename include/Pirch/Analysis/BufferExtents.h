//===- BufferExtents.h - How much of a buffer a kernel accesses -*- C++ -*-===//
//
// How large the buffers of a launch must be, for headers, checks of arguments
// and compact layouts.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_BUFFEREXTENTS_H
#define PIRCH_ANALYSIS_BUFFEREXTENTS_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include <optional>

namespace pirch {

/// A number of elements: `constant + groups * perGroup`.
struct BufferExtent {
  int64_t constant, perGroup;
};

/// The number of elements that a buffer of a kernel in InfReg form must have
/// for a launch of groups 0 to `groups - 1`, where `groups` is at least 1;
/// groups of the launch, not parts of them. The number is exact: the launch
/// accesses the last of these elements. Nothing if an access of the buffer is
/// conditional, in a loop or at an index computed at run time, if two accesses
/// have different distances between neighbouring groups, or if the kernel
/// computes a row of a grid.
std::optional<BufferExtent> findBufferExtent(KernelOp kernel, unsigned param);

} // namespace pirch

#endif // PIRCH_ANALYSIS_BUFFEREXTENTS_H
