//===- RegisterModel.h - Which values registers hold ------------*- C++ -*-===//
//
// A machine with a number of vector registers that keeps what was used last.
// Orders are compared, and loads repeated, by what it has dropped.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_CONVERSION_REGISTERMODEL_H
#define PIRCH_LIB_CONVERSION_REGISTERMODEL_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/STLExtras.h"

namespace pirch {

class RegisterModel {
public:
  explicit RegisterModel(int64_t registers) : registers(registers) {}

  /// Whether a value takes a register: vectors that are no constants.
  static bool isHeld(mlir::Value value) {
    mlir::Operation *def = value.getDefiningOp();
    return def && mlir::isa<mlir::VectorType>(value.getType()) &&
           !def->hasTrait<mlir::OpTrait::ConstantLike>();
  }

  /// Use or define a value; returns whether it was not there.
  bool touch(mlir::Value value) {
    auto found = llvm::find(held, value);
    bool missing = found == held.end();
    if (!missing)
      held.erase(found);
    held.push_back(value);
    if (static_cast<int64_t>(held.size()) > registers)
      held.erase(held.begin());
    return missing;
  }

private:
  int64_t registers;
  llvm::SmallVector<mlir::Value, 33> held; // used last at the end
};

} // namespace pirch

#endif // PIRCH_LIB_CONVERSION_REGISTERMODEL_H
