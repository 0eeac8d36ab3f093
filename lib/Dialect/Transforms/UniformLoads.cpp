//===- UniformLoads.cpp - Broadcasts of loaded lanes become loads ---------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"

namespace pirch {
#define GEN_PASS_DEF_UNIFORMLOADS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct UniformLoadsPass
    : public pirch::impl::UniformLoadsBase<UniformLoadsPass> {
  using UniformLoadsBase::UniformLoadsBase;

  void runOnOperation() override {
    getOperation()->walk([&](LaneMapOpInterface map) { loadAgain(map); });
  }

  /// Replace `map` by a load if all its lanes are copies of one element of
  /// memory.
  void loadAgain(LaneMapOpInterface map) {
    auto load = map.getLaneSource().getDefiningOp<LoadOp>();
    if (!load || load.getMask() ||
        !matchPattern(load.getGroupStride(), m_Zero()))
      return;
    // A work item must not load what is another one's own.
    auto variable = load.getBuffer().getDefiningOp<AllocaOp>();
    if (variable && variable.isPrivate())
      return;
    std::optional<int64_t> place;
    SmallVector<int64_t> offsets;
    for (int32_t lane : map.getLaneTable()) {
      int64_t offset = lane == kNoLane ? kNoOffset : load.getOffsets()[lane];
      offsets.push_back(offset);
      if (offset == kNoOffset)
        continue;
      if (offset != place.value_or(offset))
        return;
      place = offset;
    }
    if (!place)
      return;
    // Right after the other load, memory has not changed.
    OpBuilder builder(load);
    builder.setInsertionPointAfter(load);
    Value result = map->getResult(0);
    auto uniform = LoadOp::create(
        builder, map.getLoc(), result.getType(), load.getBuffer(),
        load.getBase(), load.getGroupStride(), /*mask=*/Value(), offsets);
    result.replaceAllUsesWith(uniform.getResult());
    map->erase();
    ++numLoads;
  }
};
} // namespace
