//===- AVX2Attr.h - x86-64 with AVX2 ----------------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_AVX2_ATTR_H
#define PIRCH_TARGET_AVX2_ATTR_H

#include "Pirch/Dialect/IR/PirchDialect.h"

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/AVX2/AVX2Attr.h.inc"

namespace pirch {
/// Have the dialect parse and print the attribute.
void registerAVX2Attr(mlir::DialectRegistry &registry);
} // namespace pirch

#endif // PIRCH_TARGET_AVX2_ATTR_H
