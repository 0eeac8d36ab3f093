//===- RetypeInfRegs.h - Change the type of all infregs at once -*- C++ -*-===//
//
// Changes of the types of a kernel's infregs that keep its operations.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_LIB_DIALECT_TRANSFORMS_RETYPEINFREGS_H
#define PIRCH_LIB_DIALECT_TRANSFORMS_RETYPEINFREGS_H

#include "Pirch/Dialect/IR/PirchDialect.h"

namespace pirch {

/// Replace the type of every infreg in `kernel` by what `change` makes of it.
inline void retypeInfRegs(KernelOp kernel,
                          llvm::function_ref<InfRegType(InfRegType)> change) {
  auto retype = [&](mlir::Value value) {
    if (auto type = llvm::dyn_cast<InfRegType>(value.getType()))
      value.setType(change(type));
  };
  kernel.walk([&](mlir::Operation *op) {
    for (mlir::Value result : op->getResults())
      retype(result);
    for (mlir::Region &region : op->getRegions())
      for (mlir::BlockArgument argument : region.getArguments())
        retype(argument);
  });
}

} // namespace pirch

#endif // PIRCH_LIB_DIALECT_TRANSFORMS_RETYPEINFREGS_H
