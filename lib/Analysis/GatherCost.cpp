//===- GatherCost.cpp - What gathers cost ---------------------------------===//

#include "ChunkCosts.h"
#include "Pirch/Analysis/AccessPlan.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace pirch;

/// Whether `index` holds in each work item one more than in the one before it:
/// what all share is added to what is known at compile time.
static bool growsByOne(Value index, UniformValues &uniform) {
  Operation *op = index.getDefiningOp();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op)) {
    auto numbers = dyn_cast<DenseIntElementsAttr>(constant.getValue());
    if (!numbers)
      return false;
    auto all = llvm::to_vector(numbers.getValues<APInt>());
    for (size_t item = 1; item < all.size(); ++item)
      if (all[item] != all[item - 1] + 1)
        return false;
    return true;
  }
  if (auto convert = dyn_cast_or_null<ConvertOp>(op))
    return convert.getKind() == ConversionKind::extsi &&
           growsByOne(convert.getOperand(), uniform);
  if (!isa_and_nonnull<arith::AddIOp>(op))
    return false;
  Value left = op->getOperand(0), right = op->getOperand(1);
  return (uniform.contains(left) && growsByOne(right, uniform)) ||
         (uniform.contains(right) && growsByOne(left, uniform));
}

int64_t ChunkCosts::countLanesInPiece(GatherOp op) {
  InfRegType type = op.getType();
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
  if (last != Axis::wi || !isAligned || !growsByOne(op.getIndex(), uniform))
    return 1;
  bool isPiece = lanes * type.getElementType().getIntOrFloatBitWidth() >=
                     kLeastPieceBits &&
                 (lanes == chunkLanes || target.getShuffleBlockBits() != 0);
  return isPiece ? lanes : 1;
}

Work ChunkCosts::costOfGather(GatherOp op) {
  double registers = chunksRead(op.getResult()) * width(op);
  // One element for all lanes.
  if (choice.wgPack == 1 && uniform.contains(op.getResult()))
    return of(OpClass::load, 1) + of(OpClass::arith, 1);
  int64_t lanes = countLanesInPiece(op);
  if (lanes == 1)
    return of(OpClass::gather, registers);
  double pieces = registers * static_cast<double>(chunkLanes / lanes);
  return of(OpClass::load, pieces) + of(OpClass::arith, 2 * pieces) +
         of(OpClass::blend, pieces - registers);
}
