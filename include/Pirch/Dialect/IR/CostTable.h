//===- CostTable.h - What operations cost on a machine ----------*- C++ -*-===//
//
// Data of a target: each target has one table, in its own folder. The table
// says where its numbers come from.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_COSTTABLE_H
#define PIRCH_DIALECT_IR_COSTTABLE_H

#include "Pirch/Dialect/IR/PirchEnums.h"
#include <array>
#include <initializer_list>
#include <optional>

namespace pirch {

/// Costs of operations and of lane movements on one whole register, in units of
/// one addition (reciprocal throughput, rounded).
class CostTable {
public:
  struct OperationCost {
    OpClass opClass;
    int64_t cost;
  };
  struct MovementCost {
    ReorderPattern pattern;
    int64_t cost;
  };

  /// Every class of operations must be listed, and of the reorder patterns
  /// those that the machine has instructions for. `halfShare` is the cost of an
  /// operation on the first half of a register's lanes, as a share of that on
  /// all of them: 1 where the machine computes whole registers anyway, 0.5
  /// where it executes twice as many operations on half registers.
  CostTable(std::initializer_list<OperationCost> operations,
            std::initializer_list<MovementCost> movements, double halfShare = 1)
      : halfShare(halfShare) {
    for (auto [opClass, cost] : operations)
      operationCosts[static_cast<unsigned>(opClass)] = cost;
    for (auto [pattern, cost] : movements)
      movementCosts[static_cast<unsigned>(pattern)] = cost;
  }

  /// Whether every class of operations is listed.
  bool isComplete() const {
    for (const std::optional<int64_t> &cost : operationCosts)
      if (!cost)
        return false;
    return true;
  }
  int64_t get(OpClass opClass) const {
    return *operationCosts[static_cast<unsigned>(opClass)];
  }
  /// The cost of a pattern; nothing if the machine has no instruction for it.
  std::optional<int64_t> get(ReorderPattern pattern) const {
    return movementCosts[static_cast<unsigned>(pattern)];
  }

  double getHalfShare() const { return halfShare; }

private:
  double halfShare;
  std::array<std::optional<int64_t>, getMaxEnumValForOpClass() + 1>
      operationCosts;
  std::array<std::optional<int64_t>, getMaxEnumValForReorderPattern() + 1>
      movementCosts;
};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_COSTTABLE_H
