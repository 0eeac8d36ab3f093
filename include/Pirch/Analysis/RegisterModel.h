//===- RegisterModel.h - Which values registers hold ------------*- C++ -*-===//
//
// A machine with a number of vector registers that keeps, of what will be used
// again, what was used last. Orders are compared, and loads repeated, by what
// it has dropped.
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

  /// Whether a value takes a register: vectors that are no constants.
  static bool isHeld(mlir::Value value) {
    mlir::Operation *def = value.getDefiningOp();
    return def && mlir::isa<mlir::VectorType>(value.getType()) &&
           !def->hasTrait<mlir::OpTrait::ConstantLike>();
  }

  /// A value is there from now on.
  void define(mlir::Value value) {
    int64_t uses = std::distance(value.use_begin(), value.use_end());
    pending[value] = uses;
    if (uses)
      hold(value);
  }

  /// One of the value's uses; returns whether it was not there.
  bool use(mlir::Value value) {
    auto found = llvm::find(held, value);
    bool missing = found == held.end();
    if (!missing)
      held.erase(found);
    auto uses = pending.find(value);
    if (uses == pending.end() || --uses->second > 0) // of another block: kept
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
  llvm::SmallVector<mlir::Value, 33> held; // used last at the end
  /// Uses to come of each value that was defined.
  llvm::DenseMap<mlir::Value, int64_t> pending;
};

} // namespace pirch

#endif // PIRCH_ANALYSIS_REGISTERMODEL_H
