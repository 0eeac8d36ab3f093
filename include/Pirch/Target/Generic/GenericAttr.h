//===- GenericAttr.h - Any machine of LLVM ----------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_GENERIC_ATTR_H
#define PIRCH_TARGET_GENERIC_ATTR_H

#include "Pirch/Dialect/IR/PirchDialect.h"

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/Generic/GenericAttr.h.inc"

namespace pirch {
/// Have the dialect parse and print the attribute.
void registerGenericAttr(mlir::DialectRegistry &registry);
} // namespace pirch

#endif // PIRCH_TARGET_GENERIC_ATTR_H
