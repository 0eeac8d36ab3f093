//===- GPUIndices.cpp - Where a thread is in its block and grid -----------===//

#include "GPUImporter.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pirch;

Value GPUImporter::laneId(Location loc) {
  Value item = kernel.linearLocalId(loc);
  if (kernel.getGroupSize() <= subgroupSize)
    return item;
  return kernel.fold<arith::AndIOp>(item, kernel.number(subgroupSize - 1, loc),
                                    loc);
}

bool GPUImporter::emitIndex(Operation *op) {
  Location loc = op->getLoc();
  auto sizeOf = [&](unsigned dim) {
    ArrayRef<int64_t> shape = kernel.getShape();
    return kernel.number(dim < shape.size() ? shape[dim] : 1, loc);
  };
  int64_t subgroups = llvm::divideCeil(kernel.getGroupSize(), subgroupSize);
  Value value =
      TypeSwitch<Operation *, Value>(op)
          .Case<gpu::ThreadIdOp>([&](auto index) {
            return kernel.localId(static_cast<unsigned>(index.getDimension()),
                                  loc);
          })
          .Case<gpu::BlockIdOp>([&](auto index) {
            return kernel.groupId(static_cast<unsigned>(index.getDimension()),
                                  loc);
          })
          .Case<gpu::BlockDimOp>([&](auto index) {
            return sizeOf(static_cast<unsigned>(index.getDimension()));
          })
          .Case<gpu::GridDimOp>([&](auto index) {
            return kernel.numGroups(static_cast<unsigned>(index.getDimension()),
                                    loc);
          })
          .Case<gpu::GlobalIdOp>([&](auto index) {
            auto dim = static_cast<unsigned>(index.getDimension());
            Value first =
                kernel.mul(kernel.groupId(dim, loc), sizeOf(dim), loc);
            return kernel.add(first, kernel.localId(dim, loc), loc);
          })
          .Case<gpu::LaneIdOp>([&](auto) { return laneId(loc); })
          .Case<gpu::SubgroupIdOp>([&](auto) {
            return kernel.fold<arith::DivUIOp>(kernel.linearLocalId(loc),
                                               kernel.number(subgroupSize, loc),
                                               loc);
          })
          .Case<gpu::NumSubgroupsOp>(
              [&](auto) { return kernel.number(subgroups, loc); })
          .Case<gpu::SubgroupSizeOp>(
              [&](auto) { return kernel.number(subgroupSize, loc); })
          .Default([](Operation *) { return Value(); });
  if (value)
    define(op->getResult(0), value);
  return static_cast<bool>(value);
}
