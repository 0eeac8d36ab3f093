//===- LoopDivergence.cpp - Loops that wait for other groups --------------===//
//
// A loop of a pack goes round until the last work item of the last group has
// left it. The more groups are side by side, the longer that takes.
//
//===----------------------------------------------------------------------===//

#include "ChunkCosts.h"
#include "Pirch/Analysis/IndexGrowth.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pirch;

/// What a value that `loop` carries, an argument of one of its blocks, was
/// before: what the body gives the test, or the test the body. Null for others.
static Value getCarried(Value value, scf::WhileOp loop) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument)
    return {};
  if (argument.getOwner() == loop.getBeforeBody())
    return loop.getYieldOp().getResults()[argument.getArgNumber()];
  if (argument.getOwner() == loop.getAfterBody())
    return loop.getConditionOp().getArgs()[argument.getArgNumber()];
  return {};
}

/// Whether the work items of a group leave `loop` in the same iteration, or
/// nearly, by the mask `mask` of those that stay: they compare a bound that all
/// share with numbers that all share or that follow each other. `seen` has the
/// carried masks that were looked into.
static bool leaveTogether(Value mask, scf::WhileOp loop, UniformValues &uniform,
                          llvm::DenseSet<Value> &seen) {
  if (uniform.contains(mask))
    return true;
  Operation *op = mask.getDefiningOp();
  if (!op) {
    // A mask that the loop carries begins with all work items.
    Value carried = getCarried(mask, loop);
    return !carried || !seen.insert(mask).second ||
           leaveTogether(carried, loop, uniform, seen);
  }
  if (isa<arith::AndIOp, SelectOp>(op))
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return leaveTogether(operand, loop, uniform, seen);
    });
  auto compare = dyn_cast<arith::CmpIOp>(op);
  return compare && llvm::all_of(compare->getOperands(), [&](Value operand) {
           return uniform.contains(operand) ||
                  findGrowth(operand, uniform) != Growth::unknown;
         });
}

/// The mean of the greatest of `count` numbers that are spread evenly from half
/// of their mean to one and a half of it, as a multiple of the mean.
static double expectGreatest(double count) { return 0.5 + count / (count + 1); }

double ChunkCosts::getDivergence(Operation *loop) {
  auto whileLoop = dyn_cast<scf::WhileOp>(loop);
  if (!whileLoop || choice.wgPack == 1)
    return 1;
  ActiveOp active;
  whileLoop.getBefore().walk([&](ActiveOp op) { active = op; });
  if (!active)
    return 1;
  llvm::DenseSet<Value> seen;
  double items =
      leaveTogether(active.getMask(), whileLoop, uniform, seen)
          ? 1
          : cast<InfRegType>(active.getMask().getType()).getNumItems();
  return expectGreatest(choice.wgPack * items) / expectGreatest(items);
}
