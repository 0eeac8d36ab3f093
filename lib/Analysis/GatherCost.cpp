//===- GatherCost.cpp - What gathers cost ---------------------------------===//

#include "ChunkCosts.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "Pirch/Analysis/IndexGrowth.h"
#include "Pirch/Analysis/TableLookup.h"

using namespace mlir;
using namespace pirch;

/// What it costs to find the number in which an element of fewer bits lies, and
/// to take it from there, in additions of one register.
static constexpr int64_t kWideningCost = 8;

int64_t ChunkCosts::countLanesInPiece(InfRegType type) {
  int64_t items = type.getNumItems();
  if (type.getExtent() != 1)
    return 1;
  // The last axis of more than one lane.
  Axis last = Axis::wi;
  for (Axis axis : choice.order)
    if (axis != Axis::ix && (axis != Axis::wg || choice.wgPack > 1))
      last = axis;
  int64_t lanes = std::min(items, chunkLanes);
  bool isAligned = items % lanes == 0 && chunkLanes % lanes == 0;
  if (last != Axis::wi || !isAligned)
    return 1;
  int64_t bits = type.getElementType().getIntOrFloatBitWidth();
  bool isPiece = lanes == chunkLanes || (isLongPiece(lanes, bits) &&
                                         target.getShuffleBlockBits() != 0);
  return isPiece ? lanes : 1;
}

int64_t pirch::countGatherRegisters(Type element, int64_t lanes,
                                    TargetAttrInterface target) {
  constexpr unsigned kLeastBits = 64;
  if (element.getIntOrFloatBitWidth() < kLeastBits)
    element = IntegerType::get(element.getContext(), kLeastBits);
  return target.getRegistersPerChunk(element, lanes);
}

/// Whether a gather reads numbers of more bits in which its elements lie.
static bool isWidened(Type element, TargetAttrInterface target) {
  return element.getIntOrFloatBitWidth() < target.getLeastGatherBits();
}

int64_t pirch::getGatherCost(Type element, int64_t lanes,
                             TargetAttrInterface target) {
  int64_t widening = isWidened(element, target)
                         ? kWideningCost * target.getCost(OpClass::arith)
                         : 0;
  return countGatherRegisters(element, lanes, target) *
         (target.getCost(OpClass::gather) + widening);
}

Work ChunkCosts::costOfPieces(InfRegType type, Value index, OpClass access,
                              double chunks) {
  Type element = type.getElementType();
  double registers = chunks * countGatherRegisters(element, chunkLanes, target);
  Growth growth = findGrowth(index, uniform);
  int64_t lanes = growth == Growth::unknown ? 1 : countLanesInPiece(type);
  bool isWrite = access == OpClass::scatter;
  if (lanes == 1) {
    bool isWide = !isWrite && isWidened(element, target);
    return of(access, registers) +
           of(OpClass::arith, isWide ? kWideningCost * registers : 0);
  }
  double pieces = chunks * static_cast<double>(chunkLanes / lanes);
  Work work = of(isWrite ? OpClass::store : OpClass::load, pieces) +
              of(OpClass::arith, 2 * pieces) +
              of(OpClass::blend, pieces - chunks);
  return growth == Growth::proven
             ? work
             : work + of(OpClass::arith, kPieceTestCost * registers);
}

Work ChunkCosts::costOfGather(GatherOp op) {
  if (isScalar(op.getResult()))
    return of(OpClass::load, 1) + of(OpClass::arith, 1);
  double chunks = chunksRead(op.getResult());
  double shared = countSharedElements(op);
  if (shared > 0)
    return (of(OpClass::load, shared) + of(OpClass::blend, shared)) * chunks;
  if (std::optional<TableLookup> plan = planTableLookup(op, chunkLanes, target))
    return of(OpClass::load, plan->registers) +
           of(OpClass::arith,
              chunks * plan->chunkCost / target.getCost(OpClass::arith));
  return costOfPieces(op.getType(), op.getIndex(), OpClass::gather, chunks);
}

double ChunkCosts::countSharedElements(GatherOp op) {
  if (op.getMask() || !uniform.contains(op.getIndex()))
    return 0;
  int64_t groups = std::min<int64_t>(
      choice.wgPack, chunkLanes / countLanesInPiece(op.getType()));
  return groups <= kMostSharedElements ? static_cast<double>(groups) : 0;
}

double ChunkCosts::latencyOfGather(GatherOp op) {
  if (isScalar(op.getResult()))
    return static_cast<double>(target.getCost(OpClass::load) +
                               target.getPipelineDepth(/*isSimple=*/false));
  return static_cast<double>(
      getGatherCost(op.getType().getElementType(), chunkLanes, target) +
      target.getPipelineDepth(/*isSimple=*/false));
}
