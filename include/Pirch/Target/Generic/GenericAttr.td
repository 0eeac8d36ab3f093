//===- GenericAttr.td - Any machine of LLVM --------------------*- tablegen -*-===//

#ifndef PIRCH_TARGET_GENERIC_ATTR_TD
#define PIRCH_TARGET_GENERIC_ATTR_TD

include "Pirch/Dialect/IR/PirchDialect.td"
include "Pirch/Dialect/IR/PirchInterfaces.td"

def Pirch_GenericAttr
    : Pirch_Attr<"Generic", "generic",
                 [DeclareAttrInterfaceMethods<TargetAttrInterface,
                                              ["getCacheModel"]>]> {
  let summary = "target: any machine of LLVM, without intrinsics of its own";
  let description = [{
    Code is made of vectors of `bits` bits, which LLVM's own legalization maps to
    the machine's registers.

    Example: `#pirch.generic<triple = "aarch64-linux-gnu", bits = 128>`
  }];
  let parameters = (ins
    StringRefParameter<"LLVM triple; empty is the host's", "\"\"">:$triple,
    StringRefParameter<"LLVM CPU; empty is the host's or the triple's", "\"\"">:$cpu,
    StringRefParameter<"LLVM features, as in `+v,+d`", "\"\"">:$features,
    DefaultValuedParameter<"int64_t", "128", "bits of a vector register">:$bits);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

#endif // PIRCH_TARGET_GENERIC_ATTR_TD
