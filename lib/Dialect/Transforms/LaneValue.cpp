//===- LaneValue.cpp - What a work-item value is in every lane ------------===//

#include "LaneValue.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace pirch;

static TypedAttr foldOnce(Operation *op, ArrayRef<Attribute> operands) {
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
