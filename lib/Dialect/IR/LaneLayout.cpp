//===- LaneLayout.cpp - Where each lane of an infreg lies -----------------===//

#include "Pirch/Dialect/IR/LaneLayout.h"

using namespace pirch;

LaneLayout::LaneLayout(llvm::ArrayRef<int64_t> sizes,
                       llvm::ArrayRef<Axis> order) {
  std::copy(sizes.begin(), sizes.end(), extents);
  int64_t stride = 1;
  for (Axis axis : llvm::reverse(order)) {
    strides[static_cast<int>(axis)] = stride;
    stride *= extents[static_cast<int>(axis)];
  }
}

LaneLayout::LaneLayout(InfRegType type)
    : LaneLayout(type.getShape(), type.getLanes().getOrder()) {}

int64_t LaneLayout::position(LaneId lane) const {
  return lane.wg * strides[0] + lane.wi * strides[1] + lane.ix * strides[2];
}

LaneId LaneLayout::lane(int64_t position) const {
  auto coordinate = [&](int axis) {
    return position / strides[axis] % extents[axis];
  };
  return {coordinate(0), coordinate(1), coordinate(2)};
}
