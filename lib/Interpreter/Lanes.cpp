//===- Lanes.cpp - What a value holds while it is interpreted -------------===//

#include "Pirch/Interpreter/Lanes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace pirch;

Lanes::Lanes(Type type, int64_t numGroups)
    : elementType(type), groups(1), items(1), extent(1) {
  if (auto infreg = dyn_cast<InfRegType>(type)) {
    elementType = infreg.getElementType();
    groups = infreg.isInfinite() ? numGroups : infreg.getNumGroups();
    items = infreg.getNumItems();
    extent = infreg.getExtent();
  }
  lanes.resize(groups * items * extent);
}

Lanes Lanes::scalar(Type type, Lane lane) {
  Lanes result(type, 1);
  result[0] = lane;
  return result;
}

Lanes::Place Lanes::placeOf(int64_t position) const {
  int64_t row = position / extent;
  return {row / items, row % items, position % extent};
}

LaneFormat::LaneFormat(Type elementType)
    : width(elementType.isIndex() ? 64 : elementType.getIntOrFloatBitWidth()) {
  if (auto floatType = dyn_cast<FloatType>(elementType))
    semantics = &floatType.getFloatSemantics();
}
