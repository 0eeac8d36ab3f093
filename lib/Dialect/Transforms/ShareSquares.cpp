//===- ShareSquares.cpp - Squares of differences taken both ways ----------===//

#include "Pirch/Dialect/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace pirch {
#define GEN_PASS_DEF_SHARESQUARES
#include "Pirch/Dialect/Transforms/Passes.h.inc"
} // namespace pirch

using namespace mlir;
using namespace pirch;

/// Whether the result of `op` is the same where all its operands that are
/// `value` change their sign, of numbers and of zeros alike.
static bool ignoresSign(Operation *op, Value value) {
  if (isa<math::AbsFOp>(op))
    return true;
  if (isa<arith::MulFOp>(op))
    return op->getOperand(0) == value && op->getOperand(1) == value;
  return isa<math::FmaOp>(op) && op->getOperand(0) == value &&
         op->getOperand(1) == value && op->getOperand(2) != value;
}

namespace {
struct ShareSquaresPass
    : public pirch::impl::ShareSquaresBase<ShareSquaresPass> {
  using ShareSquaresBase::ShareSquaresBase;

  void runOnOperation() override {
    for (KernelOp kernel : getOperation().getOps<KernelOp>())
      shareIn(kernel);
  }

  void shareIn(KernelOp kernel) {
    DominanceInfo dominance(kernel);
    // The first difference of each two operands.
    llvm::DenseMap<std::pair<Value, Value>, arith::SubFOp> firsts;
    kernel.walk<WalkOrder::PreOrder>([&](arith::SubFOp op) {
      arith::SubFOp other = firsts.lookup({op.getRhs(), op.getLhs()});
      if (other && dominance.properlyDominates(other.getOperation(), op))
        replaceSquares(op, other);
      else
        firsts.try_emplace({op.getLhs(), op.getRhs()}, op);
    });
  }

  /// Let what squares `difference` square `negated`, which is the same number
  /// with the other sign.
  void replaceSquares(arith::SubFOp difference, arith::SubFOp negated) {
    Value result = difference.getResult();
    llvm::SmallSetVector<Operation *, 4> squares;
    for (Operation *user : result.getUsers())
      if (ignoresSign(user, result))
        squares.insert(user);
    for (Operation *square : squares)
      square->replaceUsesOfWith(result, negated);
    numShared += squares.size();
  }
};
} // namespace
