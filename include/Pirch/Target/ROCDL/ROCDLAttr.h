//===- ROCDLAttr.h - AMD GPUs -----------------------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_ROCDL_ATTR_H
#define PIRCH_TARGET_ROCDL_ATTR_H

#include "Pirch/Dialect/IR/PirchDialect.h"

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/ROCDL/ROCDLAttr.h.inc"

namespace pirch {
/// Have the dialect parse and print the attribute.
void registerROCDLAttr(mlir::DialectRegistry &registry);
} // namespace pirch

#endif // PIRCH_TARGET_ROCDL_ATTR_H
