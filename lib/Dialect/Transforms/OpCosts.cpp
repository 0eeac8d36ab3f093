//===- OpCosts.cpp - What operations on infregs cost ----------------------===//

#include "Pirch/Dialect/Transforms/OpCosts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace pirch;

OpClass pirch::classifyOp(Operation *op) {
  if (isa<arith::DivFOp, math::SqrtOp, arith::DivSIOp, arith::DivUIOp,
          arith::RemSIOp, arith::RemUIOp>(op))
    return OpClass::divide;
  if (isa<MergeOp, SelectOp>(op))
    return OpClass::blend;
  if (isa<GatherOp>(op))
    return OpClass::gather;
  if (isa<math::MathDialect>(op->getDialect()) &&
      !isa<math::FmaOp, math::AbsFOp, math::AbsIOp, math::FloorOp, math::CeilOp,
           math::CopySignOp, math::CtPopOp>(op))
    return OpClass::libcall;
  return OpClass::arith;
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
