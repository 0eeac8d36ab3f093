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

/// Whether the work items of a group leave a loop in the same iteration, or
/// nearly, by the mask `mask` of those that stay: they compare a bound that all
/// share with numbers that all share or that follow each other.
static bool leaveTogether(Value mask, UniformValues &uniform) {
  if (uniform.contains(mask))
    return true;
  Operation *op = mask.getDefiningOp();
  // A mask that the loop carries begins with all work items.
  if (!op)
    return true;
  if (isa<arith::AndIOp, SelectOp>(op))
    return llvm::all_of(op->getOperands(), [&](Value operand) {
      return leaveTogether(operand, uniform);
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
  double items =
      leaveTogether(active.getMask(), uniform)
          ? 1
          : cast<InfRegType>(active.getMask().getType()).getNumItems();
  return expectGreatest(choice.wgPack * items) / expectGreatest(items);
}
