//===- NVVMAttr.td - NVIDIA GPUs -------------------------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_NVVM_ATTR_TD
#define PIRCH_TARGET_NVVM_ATTR_TD

include "Pirch/Dialect/IR/PirchDialect.td"
include "Pirch/Dialect/IR/PirchInterfaces.td"

def Pirch_NVVMAttr
    : Pirch_Attr<"NVVM", "nvvm",
                 [DeclareAttrInterfaceMethods<TargetAttrInterface,
                                              ["distributesWorkItems", "getWarpMemory",
                                               "getNativeLanes", "mapLanes",
                                               "getRegistersPerChunk", "convertsHalf",
                                               "getLLVMPipeline"]>]> {
  let summary = "target: NVIDIA GPUs";
  let description = [{
    Work items are the threads of warps of 32, which exchange registers by
    shuffles. `chip` is the architecture that PTX is for.

    Example: `#pirch.nvvm<chip = "sm_90">`
  }];
  let parameters = (ins
    StringRefParameter<"LLVM CPU, as in sm_90", "\"sm_75\"">:$chip);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // PIRCH_TARGET_NVVM_ATTR_TD
