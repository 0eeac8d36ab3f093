//===- RegisterModel.h - Which values registers hold ------------*- C++ -*-===//
//
// A model of a machine's vector registers. It holds the values that have uses
// to come. When these are more than there are registers, it drops the value
// whose last use lies farthest back. Passes compare orders of operations by the
// number of values that the model drops, and repeat the loads of dropped
// values.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_ANALYSIS_REGISTERMODEL_H
#define PIRCH_ANALYSIS_REGISTERMODEL_H

#include "Pirch/Dialect/IR/PirchDialect.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

namespace pirch {

class RegisterModel {
public:
  explicit RegisterModel(int64_t registers) : registers(registers) {}

  /// The number of registers that hold values which the model sees. A function
  /// without a target is taken to run on a machine with 32 registers.
  static int64_t countOn(TargetAttrInterface target) {
    return target ? target.getNumRegisters() - target.getReservedRegisters()
                  : 24;
  }

  /// Whether a value takes a register: vectors do, constants do not.
  static bool isHeld(mlir::Value value) {
    mlir::Operation *def = value.getDefiningOp();
    return def && mlir::isa<mlir::VectorType>(value.getType()) &&
           !def->hasTrait<mlir::OpTrait::ConstantLike>();
  }

  /// Record that an operation makes `value`.
  void define(mlir::Value value) {
    int64_t uses = std::distance(value.use_begin(), value.use_end());
    pending[value] = uses;
    if (uses)
      hold(value);
  }

  /// Record one use of `value`, which puts it into a register. Returns whether
  /// it was in none.
  bool use(mlir::Value value) {
    auto found = llvm::find(held, value);
    bool missing = found == held.end();
    if (!missing)
      held.erase(found);
    auto uses = pending.find(value);
    // Of a value of another block, the number of uses to come is not known.
    if (uses == pending.end() || --uses->second > 0)
      hold(value);
    return missing;
  }

private:
  void hold(mlir::Value value) {
    held.push_back(value);
    if (static_cast<int64_t>(held.size()) > registers)
      held.erase(held.begin());
  }

  int64_t registers;
  /// The values in registers, in the order of their last uses.
  llvm::SmallVector<mlir::Value, 33> held;
  /// For each value that was defined, the number of its uses to come.
  llvm::DenseMap<mlir::Value, int64_t> pending;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_REGISTERMODEL_H
