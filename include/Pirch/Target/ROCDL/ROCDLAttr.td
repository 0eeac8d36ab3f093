//===- ROCDLAttr.td - AMD GPUs ----------------------------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_ROCDL_ATTR_TD
#define PIRCH_TARGET_ROCDL_ATTR_TD

include "Pirch/Dialect/IR/PirchDialect.td"
include "Pirch/Dialect/IR/PirchInterfaces.td"

def Pirch_ROCDLAttr
    : Pirch_Attr<"ROCDL", "rocdl",
                 [DeclareAttrInterfaceMethods<TargetAttrInterface,
                                              ["distributesWorkItems", "getWarpMemory",
                                               "getNativeLanes", "mapLanes",
                                               "getRegistersPerChunk", "convertsHalf",
                                               "getLLVMPipeline"]>]> {
  let summary = "target: AMD GPUs";
  let description = [{
    Work items are the threads of wavefronts of 64 (gfx9) or 32 (gfx10 and
    later), which exchange registers through the crossbar of local memory.

    Example: `#pirch.rocdl<chip = "gfx1100">`
  }];
  let parameters = (ins
    StringRefParameter<"LLVM CPU, as in gfx1100", "\"gfx90a\"">:$chip);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // PIRCH_TARGET_ROCDL_ATTR_TD
