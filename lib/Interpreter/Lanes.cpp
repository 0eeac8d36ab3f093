//===- Lanes.cpp - What a value holds while it is interpreted -------------===//

#include "Pirch/Interpreter/Lanes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "llvm/Support/MathExtras.h"

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

unsigned pirch::getLaneWidth(Type elementType) {
  return elementType.isIndex() ? 64 : elementType.getIntOrFloatBitWidth();
}

int64_t pirch::getElementBytes(Type elementType) {
  return llvm::divideCeil(getLaneWidth(elementType), 8);
}

llvm::APInt pirch::toInteger(Type elementType, uint64_t bits) {
  return APInt(getLaneWidth(elementType), bits);
}

llvm::APFloat pirch::toFloat(Type elementType, uint64_t bits) {
  return APFloat(cast<FloatType>(elementType).getFloatSemantics(),
                 toInteger(elementType, bits));
}

int64_t pirch::toSigned(Type elementType, uint64_t bits) {
  return toInteger(elementType, bits).getSExtValue();
}
