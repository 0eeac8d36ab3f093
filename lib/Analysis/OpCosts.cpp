//===- OpCosts.cpp - What operations on infregs cost ----------------------===//

#include "Pirch/Analysis/OpCosts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace pirch;

OpClass pirch::classifyOp(Operation *op) {
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes ? lanes.getOpClass() : OpClass::arith;
}

bool pirch::usesDivider(Operation *op) {
  OpClass opClass = classifyOp(op);
  return opClass == OpClass::divide || opClass == OpClass::divide_f32;
}

bool pirch::isLaneWise(Operation *op) {
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes && lanes.getLaneRelation() == LaneRelation::lane_wise;
}

bool pirch::isRematerialized(Operation *op) {
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes && lanes.isRematerialized();
}

bool pirch::isPartOfUsers(Operation *op) {
  return isa<arith::NegFOp>(op) &&
         llvm::all_of(op->getUsers(),
                      [](Operation *user) { return isa<math::FmaOp>(user); });
}

bool pirch::isSimpleOnIntegers(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::AndIOp, arith::OrIOp,
             arith::XOrIOp, arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op);
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
