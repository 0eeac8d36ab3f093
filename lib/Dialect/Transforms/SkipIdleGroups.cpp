//===- SkipIdleGroups.cpp - Groups in which no work item does anything ----===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {
#define GEN_PASS_DEF_SKIPIDLEGROUPS
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

using Conjuncts = llvm::SetVector<Value>;

/// Add `mask`, and all masks of which it is the conjunction, to `conjuncts`.
static void addConjuncts(Value mask, Conjuncts &conjuncts) {
  if (!conjuncts.insert(mask))
    return;
  if (auto both = mask.getDefiningOp<arith::AndIOp>())
    for (Value operand : both.getOperands())
      addConjuncts(operand, conjuncts);
}

/// The masks without which no operation of `body` changes memory: in lanes of
/// which one of them is false. None if something changes memory in all lanes.
static Conjuncts findCommonMasks(Block &body) {
  Conjuncts common;
  bool isFirst = true;
  for (Operation &op : body) {
    if (isa<ReturnOp>(op) || isPure(&op) ||
        hasSingleEffect<MemoryEffects::Read>(&op))
      continue;
    auto access = dyn_cast<AccessOpInterface>(op);
    Conjuncts own;
    if (access && access.getMask())
      addConjuncts(access.getMask(), own);
    if (isFirst)
      common = own;
    isFirst = false;
    common.remove_if([&](Value mask) { return !own.contains(mask); });
    if (common.empty())
      break;
  }
  return common;
}

/// Whether all lanes of `mask` hold values, as those of a mask that an access
/// has for all of its lanes do. An operand of a conjunction may hold none in
/// lanes that the other operand leaves out.
static bool isDefined(Value mask) {
  return llvm::any_of(mask.getUsers(), [&](Operation *user) {
    auto access = dyn_cast<AccessOpInterface>(user);
    if (!access || access.getMask() != mask ||
        user->getBlock() != mask.getParentBlock())
      return false;
    auto affine = dyn_cast<AffineAccessOpInterface>(user);
    return !affine || !llvm::is_contained(affine.getOffsets(), kNoOffset);
  });
}

/// Whether one condition of the whole group is part of `mask`. Without such a
/// condition groups are rarely idle: those at the end of a row have a work item
/// of the row.
static bool mayBeIdle(Value mask) {
  Conjuncts all;
  addConjuncts(mask, all);
  return llvm::any_of(
      all, [](Value each) { return !!each.getDefiningOp<SplatOp>(); });
}

/// Of `masks`, the one that `body` computes last and that may decide whether
/// the rest of it is executed: it is set in the fewest lanes.
static Value findLast(const Conjuncts &masks, Block &body) {
  Value last;
  for (Value mask : masks) {
    Operation *op = mask.getDefiningOp();
    if (op && op->getBlock() == &body && isDefined(mask) && mayBeIdle(mask) &&
        (!last || last.getDefiningOp()->isBeforeInBlock(op)))
      last = mask;
  }
  return last;
}

/// Execute what follows `mask` in its block only where a lane of it is set: in
/// a loop that runs once, since loops are what the InfReg form has of control
/// flow.
static void skipWithout(Value mask) {
  Operation *op = mask.getDefiningOp();
  Block *body = op->getBlock();
  Location loc = mask.getLoc();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Value any = ActiveOp::create(builder, loc, mask);
  auto rest = std::next(Block::iterator(any.getDefiningOp()));
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange(), any,
      [](OpBuilder &inner, Location at, ValueRange carried) {
        scf::ConditionOp::create(inner, at, carried.front(), ValueRange());
      },
      [](OpBuilder &inner, Location at, ValueRange) {
        Value never =
            arith::ConstantOp::create(inner, at, inner.getBoolAttr(false));
        scf::YieldOp::create(inner, at, never);
      });
  Block *once = loop.getAfterBody();
  once->getOperations().splice(once->begin(), body->getOperations(), rest,
                               std::prev(body->end()));
}

namespace {
struct SkipIdleGroupsPass
    : public pirch::impl::SkipIdleGroupsBase<SkipIdleGroupsPass> {
  using SkipIdleGroupsBase::SkipIdleGroupsBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>()) {
      auto target =
          dyn_cast_or_null<TargetAttrInterface>(kernel.getTargetAttr());
      if (!kernel.hasRole(KernelRole::remainder) || !target ||
          target.distributesWorkItems())
        continue;
      Block &body = kernel.getBody().front();
      if (Value mask = findLast(findCommonMasks(body), body)) {
        skipWithout(mask);
        ++numKernels;
      }
    }
  }
};
} // namespace
