//===- UnmaskOwnAccesses.cpp - Own memory is accessed without masks -------===//

#include "AccessOrigin.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_UNMASKOWNACCESSES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Whether each lane of `access`, also one that its mask leaves out, has a
/// place in the memory of its group, as far as `bits` knows the base.
static bool isInOwnMemory(AffineAccessOpInterface access,
                          const IntegerBits &bits) {
  auto variable = access.getBuffer().getDefiningOp<AllocaOp>();
  std::optional<ConstantIntRanges> base = bits.getRange(access.getBase());
  if (!variable || !base || base->smin().getSignificantBits() > 32 ||
      base->smax().getSignificantBits() > 32)
    return false;
  int64_t first = base->smin().getSExtValue();
  int64_t last = base->smax().getSExtValue();
  return llvm::all_of(access.getOffsets(), [&](int64_t offset) {
    return offset == kNoOffset ||
           (first + offset >= 0 && last + offset < variable.getNumElements());
  });
}

/// Whether a machine loads, selects and stores in less time than it stores
/// under a mask.
static bool hasSlowMaskedStores(TargetAttrInterface target) {
  return target.getCost(OpClass::load) + target.getCost(OpClass::blend) +
             target.getCost(OpClass::store) <
         target.getCost(OpClass::masked_store);
}

/// Store what the memory holds in lanes that the mask leaves out.
static void storeAll(StoreOp store) {
  OpBuilder builder(store);
  auto type = cast<InfRegType>(store.getValue().getType());
  Value before = LoadOp::create(
      builder, store.getLoc(), type, store.getBuffer(), store.getBase(),
      store.getGroupStride(), /*mask=*/Value(), store.getOffsetsAttr());
  store.getValueMutable().assign(SelectOp::create(builder, store.getLoc(), type,
                                                  store.getMask(),
                                                  store.getValue(), before));
  store.getMaskMutable().clear();
}

namespace {
struct UnmaskOwnAccessesPass
    : public pirch::impl::UnmaskOwnAccessesBase<UnmaskOwnAccessesPass> {
  using UnmaskOwnAccessesBase::UnmaskOwnAccessesBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      runOn(kernel);
  }

  void runOn(KernelOp kernel) {
    auto target = dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
    // The lanes of a thread belong to it alone: others may store meanwhile what
    // it would store back.
    if (!target || target.distributesWorkItems() ||
        kernel.getBody().getOps<AllocaOp>().empty())
      return;
    SmallVector<LoadOp> loads;
    SmallVector<StoreOp> stores;
    IntegerBits bits(kernel);
    kernel.walk([&](Operation *op) {
      auto access = dyn_cast<AffineAccessOpInterface>(op);
      if (!access || !access.getMask() || !isInOwnMemory(access, bits))
        return;
      if (auto load = dyn_cast<LoadOp>(op))
        loads.push_back(load);
      else if (auto store = dyn_cast<StoreOp>(op);
               hasSlowMaskedStores(target) && hasDistinctOffsets(access))
        stores.push_back(store);
    });
    for (LoadOp load : loads)
      load.getMaskMutable().clear();
    for (StoreOp store : stores)
      storeAll(store);
    numLoads += loads.size();
    numStores += stores.size();
  }
};
} // namespace
