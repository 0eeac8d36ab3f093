//===- OpCosts.cpp - What operations on infregs cost ----------------------===//

#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Analysis/Divisors.h"
#include "Pirch/Analysis/IntegerBits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace pirch;

/// The constant by which `op` divides integers; nothing for other operations.
static std::optional<APInt> getConstantDivisor(Operation *op) {
  return isIntegerDivision(op) ? getSplatConstant(op->getOperand(1))
                               : std::nullopt;
}

OpClass pirch::classifyOp(Operation *op) {
  if (getConstantDivisor(op))
    return OpClass::arith;
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes ? lanes.getOpClass() : OpClass::arith;
}

bool pirch::usesDivider(Operation *op) {
  OpClass opClass = classifyOp(op);
  return opClass == OpClass::divide || opClass == OpClass::divide_f32;
}

int64_t pirch::countInstructions(Operation *op) {
  std::optional<APInt> divisor = getConstantDivisor(op);
  if (!divisor)
    return 1;
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp>(op);
  bool isRemainder = isa<arith::RemSIOp, arith::RemUIOp>(op);
  // A shift or a mask; of numbers with a sign, the quotient is corrected, and
  // the remainder is what its product leaves.
  if (divisor->isPowerOf2())
    return isSigned ? (isRemainder ? 5 : 4) : 1;
  // The upper half of a product, of which machines have vectors of 16 bits
  // only: two products of twice as many bits, of the even and the odd lanes,
  // and four such products where the numbers have 64 bits.
  constexpr unsigned kProductBits = 32;
  int64_t product = divisor->getBitWidth() <= kProductBits ? 5 : 14;
  return product + (isSigned ? 3 : 1) + (isRemainder ? 2 : 0);
}

double pirch::getLengthOfFunction(Operation *op) {
  // Measured with `--math=accurate`: the time of a register of 16 floats or of
  // 8 doubles, divided by that of 32 additions of a register. As these are
  // lengths of polynomials, machines hardly differ in them (Zen 5).
  struct Length {
    StringLiteral name;
    double ofFloats, ofDoubles;
  };
  static constexpr Length kLengths[] = {
      {"exp", 0.6, 0.8},   {"exp2", 0.6, 0.8},  {"log", 1, 1.2},
      {"sin", 1.2, 1.4},   {"cos", 0.9, 1.2},   {"tan", 2.1, 2.3},
      {"asin", 1, 1.3},    {"atan", 1.2, 1.7},  {"atan2", 2, 2.8},
      {"sinh", 1.1, 1.3},  {"cosh", 0.9, 1.1},  {"tanh", 1.2, 1.8},
      {"acosh", 2.7, 3.3}, {"expm1", 1.1, 1.3}, {"log1p", 1.8, 2},
      {"cbrt", 1.9, 2.2},  {"erf", 1.9, 3.8},   {"erfc", 12, 7},
      {"powf", 5.3, 6.9}};
  if (classifyOp(op) != OpClass::libcall)
    return 1;
  StringRef name = op->getName().stripDialect();
  for (const Length &length : kLengths)
    if (name == length.name)
      return getElementTypeOrSelf(op->getResult(0).getType()).isF64()
                 ? length.ofDoubles
                 : length.ofFloats;
  return 1;
}

bool pirch::isLaneWise(Operation *op) {
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes && lanes.getLaneRelation() == LaneRelation::lane_wise;
}

bool pirch::isRematerialized(Operation *op) {
  auto lanes = dyn_cast<InfRegOpInterface>(op);
  return lanes && lanes.isRematerialized();
}

bool pirch::isPartOfUsers(Operation *op) {
  return isa<arith::NegFOp>(op) &&
         llvm::all_of(op->getUsers(),
                      [](Operation *user) { return isa<math::FmaOp>(user); });
}

bool pirch::isSimpleOnIntegers(Operation *op) {
  return isa<arith::AddIOp, arith::SubIOp, arith::AndIOp, arith::OrIOp,
             arith::XOrIOp, arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(op);
}

int64_t pirch::getLoopRegisters(TargetAttrInterface target) {
  return target.getNumRegisters() * 3 / 8;
}

int64_t pirch::countChunksRead(const LaneMapping &mapping,
                               const llvm::BitVector &wanted) {
  int64_t count = 0;
  for (int64_t chunk = 0; chunk < mapping.getNumChunks(); ++chunk)
    for (int64_t lane = 0; lane < mapping.getLanes(); ++lane) {
      std::optional<LaneId> id = mapping.getOwner(chunk, lane);
      if (!id || !wanted.test(mapping.getTableIndex(*id)))
        continue;
      ++count;
      break;
    }
  return count;
}
