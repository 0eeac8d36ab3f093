//===- VEAttr.td - NEC's vector engine -------------------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_VE_ATTR_TD
#define PIRCH_TARGET_VE_ATTR_TD

include "Pirch/Dialect/IR/PirchDialect.td"
include "Pirch/Dialect/IR/PirchInterfaces.td"

def Pirch_VEAttr
    : Pirch_Attr<"VE", "ve",
                 [DeclareAttrInterfaceMethods<TargetAttrInterface,
                    ["hasStridedAccess", "canSpill", "getChunkPipeline",
                     "getNativeLanes", "computesPairs",
                     "getNumMaskRegisters", "getReservedRegisters",
                     "dividesIntegers"]>]> {
  let summary = "target: NEC SX-Aurora's vector engine";
  let description = [{
    64 registers of 256 lanes of 64 bits each, 16 for masks, strided loads and stores, masks,
    rotation of whole registers; no permutes. A lane of any type takes 64 bits;
    where `f32` has a packed instruction, two take one.

    Example: `#pirch.ve`
  }];
}

#endif // PIRCH_TARGET_VE_ATTR_TD
