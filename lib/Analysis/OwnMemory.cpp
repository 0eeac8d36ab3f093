//===- OwnMemory.cpp - Where groups' own variables lie --------------------===//

#include "Pirch/Analysis/OwnMemory.h"

using namespace mlir;
using namespace pirch;

/// The elements that lie between the copies of neighbouring groups. Addresses
/// that are whole pages apart share few sets of a cache, and a load from one
/// waits for a store to another, as their lower bits are the same: such copies
/// are moved apart by a cache line.
static int64_t countPadding(AllocaOp variable) {
  constexpr int64_t kPageBytes = 4096;
  auto kernel = variable->getParentOfType<KernelOp>();
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  if (!target || variable.getBytesPerGroup() % kPageBytes != 0)
    return 0;
  return target.getCacheModel().lineBytes * variable.getNumElements() /
         variable.getBytesPerGroup();
}

int64_t pirch::countPaddedElements(AllocaOp variable) {
  return variable.getNumElements() + countPadding(variable);
}

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
    shared.groupStep = isInterleaved ? 1 : countPaddedElements(variable);
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
  if (order.front() == Axis::wg)
    layout.groupStep = countPaddedElements(variable);
  return layout;
}

int64_t pirch::getOwnBytesPerGroup(KernelOp kernel, bool onlyShared) {
  int64_t bytes = 0;
  for (AllocaOp variable : kernel.getBody().getOps<AllocaOp>())
    if (!onlyShared || !variable.isPrivate())
      bytes += variable.getBytesPerGroup();
  return bytes;
}
