//===- LoopPasses.td - Loops of infregs ------------------*- tablegen -*-===//
//
// Passes on kernels in InfReg form that change what loops count, carry and mask,
// and which iterations run together.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TRANSFORMS_LOOPPASSES_TD
#define PIRCH_TRANSFORMS_LOOPPASSES_TD

include "mlir/Pass/PassBase.td"

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

def SplitLoopBounds : Pass<"pirch-split-loop-bounds", "::mlir::ModuleOp"> {
  let summary = "Split loops into iterations within bounds and a remainder";
  let description = [{
    A loop over tiles whose last one may be cut short guards its accesses:
    `if (at < n) sum += a[at]`. Where `at` is a scalar of the iteration plus a
    constant of each lane, and the bound a scalar, this pass puts a copy of the
    loop before it, whose iterations have all lanes within the bound and need
    neither masks nor selects; the loop itself does the iterations that are left.
    The pass works on kernels in InfReg form, on each `scf.while` that carries the
    same values into its body as into its condition. The loop that is left gets
    the attribute `pirch.remainder_loop`: the cost model takes it to have one
    iteration, and it is not split again. A loop of more than 512 operations,
    those of the loops in it included, is not split.

    With `remarks` the pass says which loops were split.
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false", "say what was split">
  ];
  let statistics = [
    Statistic<"numSplit", "split-loops", "Loops split">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def MergeExitMasks : Pass<"pirch-merge-exit-masks", "::mlir::ModuleOp"> {
  let summary = "Let work items that break leave the mask of their loop at once";
  let description = [{
    A loop with a `break` carries two masks: that of the work items for which its
    condition has held so far, and that of those which have not met the `break`; the
    condition reads both. Where nothing else reads the second one, this pass takes
    the work items that break out of the first one at the end of the body, and
    carries no second one.

    Example, where `%go` is the loop's mask and `%stay` that of the `break`:

    ```mlir
    %both = pirch.select %stay, %more, %none : !pirch.infreg<?x8x1xi1>, !pirch.infreg<?x8x1xi1>
    %left = arith.andi %go, %both : !pirch.infreg<?x8x1xi1>
    ...
    scf.yield %stayed, %left, ...
    // becomes
    %left = arith.andi %go, %more : !pirch.infreg<?x8x1xi1>
    ...
    %next = arith.andi %left, %stayed : !pirch.infreg<?x8x1xi1>
    scf.yield %all, %next, ...
    ```
  }];
  let statistics = [
    Statistic<"numMasks", "merged-masks", "Masks that a loop carries no more">
  ];
  let dependentDialects = ["::pirch::PirchDialect", "::mlir::arith::ArithDialect"];
}

def ScalarizeInductions : Pass<"pirch-scalarize-inductions", "::mlir::ModuleOp"> {
  let summary = "Count the iterations of a loop once for all work items left in it";
  let description = [{
    Work items leave a loop one by one, but what counts its iterations is the same
    for all that are left: it begins with one scalar, and each iteration changes it
    by scalars. This pass carries a scalar beside such a value and reads the scalar
    wherever only work items that are left matter. A part of the loop's condition
    that depends on scalars alone then ends the loop for all of them at once, and is
    taken out of the mask where nothing else reads the mask. The value of each work
    item, which it keeps when it leaves, goes on only where somebody reads it.

    A value that begins with another number in each work item, known at compile
    time but for multiples of the group's index, and to which each iteration adds
    one constant, is read as what it began with plus a scalar, where subscripts
    depend on it.

    Example, in a loop that ends after `%limit` iterations at the latest:

    ```mlir
    %in = arith.cmpi slt, %step, %limits : !pirch.infreg<?x8x1xi32>
    %both = arith.andi %in, %inside : !pirch.infreg<?x8x1xi1>
    %left = arith.andi %go, %both : !pirch.infreg<?x8x1xi1>
    %any = pirch.active %left : <?x8x1xi1>
    scf.condition(%any) %step, %left, ...
    // becomes, with a scalar %count
    %left = arith.andi %go, %inside : !pirch.infreg<?x8x1xi1>
    %any = pirch.active %left : <?x8x1xi1>
    %in = arith.cmpi slt, %count, %limit : i32
    %again = arith.andi %any, %in : i1
    scf.condition(%again) %step, %left, %count, ...
    ```
  }];
  let statistics = [
    Statistic<"numInductions", "inductions", "Values that a scalar counts">,
    Statistic<"numConditions", "conditions",
              "Parts of conditions that end a loop for all work items">
  ];
  let dependentDialects = ["::pirch::PirchDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
}

def PromoteElements : Pass<"pirch-promote-elements", "::mlir::ModuleOp"> {
  let summary = "Keep elements of buffers in registers while a loop changes them";
  let description = [{
    `for (k = 0; k < n; ++k) c[i] += a[k] * b[k];` loads and stores an element of
    `c` in each iteration. Where the place of an element does not change from
    iteration to iteration, this pass loads the element before the loop, lets the
    loop carry its value, and stores it behind the loop. It is what LLVM calls
    scalar promotion, for the lanes of infregs: LLVM does it for a vector that one
    pointer gives, but neither for gathers and masked accesses, nor where a group
    accesses several rows whose distance is known only at run time.

    The pass works on kernels in InfReg form, on each `scf.while` whose condition
    hands on what the loop carries. All accesses of the buffer in the loop must be
    `pirch.load`, `pirch.store`, `pirch.gather` or `pirch.scatter` of infregs with one
    element for each work item, at places that the loop loads and stores, under
    masks that it does not change. No two lanes of a group may touch one element,
    since each would carry a value of its own. Where that is not known at compile
    time, it is tested before the loop, and a copy of the loop, which accesses
    memory, does the iterations if the test fails: rows must begin behind each
    other, and the indexes of a gather must grow from work item to work item.
    What is before and behind the loop is executed only if the loop has an
    iteration; it is put into an `scf.while` of at most one iteration, as the InfReg
    form has no branches. A loop of more than 512 operations is left
    alone, and so are remainders (`pirch.remainder_loop`).

    Before this, patterns of the dialect `scf` let loops no longer carry what no
    iteration changes.

    Example, one iteration of a loop:

    ```mlir
    %x = pirch.gather %c[%at] : memref<?xf32>, <?x4x1xi64> -> <?x4x1xf32>
    %y = arith.addf %x, %p : !pirch.infreg<?x4x1xf32>
    pirch.scatter %y, %c[%at] : <?x4x1xf32>, memref<?xf32>, <?x4x1xi64>
    // becomes, where %e is the value that the loop carries
    %y = arith.addf %e, %p : !pirch.infreg<?x4x1xf32>
    ```

    With `remarks` the pass says for which loops it did this.
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false", "say which loops changed">
  ];
  let statistics = [
    Statistic<"numPlaces", "promoted-places",
              "Places whose elements a loop carries in registers">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def UnmaskFinishedItems : Pass<"pirch-unmask-finished-items", "::mlir::ModuleOp"> {
  let summary = "Let work items that have left a loop compute what nobody reads";
  let description = [{
    Work items leave a loop one by one, and a value that the loop carries is kept
    by a select for those that have left. Where nobody reads it behind the loop, and
    it meets nothing but such values and what the mask of those left leaves out, it
    may as well go on changing. This pass removes such selects: the points of the
    Mandelbrot set need their last position no more once they are outside.

    Example, in a loop whose mask of the work items left is `%go`:

    ```mlir
    %kept = pirch.select %go, %next, %z : !pirch.infreg<?x8x1xi1>, !pirch.infreg<?x8x1xf32>
    scf.yield %kept, ...
    // becomes
    scf.yield %next, ...
    ```
  }];
  let statistics = [
    Statistic<"numSelects", "unmasked-values", "Carried values that lost their select">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def SimplifyMasks : Pass<"pirch-simplify-masks", "::mlir::ModuleOp"> {
  let summary = "Simplify masks, and comparisons that masks decide";
  let description = [{
    A `continue`, a `return` or a `break` takes lanes out of a mask: those that were
    in it and meet a condition, so that the mask is asked twice, and the condition
    is inverted by a select. This pass inverts the comparisons instead, where nothing
    else reads them, and leaves out of a conjunction what its left operand says
    already. As everywhere in the InfReg form, the right operand of `arith.andi`
    matters only where the left one holds.

    Where the mask of a select says which of its two values an inner select has, the
    outer select takes that value, and leaves out the inner select.

    Selects may choose a number among constants, such as the place in a sorted array
    that a loop under masks has found. A comparison of such a number with a constant
    holds in lanes that follow from the masks of these selects. If these are the
    lanes of one mask, this mask takes the place of the comparison. If they are those
    of one mask that another mask does not have, one operation on the two masks takes
    its place, provided that nothing but such comparisons reads the number, so that
    the selects go, too. Comparisons that need more operations on masks stay.

    Example, of the lanes that go on unless `%x` is less than `%limit`:

    ```mlir
    %below = arith.cmpf olt, %x, %limit : !pirch.infreg<?x8x1xf32>
    %leave = arith.andi %go, %below : !pirch.infreg<?x8x1xi1>
    %stay = pirch.select %leave, %false, %go : <?x8x1xi1>, <?x8x1xi1>
    %rest = arith.andi %go, %stay : !pirch.infreg<?x8x1xi1>
    // becomes
    %above = arith.cmpf uge, %x, %limit : !pirch.infreg<?x8x1xf32>
    %rest = arith.andi %go, %above : !pirch.infreg<?x8x1xi1>
    ```

    Example, of a place that is 1 or 2:

    ```mlir
    %place = pirch.select %moved, %one, %two : <?x8x1xi1>, <?x8x1xi32>
    %first = arith.cmpi eq, %place, %one : !pirch.infreg<?x8x1xi32>
    %x = pirch.select %first, %new, %old : <?x8x1xi1>, <?x8x1xf32>
    // becomes
    %x = pirch.select %moved, %new, %old : <?x8x1xi1>, <?x8x1xf32>
    ```
  }];
  let statistics = [
    Statistic<"numSimplified", "simplified-masks", "Operations on masks that became simpler">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::pirch::PirchDialect"];
}

def StripMineLoops : Pass<"pirch-strip-mine-loops", "::mlir::ModuleOp"> {
  let summary = "Let several iterations of a loop read and write rows together";
  let description = [{
    Where each work item has a row of its own, `sum += a[item * n + j]` reads
    elements of as many rows as there are lanes, and each iteration is a gather.
    This pass unrolls such a loop as often as a register of the kernel's target
    has lanes, up to 16 times, and lets one `pirch.load_rows` read the elements of
    all these iterations, and one `pirch.store_rows` write theirs. Where the distance of
    rows is known at compile time, a `pirch.load` or `pirch.store` of several
    elements does the same. The loop itself stays for the iterations that are
    left, with the attribute `pirch.remainder_loop`.

    The pass works on kernels in InfReg form, on each `scf.while` whose condition
    compares a scalar that grows by 1 with a bound from outside of the loop, and
    that has no loop in it. An access without a mask becomes one of rows where its
    place is such a counter plus what does not change in the loop. A buffer that the loop
    writes is read or written in rows only if all its accesses in the loop are at
    one place of the iteration; that the rows of work items of a group do not
    overlap is then a part of the condition, so that the loop that is left does
    all the iterations where they do. Targets whose registers no instruction
    permutes in pairs, and those whose work items become threads, are left alone.

    Example, rows of `n` numbers for each work item:

    ```mlir
    %x = pirch.gather %a[%row_plus_j] : memref<?xf32>, <?x8x1xi64> -> <?x8x1xf32>
    // becomes, in a loop of half as many iterations,
    %both = pirch.load_rows %a[%j + %row] : memref<?xf32>, <?x8x1xi64> -> <?x8x2xf32>
    %x = pirch.reorder %both [0] : <?x8x2xf32> -> <?x8x1xf32>
    %next = pirch.reorder %both [1] : <?x8x2xf32> -> <?x8x1xf32>
    ```

    With `remarks` the pass says which loops were unrolled, and how often.
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false", "say what was unrolled">,
    Option<"maxOperations", "max-operations", "int64_t", "1024",
           "operations of the unrolled body up to which a loop is unrolled">
  ];
  let statistics = [
    Statistic<"numLoops", "strip-mined-loops", "Loops unrolled">,
    Statistic<"numRows", "row-accesses", "Gathers and scatters that became "
              "accesses of rows">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // PIRCH_TRANSFORMS_LOOPPASSES_TD
