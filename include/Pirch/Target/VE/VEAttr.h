//===- VEAttr.h - NEC's vector engine ---------------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_VE_ATTR_H
#define PIRCH_TARGET_VE_ATTR_H

#include "Pirch/Dialect/IR/PirchDialect.h"

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/VE/VEAttr.h.inc"

namespace pirch {
/// Have the dialect parse and print the attribute.
void registerVEAttr(mlir::DialectRegistry &registry);
} // namespace pirch

#endif // PIRCH_TARGET_VE_ATTR_H
