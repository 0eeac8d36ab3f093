//===- PirchIndexOps.td - Indices of lanes and constants ---*- tablegen -*-===//

#ifndef PIRCH_INDEX_OPS_TD
#define PIRCH_INDEX_OPS_TD

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
    Gives the index in the batch of the lane's WG, from `first_group` of the call
    on; of a grid kernel, the index in its row. That is a scalar in the work-item
    form and one value per lane in the InfReg form, where it may be a scalar only
    in a kernel that computes one group at a time. An index that the type cannot
    hold is taken modulo 2^32.

    Example:

    ```mlir
    pirch.kernel @wg_index(
        %a: memref<?xi64> {pirch.value = dense<-1> : tensor<4xi64>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %x = pirch.wg_index : !pirch.infreg<?x2x1xi64>
      pirch.store %x, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi64>, memref<?xi64>
      pirch.return
    }
    // wg_index: arg0 = dense<[0, 0, 1, 1]> : tensor<4xi64>
    ```
  }];
}
def Pirch_WiIndexOp : Pirch_IndexOp<"wi_index", "index of the work item in its group",
                                 [Pirch_InWorkItemForm, Pirch_InfersRange]> {
  let description = [{
    Gives the index of the lane's WI in its WG, from 0 to `wg_size - 1`. In an
    infreg with one item for the whole WG it is 0.

    Example:

    ```mlir
    pirch.kernel @wi_index(
        %a: memref<?xi32> {pirch.value = dense<-1> : tensor<4xi32>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %x = pirch.wi_index : !pirch.infreg<?x2x1xi32>
      pirch.store %x, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xi32>, memref<?xi32>
      pirch.return
    }
    // wi_index: arg0 = dense<[0, 1, 0, 1]> : tensor<4xi32>
    ```
  }];
}
def Pirch_IxIndexOp : Pirch_IndexOp<"ix_index", "array element that a lane holds",
                                 [Pirch_InfersRange]> {
  let description = [{
    Gives the lane's position along the array axis, from 0 to the extent less
    one. It exists in the InfReg form alone.

    Example:

    ```mlir
    pirch.kernel @ix_index(
        %a: memref<?xi32> {pirch.value = dense<-1> : tensor<6xi32>})
        attributes {wg_size = 1 : i64} {
      %c0 = arith.constant 0 : i64
      %c3 = arith.constant 3 : i64
      %x = pirch.ix_index : !pirch.infreg<?x1x3xi32>
      pirch.store %x, %a[%c0 + wg * %c3] [0, 1, 2] : <?x1x3xi32>, memref<?xi32>
      pirch.return
    }
    // ix_index: arg0 = dense<[0, 1, 2, 0, 1, 2]> : tensor<6xi32>
    ```
  }];
  let hasVerifier = 1;
}

def Pirch_NumGroupsOp : Pirch_InfRegOp<"num_groups", "generated", "arith",
    [Pure, Pirch_InWorkItemForm, Pirch_ScalarInInfRegForm]> {
  let summary = "number of work groups of the launch";
  let description = [{
    Gives `first_group + num_groups` of the call, which is one more than the
    index of the last WG that the call computes. A launch that is cut into several
    calls gives each of them a number of its own.

    Example:

    ```mlir
    pirch.kernel @num_groups(
        %a: memref<?xi64> {pirch.value = dense<0> : tensor<2xi64>})
        attributes {wg_size = 1 : i64} {
      %c0 = arith.constant 0 : i64
      %c1 = arith.constant 1 : i64
      %n = pirch.num_groups : i64
      %x = pirch.splat %n : i64 -> <?x1x1xi64>
      pirch.store %x, %a[%c0 + wg * %c1] [0] : <?x1x1xi64>, memref<?xi64>
      pirch.return
    }
    // num_groups: arg0 = dense<2> : tensor<2xi64>
    ```
  }];
  let results = (outs AnyTypeOf<[I32, I64]>:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

def Pirch_ConstantOp : Pirch_InfRegOp<"constant", "generated", "arith",
    [Pure, Pirch_InfersRange], ["acceptsPaddedRows", "padTables"], [{
    bool isRematerialized() { return true; }
  }]> {
  let summary = "lanes known at compile time";
  let description = [{
    Gives every WG the same table of values, one for each WI and array element:
    lane `(wg, wi, ix)` holds the table's element `[wi, ix]`.

    Example:

    ```mlir
    pirch.kernel @constant(
        %a: memref<?xi8> {pirch.value = dense<0> : tensor<8xi8>})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c4 = arith.constant 4 : i64
      %x = pirch.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8> -> <?x2x2xi8>
      pirch.store %x, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x2x2xi8>, memref<?xi8>
      pirch.return
    }
    // constant: arg0 = dense<[1, 2, 3, 4, 1, 2, 3, 4]> : tensor<8xi8>
    ```
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = "$value attr-dict `->` type($result)";
  let hasVerifier = 1;
}

def Pirch_SplatOp : Pirch_InfRegOp<"splat", "generated", "arith",
    [Pure, Pirch_InfersRange], [], [{
    bool isRematerialized() { return true; }
  }]> {
  let summary = "one scalar in every lane";
  let description = [{
    Every lane holds the scalar. It may be a parameter or computed from
    parameters: it has one value for the whole batch. If it holds no value, no
    lane does.

    Example:

    ```mlir
    pirch.kernel @splat(
        %a: memref<?xf32> {pirch.value = dense<0.0> : tensor<4xf32>},
        %s: f32 {pirch.value = 1.5 : f32})
        attributes {wg_size = 2 : i64} {
      %c0 = arith.constant 0 : i64
      %c2 = arith.constant 2 : i64
      %x = pirch.splat %s : f32 -> <?x2x1xf32>
      pirch.store %x, %a[%c0 + wg * %c2] [0, 1] : <?x2x1xf32>, memref<?xf32>
      pirch.return
    }
    // splat: arg0 = dense<1.500000e+00> : tensor<4xf32>
    ```
  }];
  let arguments = (ins Pirch_Scalar:$scalar);
  let results = (outs Pirch_AnyInfReg:$result);
  let assemblyFormat = "$scalar attr-dict `:` type($scalar) `->` type($result)";
  let hasVerifier = 1;
}

#endif // PIRCH_INDEX_OPS_TD
