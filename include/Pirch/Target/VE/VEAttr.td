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
    The machine has 64 registers of 256 lanes of 64 bits each, and 16 registers
    for masks. It has strided loads and stores, operations under masks and
    rotations of whole registers, but no permutes. A lane of any type takes 64
    bits; where an instruction has a packed form for `f32`, two lanes share them.

    Example: `#pirch.ve`
  }];
}

#endif // PIRCH_TARGET_VE_ATTR_TD
