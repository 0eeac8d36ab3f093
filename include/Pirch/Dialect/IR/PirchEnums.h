//===- PirchEnums.h - Enumerations of the PIRCH dialect ---------*- C++ -*-===//
//
// The enumerations that TableGen makes of PirchTypes.td, for libraries that
// know neither the dialect's types nor its operations.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_DIALECT_IR_PIRCHENUMS_H
#define PIRCH_DIALECT_IR_PIRCHENUMS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/OpImplementation.h"

#include "Pirch/Dialect/IR/PirchEnums.h.inc"

#endif // PIRCH_DIALECT_IR_PIRCHENUMS_H
