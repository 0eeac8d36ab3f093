//===- PirchOps.td - Operations of the PIRCH dialect -----------*- tablegen -*-===//
//
// All operations, in the order of the reference (docs/Dialect/Pirch.md).
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_OPS_TD
#define PIRCH_OPS_TD

include "Pirch/Dialect/IR/PirchControlOps.td"
include "Pirch/Dialect/IR/PirchIndexOps.td"
include "Pirch/Dialect/IR/PirchLaneOps.td"
include "Pirch/Dialect/IR/PirchCollectiveOps.td"
include "Pirch/Dialect/IR/PirchMemoryOps.td"

#endif // PIRCH_OPS_TD
