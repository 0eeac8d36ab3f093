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
  /// those that the machine has instructions for.
  CostTable(std::initializer_list<OperationCost> operations,
            std::initializer_list<MovementCost> movements) {
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

private:
  std::array<std::optional<int64_t>, getMaxEnumValForOpClass() + 1>
      operationCosts;
  std::array<std::optional<int64_t>, getMaxEnumValForReorderPattern() + 1>
      movementCosts;
};

} // namespace pirch

#endif // PIRCH_DIALECT_IR_COSTTABLE_H
