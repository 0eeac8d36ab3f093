//===- NVVMAttr.h - NVIDIA GPUs ---------------------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_NVVM_ATTR_H
#define PIRCH_TARGET_NVVM_ATTR_H

#include "Pirch/Dialect/IR/PirchDialect.h"

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/NVVM/NVVMAttr.h.inc"

namespace pirch {
/// Have the dialect parse and print the attribute.
void registerNVVMAttr(mlir::DialectRegistry &registry);
} // namespace pirch

#endif // PIRCH_TARGET_NVVM_ATTR_H
