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

int64_t pirch::countChunksRead(const LaneMapping &mapping,
                               const llvm::BitVector &wanted) {
  int64_t count = 0;
  for (int64_t chunk = 0; chunk < mapping.getNumChunks(); ++chunk)
    for (int64_t lane = 0; lane < mapping.getLanes(); ++lane) {
      std::optional<LaneId> id = mapping.getOwner(chunk, lane);
      if (!id || !wanted.test(mapping.getTableIndex(*id)))
        continue;
      ++count;
      break;
    }
  return count;
}
