//===- OwnMemory.cpp - Where groups' own variables lie --------------------===//

#include "Pirch/Analysis/OwnMemory.h"
#include <numeric>

using namespace mlir;
using namespace pirch;

/// The elements that lie between the copies of neighbouring groups of `pack`.
/// Addresses that are whole pages apart share few sets of a cache, and a load
/// waits for an earlier store whose address ends alike. Such copies are moved
/// apart by as much as spreads them over a page, so that none is near another
/// one in it.
static int64_t countPadding(AllocaOp variable, int64_t pack) {
  constexpr int64_t kPageBytes = 4096;
  auto kernel = variable->getParentOfType<KernelOp>();
  auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
  int64_t lineBytes = target ? target.getCacheModel().lineBytes : 0;
  // Without padding, places in a page repeat after `kPageBytes / step` copies.
  int64_t bytes = variable.getBytesPerGroup();
  int64_t step = std::gcd(bytes, kPageBytes);
  if (lineBytes == 0 || step * pack <= kPageBytes)
    return 0;
  return llvm::alignTo(step / pack, lineBytes) * variable.getNumElements() /
         bytes;
}

int64_t pirch::countPaddedElements(AllocaOp variable, int64_t pack) {
  return variable.getNumElements() + countPadding(variable, pack);
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
    shared.groupStep = isInterleaved ? 1 : countPaddedElements(variable, pack);
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
    layout.groupStep = countPaddedElements(variable, pack);
  return layout;
}

int64_t pirch::getOwnBytesPerGroup(KernelOp kernel, bool onlyShared) {
  int64_t bytes = 0;
  for (AllocaOp variable : kernel.getBody().getOps<AllocaOp>())
    if (!onlyShared || !variable.isPrivate())
      bytes += variable.getBytesPerGroup();
  return bytes;
}
