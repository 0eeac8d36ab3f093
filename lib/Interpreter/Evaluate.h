//===- Evaluate.h - What the evaluators share -------------------*- C++ -*-===//
//
// What evaluators of this folder share.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_INTERPRETER_EVALUATE_H
#define PIRCH_LIB_INTERPRETER_EVALUATE_H

#include "Pirch/Interpreter/Interpreter.h"
#include "mlir/IR/TypeUtilities.h"
#include <array>

namespace pirch {

// One for each file of evaluators.
void addIntegerEvaluators(EvaluatorTable &table);
void addFloatEvaluators(EvaluatorTable &table);
void addMathEvaluators(EvaluatorTable &table);
void addConversionEvaluators(EvaluatorTable &table);
void addLaneEvaluators(EvaluatorTable &table);
void addCollectiveEvaluators(EvaluatorTable &table);
void addMemoryEvaluators(EvaluatorTable &table);
void addControlEvaluators(EvaluatorTable &table);

/// How the lanes of `value` are to be read.
inline LaneFormat formatOf(mlir::Value value) {
  return mlir::getElementTypeOrSelf(value.getType());
}

/// What all operands of an operation hold; an error where one has other lanes
/// than the first.
template <size_t N>
mlir::FailureOr<std::array<const Lanes *, N>> getOperands(mlir::Operation *op,
                                                          const Frame &frame) {
  std::array<const Lanes *, N> operands;
  for (size_t index = 0; index < N; ++index) {
    operands[index] = &frame.get(op->getOperand(index));
    if (operands[index]->size() != operands[0]->size())
      return op->emitOpError("mixes infregs of ")
             << operands[0]->size() << " and " << operands[index]->size()
             << " lanes";
  }
  return operands;
}

/// Set the operation's result lane by lane: what `compute` makes of the N
/// operands' bits there, and nothing where an operand holds nothing.
template <size_t N, typename Compute>
mlir::LogicalResult evaluateLaneWise(mlir::Operation *op, Frame &frame,
                                     Compute compute) {
  auto operands = getOperands<N>(op, frame);
  if (failed(operands))
    return mlir::failure();
  Lanes result = frame.makeLanes(op->getResult(0).getType());
  std::array<uint64_t, N> bits;
  for (int64_t at = 0; at < result.size(); ++at) {
    bool allHold = true;
    for (size_t index = 0; index < N; ++index) {
      const Lane &lane = (*(*operands)[index])[at];
      allHold &= lane.has_value();
      bits[index] = lane.value_or(0);
    }
    if (allHold)
      result[at] = compute(bits);
  }
  frame.set(op->getResult(0), std::move(result));
  return mlir::success();
}

/// The bits of a lane as the number that they are.
template <typename NumberT>
NumberT toNumber(const LaneFormat &format, uint64_t bits) {
  if constexpr (std::is_same_v<NumberT, llvm::APFloat>)
    return format.toFloat(bits);
  else
    return format.toInteger(bits);
}

/// Add the evaluator of `OpT`, which computes each lane of its result from the
/// same lane of its operand. `NumberT` is APInt or APFloat.
template <typename OpT, typename NumberT>
void addUnary(EvaluatorTable &table, NumberT (*compute)(const NumberT &)) {
  table.add<OpT>([compute](OpT op, Frame &frame) {
    LaneFormat format = formatOf(op->getOperand(0));
    return evaluateLaneWise<1>(op, frame, [&](std::array<uint64_t, 1> bits) {
      return toLane(compute(toNumber<NumberT>(format, bits[0])));
    });
  });
}

/// The same for an operation with two operands.
template <typename OpT, typename NumberT>
void addBinary(EvaluatorTable &table,
               NumberT (*compute)(const NumberT &, const NumberT &)) {
  table.add<OpT>([compute](OpT op, Frame &frame) {
    LaneFormat format = formatOf(op->getOperand(0));
    return evaluateLaneWise<2>(op, frame, [&](std::array<uint64_t, 2> bits) {
      return toLane(compute(toNumber<NumberT>(format, bits[0]),
                            toNumber<NumberT>(format, bits[1])));
    });
  });
}

} // namespace pirch

#endif // PIRCH_LIB_INTERPRETER_EVALUATE_H
