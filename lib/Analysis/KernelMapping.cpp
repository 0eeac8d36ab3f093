//===- KernelMapping.cpp - How a kernel's infregs lie in registers --------===//

#include "Pirch/Analysis/KernelMapping.h"

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
  bool hasFloats = widest && isa<FloatType>(widest);
  if (std::optional<Type> chosen = kernel.getChunkType(); chosen && !hasFloats)
    return *chosen;
  return widest ? widest : IntegerType::get(kernel.getContext(), 32);
}

int64_t pirch::getChunkLanes(KernelOp kernel) {
  auto target = kernel.getTargetAttr();
  return target ? cast<TargetAttrInterface>(target).getNativeLanes(
                      getChunkElementType(kernel))
                : 1;
}

unsigned pirch::getLeastIntegerBits(TargetAttrInterface target) {
  auto lanesOf = [&](unsigned bits) {
    return target.getNativeLanes(IntegerType::get(target.getContext(), bits));
  };
  unsigned bits = 64;
  while (bits > 8 && lanesOf(bits / 2) > lanesOf(bits))
    bits /= 2;
  return bits;
}

static constexpr Axis rowOrder[] = {Axis::wg, Axis::wi, Axis::ix};

KernelMapping::KernelMapping(KernelOp kernel)
    : target(cast<TargetAttrInterface>(kernel.getTargetAttr())),
      groupItems(kernel.getWgSize()) {
  // A group may ask for more lanes than a register has.
  lanes = target
              .mapLanes({1, groupItems, 1}, rowOrder, groupItems,
                        getChunkLanes(kernel))
              .getLanes();
}

LaneMapping KernelMapping::get(InfRegType type) const {
  return target.mapLanes(type.getShape(),
                         type.getLanes() ? type.getLanes().getOrder()
                                         : ArrayRef(rowOrder),
                         groupItems, lanes);
}

const std::vector<LaneLookup> &
KernelMapping::getLookups(InfRegType from, InfRegType to, Axis axis) const {
  auto [plan, isNew] = lookups.try_emplace(
      {from.getAsOpaquePointer(), to.getAsOpaquePointer(), axis});
  if (isNew)
    plan->second = planLookups(get(from), get(to), axis);
  return plan->second;
}
