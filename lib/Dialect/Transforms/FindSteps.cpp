//===- FindSteps.cpp - Loops that count at the end of their body ----------===//

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace pirch {
#define GEN_PASS_DEF_FINDSTEPS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Whether `op` may be done behind all else of its loop's body: it computes an
/// integer from constants and variables.
static bool isPartOfStep(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return load.getMemRef().getDefiningOp<memref::AllocaOp>() != nullptr;
  return op->getNumRegions() == 0 && isMemoryEffectFree(op);
}

/// The store that ends the body of `loop` and changes a counter; null where the
/// body ends otherwise.
static memref::StoreOp findLastStore(LoopOp loop) {
  Operation *last = loop.getBody().front().getTerminator()->getPrevNode();
  // The value of the statement, as of `i += 8`, may be computed behind the
  // store, for nobody.
  while (last && isPartOfStep(last) && last->use_empty())
    last = last->getPrevNode();
  auto store = dyn_cast_or_null<memref::StoreOp>(last);
  auto variable =
      store ? store.getMemRef().getDefiningOp<memref::AllocaOp>() : nullptr;
  if (!variable || variable.getType().getNumElements() != 1 ||
      !variable.getType().getElementType().isInteger() ||
      loop->isAncestor(variable))
    return {};
  return store;
}

/// Find the operations of the loop's body that `store` and its value consist
/// of, in order. Returns false where they do more than count.
static bool collectStep(memref::StoreOp store, SetVector<Operation *> &step) {
  BackwardSliceOptions options;
  options.inclusive = true;
  options.filter = [&](Operation *op) {
    return op->getBlock() == store->getBlock();
  };
  if (failed(getBackwardSlice(store.getOperation(), &step, options)))
    return false;
  bool readsCounter = llvm::any_of(step, [&](Operation *op) {
    auto load = dyn_cast<memref::LoadOp>(op);
    return load && load.getMemRef() == store.getMemRef();
  });
  // What else uses these values would lose them.
  return readsCounter && llvm::all_of(step, [&](Operation *op) {
           return (op == store || isPartOfStep(op)) &&
                  llvm::all_of(op->getUsers(), [&](Operation *user) {
                    return step.contains(user);
                  });
         });
}

/// Whether variables that `step` loads may change between the loads and the end
/// of the body.
static bool mayChange(memref::StoreOp store,
                      const SetVector<Operation *> &step) {
  for (Operation *op : step) {
    auto load = dyn_cast<memref::LoadOp>(op);
    if (!load)
      continue;
    for (Operation *next = load->getNextNode(); next != store;
         next = next->getNextNode())
      if (next->getNumRegions() || isa<memref::StoreOp>(next))
        return true;
  }
  return false;
}

namespace {
struct FindStepsPass : public pirch::impl::FindStepsBase<FindStepsPass> {
  using FindStepsBase::FindStepsBase;

  void runOnOperation() override {
    getOperation()->walk([&](LoopOp loop) { numSteps += moveStep(loop); });
  }

  /// Returns whether the end of the loop's body became its step.
  static bool moveStep(LoopOp loop) {
    Block &target = loop.getStep().front();
    memref::StoreOp store = findLastStore(loop);
    SetVector<Operation *> step;
    if (loop.getPostTest() || !llvm::hasSingleElement(target) || !store ||
        !collectStep(store, step) || mayChange(store, step))
      return false;
    for (Operation *op : step)
      op->moveBefore(target.getTerminator());
    return true;
  }
};
} // namespace
