//===- Passes.td - Passes within the PIRCH dialect -------------*- tablegen -*-===//
//
// A file for each form of kernels that passes work on; of the InfReg form one for
// what passes change in it.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TRANSFORMS_PASSES_TD
#define PIRCH_TRANSFORMS_PASSES_TD

include "Pirch/Dialect/Transforms/WorkItemPasses.td"
include "Pirch/Dialect/Transforms/LoopPasses.td"
include "Pirch/Dialect/Transforms/AccessPasses.td"
include "Pirch/Dialect/Transforms/InfRegPasses.td"
include "Pirch/Dialect/Transforms/PackingPasses.td"

#endif // PIRCH_TRANSFORMS_PASSES_TD
