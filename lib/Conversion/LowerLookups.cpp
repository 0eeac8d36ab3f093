//===- LowerLookups.cpp - Lookups of lanes as instructions ----------------===//

#include "Pirch/Conversion/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace pirch {
#define GEN_PASS_DEF_LOWERLOOKUPS
#include "Pirch/Conversion/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

namespace {
struct LowerLookupsPass
    : public pirch::impl::LowerLookupsBase<LowerLookupsPass> {
  using LowerLookupsBase::LowerLookupsBase;

  void runOnOperation() override {
    auto target =
        getOperation()->getAttrOfType<TargetAttrInterface>(kTargetAttrName);
    WalkResult result = getOperation().walk([&](LookupOp op) -> WalkResult {
      VectorType type = op.getFirst().getType();
      int64_t sources = op.getSecond() ? 2 : 1;
      if (!target || !target.getLookupCost(type.getElementType(),
                                           type.getNumElements(), sources))
        return op.emitOpError("has no instructions on this target");
      SmallVector<Value> values{op.getFirst()};
      if (op.getSecond())
        values.push_back(op.getSecond());
      OpBuilder builder(op);
      op.getResult().replaceAllUsesWith(
          target.lowerLookup(builder, op.getLoc(), values, op.getIndex()));
      op.erase();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
