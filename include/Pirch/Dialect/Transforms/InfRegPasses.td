//===- InfRegPasses.td - Accesses and lane maps ----------*- tablegen -*-===//
//
// Passes on kernels in InfReg form that change accesses of memory, lane maps and
// operations of a block.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TRANSFORMS_INFREGPASSES_TD
#define PIRCH_TRANSFORMS_INFREGPASSES_TD

include "mlir/Pass/PassBase.td"

def AffineSubscripts : Pass<"pirch-affine-subscripts", "::mlir::ModuleOp"> {
  let summary = "Turn gathers into loads where their subscripts are affine";
  let description = [{
    Kernels of one dimension take an index apart, into a row `y = i / w` and a
    column `x = i % w`, and put parts of it together again: `a[(y - 1) * w + x]`.
    On kernels in InfReg form this pass expands the subscripts of gathers and
    scatters to polynomials in which a remainder is `i - (i / w) * w`. Where all
    quotients cancel, so that the place is a sum of scalars, of constants for
    each lane and of a multiple of the group's index, the access becomes a
    `pirch.load` or `pirch.store`. Only operations of 64 bits and those that do
    not wrap around are expanded, and numbers of up to 2^24.

    Example, with `%i` the group's index times 4 plus the work item's:

    ```mlir
    %y = arith.divsi %i, %w : <?x4x1xi64>
    %x = arith.remsi %i, %w : <?x4x1xi64>
    %row = arith.muli %y, %w : <?x4x1xi64>
    %at = arith.addi %row, %x : <?x4x1xi64>
    %v = pirch.gather %a[%at] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
    // becomes
    %v = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> <?x4x1xf32>
    ```
  }];
  let statistics = [
    Statistic<"numAccesses", "affine-accesses",
              "Gathers and scatters that became loads and stores">
  ];
  let dependentDialects = ["::pirch::PirchDialect",
                           "::mlir::arith::ArithDialect"];
}

def SelectLoaded : Pass<"pirch-select-loaded", "::mlir::ModuleOp"> {
  let summary = "Select what gathers read among elements that were loaded";
  let description = [{
    A search for the greatest element of a row often keeps its number alone, and
    reads the element again: `if (row[i] > row[best]) best = i;`. Once the loop is
    unrolled, such a number is a constant that conditions choose, and the elements
    with these numbers were loaded for the comparisons.

    In a kernel in InfReg form, this pass replaces a gather from a buffer that is
    only read by selections, by the same conditions, among infregs that were
    loaded before. It follows subscripts as `pirch-select-elements` does, up to 16
    constants, and needs a load without a mask for each. A constant for which the
    gather's mask is known to be false, as a number of -1 under the condition that
    it is not negative, needs none.

    Example, with `%best` selected from 0 and 1 by `%c`, behind `%first`, the place
    of the first element of a row:

    ```mlir
    %at = arith.addi %first, %best : !pirch.infreg<?x4x1xi64>
    %v = pirch.gather %x[%at] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
    // becomes
    %v = pirch.select %c, %x1, %x0 : <?x4x1xi1>, <?x4x1xf32>
    ```
  }];
  let statistics = [
    Statistic<"numGathers", "selected-gathers",
              "Gathers that became selections">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

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

def HoistConditions : Pass<"pirch-hoist-conditions", "::mlir::ModuleOp"> {
  let summary = "Load the bounds of a loop once, before it";
  let description = [{
    A loop over the entries of a row of a sparse matrix is often written with its
    bound in the condition, `i < ends[row]`. In InfReg form its condition then
    loads the bound in each iteration. Where the loop writes nothing to the buffer
    (other parameters do not overlap with it), this pass moves such loads, and what
    is computed from them alike in each iteration, before the loop. Then it is
    known that the bound does not change, so that `pirch-split-loop-bounds` finds
    the iterations that need no mask.

    A condition is computed at least once, so that nothing is loaded that was not
    loaded before. Loads whose mask or address changes from iteration to iteration
    stay, and so do loads of the body, unless they are among those of the
    condition.

    Example:

    ```mlir
    scf.while (%i = %first) : (i64) -> i64 {
      %e = pirch.load %ends[%row + wg * %zero] [0, 0] : memref<?xi32> -> <?x2x1xi32>
      %end = pirch.read_first_lane %e : <?x2x1xi32>
    // becomes
    %e = pirch.load %ends[%row + wg * %zero] [0, 0] : memref<?xi32> -> <?x2x1xi32>
    %end = pirch.read_first_lane %e : <?x2x1xi32>
    scf.while (%i = %first) : (i64) -> i64 {
    ```
  }];
  let statistics = [
    Statistic<"numLoads", "hoisted-loads", "Loads moved before their loop">
  ];
}

def UniformLoads : Pass<"pirch-uniform-loads", "::mlir::ModuleOp"> {
  let summary = "Turn broadcasts of loaded elements into uniform loads";
  let description = [{
    A kernel loads a tile that all groups share as a row and hands it, one element
    after the other, to all work items by shuffles. Groups side by side would each
    shuffle a row of their own, though all rows are the same. This pass replaces a
    lane map whose lanes are all one element of memory, the same for all groups,
    by a load of that element.

    Example: `pirch.wg_permute %tile [2, 2, 2, 2]`, where `%tile` is
    `pirch.load %a[%i + wg * %zero] [0, 1, 2, 3]`, becomes
    `pirch.load %a[%i + wg * %zero] [2, 2, 2, 2]`.
  }];
  let statistics = [
    Statistic<"numLoads", "uniform-loads", "Lane maps that became loads">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def CombineAtomics : Pass<"pirch-combine-atomics", "::mlir::ModuleOp"> {
  let summary = "Let one work item make the atomic operation of all of its group";
  let description = [{
    An atomic operation of all work items of a group on the same element takes as
    many turns as there are work items. Where the element is known to be the same,
    this pass reduces the values of the work items first, and only one work item
    combines the element with the result. If what the element held before is used,
    each work item gets what it would have got if the work items had taken their
    turns in order: what the element held before the group, and the sum of what
    the work items before it add.

    Only operations on integers are replaced, as the order in which floating-point
    numbers are added shows in the sum. Of operations other than sums, only those
    are replaced whose result nobody uses.

    Example: with `%zero` a splat, and work item 0 alone in `%first`,

    ```mlir
    %old = pirch.atomic_rmw addi %x, %count[%zero]
    ```

    becomes

    ```mlir
    %sum = pirch.reduce add %x
    %start = pirch.atomic_rmw addi %sum, %count[%zero] mask %first
    %same = pirch.wg_permute %start [0, 0, 0, 0]
    %before = pirch.scan add exclusive %x
    %old = arith.addi %same, %before
    ```
  }];
  let statistics = [
    Statistic<"numCombined", "combined-atomics",
              "Atomic operations that one work item makes for its group">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::pirch::PirchDialect"];
}

def ForwardStores : Pass<"pirch-forward-stores", "::mlir::ModuleOp"> {
  let summary = "Let loads take what stores and loads before them have";
  let description = [{
    In each block of a kernel in InfReg form, replaces a load whose work items
    read what they stored or loaded before, and what nobody has written since, by
    the lanes of that store or load. Erases stores whose elements are all written
    again before they are read. Accesses are compared where they have the same
    buffer, base and group stride; different buffers never overlap, nor do
    elements that one group writes and another accesses.

    Example:

    ```mlir
    pirch.store %v, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
    %w = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] : memref<?xf32> -> <?x4x1xf32>
    // %v takes the place of %w
    ```
  }];
  let statistics = [
    Statistic<"numForwarded", "forwarded-loads", "Loads replaced">,
    Statistic<"numDeadStores", "dead-stores", "Stores erased">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def MergedLoadStoreMotion
    : Pass<"pirch-merged-load-store-motion", "::mlir::ModuleOp"> {
  let summary = "Access memory once for all arms of a branch";
  let description = [{
    `if (c) a[i] = f(b[i]); else a[i] = g(b[i]);` has two loads of the same
    elements, and two stores to the same elements, under masks that complement
    each other. In each block of a kernel in InfReg form, this pass merges loads
    into the first one, and stores into the last one, if nothing between them
    accesses these elements (loads: writes them). The last store stores a
    selection between the values, under the disjunction of the masks, which is no
    mask where one of them is the inverse of the other. Loads are merged only if
    there is a mask for their disjunction, or none is needed. A store by which
    several work items write one element is left alone.

    Example:

    ```mlir
    pirch.store %x, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %c : !pirch.infreg<?x4x1xi1> : <?x4x1xf32>, memref<?xf32>
    %d = arith.xori %c, %true : !pirch.infreg<?x4x1xi1>
    pirch.store %y, %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %d : !pirch.infreg<?x4x1xi1> : <?x4x1xf32>, memref<?xf32>
    // becomes
    %z = pirch.select %d, %y, %x : <?x4x1xi1>, <?x4x1xf32>
    pirch.store %z, %a[%c0 + wg * %c4] [0, 1, 2, 3] : <?x4x1xf32>, memref<?xf32>
    ```
  }];
  let statistics = [
    Statistic<"numLoads", "merged-loads", "Loads that others took the place of">,
    Statistic<"numStores", "merged-stores", "Stores that became parts of others">
  ];
  let dependentDialects = ["::pirch::PirchDialect",
                           "::mlir::arith::ArithDialect"];
}

def SkipIdleGroups : Pass<"pirch-skip-idle-groups", "::mlir::ModuleOp"> {
  let summary = "Compute nothing for groups in which no work item stores";
  let description = [{
    `if (x > 0 && x < w - 1 && y > 0 && y < h - 1) out[i] = f(...)` is executed
    without masks for most groups. The others are left to the remainder kernel, which
    computes one group at a time: those in which a few work items fail the
    condition, and, in the first and last row, those in which all do. Where all
    that a remainder kernel in InfReg form stores is stored under masks which have
    one mask in common, alone or as an operand of `arith.andi`, this pass puts what
    follows that mask into a loop that runs once, if any lane of the mask is set. A
    part of the mask must be a condition of the whole group, a `pirch.splat`, as
    `y > 0` is.

    The pass leaves alone kernels that store something without a mask, or in a
    loop, and masks of which a lane may hold no value: those that no access uses as
    they are.

    Example:

    ```mlir
    %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %m : !pirch.infreg<?x4x1xi1> : memref<?xf32> -> <?x4x1xf32>
    pirch.store %x, %b[%c0 + wg * %c4] [0, 1, 2, 3] mask %m : !pirch.infreg<?x4x1xi1> : <?x4x1xf32>, memref<?xf32>
    // becomes
    %any = pirch.active %m : <?x4x1xi1>
    scf.while (%go = %any) : (i1) -> () {
      scf.condition(%go)
    } do {
      %x = pirch.load %a[%c0 + wg * %c4] [0, 1, 2, 3] mask %m : !pirch.infreg<?x4x1xi1> : memref<?xf32> -> <?x4x1xf32>
      pirch.store %x, %b[%c0 + wg * %c4] [0, 1, 2, 3] mask %m : !pirch.infreg<?x4x1xi1> : <?x4x1xf32>, memref<?xf32>
      %false = arith.constant false
      scf.yield %false : i1
    }
    ```
  }];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels that skip idle groups">
  ];
  let dependentDialects = ["::pirch::PirchDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def UnmaskOwnAccesses : Pass<"pirch-unmask-own-accesses", "::mlir::ModuleOp"> {
  let summary = "Access the memory that groups own without masks";
  let description = [{
    `if (row > k) a[i] -= f * b[i];` loads and stores an array of the group, or of
    the work item, under a mask. Nobody but the group accesses this memory, so that
    the lanes which the mask leaves out may read it, and may store what it holds.
    Loads then need no mask, and are the same as others of these elements. A
    store becomes a load, a selection and a store of all lanes, where the costs of
    the target say that these take less time than a store under a mask: on some
    CPUs a store under a mask occupies the core for ten cycles, and what it stores
    is not forwarded to the loads that follow.

    The pass leaves alone accesses of which a lane may lie outside of the variable,
    stores by which several work items write one element, and targets on which
    each work item is a thread of its own.

    Example:

    ```mlir
    pirch.store %x, %own[%c0 + wg * %c0] [0, 1, 2, 3] mask %m : !pirch.infreg<?x4x1xi1> : <?x4x1xf32>, memref<4xf32, 3>
    // becomes
    %old = pirch.load %own[%c0 + wg * %c0] [0, 1, 2, 3] : memref<4xf32, 3> -> <?x4x1xf32>
    %new = pirch.select %m, %x, %old : <?x4x1xi1>, <?x4x1xf32>
    pirch.store %new, %own[%c0 + wg * %c0] [0, 1, 2, 3] : <?x4x1xf32>, memref<4xf32, 3>
    ```
  }];
  let statistics = [
    Statistic<"numLoads", "loads", "Loads that lost their mask">,
    Statistic<"numStores", "stores", "Stores that lost their mask">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def GroupAccesses : Pass<"pirch-group-accesses", "::mlir::ModuleOp"> {
  let summary = "Merge accesses that fill each other's gaps";
  let description = [{
    Arrays of structures, complex numbers, and small systems one to a work item
    are accessed by several statements, each of which touches elements that are
    equally far apart. In each block of a kernel in InfReg form, this pass merges
    loads, and stores, of the same buffer, base, group stride and mask into one
    access whose infreg has the elements of all of them side by side. Such an
    access is made of contiguous vectors and a transposition in registers
    (`AccessPlan.h`), where each alone would be a gather or scatter.

    Loads move up to the first of their group, unless what they read is written
    in between; stores move down to the last one of theirs, unless it is accessed
    in between. Accesses that are dense in themselves are left alone, and so are
    those that lie farther apart than the elements of each one.

    Example, the real and the imaginary parts of complex numbers:

    ```mlir
    %re = pirch.load %a[%c0 + wg * %c8] [0, 2, 4, 6] : memref<?xf32> -> <?x4x1xf32>
    %im = pirch.load %a[%c0 + wg * %c8] [1, 3, 5, 7] : memref<?xf32> -> <?x4x1xf32>
    // become
    %both = pirch.load %a[%c0 + wg * %c8] [0, 1, 2, 3, 4, 5, 6, 7]
              : memref<?xf32> -> <?x4x2xf32>
    %re = pirch.reorder %both [0] : <?x4x2xf32> -> <?x4x1xf32>
    %im = pirch.reorder %both [1] : <?x4x2xf32> -> <?x4x1xf32>
    ```
  }];
  let options = [
    Option<"maxExtent", "max-extent", "int64_t", "64",
           "elements of one work item up to which accesses are merged">
  ];
  let statistics = [
    Statistic<"numMerged", "merged-accesses", "Accesses that became a part of "
              "another">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def BoundGathers : Pass<"pirch-bound-gathers", "::mlir::ModuleOp"> {
  let summary = "Find the few elements among which gathers read";
  let description = [{
    A table of few elements often comes as a buffer: the nodes of a decision tree,
    a palette, `lut[x & 15]`. Where the analysis of integer ranges knows between
    which elements all lanes of a gather read, and these are at most 256, the pass
    states them as the gather's `window`. A machine with lookups in registers
    then loads the window and takes each lane's element from there.

    The window lies in the buffer (`window_in_buffer`) if the kernel accesses an
    element before it and one behind it, or its ends, in each call: by loads and gathers
    without a mask outside of branches and loops. Else code tests whether the window lies
    in one page of memory, of which the gather reads an element anyway; this is
    not done for gathers under masks, which may read none, unless the mask is known
    at compile time and has a work item in it.

    Gathers whose subscripts all work items share, or grow by one number from each
    work item to the next, are left alone: these are scalars, contiguous vectors
    and rows (`pirch-group-gathers`). So are those of variables of the kernel.

    Example:

    ```mlir
    %low = arith.andi %x, %fifteen : !pirch.infreg<?x8x1xi64>
    %y = pirch.gather %lut[%low] : memref<?xf32>, <?x8x1xi64> -> <?x8x1xf32>
    // becomes
    %y = pirch.gather %lut[%low] {window = array<i64: 0, 16>}
        : memref<?xf32>, <?x8x1xi64> -> <?x8x1xf32>
    ```
  }];
  let statistics = [
    Statistic<"numWindows", "windows", "Number of gathers that got a window">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def GroupGathers : Pass<"pirch-group-gathers", "::mlir::ModuleOp"> {
  let summary = "Load rows where several gathers read neighbouring elements";
  let description = [{
    A work item that looks up a structure or a row of a table by a number that the
    data gives, as in `c = table + 6 * segment[i]`, reads its elements by a gather
    each. In each block of a kernel in InfReg form, this pass replaces gathers of one
    buffer whose subscripts are one infreg plus constants by loads of rows
    (`pirch.load_rows`), one for each work item, which machines load as vectors and
    transpose in registers. Where subscripts are known to grow by one number from each
    work item to the next, all rows of a group lie in one piece; a row then has any number of
    elements, and may have one. Elsewhere the number is a power of two, and the
    first row begins at the first element that is read and the last row, which may be shorter
    and overlap the one before it, ends at the last element; a single element that is
    left stays a gather. Between two elements that are read lies at most one that is
    not, so that no element outside of the buffer is loaded.

    Gathers under masks are left alone, and so are those whose subscripts all work items share, or
    in which neighbouring work items read neighbouring elements: these are scalars and
    contiguous vectors. A row is read where the first of its gathers was, unless the buffer
    is written in between. Kernels for targets without permutes of two registers are left
    alone.

    Example:

    ```mlir
    %a = pirch.gather %table[%at] : memref<?xf32>, <?x8x1xi64> -> <?x8x1xf32>
    %next = arith.addi %at, %one : !pirch.infreg<?x8x1xi64>
    %b = pirch.gather %table[%next] : memref<?xf32>, <?x8x1xi64> -> <?x8x1xf32>
    // become
    %both = pirch.load_rows %table[%c0 + %at] : memref<?xf32>, <?x8x1xi64> -> <?x8x2xf32>
    %a = pirch.reorder %both [0] : <?x8x2xf32> -> <?x8x1xf32>
    %b = pirch.reorder %both [1] : <?x8x2xf32> -> <?x8x1xf32>
    ```
  }];
  let options = [
    Option<"rowBytes", "row-bytes", "int64_t", "64",
           "bytes of the longest row that is loaded">
  ];
  let statistics = [
    Statistic<"numGathers", "grouped-gathers", "Gathers that rows replaced">,
    Statistic<"numRows", "gathered-rows", "Loads of rows made">
  ];
  let dependentDialects = ["::pirch::PirchDialect", "::mlir::arith::ArithDialect"];
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
