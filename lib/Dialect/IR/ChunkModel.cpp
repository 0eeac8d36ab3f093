//===- ChunkModel.cpp - How wide a kernel's chunks are --------------------===//

#include "Pirch/Dialect/IR/ChunkModel.h"

using namespace mlir;
using namespace pirch;

Type pirch::getChunkElementType(KernelOp kernel) {
  Type widest;
  // Floats come before integers, and among equals the wider one.
  auto rank = [](Type type) {
    return std::pair(isa<FloatType>(type), type.getIntOrFloatBitWidth());
  };
  auto consider = [&](Type type) {
    if (!widest || rank(type) > rank(widest))
      widest = type;
  };
  for (Type type : kernel.getArgumentTypes())
    if (auto buffer = dyn_cast<MemRefType>(type))
      consider(buffer.getElementType());
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto infreg = dyn_cast<InfRegType>(type);
          infreg && isa<FloatType>(infreg.getElementType()))
        consider(infreg.getElementType());
  });
  return widest ? widest : IntegerType::get(kernel.getContext(), 32);
}

int64_t pirch::getChunkLanes(KernelOp kernel) {
  auto target = kernel.getTargetAttr();
  return target ? cast<TargetAttrInterface>(target).getNativeLanes(
                      getChunkElementType(kernel))
                : 1;
}
