//===- AVX2Attr.td - x86-64 with AVX2 ---------------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_AVX2_ATTR_TD
#define PIRCH_TARGET_AVX2_ATTR_TD

include "Pirch/Dialect/IR/PirchDialect.td"
include "Pirch/Dialect/IR/PirchInterfaces.td"

def Pirch_AVX2Attr
    : Pirch_Attr<"AVX2", "avx2",
                 [DeclareAttrInterfaceMethods<TargetAttrInterface,
                                              ["getCacheModel",
                                               "getReservedRegisters",
                                               "getOperationsInFlight",
                                               "getOperationsWaiting",
                                               "getUnitModel",
                                               "hasMaskedLoads",
                                               "hasFusedMultiplyAdd",
                                               "getLeastGatherBits",
                                               "getPageBytes",
                                               "convertsHalf",
                                               "getShuffleBlockBits",
                                               "getLookupCost",
                                               "lowerLookup"]>]> {
  let summary = "target: x86-64 with AVX2, FMA and BMI (x86-64-v3)";
  let description = [{
    The machine has 16 registers of 256 bits in two halves of 128. One instruction makes any
    permutation of the 32-bit or 64-bit lanes of one register; of two registers
    it takes two permutations and a blend, unless the lanes stay within their
    halves. A mask is a vector register. `cpu` names the LLVM CPU; empty is the
    host's.

    Example: `#pirch.avx2<cpu = "haswell">`
  }];
  let parameters = (ins
    StringRefParameter<"LLVM CPU; empty is the host's", "\"\"">:$cpu);
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // PIRCH_TARGET_AVX2_ATTR_TD
