//===- HoistInvariants.cpp - Functions of values that loops do not change -===//
//
// LLVM moves arithmetic out of loops, but not what branches: a sine, whose
// expansion reduces large arguments in a branch of its own, would be computed
// for each pack of groups where its argument is a parameter of the kernel. So
// mathematical functions are moved while each is still one operation.
//
// Other operations on vectors stay where they are: the order of operations that
// PIRCH finds keeps few vectors live, and LLVM knows which of them are worth a
// register for the whole loop.
//
//===----------------------------------------------------------------------===//

#include "Pirch/CodeGen/Passes.h"
#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace pirch {
#define GEN_PASS_DEF_HOISTINVARIANTS
#include "Pirch/CodeGen/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

static bool isFunction(Operation *op) {
  auto known = dyn_cast<InfRegOpInterface>(op);
  return known && known.getOpClass() == OpClass::libcall;
}

/// Whether `op` may be executed before the loop, also where the loop has no
/// iteration, and is a mathematical function or computes scalars, of which
/// such a function may be.
static bool isMoved(Operation *op) {
  if (op->getNumRegions() || !isMemoryEffectFree(op) || !isSpeculatable(op))
    return false;
  return isFunction(op) || llvm::none_of(op->getResultTypes(), [](Type type) {
           return isa<VectorType>(type);
         });
}

namespace {
struct HoistInvariantsPass
    : public pirch::impl::HoistInvariantsBase<HoistInvariantsPass> {
  using HoistInvariantsBase::HoistInvariantsBase;

  void runOnOperation() override {
    // Inner loops come first, so that what leaves them can leave outer loops.
    // Loops with a condition are left alone: branches that all work items take
    // alike are such loops, and execute their arms at most once.
    getOperation().walk([&](scf::ForOp loop) {
      moveLoopInvariantCode(
          loop.getLoopRegions(),
          [&](Value value, Region *) {
            return loop.isDefinedOutsideOfLoop(value);
          },
          [](Operation *op, Region *) { return isMoved(op); },
          [&](Operation *op, Region *) {
            numFunctions += isFunction(op);
            loop.moveOutOfLoop(op);
          });
    });
  }
};
} // namespace
