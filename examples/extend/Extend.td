// An operation and a target of an embedder's own dialect.
include "Pirch/Dialect/IR/PirchInterfaces.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Extend_Dialect : Dialect {
  let name = "extend";
  let cppNamespace = "::extend";
  let useDefaultAttributePrinterParser = 1;
}

def Extend_SaturateOp : Op<Extend_Dialect, "saturate", !listconcat(
    [Pure, SameOperandsAndResultType], ElementwiseMappable.traits)> {
  let summary = "the nearest number from 0 to 1; 0 for NaN";
  let arguments = (ins FloatLike:$value);
  let results = (outs FloatLike:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Extend_NarrowAttr : AttrDef<Extend_Dialect, "Narrow",
    [DeclareAttrInterfaceMethods<TargetAttrInterface, ["getChunkPipeline"]>]> {
  let mnemonic = "narrow";
  let summary = "a machine with eight registers of 128 bits";
}
