//===- OwnMemory.cpp - Where groups' own variables lie --------------------===//

#include "Pirch/Analysis/OwnMemory.h"

using namespace mlir;
using namespace pirch;

OwnLayout pirch::getOwnLayout(AllocaOp variable, const LaneMapping &mapping) {
  int64_t pack = mapping.getExtent(Axis::wg);
  int64_t elements = variable.getElementsPerItem();
  SmallVector<Axis, 3> order = mapping.getAxes();
  auto isFaster = [&](Axis a, Axis b) {
    return llvm::find(order, a) > llvm::find(order, b);
  };
  if (!variable.isPrivate()) {
    // Work items access neighbouring elements more often than one work item
    // does, so that the elements take the place of the work items.
    OwnLayout shared;
    bool isInterleaved = isFaster(Axis::wg, Axis::wi);
    shared.groupStep = isInterleaved ? 1 : elements;
    shared.elementStep = isInterleaved ? pack : 1;
    return shared;
  }
  int64_t items = variable->getParentOfType<KernelOp>().getWgSize();
  OwnLayout layout;
  layout.perItem = elements;
  int64_t step = 1;
  for (Axis axis : llvm::reverse(order)) {
    int64_t extent = axis == Axis::wg   ? pack
                     : axis == Axis::wi ? items
                                        : elements;
    int64_t &own = axis == Axis::wg   ? layout.groupStep
                   : axis == Axis::wi ? layout.itemStep
                                      : layout.elementStep;
    own = step;
    step *= extent;
  }
  return layout;
}

int64_t pirch::getOwnBytesPerGroup(KernelOp kernel, bool onlyShared) {
  int64_t bytes = 0;
  for (AllocaOp variable : kernel.getBody().getOps<AllocaOp>())
    if (!onlyShared || !variable.isPrivate())
      bytes += variable.getBytesPerGroup();
  return bytes;
}
