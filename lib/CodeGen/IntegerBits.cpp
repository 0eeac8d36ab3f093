//===- IntegerBits.cpp - Which bits of integers matter --------------------===//
//
// The analysis behind pirch-narrow-integers.
//
//===----------------------------------------------------------------------===//

#include "IntegerBits.h"
#include "mlir/Analysis/DataFlow/IntegerRangeAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pirch;

/// The bits of an integer, or of each lane of a vector of integers; 0 for other
/// types.
static unsigned widthOf(Type type) {
  auto integer = dyn_cast<IntegerType>(getElementTypeOrSelf(type));
  return integer ? integer.getWidth() : 0;
}

std::optional<APInt> pirch::getSplatConstant(Value value) {
  if (auto broadcast = value.getDefiningOp<vector::BroadcastOp>())
    value = broadcast.getSource();
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return constant;
  return std::nullopt;
}

IntegerBits::IntegerBits(func::FuncOp function) {
  dataflow::loadBaselineAnalyses(solver);
  solver.load<dataflow::IntegerRangeAnalysis>();
  // An analysis that fails knows nothing of any value.
  (void)solver.initializeAndRun(function);
  llvm::DenseSet<Operation *> visited;
  function.walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    visited.insert(op);
    // What an operation depends on follows from what is demanded of its
    // results, so that all users must have been visited.
    for (Value result : op->getResults())
      if (unsigned width = widthOf(result.getType());
          width && !llvm::all_of(result.getUsers(), [&](Operation *user) {
            return visited.contains(user);
          }))
        demand(result, width);
    demandOperands(op);
  });
}

void IntegerBits::demand(Value value, unsigned bits) {
  unsigned &known = demanded[value];
  known = std::max(known, std::min(bits, widthOf(value.getType())));
}

void IntegerBits::demandOperands(Operation *op) {
  unsigned wanted = op->getNumResults() == 1 && widthOf(op->getResultTypes()[0])
                        ? demanded.lookup(op->getResult(0))
                        : 0;
  llvm::TypeSwitch<Operation *>(op)
      .Case<arith::AddIOp, arith::SubIOp, arith::MulIOp, arith::OrIOp,
            arith::XOrIOp, arith::ExtUIOp, arith::TruncIOp, vector::ShuffleOp,
            vector::BroadcastOp>([&](Operation *op) {
        for (Value operand : op->getOperands())
          demand(operand, wanted);
      })
      .Case([&](arith::AndIOp op) {
        demand(op.getLhs(), std::min(wanted, get(op.getRhs()).unsignedBits));
        demand(op.getRhs(), std::min(wanted, get(op.getLhs()).unsignedBits));
      })
      .Case([&](arith::SelectOp op) {
        demand(op.getTrueValue(), wanted);
        demand(op.getFalseValue(), wanted);
        demand(op.getCondition(), 1);
      })
      .Case<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>([&](Operation *op) {
        unsigned width = widthOf(op->getResultTypes()[0]);
        std::optional<APInt> shift = getSplatConstant(op->getOperand(1));
        demand(op->getOperand(1), width);
        if (!shift || shift->uge(width))
          return demand(op->getOperand(0), width);
        unsigned by = shift->getZExtValue();
        demand(op->getOperand(0), !isa<arith::ShLIOp>(op) ? wanted + by
                                  : wanted > by           ? wanted - by
                                                          : 0);
      })
      .Default([&](Operation *op) {
        for (Value operand : op->getOperands())
          if (unsigned width = widthOf(operand.getType()))
            demand(operand, width);
      });
}

KnownBits IntegerBits::get(Value value) const {
  unsigned width = widthOf(value.getType());
  KnownBits bits{width, demanded.lookup(value), width, width};
  const auto *state =
      solver.lookupState<dataflow::IntegerValueRangeLattice>(value);
  if (!state || state->getValue().isUninitialized())
    return bits;
  const ConstantIntRanges &range = state->getValue().getValue();
  if (range.umax().getBitWidth() != width)
    return bits;
  bits.unsignedBits = range.umax().getActiveBits();
  bits.signedBits = std::max(range.smin().getSignificantBits(),
                             range.smax().getSignificantBits());
  return bits;
}
