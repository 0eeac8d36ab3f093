//===- Passes.td - All passes, for the documentation -----------*- tablegen -*-===//

include "Pirch/CodeGen/Passes.td"
include "Pirch/Conversion/Passes.td"
include "Pirch/Dialect/Transforms/Passes.td"
include "Pirch/Import/Passes.td"
include "Pirch/Interpreter/Passes.td"
include "Pirch/Target/NVVM/Passes.td"
include "Pirch/Target/ROCDL/Passes.td"
include "Pirch/Target/VE/Passes.td"
