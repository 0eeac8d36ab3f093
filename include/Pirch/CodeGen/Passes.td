//===- Passes.td - Optimizations of code on chunks --------*- tablegen -*-===//
//
// A file for each kind of passes of lib/CodeGen, by what they change.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_CODEGEN_PASSES_TD
#define PIRCH_CODEGEN_PASSES_TD

include "Pirch/CodeGen/ArithmeticPasses.td"
include "Pirch/CodeGen/MemoryPasses.td"
include "Pirch/CodeGen/RegisterPasses.td"

#endif // PIRCH_CODEGEN_PASSES_TD
