//===- BufferExtents.cpp - How much of a buffer a kernel accesses ---------===//

#include "Pirch/Analysis/BufferExtents.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pirch;

/// What one access needs, if all lanes with an offset always make it.
static std::optional<BufferExtent> findAccessExtent(KernelOp kernel,
                                                    Operation *user) {
  auto access = dyn_cast<AffineAccessOpInterface>(user);
  APInt base, stride;
  if (!access || access.getMask() || user->getParentOp() != kernel ||
      !matchPattern(access.getBase(), m_ConstantInt(&base)) ||
      !matchPattern(access.getGroupStride(), m_ConstantInt(&stride)))
    return std::nullopt;
  int64_t last = kNoOffset;
  for (int64_t offset : access.getOffsets())
    last = std::max(last, offset);
  if (last == kNoOffset || stride.isNegative())
    return std::nullopt;
  return BufferExtent{base.getSExtValue() + last + 1 - stride.getSExtValue(),
                      stride.getSExtValue()};
}

std::optional<BufferExtent> pirch::findBufferExtent(KernelOp kernel,
                                                    unsigned param) {
  Value buffer = kernel.getBody().getArgument(param);
  // Some groups may be left to another kernel.
  if (!isa<MemRefType>(buffer.getType()) || kernel.getWgShape() ||
      kernel.getRowGroups() || kernel.hasItemRows() ||
      !kernel.getOps<MainGroupsOp>().empty())
    return std::nullopt;
  std::optional<BufferExtent> extent;
  for (Operation *user : buffer.getUsers()) {
    std::optional<BufferExtent> own = findAccessExtent(kernel, user);
    if (!own || (extent && own->perGroup != extent->perGroup))
      return std::nullopt;
    if (!extent || own->constant > extent->constant)
      extent = own;
  }
  if (extent)
    extent->perGroup *= kernel.countGroupParts();
  return extent;
}
