//===- AVX512Attr.td - x86-64 with AVX-512 ---------------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_AVX512_ATTR_TD
#define PIRCH_TARGET_AVX512_ATTR_TD

include "Pirch/Dialect/IR/PirchDialect.td"
include "Pirch/Dialect/IR/PirchInterfaces.td"

def Pirch_AVX512Attr
    : Pirch_Attr<"AVX512", "avx512",
                 [DeclareAttrInterfaceMethods<TargetAttrInterface,
                                              ["getNumMaskRegisters",
                                               "getCacheModel",
                                               "getOperationsInFlight",
                                               "getOperationsWaiting",
                                               "getUnitModel",
                                               "hasFusedMultiplyAdd",
                                               "getLeastGatherBits",
                                               "getPageBytes",
                                               "convertsHalf",
                                               "getShuffleBlockBits",
                                               "getLookupCost",
                                               "lowerLookup"]>]> {
  let summary = "target: x86-64 with AVX-512";
  let description = [{
    The machine has 32 registers of 512 bits. One instruction makes any
    permutation of the lanes of one or two registers, or blends two by a mask
    register. `cpu` names the LLVM CPU; empty is the host's.

    Example: `#pirch.avx512<cpu = "sapphirerapids">`
  }];
  let parameters = (ins
    StringRefParameter<"LLVM CPU; empty is the host's", "\"\"">:$cpu);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // PIRCH_TARGET_AVX512_ATTR_TD
