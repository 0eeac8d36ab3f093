//===- InfRegPasses.td - Arithmetic and lane maps --------*- tablegen -*-===//
//
// Passes on kernels in InfReg form that change arithmetic, elements of arrays in
// registers, and lane maps.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TRANSFORMS_INFREGPASSES_TD
#define PIRCH_TRANSFORMS_INFREGPASSES_TD

include "mlir/Pass/PassBase.td"

def ShareSquares : Pass<"pirch-share-squares", "::mlir::ModuleOp"> {
  let summary = "Square a difference once that is taken both ways";
  let description = [{
    Kernels that go over all pairs of a few bodies, `i` and `j`, take the
    difference of their places both ways. The two differences are one number with
    two signs, and their squares, and what is computed from these, as a distance,
    its root and its reciprocal, are the same. Where a kernel in InfReg form
    subtracts two floats both ways, this pass lets squares and absolute values of
    the second difference be those of the first one, so that common subexpression
    elimination finds what is computed twice.

    Results keep their bits: IEEE 754 rounds a number and its negation alike, and
    the squares of both zeros are one zero.

    Example:

    ```mlir
    %d = arith.subf %a, %b : !pirch.infreg<?x8x1xf32>
    %e = arith.subf %b, %a : !pirch.infreg<?x8x1xf32>
    %f = arith.mulf %e, %e : !pirch.infreg<?x8x1xf32>
    // becomes
    %f = arith.mulf %d, %d : !pirch.infreg<?x8x1xf32>
    ```
  }];
  let statistics = [
    Statistic<"numShared", "shared-squares",
              "Squares and absolute values of the other difference">
  ];
}

def SelectElements : Pass<"pirch-select-elements", "::mlir::ModuleOp"> {
  let summary = "Select elements whose subscripts are one of a few constants";
  let description = [{
    Elimination with pivots keeps the number of the row whose element is greatest
    so far, and then swaps that row with another one. Once its loops are unrolled,
    such a number is a constant that conditions choose. To read an element at it
    is to choose, by the same conditions, among elements whose subscripts are
    known at compile time; to write one is to replace each of these elements where
    the number is its own.

    This pass follows the subscripts of `pirch.extract` and `pirch.insert` through
    selections, conversions, and sums, products and shifts with constants. It
    replaces the operation where it finds at most 16 constants, and no more than
    the array has elements.

    Example, with `%row` selected from 1 and 2 by `%c`, and an array of rows of
    5 elements:

    ```mlir
    %i = arith.muli %row, %five : !pirch.infreg<?x4x1xi32>
    %v = pirch.extract %a[%i] : <?x4x20xf32>, <?x4x1xi32> -> <?x4x1xf32>
    // becomes
    %x = pirch.reorder %a [5] : <?x4x20xf32> -> <?x4x1xf32>
    %y = pirch.reorder %a [10] : <?x4x20xf32> -> <?x4x1xf32>
    %v = pirch.select %c, %x, %y : <?x4x1xi1>, <?x4x1xf32>
    ```
  }];
  let statistics = [
    Statistic<"numReads", "selected-reads", "Elements read by selections">,
    Statistic<"numWrites", "selected-writes", "Elements written by selections">
  ];
  let dependentDialects = ["::pirch::PirchDialect",
                           "::mlir::arith::ArithDialect"];
}

def JoinElements : Pass<"pirch-join-elements", "::mlir::ModuleOp"> {
  let summary = "Compute elements of a work item by one operation";
  let description = [{
    A work item that computes the same of each element of a small array does so
    by an operation for each element, each of which needs the element of all work
    items side by side in a register. This pass replaces operations that are alike
    by one on an infreg with all of the elements, so that elements of one work item
    may lie side by side as well, as they do in memory. With groups side by side
    nothing changes.

    Operations are alike where they are lane-wise, of one kind, and their operands
    are elements of one infreg, one value, elements of a buffer that the kernel does
    not write and that all work items load, or again results of operations that are
    alike. The pass looks for them where elements come together: at stores, and at
    sums, products, minima, maxima and bitwise combinations of integers, whose
    terms it takes in another order: one half of the elements is combined with the
    other until one is left.

    Example:

    ```mlir
    %a0 = pirch.reorder %a [0] : <?x4x2xi32> -> <?x4x1xi32>
    %a1 = pirch.reorder %a [1] : <?x4x2xi32> -> <?x4x1xi32>
    %p0 = math.ctpop %a0 : !pirch.infreg<?x4x1xi32>
    %p1 = math.ctpop %a1 : !pirch.infreg<?x4x1xi32>
    %sum = arith.addi %p0, %p1 : !pirch.infreg<?x4x1xi32>
    // become
    %p = math.ctpop %a : !pirch.infreg<?x4x2xi32>
    %p0 = pirch.reorder %p [0] : <?x4x2xi32> -> <?x4x1xi32>
    %p1 = pirch.reorder %p [1] : <?x4x2xi32> -> <?x4x1xi32>
    %sum = arith.addi %p0, %p1 : !pirch.infreg<?x4x1xi32>
    ```
  }];
  let options = [
    Option<"maxExtent", "max-extent", "int64_t", "64",
           "elements of one work item up to which operations are joined">
  ];
  let statistics = [
    Statistic<"numJoined", "joined-values", "Values that became elements of "
              "another">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def CombineLaneMaps : Pass<"pirch-combine-lane-maps", "::mlir::ModuleOp"> {
  let summary = "Make chains and merges of lane maps one lane map";
  let description = [{
    Work items that exchange elements one after the other, as in a transposition,
    leave a lane map for each element, and a merge. What all of them do together
    may take far fewer shuffles (the reorder pattern `network`). This pass replaces
    a lane map of a lane map, and a merge of two lane maps of one value, or of such
    a map and the value itself, by one lane map. Maps that others use as well are
    left alone.

    Example:

    ```mlir
    %0 = pirch.wg_permute %x [0, _, 1, _]
    %1 = pirch.wg_permute %x [_, 2, _, 3]
    %2 = pirch.merge %1 into %0 lanes ["01" x 2]
    ```

    becomes

    ```mlir
    %2 = pirch.wg_permute %x [0, 2, 1, 3]
    ```
  }];
  let statistics = [
    Statistic<"numChained", "chained-maps", "Maps of a map that became one">,
    Statistic<"numMerged", "merged-maps", "Merges that became one map">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def LaneCopyPropagation : Pass<"pirch-lane-copy-propagation", "::mlir::ModuleOp"> {
  let summary = "Read lanes from the values they were copied from";
  let description = [{
    Copy propagation, lane by lane. Lane maps and merges copy lanes; where work
    items exchange values through an array of local memory, each store becomes a
    map and a merge, each load a map. This pass follows every lane that another
    operation reads through all of them to the value that computed it, and
    computes what is read from these values: by nothing where all lanes lie as
    they are read, by one merge and one map where the lanes of several values do
    not share places, else by a map of each and merges. Copies of a block that
    feed each other are replaced together, and only if fewer lanes are then copied
    than before.

    Example: a running sum, whose terms were kept in an array of four.

    ```mlir
    %0 = pirch.wg_permute %x [0, 1, _, _] : <?x2x1xf32> -> <?x1x4xf32>
    %1 = pirch.wg_permute %0 [0, 1] : <?x1x4xf32> -> <?x2x1xf32>
    %2 = pirch.wg_permute %0 [_, 0] : <?x1x4xf32> -> <?x2x1xf32>
    %3 = arith.addf %1, %2 : !pirch.infreg<?x2x1xf32>
    ```

    becomes

    ```mlir
    %2 = pirch.wg_permute %x [_, 0] : <?x2x1xf32> -> <?x2x1xf32>
    %3 = arith.addf %x, %2 : !pirch.infreg<?x2x1xf32>
    ```
  }];
  let statistics = [
    Statistic<"numNets", "rewritten-nets", "Groups of connected copies that "
              "became fewer">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def DeadLaneElimination : Pass<"pirch-dead-lane-elimination", "::mlir::ModuleOp"> {
  let summary = "Remove lanes that no store, vote or run-time operation reads";
  let description = [{
    Computes backwards from the stores which lanes are read. The pass then marks
    the other lanes in every lane map (`_`), replaces merges of which lanes of one
    operand only are read by that operand, and erases operations of which no lane
    is read.
  }];
  let statistics = [
    Statistic<"numUnread", "unread-lanes", "Lanes of lane maps found unread">,
    Statistic<"numMerges", "dropped-merges", "Merges that were not needed">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

#endif // PIRCH_TRANSFORMS_INFREGPASSES_TD
