//===- PirchLaneOps.td - Operations on lanes ---------------*- tablegen -*-===//

#ifndef PIRCH_LANE_OPS_TD
#define PIRCH_LANE_OPS_TD

include "Pirch/Dialect/IR/PirchOpBase.td"

//===----------------------------------------------------------------------===//
// Which lane is which
//===----------------------------------------------------------------------===//

class Pirch_IndexOp<string opMnemonic, string what, list<Trait> traits>
    : Pirch_InfRegOp<opMnemonic, "generated", "arith",
                     !listconcat(traits, [Pure])> {
  let summary = what;
  let results = (outs Pirch_IndexOrInfReg:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def Pirch_WgIndexOp : Pirch_IndexOp<"wg_index", "index of the work group in the batch",
                                 [Pirch_InWorkItemForm, Pirch_ScalarInInfRegForm]> {
  let description = [{
    Gives the index in the batch of the lane's WG. That is a scalar in the
    work-item form and one value per lane in the InfReg form.

    Example: `%g = pirch.wg_index : !pirch.infreg<?x1x1xi64>`
  }];
}
def Pirch_WiIndexOp : Pirch_IndexOp<"wi_index", "index of the work item in its group",
                                 [Pirch_InWorkItemForm]> {
  let description = [{
    Gives the index of the lane's WI in its WG, from 0 to `wg_size - 1`.

    Example: `%i = pirch.wi_index : i64`
  }];
}
def Pirch_IxIndexOp : Pirch_IndexOp<"ix_index", "array element that a lane holds", []> {
  let description = [{
    Gives the lane's position along the array axis, from 0 to the extent less
    one.

    Example: `%i = pirch.ix_index : !pirch.infreg<?x8x4xi32>`
  }];
}

def Pirch_NumGroupsOp : Pirch_InfRegOp<"num_groups", "generated", "arith",
    [Pure, Pirch_InWorkItemForm, Pirch_ScalarInInfRegForm]> {
  let summary = "number of work groups of the launch";
  let description = [{
    Gives `first_group + num_groups` of the call, which is one more than the
    index of the last WG that the call computes.

    Example: `%n = pirch.num_groups : i64`
  }];
  let results = (outs AnyTypeOf<[I32, I64]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

def Pirch_ConstantOp : Pirch_InfRegOp<"constant", "generated", "arith", [Pure],
    ["acceptsPaddedRows", "padTables"], [{
    bool isRematerialized() { return true; }
  }]> {
  let summary = "lanes known at compile time";
  let description = [{
    Gives every WG the same table of values, one for each WI and array element.

    Example:

    ```mlir
    %m = pirch.constant dense<[[true, false], [false, true]]> : tensor<2x2xi1>
           -> !pirch.infreg<?x2x2xi1>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = "$value attr-dict `->` type($result)";
  let hasVerifier = 1;
}

def Pirch_SplatOp : Pirch_InfRegOp<"splat", "generated", "arith", [Pure], [],
    [{
    bool isRematerialized() { return true; }
  }]> {
  let summary = "one scalar in every lane";
  let description = [{
    The scalar may be a parameter or computed from parameters: it has one value
    for the whole batch.

    Example: `%v = pirch.splat %s : f64 -> !pirch.infreg<?x8x1xf64>`
  }];
  let arguments = (ins Pirch_Scalar:$scalar);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = "$scalar attr-dict `:` type($scalar) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Values moving between lanes
//===----------------------------------------------------------------------===//

class Pirch_LaneMapOp<string opMnemonic>
    : Pirch_InfRegOp<opMnemonic, "copied", "arith",
          [Pure, DeclareOpInterfaceMethods<LaneMapOpInterface>],
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
    Result element `ix` of a WI is the source's element `map[ix]` of the same WI;
    `_` marks an element that nobody may read. The map has one entry per result
    element, or one per WI and element where it differs between WIs.

    - every entry is `_` or an element of the source;
    - source and result have the same element type and WIs.

    Examples:

    ```mlir
    // a[ix] = b[3 - ix]
    %0 = pirch.reorder %b [3, 2, 1, 0] : !pirch.infreg<?x8x4xf64> -> !pirch.infreg<?x8x4xf64>
    // a[ix] = b[0]
    %1 = pirch.reorder %b [0, 0, 0, 0] : !pirch.infreg<?x8x1xf64> -> !pirch.infreg<?x8x4xf64>
    ```
  }];
}

def Pirch_WgPermuteOp : Pirch_LaneMapOp<"wg_permute"> {
  let summary = "read another work item's register, its index known at compile time";
  let description = [{
    With one map entry per result WI, WI `wi` gets all elements of WI `map[wi]`:
    the shuffle of a whole private array. With one entry per result WI and
    element, lane `(wi, ix)` gets the source lane `map[..]`, counted
    `wi * extent + ix`. `_` marks a lane that nobody may read.

    - every entry is `_` or lies within the source's WG;
    - the short form needs equal `ix` extents.

    Examples:

    ```mlir
    // every WI reads WI 1: a broadcast
    %0 = pirch.wg_permute %a [1, 1, 1, 1] : !pirch.infreg<?x4x1xf32> -> !pirch.infreg<?x4x1xf32>
    // a 2x2 transpose
    %1 = pirch.wg_permute %b [0, 2, 1, 3] : !pirch.infreg<?x2x2xf32> -> !pirch.infreg<?x2x2xf32>
    ```
  }];
}

def Pirch_WgShuffleOp : Pirch_InfRegOp<"wg_shuffle", "exchanged", "arith", [
    Pure, AllTypesMatch<["value", "result"]>, Pirch_InWorkItemForm],
    ["getNumCandidates"]> {
  let summary = "read another work item's register, its index known at run time";
  let description = [{
    Every WI gets the value that the WI `source` of its WG holds. A source
    outside the WG gives the value of some WI of the WG, never a fault. Value and
    source are scalars in the work-item form and infregs in the InfReg form.

    Example: `%r = pirch.wg_shuffle %x from %i : f64, i32`
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

def Pirch_ExtractOp : Pirch_InfRegOp<"extract", "selected", "arith", [Pure],
    ["getNumCandidates"]> {
  let summary = "read an array element whose subscript is known at run time";
  let description = [{
    Lane `(wg, wi, i)` of the result is the source's lane `(wg, wi, index)`,
    where `index` is what the index operand holds in that lane. A subscript
    outside the array gives some element of it.

    Example:

    ```mlir
    %r = pirch.extract %a[%i] : !pirch.infreg<?x8x4xf64>, !pirch.infreg<?x8x1xi32>
           -> !pirch.infreg<?x8x1xf64>
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
    Pure, AllTypesMatch<["dest", "result"]>], [], [{
    ::mlir::Value getLaneMask() { return getMask(); }
  }]> {
  let summary = "write an array element whose subscript is known at run time";
  let description = [{
    The result is `dest` with element `index` of each WI replaced by `value`,
    where the optional mask holds. Value, index and mask have an `ix` extent of
    1; a subscript outside the array writes nothing.

    Example:

    ```mlir
    %r = pirch.insert %v into %a[%i] mask %m : !pirch.infreg<?x8x1xi1>
           : !pirch.infreg<?x8x1xf64>, !pirch.infreg<?x8x4xf64>,
             !pirch.infreg<?x8x1xi32>
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

    Example:

    ```mlir
    %r = pirch.lookup %a, %b[%i]
        : vector<8xf64>, vector<8xf64> by vector<8xi64>
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
    Pure, AllTypesMatch<["value", "into", "result"]>],
    ["addLanesRead", "padTables"]> {
  let summary = "replace some lanes, known at compile time";
  let description = [{
    Lanes in the set take `value`, the others keep `into`. The set is printed as
    one string for each WI, with a digit for each element; equal strings that
    follow one another are printed once, with their number.

    Example, elements 2 and 3 of WI 1 to 3:

    ```mlir
    %r = pirch.merge %new into %old lanes ["0000" x 1, "0011" x 3]
           : !pirch.infreg<?x4x4xf64>
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
    Pure, AllTypesMatch<["trueValue", "falseValue", "result"]>]> {
  let summary = "choose lane by lane, by a mask known at run time";
  let description = [{
    Does on infregs what `arith.select` does on vectors and tensors, the only
    types that its verifier accepts.

    Example: `%r = pirch.select %m, %a, %b : !pirch.infreg<?x8x1xf64>`
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

def Pirch_ConvertOp : Pirch_InfRegOp<"convert", "lane_wise", "arith", [Pure]> {
  let summary = "change the type of every lane";
  let description = [{
    Does on infregs what the casts of `arith` do on vectors and tensors, the only
    types that their verifiers accept: `extsi`, `extui`, `trunci`, `sitofp`,
    `uitofp`, `fptosi`, `fptoui`, `extf`, `truncf` and `bitcast`. Lanes stay where
    they are.

    Example:

    ```mlir
    %r = pirch.convert sitofp %x : !pirch.infreg<?x8x1xi32> -> !pirch.infreg<?x8x1xf64>
    ```
  }];
  let arguments = (ins Pirch_ConversionKind:$kind, Pirch_AnyInfReg:$source);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = "$kind $source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Votes and collectives
//===----------------------------------------------------------------------===//

class Pirch_VoteOp<string opMnemonic, string what>
    : Pirch_InfRegOp<opMnemonic, "exchanged", "arith", [
          Pure, AllTypesMatch<["predicate", "result"]>, Pirch_InWorkItemForm],
          ["getNumCandidates"]> {
  let summary = what;
  let arguments = (ins Pirch_BoolOrMask:$predicate);
  let results = (outs Pirch_BoolOrMask:$result);
  let assemblyFormat = "$predicate attr-dict `:` type($predicate)";
}

def Pirch_AnyOp : Pirch_VoteOp<"any", "whether a predicate holds for any work item of the group"> {
  let description = [{
    Tells all WIs of a WG whether the predicate holds for at least one of them.

    Example: `%r = pirch.any %p : i1`
  }];
}
def Pirch_AllOp : Pirch_VoteOp<"all", "whether a predicate holds for every work item of the group"> {
  let description = [{
    Tells all WIs of a WG whether the predicate holds for each of them.

    Example: `%r = pirch.all %p : !pirch.infreg<?x8x1xi1>`
  }];
}

def Pirch_ActiveOp : Pirch_InfRegOp<"active", "exchanged", "arith", [Pure]> {
  let summary = "whether any lane of the pack is set";
  let description = [{
    Gives one bit for all WGs that share a program counter. It is the condition
    under which a masked loop has another iteration.

    Example: `%go = pirch.active %m : !pirch.infreg<?x8x1xi1>`
  }];
  let arguments = (ins Pirch_MaskInfReg:$mask);
  let results = (outs I1:$result);
  let assemblyFormat = "$mask attr-dict `:` type($mask)";
}

def Pirch_ReduceOp : Pirch_InfRegOp<"reduce", "exchanged", "arith", [
    Pure, AllTypesMatch<["value", "result"]>, Pirch_InWorkItemForm],
    ["getNumCandidates"], [{
    ::mlir::Value getLaneMask() { return getMask(); }
  }]> {
  let summary = "combine a value over the work items of a group";
  let description = [{
    Every WI gets the value combined over all WIs of the WG, in a tree that
    depends on their number alone, so that floating-point sums are the same on
    every target: with `d` from half the least power of two that is no less than
    the number of WIs, halved until it is 1, the value of each WI `i < d` becomes
    that of `i` combined with that of `i + d`; the last value of WI 0 is the
    result. With `ordered` it is the combination of WI 0, 1, ... one after the
    other. WIs that do not exist, or that the optional mask leaves out, have no
    value; where one of two is missing, the other is taken. `minf` and `maxf` thus
    give NaN only where all values that take part are NaN. A WI that the mask
    leaves out gets a value that nobody may use.

    Example: `%s = pirch.reduce add %x : f64`
  }];
  let arguments = (ins Pirch_CombiningKind:$kind, Pirch_ScalarOrInfReg:$value,
                       Optional<Pirch_BoolOrMask>:$mask, UnitAttr:$ordered);
  let results = (outs Pirch_ScalarOrInfReg:$result);
  let assemblyFormat = [{
    $kind $value (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

def Pirch_ScanOp : Pirch_InfRegOp<"scan", "exchanged", "arith", [
    Pure, AllTypesMatch<["value", "result"]>, Pirch_InWorkItemForm],
    ["getNumCandidates"], [{
    ::mlir::Value getLaneMask() { return getMask(); }
  }]> {
  let summary = "combine a value over the work items up to each";
  let description = [{
    WI `i` gets the combination over WI 0 to `i` (inclusive) or `i - 1`
    (exclusive), in a tree that depends on `i` alone: neighbours 2k and 2k + 1
    are combined, then neighbouring pairs, and so on, the lower indexes on the
    left; what lies behind the last WI is missing. With `ordered`, WI 0, 1, ...
    are combined one after the other. WIs that the optional mask leaves out do not
    take part, as in `pirch.reduce`, and get a value that nobody may use. Where
    none before WI `i` takes part, an exclusive scan gives +0 for `add`, 1 for
    `mul`, the greatest value of the type for `min` and the least for `max`
    (infinities in floating point).

    Example: `%s = pirch.scan add inclusive %x : i32`
  }];
  let arguments = (ins Pirch_CombiningKind:$kind, Pirch_ScanMode:$mode,
                       Pirch_ScalarOrInfReg:$value,
                       Optional<Pirch_BoolOrMask>:$mask, UnitAttr:$ordered);
  let results = (outs Pirch_ScalarOrInfReg:$result);
  let assemblyFormat = [{
    $kind $mode $value (`mask` $mask^ `:` type($mask))? attr-dict `:` type($value)
  }];
  let hasVerifier = 1;
}

#endif // PIRCH_LANE_OPS_TD
