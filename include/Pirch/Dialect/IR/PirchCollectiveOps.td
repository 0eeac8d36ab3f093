//===- PirchCollectiveOps.td - Votes, reductions and scans -*- tablegen -*-===//

#ifndef PIRCH_COLLECTIVE_OPS_TD
#define PIRCH_COLLECTIVE_OPS_TD

include "Pirch/Dialect/IR/PirchOpBase.td"

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
    Elements along `ix` are asked apart. In a branch or loop of the work-item
    form, those WIs are asked that take part. If the predicate of a WI holds no
    value, the WG's result holds none.

    Example: it holds for a WI of the second WG.

    ```mlir
    pirch.kernel @any(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 9]> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
      %five = pirch.constant dense<5> : tensor<2x1xi32> -> <?x2x1xi32>
      %large = arith.cmpi sgt, %x, %five : !pirch.infreg<?x2x1xi32>
      %some = pirch.any %large : !pirch.infreg<?x2x1xi1>
      %y = pirch.convert extui %some : <?x2x1xi1> -> <?x2x1xi32>
      pirch.store %y, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // any: arg0 = dense<[0, 0, 1, 1]> : tensor<4xi32>
    ```
  }];
}
def Pirch_AllOp : Pirch_VoteOp<"all", "whether a predicate holds for every work item of the group"> {
  let description = [{
    Tells all WIs of a WG whether the predicate holds for each of them. Elements
    along `ix` are asked apart. In a branch or loop of the work-item form, those
    WIs are asked that take part. If the predicate of a WI holds no value, the
    WG's result holds none.

    Example: it holds for all WIs of the first WG.

    ```mlir
    pirch.kernel @all(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3, 9]> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
      %five = pirch.constant dense<5> : tensor<2x1xi32> -> <?x2x1xi32>
      %small = arith.cmpi slt, %x, %five : !pirch.infreg<?x2x1xi32>
      %each = pirch.all %small : !pirch.infreg<?x2x1xi1>
      %y = pirch.convert extui %each : <?x2x1xi1> -> <?x2x1xi32>
      pirch.store %y, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // all: arg0 = dense<[1, 1, 0, 0]> : tensor<4xi32>
    ```
  }];
}

def Pirch_ActiveOp : Pirch_InfRegOp<"active", "exchanged", "arith", [Pure]> {
  let summary = "whether any lane of the pack is set";
  let description = [{
    Gives one bit for all WGs that share a program counter: whether any lane of
    the mask is set. It is the condition under which a masked loop has another
    iteration. If a lane of the mask holds no value, the result holds none, and
    `scf.condition` must not decide by it.

    Example: a loop goes round until the last WI has left it.

    ```mlir
    pirch.kernel @active(
        %a: memref<?xi32> {pirch.value = dense<[1, 3, 9, 2]> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %eight = pirch.constant dense<8> : tensor<2x1xi32> -> <?x2x1xi32>
      %x = pirch.load %a[%c0 + wg * %c2] [0, 1] : memref<?xi32> -> <?x2x1xi32>
      %r = scf.while (%v = %x) : (!pirch.infreg<?x2x1xi32>) -> !pirch.infreg<?x2x1xi32> {
        %less = arith.cmpi slt, %v, %eight : !pirch.infreg<?x2x1xi32>
        %go = pirch.active %less : <?x2x1xi1>
        scf.condition(%go) %v : !pirch.infreg<?x2x1xi32>
      } do {
      ^bb0(%v: !pirch.infreg<?x2x1xi32>):
        %less = arith.cmpi slt, %v, %eight : !pirch.infreg<?x2x1xi32>
        %twice = arith.addi %v, %v : !pirch.infreg<?x2x1xi32>
        %next = pirch.select %less, %twice, %v : <?x2x1xi1>, <?x2x1xi32>
        scf.yield %next : !pirch.infreg<?x2x1xi32>
      }
      pirch.store %r, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // active: arg0 = dense<[8, 12, 9, 8]> : tensor<4xi32>
    ```
  }];
  let arguments = (ins Pirch_MaskInfReg:$mask);
  let results = (outs I1:$result);
  let assemblyFormat = "$mask attr-dict `:` type($mask)";
}

def Pirch_ReadFirstLaneOp
    : Pirch_InfRegOp<"read_first_lane", "exchanged", "arith", [Pure,
          TypesMatchWith<"a lane's type is the scalar's", "value", "result",
              "::llvm::cast<::pirch::InfRegType>($_self).getElementType()">]> {
  let summary = "a lane's value as a scalar";
  let description = [{
    Gives what element 0 of work item 0 holds. Only a kernel that computes one
    group at a time may have it, since another group's lane holds another value.
    Where all lanes of the group are known to hold the same, as after a load of
    one element for all of them, it turns that into a scalar, by which addresses
    and bounds of loops can be computed.

    Example: the place of a row, which the group reads from a table.

    ```mlir
    pirch.kernel @read_first_lane(
        %a: memref<?xi32> {pirch.value = dense<[5, 6, 7, 8]> : tensor<4xi32>},
        %row: memref<?xi64> {pirch.value = dense<[2, 0]> : tensor<2xi64>},
        %b: memref<?xi32> {pirch.value = dense<-1> : tensor<4xi32>})
        attributes {wg_size = 2 : i64, wg_pack = 1 : i64} {
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %c2 = arith.constant 2 : i64
      %each = pirch.load %row[%c0 + wg * %c1] [0, 0] : memref<?xi64> -> <1x2x1xi64>
      %first = pirch.read_first_lane %each : <1x2x1xi64>
      %x = pirch.load %a[%first + wg * %c0] [0, 1] : memref<?xi32> -> <1x2x1xi32>
      pirch.store %x, %b[%c0 + wg * %c2] [0, 1] : <1x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // read_first_lane: arg0 = dense<[5, 6, 7, 8]> : tensor<4xi32>
    // read_first_lane: arg1 = dense<[2, 0]> : tensor<2xi64>
    // read_first_lane: arg2 = dense<[7, 8, 5, 6]> : tensor<4xi32>
    ```
  }];
  let arguments = (ins Pirch_AnyInfReg:$value);
  let results = (outs Pirch_Scalar:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Pirch_ReduceOp : Pirch_InfRegOp<"reduce", "exchanged", "arith", [
    Pure, AllTypesMatch<["value", "result"]>, Pirch_InWorkItemForm,
    Pirch_InfersRange],
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
    other. Elements along `ix` are combined apart.

    WIs that do not exist, or that the optional mask leaves out, have no value;
    where one of two is missing, the other is taken. `minf` and `maxf` give the
    number of a number and NaN, and thus NaN only where all values that take part
    are NaN. A WI that the mask leaves out gets no value: nobody may use it. If
    the mask of a WI, or the value of one that takes part, holds no value, no
    result of the WG does. In a branch or loop of the work-item form, those WIs
    are combined that take part.

    Example: the second sum leaves the last WI out.

    ```mlir
    pirch.kernel @reduce(
        %a: memref<?xi32> {pirch.value = dense<[1, 2, 3]> : tensor<3xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<6xi32>})
        attributes {wg_size = 3 : i64} {
      %c0 = arith.constant 0 : i64
      %c3 = arith.constant 3 : i64
      %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2] : memref<?xi32> -> <?x3x1xi32>
      %m = pirch.constant dense<[[true], [true], [false]]> : tensor<3x1xi1> -> <?x3x1xi1>
      %sum = pirch.reduce add %x : !pirch.infreg<?x3x1xi32>
      %part = pirch.reduce add %x mask %m : !pirch.infreg<?x3x1xi1> : !pirch.infreg<?x3x1xi32>
      pirch.store %sum, %b[%c0 + wg * %c3] [_, _, 2] : <?x3x1xi32>, memref<?xi32>
      pirch.store %part, %b[%c0 + wg * %c3] [0, 1, _] : <?x3x1xi32>, memref<?xi32>
      pirch.return
    }
    // reduce: arg0 = dense<[1, 2, 3]> : tensor<3xi32>
    // reduce: arg1 = dense<[3, 3, 6, 3, 3, 6]> : tensor<6xi32>
    ```
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
    are combined one after the other. Elements along `ix` are combined apart.

    WIs that the optional mask leaves out do not take part, as in `pirch.reduce`,
    and get no value: nobody may use it. Where none before WI `i` takes part, an
    exclusive scan gives +0 for `add`, 1 for `mul`, the greatest value of the type
    for `min` and the least for `max` (infinities in floating point), a number of
    ones in all bits for `and`, and 0 for `or` and `xor`. From a WI on whose mask,
    or whose value if it takes part, holds no value, the WIs behind it get none,
    and it gets none of an inclusive scan.

    Example:

    ```mlir
    pirch.kernel @scan(
        %a: memref<?xi32> {pirch.value = dense<[4, 3, 2]> : tensor<3xi32>},
        %b: memref<?xi32> {pirch.value = dense<0> : tensor<3xi32>})
        attributes {wg_size = 3 : i64} {
      %c0 = arith.constant 0 : i64
      %x = pirch.load %a[%c0 + wg * %c0] [0, 1, 2] : memref<?xi32> -> <?x3x1xi32>
      %y = pirch.scan add inclusive %x : !pirch.infreg<?x3x1xi32>
      %z = pirch.scan add exclusive %y : !pirch.infreg<?x3x1xi32>
      pirch.store %z, %b[%c0 + wg * %c0] [0, 1, 2] : <?x3x1xi32>, memref<?xi32>
      pirch.return
    }
    // scan: arg0 = dense<[4, 3, 2]> : tensor<3xi32>
    // scan: arg1 = dense<[0, 4, 11]> : tensor<3xi32>
    ```
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

#endif // PIRCH_COLLECTIVE_OPS_TD
