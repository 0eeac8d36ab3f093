//===- AccessPasses.td - Accesses of memory --------------*- tablegen -*-===//
//
// Passes on kernels in InfReg form that find what accesses of memory touch,
// replace them by others, join, move or leave them out.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TRANSFORMS_ACCESSPASSES_TD
#define PIRCH_TRANSFORMS_ACCESSPASSES_TD

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

#endif // PIRCH_TRANSFORMS_ACCESSPASSES_TD
