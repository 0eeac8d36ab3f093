//===- ScalarCosts.cpp - What the work items of one group share -----------===//
//
// In packs of one group, a value that all work items share is a scalar
// (`pirch-scalarize-equal-lanes`). ChunkCosts asks here which values are, and
// how much less they cost than those of whole registers.
//
//===----------------------------------------------------------------------===//

#include "ChunkCosts.h"
#include "Pirch/Analysis/OpCosts.h"

using namespace mlir;
using namespace pirch;

/// Whether `value` is one scalar in all lanes of all chunks.
bool ChunkCosts::isScalar(Value value) {
  return choice.wgPack == 1 && uniform.contains(value);
}

/// The cost of `op` as a share of that of the same operation on registers.
/// Scalars have units of their own for integers, and of a divider they take a
/// part of the time that a whole register does.
double ChunkCosts::shareOfScalar(Operation *op) {
  constexpr double kScalarShare = 0.25;
  return isLaneWise(op) && isScalar(op->getResult(0)) ? kScalarShare : 1;
}

/// Whether `value` is a scalar of one group that is computed from numbers of
/// all groups and from quotients by them (`pirch-strip-mine-quotients`).
/// Neighbouring groups have the same one, so that it is seldom computed.
bool ChunkCosts::isOfQuotient(Value value) {
  if (auto known = ofQuotients.find(value); known != ofQuotients.end())
    return known->second;
  Operation *op = value.getDefiningOp();
  bool result = false;
  if (!isa<InfRegType>(value.getType()) || (op && isa<ConstantOp, SplatOp>(op)))
    result = isScalar(value);
  else if (op && isScalar(value) && (isLaneWise(op) || isa<GatherOp>(op)))
    result = (isa<arith::DivUIOp>(op) &&
              op->getOperand(1).getDefiningOp<SplatOp>()) ||
             llvm::all_of(op->getOperands(),
                          [&](Value operand) { return isOfQuotient(operand); });
  return ofQuotients[value] = result;
}
