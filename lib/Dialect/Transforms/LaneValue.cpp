//===- LaneValue.cpp - What a work-item value is in every lane ------------===//

#include "LaneValue.h"
#include "Pirch/Analysis/OpCosts.h"
#include "Pirch/Math/Functions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace pirch;

/// The result of a mathematical function, which has the bits that compiled code
/// gives it: MLIR's folders would call the C library.
static TypedAttr foldFunction(Operation *op, ArrayRef<Attribute> operands) {
  auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
  Type type = op->getResult(0).getType();
  if (!flags || !llvm::all_of(operands, llvm::IsaPred<FloatAttr>))
    return {};
  bool fast = bitEnumContainsAny(flags.getFastMathFlagsAttr().getValue(),
                                 arith::FastMathFlags::afn);
  auto apply = [&](auto function) -> TypedAttr {
    auto compute = [&](auto convert) -> TypedAttr {
      SmallVector<decltype(convert(APFloat(0.0))), 2> values;
      for (Attribute operand : operands)
        values.push_back(convert(cast<FloatAttr>(operand).getValue()));
      return FloatAttr::get(type, APFloat(function(values)));
    };
    if (type.isF32())
      return compute([](const APFloat &x) { return x.convertToFloat(); });
    if (type.isF64())
      return compute([](const APFloat &x) { return x.convertToDouble(); });
    return {};
  };
#define PIRCH_FUNCTION(NAME, OP)                                               \
  if (isa<mlir::math::OP>(op))                                                 \
    return apply([&](const auto &x) {                                          \
      return pirch::elementary::host::NAME(x[0], fast);                        \
    });
  PIRCH_MATH_UNARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
#define PIRCH_FUNCTION(NAME, OP)                                               \
  if (isa<mlir::math::OP>(op))                                                 \
    return apply([&](const auto &x) {                                          \
      return pirch::elementary::host::NAME(x[0], x[1], fast);                  \
    });
  PIRCH_MATH_BINARY(PIRCH_FUNCTION)
#undef PIRCH_FUNCTION
  return {};
}

static TypedAttr foldOnce(Operation *op, ArrayRef<Attribute> operands) {
  if (classifyOp(op) == OpClass::libcall)
    return foldFunction(op, operands);
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return {};
  if (auto attr = dyn_cast<Attribute>(results[0]))
    return dyn_cast<TypedAttr>(attr);
  // The folder may return an operand: the result is the operand's constant.
  for (auto [operand, attr] : llvm::zip(op->getOperands(), operands))
    if (operand == cast<Value>(results[0]))
      return dyn_cast_or_null<TypedAttr>(attr);
  return {};
}

/// A copy of `op` on block arguments: folders must see nothing but the
/// constants they are given, and must not change the original.
static Operation *isolate(Operation *op, Block &scratch) {
  IRMapping mapping;
  for (Value operand : op->getOperands())
    if (!mapping.contains(operand))
      mapping.map(operand,
                  scratch.addArgument(operand.getType(), op->getLoc()));
  Operation *clone = op->clone(mapping);
  scratch.push_back(clone);
  return clone;
}

SmallVector<TypedAttr, 1> pirch::foldLanes(Operation *op,
                                           ArrayRef<const LaneValue *> operands,
                                           int64_t items) {
  Block scratch;
  op = isolate(op, scratch);
  int64_t extent = 1;
  bool uniform = true;
  for (const LaneValue *operand : operands) {
    extent = std::max(extent, operand->extent);
    uniform &= operand->table.size() == 1;
  }
  int64_t lanes = uniform ? 1 : items * extent;
  // Many lanes have the same operands: each combination is folded once.
  SmallVector<std::pair<SmallVector<Attribute, 3>, TypedAttr>> seen;
  SmallVector<TypedAttr, 1> table;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    SmallVector<Attribute, 3> constants;
    bool holdsNothing = false;
    for (const LaneValue *operand : operands) {
      TypedAttr attr = operand->at(lane / extent, lane % extent);
      holdsNothing |= !attr;
      constants.push_back(attr);
    }
    if (holdsNothing) {
      table.push_back({});
      continue;
    }
    auto *known = llvm::find_if(
        seen, [&](const auto &entry) { return entry.first == constants; });
    if (known != seen.end()) {
      table.push_back(known->second);
      continue;
    }
    TypedAttr result = foldOnce(op, constants);
    if (!result)
      return {};
    if (seen.size() < 64)
      seen.emplace_back(constants, result);
    table.push_back(result);
  }
  return table;
}
