//===- UnmaskUniformLoads.cpp - Loads in which some lane takes part -------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseSet.h"

namespace pirch {
#define GEN_PASS_DEF_UNMASKUNIFORMLOADS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Whether all lanes of all groups load one element.
static bool isUniform(LoadOp op) {
  return matchPattern(op.getGroupStride(), m_Zero()) &&
         llvm::all_equal(op.getOffsets()) && op.getOffsets()[0] != kNoOffset;
}

/// Add to `holding` the masks that hold for some lane where `mask` does: itself
/// and, if it is a conjunction, its operands.
static void addHolding(Value mask, llvm::DenseSet<Value> &holding) {
  if (!holding.insert(mask).second)
    return;
  if (auto both = mask.getDefiningOp<arith::AndIOp>())
    for (Value operand : both->getOperands())
      addHolding(operand, holding);
}

/// Add to `holding` the masks that hold for some lane where `condition` is
/// true.
static void addAsked(Value condition, llvm::DenseSet<Value> &holding) {
  if (auto active = condition.getDefiningOp<ActiveOp>())
    addHolding(active.getMask(), holding);
  else if (auto both = condition.getDefiningOp<arith::AndIOp>())
    for (Value operand : both->getOperands())
      addAsked(operand, holding);
}

/// The masks that hold for some lane of each pack whenever the operations of
/// `block`, which belongs to a loop or branch, are executed.
static llvm::DenseSet<Value> getHolding(Block &block) {
  llvm::DenseSet<Value> holding;
  Operation *parent = block.getParentOp();
  if (auto branch = dyn_cast<scf::IfOp>(parent)) {
    if (&block == branch.thenBlock())
      addAsked(branch.getCondition(), holding);
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent);
             loop && &block == loop.getAfterBody()) {
    scf::ConditionOp condition = loop.getConditionOp();
    addAsked(condition.getCondition(), holding);
    for (auto [handed, argument] :
         llvm::zip_equal(condition.getArgs(), loop.getAfterArguments()))
      if (holding.contains(handed))
        holding.insert(argument);
  }
  return holding;
}

namespace {
struct UnmaskUniformLoadsPass
    : public pirch::impl::UnmaskUniformLoadsBase<UnmaskUniformLoadsPass> {
  using UnmaskUniformLoadsBase::UnmaskUniformLoadsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      kernel.walk([&](Operation *op) {
        if (isa<scf::IfOp, scf::WhileOp>(op))
          for (Region &region : op->getRegions())
            for (Block &block : region)
              unmaskIn(block);
      });
  }

  /// Unmask loads in `block` and in what it contains.
  void unmaskIn(Block &block) {
    llvm::DenseSet<Value> holding = getHolding(block);
    if (holding.empty())
      return;
    block.walk([&](LoadOp op) {
      if (!op.getMask() || !isUniform(op) || !holding.contains(op.getMask()))
        return;
      op.getMaskMutable().clear();
      ++numUnmasked;
    });
  }
};
} // namespace
