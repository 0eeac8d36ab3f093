//===- Divisors.cpp - What is known of integer divisions ------------------===//

#include "Pirch/Analysis/Divisors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

bool pirch::isIntegerDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(
      op);
}

std::optional<APInt> pirch::getKnownDivisor(Value divisor) {
  if (auto broadcast = divisor.getDefiningOp<vector::BroadcastOp>())
    divisor = broadcast.getSource();
  APInt known;
  if (matchPattern(divisor, m_ConstantInt(&known)))
    return known;
  return std::nullopt;
}
