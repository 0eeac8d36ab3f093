//===- DecomposeLinalg.cpp - Aggregated operations of linalg --------------===//

#include "Pirch/Import/Passes.h"

using namespace mlir;
using namespace pirch;

namespace pirch {
#define GEN_PASS_DEF_DECOMPOSELINALG
#include "Pirch/Import/Passes.h.inc"
} // namespace pirch

namespace {
struct DecomposeLinalgPass
    : pirch::impl::DecomposeLinalgBase<DecomposeLinalgPass> {
  void runOnOperation() override {
    SmallVector<linalg::AggregatedOpInterface> ops;
    getOperation().walk([&](linalg::AggregatedOpInterface op) {
      // The decompositions are written for tensors.
      if (op->getNumResults() > 0)
        ops.push_back(op);
    });
    for (linalg::AggregatedOpInterface op : ops) {
      OpBuilder builder(op);
      FailureOr<SmallVector<Value>> results = op.decomposeOperation(builder);
      if (failed(results))
        continue;
      op->replaceAllUsesWith(*results);
      op->erase();
      ++numDecomposed;
    }
  }
};
} // namespace
