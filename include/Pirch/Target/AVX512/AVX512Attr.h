//===- AVX512Attr.h - x86-64 with AVX-512 -----------------------*- C++ -*-===//

#ifndef PIRCH_TARGET_AVX512_ATTR_H
#define PIRCH_TARGET_AVX512_ATTR_H

#include "Pirch/Dialect/IR/PirchDialect.h"

#define GET_ATTRDEF_CLASSES
#include "Pirch/Target/AVX512/AVX512Attr.h.inc"

namespace pirch {
/// Have the dialect parse and print the attribute.
void registerAVX512Attr(mlir::DialectRegistry &registry);
} // namespace pirch

#endif // PIRCH_TARGET_AVX512_ATTR_H
