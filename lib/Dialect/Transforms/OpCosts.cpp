//===- OpCosts.cpp - What operations on infregs cost ----------------------===//

#include "Pirch/Dialect/Transforms/OpCosts.h"

using namespace mlir;
using namespace pirch;

OpClass pirch::classifyOp(Operation *op) {
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes ? lanes.getOpClass() : OpClass::arith;
}

bool pirch::isLaneWise(Operation *op) {
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes && lanes.getLaneRelation() == LaneRelation::lane_wise;
}

bool pirch::isRematerialized(Operation *op) {
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes && lanes.isRematerialized();
}

int64_t pirch::getLoopRegisters(TargetAttrInterface target) {
  return target.getNumRegisters() * 3 / 8;
}

int64_t pirch::countChunksRead(const LaneLayout &layout,
                               const llvm::BitVector &wanted,
                               int64_t chunkLanes) {
  int64_t count = 0;
  for (int64_t first = 0; first < layout.size(); first += chunkLanes) {
    int64_t end = std::min(first + chunkLanes, layout.size());
    for (int64_t position = first; position < end; ++position) {
      LaneId id = layout.lane(position);
      if (!wanted.test(id.wi * layout.getExtent() + id.ix))
        continue;
      ++count;
      break;
    }
  }
  return count;
}
