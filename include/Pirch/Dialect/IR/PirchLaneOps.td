//===- PirchLaneOps.td - Operations on lanes ---------------*- tablegen -*-===//

#ifndef PIRCH_LANE_OPS_TD
#define PIRCH_LANE_OPS_TD

include "Pirch/Dialect/IR/PirchOpBase.td"

//===----------------------------------------------------------------------===//
// Values moving between lanes
//===----------------------------------------------------------------------===//

class Pirch_LaneMapOp<string opMnemonic>
    : Pirch_InfRegOp<opMnemonic, "copied", "arith",
          [Pure, DeclareOpInterfaceMethods<LaneMapOpInterface>,
           Pirch_InfersRange],
          ["addLanesRead"]> {
  let arguments = (ins Pirch_AnyInfReg:$source, DenseI32ArrayAttr:$map,
                       OptionalAttr<Pirch_ReordersAttr>:$reorders);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$source,
      "::llvm::ArrayRef<int32_t>":$map), [{
    build($_builder, $_state, type, source, map, ReordersAttr());
  }]>];
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $source custom<LaneTable>($map) attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Pirch_ReorderOp : Pirch_LaneMapOp<"reorder"> {
  let summary = "permute or broadcast elements inside every work item";
  let description = [{
    Result element `ix` of a WI is the source's element `map[ix]` of the same WI.
    The map has one entry per result element, or one per WI and element
    (`wi * extent + ix`) where it differs between WIs. Where the entry is `_`, the
    result's lane holds no value: nobody may read it.

    - every entry is `_` or an element of the source;
    - source and result have the same element type and WIs; their extents along
      `ix` may differ.

    Example: both WIs reverse their elements, then the second alone repeats one.

    ```mlir
    pirch.kernel @reorder(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4]> : tensor<4xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi32> -> <?x2x2xi32>
      %y = pirch.reorder %x [1, 0] : <?x2x2xi32> -> <?x2x2xi32>
      %z = pirch.reorder %y [0, 1, 1, 1] : <?x2x2xi32> -> <?x2x2xi32>
      pirch.store %z, %b[%c0 + wg * %c0] [0, 1, 2, 3] : <?x2x2xi32>, memref<?xi32>
      pirch.return
    }
    // reorder: arg0 = dense<[1, 2, 3, 4]> : tensor<4xi32>
    // reorder: arg1 = dense<[2, 1, 3, 3]> : tensor<4xi32>
    ```
  }];
}

def Pirch_WgPermuteOp : Pirch_LaneMapOp<"wg_permute"> {
  let summary = "read another work item's register, its index known at compile time";
  let description = [{
    With one map entry per result WI, WI `wi` gets all elements of WI `map[wi]` of
    its WG: the shuffle of a whole private array. With one entry per result WI and
    element, lane `(wi, ix)` gets the source lane `map[..]` of its WG, counted
    `wi * extent + ix`. Where the entry is `_`, the result's lane holds no value:
    nobody may read it.

    - every entry is `_` or lies within the source's WG;
    - the short form needs equal `ix` extents.

    Example: a 2x2 transpose of each WG, and WI 1's elements for both WIs.

    ```mlir
    pirch.kernel @wg_permute(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4]> : tensor<4xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi32> -> <?x2x2xi32>
      %y = pirch.wg_permute %x [0, 2, 1, 3] : <?x2x2xi32> -> <?x2x2xi32>
      %z = pirch.wg_permute %y [1, 1] : <?x2x2xi32> -> <?x2x2xi32>
      pirch.store %z, %b[%c0 + wg * %c0] [0, 1, 2, 3] : <?x2x2xi32>, memref<?xi32>
      pirch.return
    }
    // wg_permute: arg0 = dense<[1, 2, 3, 4]> : tensor<4xi32>
    // wg_permute: arg1 = dense<[2, 4, 2, 4]> : tensor<4xi32>
    ```
  }];
}

def Pirch_WgShuffleOp : Pirch_InfRegOp<"wg_shuffle", "exchanged", "arith", [
    Pure, AllTypesMatch<["value", "result"]>, Pirch_InWorkItemForm,
    Pirch_InfersRange], ["getNumCandidates"]> {
  let summary = "read another work item's register, its index known at run time";
  let description = [{
    Every WI gets the value that the WI `source` of its WG holds, a signed number.
    In infregs with several elements, lane `(wg, wi, ix)` gets the value of lane
    `(wg, source, ix)`, where `source` is what that operand holds in lane
    `(wg, wi, ix)`. A source outside the WG gives the value of some WI of the WG,
    never a fault; the lane holds no value unless all WIs hold the same. It holds
    none either where the source or the WI that it names holds none. Value and
    source are scalars in the work-item form and infregs in the InfReg form. In a
    branch or loop of the work-item form, the value of a WI that takes no part is
    not defined.

    Example:

    ```mlir
    pirch.kernel @wg_shuffle(
        %a: memref<?xf32> {pirch.value = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>},
        %from: memref<?xi32> {pirch.value = dense<[2, 0, 0]> : tensor<3xi32>},
        %b: memref<?xf32> {pirch.value = dense<0.0> : tensor<3xf32>})
        attributes {wg_size = 3 : i64} {
      %c0 = arith.constant 0 : i64
      %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2] : memref<?xf32> -> <?x3x1xf32>
      %i = pirch.load %from[%c0 + wg * %c0] [0, 1, 2] : memref<?xi32> -> <?x3x1xi32>
      %y = pirch.wg_shuffle %x from %i : !pirch.infreg<?x3x1xf32>, !pirch.infreg<?x3x1xi32>
      pirch.store %y, %b[%c0 + wg * %c0] [0, 1, 2] : <?x3x1xf32>, memref<?xf32>
      pirch.return
    }
    // wg_shuffle: arg0 = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
    // wg_shuffle: arg1 = dense<[2, 0, 0]> : tensor<3xi32>
    // wg_shuffle: arg2 = dense<[3.000000e+00, 1.000000e+00, 1.000000e+00]> : tensor<3xf32>
    ```
  }];
  let arguments = (ins Pirch_ScalarOrInfReg:$value, Pirch_IndexOrInfReg:$source,
                       OptionalAttr<Pirch_ReordersAttr>:$reorders);
  let builders = [OpBuilder<(ins "::mlir::Value":$value,
                                 "::mlir::Value":$source), [{
    build($_builder, $_state, value.getType(), value, source, ReordersAttr());
  }]>];
  let results = (outs Pirch_ScalarOrInfReg:$result);
  let assemblyFormat = [{
    $value `from` $source attr-dict `:` type($value) `,` type($source)
  }];
  let hasVerifier = 1;
}

def Pirch_ExtractOp : Pirch_InfRegOp<"extract", "selected", "arith",
    [Pure, Pirch_InfersRange], ["getNumCandidates"]> {
  let summary = "read an array element whose subscript is known at run time";
  let description = [{
    Lane `(wg, wi, i)` of the result is the source's lane `(wg, wi, index)`,
    where `index` is what the index operand holds in lane `(wg, wi, i)`, a signed
    number. A subscript outside the array gives some element of it: the lane holds
    no value unless all elements of the WI hold the same. It holds none either
    where the index or the element that it names holds none.

    Example: the first WI reads its element 1, the second one its element 0.

    ```mlir
    pirch.kernel @extract(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4]> : tensor<4xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3] : memref<?xi32> -> <?x2x2xi32>
      %i = pirch.constant dense<[[1], [0]]> : tensor<2x1xi32> -> <?x2x1xi32>
      %y = pirch.extract %x[%i] : <?x2x2xi32>, <?x2x1xi32> -> <?x2x1xi32>
      pirch.store %y, %b[%c0 + wg * %c0] [0, 1] : <?x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // extract: arg0 = dense<[1, 2, 3, 4]> : tensor<4xi32>
    // extract: arg1 = dense<[2, 3]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$source, Pirch_IndexInfReg:$index,
                       OptionalAttr<Pirch_ReordersAttr>:$reorders);
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$source,
                                 "::mlir::Value":$index), [{
    build($_builder, $_state, type, source, index, ReordersAttr());
  }]>];
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $source `[` $index `]` attr-dict `:` type($source) `,` type($index) `->` type($result)
  }];
  let hasVerifier = 1;
}

def Pirch_InsertOp : Pirch_InfRegOp<"insert", "selected", "arith", [
    Pure, AllTypesMatch<["dest", "result"]>, Pirch_InfersRange], [], [{
    ::mlir::Value getLaneMask() { return getMask(); }
  }]> {
  let summary = "write an array element whose subscript is known at run time";
  let description = [{
    The result is `dest` with element `index` of each WI replaced by `value`,
    where the optional mask is set. Value, index and mask have an `ix` extent of
    1; the index is a signed number, and one outside the array writes nothing.
    Where a mask or, under a mask that is set, an index holds no value, no element
    of the WI's result does.

    Example: the second WI's subscript is outside, the third one takes no part.

    ```mlir
    pirch.kernel @insert(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>})
        attributes {wg_size = 3 : i64} {
      %c0 = arith.constant 0 : i64
      %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5] : memref<?xi32> -> <?x3x2xi32>
      %v = pirch.constant dense<70> : tensor<3x1xi32> -> <?x3x1xi32>
      %i = pirch.constant dense<[[1], [2], [0]]> : tensor<3x1xi32> -> <?x3x1xi32>
      %m = pirch.constant dense<[[true], [true], [false]]> : tensor<3x1xi1> -> <?x3x1xi1>
      %y = pirch.insert %v into %x[%i] mask %m : !pirch.infreg<?x3x1xi1>
          : <?x3x1xi32>, <?x3x2xi32>, <?x3x1xi32>
      pirch.store %y, %b[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5] : <?x3x2xi32>, memref<?xi32>
      pirch.return
    }
    // insert: arg0 = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
    // insert: arg1 = dense<[1, 70, 3, 4, 5, 6]> : tensor<6xi32>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$value, Pirch_AnyInfReg:$dest,
                       Pirch_IndexInfReg:$index, Optional<Pirch_MaskInfReg>:$mask);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $value `into` $dest `[` $index `]` (`mask` $mask^ `:` type($mask))? attr-dict `:`
    type($value) `,` type($dest) `,` type($index)
  }];
  let hasVerifier = 1;
}

def Pirch_LookupOp : Pirch_StructuralOp<"lookup", [
    Pure, AllTypesMatch<["first", "result"]>]> {
  let summary = "take any lanes of one or two registers, chosen at run time";
  let description = [{
    The conversion of packed kernels makes this operation on native vectors where
    the target has instructions for it (`getLookupCost`). Lane `l` of the result
    is lane `index[l]` of `first`, or of `second` for indexes from the number of
    lanes on. The index is unsigned, as wide as an element, and taken
    modulo the number of lanes of all sources, which is a power of two.

    Example, on registers of eight lanes:

    ```mlir
    func.func @lookup() {
      %a = arith.constant dense<[10, 20, 30, 40, 50, 60, 70, 80]> : vector<8xi32>
      %i = arith.constant dense<[7, 0, -1, 8, 1, 2, 3, 4]> : vector<8xi32>
      %r = pirch.lookup %a[%i] : vector<8xi32> by vector<8xi32>
      vector.print %r : vector<8xi32>
      return
    }
    // ( 80, 10, 80, 10, 20, 30, 40, 50 )
    ```
  }];
  let arguments = (ins VectorOfNonZeroRankOf<[AnySignlessInteger, AnyFloat]>:$first,
                       Optional<AnyVectorOfNonZeroRank>:$second,
                       VectorOfNonZeroRankOf<[AnySignlessInteger]>:$index);
  let results = (outs AnyVectorOfNonZeroRank:$result);
  let assemblyFormat = [{
    $first (`,` $second^)? `[` $index `]` attr-dict `:` type($first)
    (`,` type($second)^)? `by` type($index)
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Lanes that keep their value
//===----------------------------------------------------------------------===//

def Pirch_MergeOp : Pirch_InfRegOp<"merge", "copied", "blend", [
    Pure, AllTypesMatch<["value", "into", "result"]>, Pirch_InfersRange],
    ["addLanesRead", "padTables"]> {
  let summary = "replace some lanes, known at compile time";
  let description = [{
    Lanes in the set take `value`, the others keep `into`. The set is printed as
    one string for each WI, with a digit for each element; equal strings that
    follow one another are printed once, with their number. The set repeats for
    every WG.

    Example: element 1 of WI 1 and of WI 2.

    ```mlir
    pirch.kernel @merge(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>})
        attributes {wg_size = 3 : i64} {
      %c0 = arith.constant 0 : i64
      %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5] : memref<?xi32> -> <?x3x2xi32>
      %zero = pirch.constant dense<0> : tensor<3x2xi32> -> <?x3x2xi32>
      %y = pirch.merge %zero into %x lanes ["00" x 1, "01" x 2] : <?x3x2xi32>
      pirch.store %y, %b[%c0 + wg * %c0] [0, 1, 2, 3, 4, 5] : <?x3x2xi32>, memref<?xi32>
      pirch.return
    }
    // merge: arg0 = dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi32>
    // merge: arg1 = dense<[1, 2, 3, 0, 5, 0]> : tensor<6xi32>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$value, Pirch_AnyInfReg:$into,
                       DenseBoolArrayAttr:$lanes);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $value `into` $into `lanes` custom<LaneSet>($lanes) attr-dict `:` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Pirch_SelectOp : Pirch_InfRegOp<"select", "lane_wise", "blend", [
    Pure, AllTypesMatch<["trueValue", "falseValue", "result"]>,
    Pirch_InfersRange]> {
  let summary = "choose lane by lane, by a mask known at run time";
  let description = [{
    Each lane of the result is that of `trueValue` where the mask is set, and that
    of `falseValue` where it is not. Where the mask holds no value, the result
    holds none; a lane that is not chosen does not matter. It does on infregs what
    `arith.select` does on vectors and tensors, the only types that its verifier
    accepts.

    Example: the greater one of two elements.

    ```mlir
    pirch.kernel @select(
        %a: memref<?xi32> {pirch.value = dense<[1, 7]> : tensor<2xi32>},
        %b: memref<?xi32> {pirch.value = dense<[5, 3]> : tensor<2xi32>})
        attributes {wg_size = 1 : i64} {
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %x = pirch.load %a[%c0 + wg * %c1] [0] : memref<?xi32> -> <?x1x1xi32>
      %y = pirch.load %b[%c0 + wg * %c1] [0] : memref<?xi32> -> <?x1x1xi32>
      %m = arith.cmpi sgt, %x, %y : !pirch.infreg<?x1x1xi32>
      %z = pirch.select %m, %x, %y : <?x1x1xi1>, <?x1x1xi32>
      pirch.store %z, %a[%c0 + wg * %c1] [0] : <?x1x1xi32>, memref<?xi32>
      pirch.return
    }
    // select: arg0 = dense<[5, 7]> : tensor<2xi32>
    // select: arg1 = dense<[5, 3]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins Pirch_MaskInfReg:$mask, Pirch_AnyInfReg:$trueValue,
                       Pirch_AnyInfReg:$falseValue);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = [{
    $mask `,` $trueValue `,` $falseValue attr-dict `:` type($mask) `,` type($result)
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Pirch_ConvertOp : Pirch_InfRegOp<"convert", "lane_wise", "arith",
    [Pure, Pirch_InfersRange]> {
  let summary = "change the type of every lane";
  let description = [{
    Does on infregs what the casts of `arith` do on vectors and tensors, the only
    types that their verifiers accept: `extsi`, `extui`, `trunci`, `sitofp`,
    `uitofp`, `fptosi`, `fptoui`, `extf`, `truncf` and `bitcast`. Lanes stay where
    they are. Floats are rounded to nearest even; `fptosi` and `fptoui` drop the
    fraction, and give no value where the integer type cannot hold the number or
    it is NaN.

    Example:

    ```mlir
    pirch.kernel @convert(
        %a: memref<?xf32> {pirch.value = dense<[2.75, -2.75]> : tensor<2xf32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<2xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %x = pirch.load %a[%c0 + wg * %c0] [0, 1] : memref<?xf32> -> <?x2x1xf32>
      %y = pirch.convert fptosi %x : <?x2x1xf32> -> <?x2x1xi32>
      pirch.store %y, %b[%c0 + wg * %c0] [0, 1] : <?x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // convert: arg0 = dense<[2.750000e+00, -2.750000e+00]> : tensor<2xf32>
    // convert: arg1 = dense<[2, -2]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins Pirch_ConversionKind:$kind, Pirch_AnyInfReg:$source);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = "$kind $source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

#endif // PIRCH_LANE_OPS_TD
