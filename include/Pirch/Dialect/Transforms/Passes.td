//===- Passes.td - Passes within the PIRCH dialect -------------*- tablegen -*-===//

#ifndef PIRCH_TRANSFORMS_PASSES_TD
#define PIRCH_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def AttachTarget : Pass<"pirch-attach-target", "::mlir::ModuleOp"> {
  let summary = "Say which machine kernels are compiled for";
  let description = [{
    Gives every kernel that has no target yet the attribute `target`, whose
    costs and widths the later passes ask for.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"\"",
           "a target attribute of the dialect, as it is written in IR">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def ApplyStagedValues : Pass<"pirch-apply-staged-values", "::mlir::ModuleOp"> {
  let summary = "Make constants of what is known of the launches";
  let description = [{
    On kernels in work-item form, puts constants in place of parameters and of
    `pirch.stage` operations, as the option `values` says: `n=4` is parameter `n`,
    `groups_x=100` the number of groups of a launch, and `0=4` the operation of
    index 0. The kernel keeps its parameters. A number that begins with `0x` is
    the value's bits.

    The option `staged` names parameters, or gives their numbers, whose value is to be staged as if the
    source said `stage(n)` wherever it says `n`: their uses become those of a
    `pirch.stage`, with an index behind those that the kernel has. `launch` does
    so with the number of groups along each dimension and the global offset.

    Example, with `values=0=16`:

    ```mlir
    %m = pirch.stage %n index 0 : i32
    // becomes
    %m = arith.constant 16 : i32
    ```
  }];
  let options = [
    ListOption<"values", "values", "std::string",
               "NAME=VALUE of a parameter, INDEX=VALUE of a staged value">,
    ListOption<"staged", "staged", "std::string",
               "parameters that are staged values">,
    Option<"launch", "launch", "bool", "false",
           "the launch configuration is staged">
  ];
  let dependentDialects = ["::pirch::PirchDialect",
                           "::mlir::arith::ArithDialect"];
}

def OutlineStagedValues
    : Pass<"pirch-outline-staged-values", "::mlir::ModuleOp"> {
  let summary = "Let the host compute staged values";
  let description = [{
    Checks, on kernels in InfReg form, that the value of each `pirch.stage` can be
    computed before the launch: from parameters, the number of groups, constants,
    and elements of buffers that the kernel does not write, without what depends
    on the indices of work items and groups. Then it erases the operation.

    With `outline` it leaves a module of functions beside the kernels, one for
    each kernel with staged values. A function takes the kernel's parameters as an
    array of pointers (to the buffer, or to the scalar), the number of groups of the
    launch, and an array to which it stores the bits of each staged value, in the
    order of their indices. The attribute `staged_indices` of the function lists
    the indices, `staged_names` the name of each value in messages, and
    `staged_params` the numbers of the parameters from which they are computed.

    Example, with `outline`, of `pirch.stage %n index 0 : i32` with `%n` the first
    parameter:

    ```mlir
    module @pirch.staged {
      func.func @k(%args: !llvm.ptr, %groups: i64, %results: !llvm.ptr)
          attributes {staged_indices = array<i64: 0>,
                      staged_names = ["n"],
                      staged_params = array<i64: 0>} {
        %at = llvm.load %args : !llvm.ptr -> !llvm.ptr
        %n = llvm.load %at : !llvm.ptr -> i32
        %bits = arith.extui %n : i32 to i64
        llvm.store %bits, %results : i64, !llvm.ptr
        return
      }
    }
    ```
  }];
  let options = [
    Option<"outline", "outline", "bool", "false",
           "leave the functions that compute the values">
  ];
  let dependentDialects = ["::pirch::PirchDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def VectorizeWorkItems : Pass<"pirch-vectorize-work-items", "::mlir::ModuleOp"> {
  let summary = "Turn the program of one work item into SSA over infregs";
  let description = [{
    Executes the work-item form on tables of lanes: private variables become
    infregs, `if` a mask, and each loop is classified (section 4.1 of the PIRCH
    paper):

    - *vectorize*, where its iterations are known, its subscripts are known and
      no two iterations of a set conflict. Iterations that do conflict are split
      into index sets, in order, or out of order where that needs fewer sets;
    - *unroll*, where every set would hold one iteration;
    - *run time*, where the iterations are not known: a masked loop that ends
      when no WI is left in it;
    - *keep*, where the iterations are known, but `pirch-find-panels` has set a
      limit and unrolling would make more instructions, as estimated. Such a loop
      stays a loop. Private arrays that it accesses at subscripts which its
      iterations count lie in memory then, as panels: one element of all work
      items is contiguous, and an exchange with a work item whose number is a
      scalar is a load.

    Kernels that are in InfReg form already are left alone. A subscript that is
    known and lies outside its array is an error.

    Where groups take different ways (masked loops, addresses known only at run
    time) and a form for one group at a time has fewer of these, as the group's
    index is a scalar there, that form is left beside the kernel: a kernel of role
    `single_group`, which the attribute `single_group` of the kernel names.

    Where a branch compares a place that grows from group to group with a number
    of the launch, as `if (get_global_id(0) < n)` does, the kernel is formed as if
    its groups met the condition, without masks, and begins with
    `pirch.main_groups`. A kernel of role `remainder`, which the attribute
    `remainder` names, computes the other groups.

    A `__local` variable that is written at subscripts known only at run time or
    accessed atomically lies in memory (`pirch.alloca`), and so does any array of
    more than `select-limit` elements with such subscripts, and any `__local` array
    of more than `carried-limit` elements that a loop at run time writes. Accesses
    of memory are affine or gathers and scatters, as those of a buffer. Other
    variables are infregs.

    With `remarks` it says the class of each loop, its index sets, and which
    subscripts and addresses are known only at run time.
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false",
           "say how each loop was classified">,
    Option<"unrollBudget", "unroll-budget", "int64_t", "20000",
           "operations up to which a loop that needs no known subscripts is "
           "unrolled; beyond, it stays a loop at run time">,
    Option<"selectLimit", "select-limit", "int64_t", "32",
           "elements up to which an array with subscripts known only at run time "
           "is selected from in registers; a larger one lies in memory">,
    Option<"carriedLimit", "carried-limit", "int64_t", "32",
           "elements up to which registers hold a __local array that a loop at "
           "run time writes; a larger one lies in memory">,
    Option<"assumeGuards", "assume-guards", "bool", "true",
           "form the kernel for the groups that meet its guards">
  ];
  let statistics = [
    Statistic<"numVectorized", "vectorized-loops", "Loops executed in index sets">,
    Statistic<"numUnrolled", "unrolled-loops", "Loops unrolled">,
    Statistic<"numRunTime", "run-time-loops", "Loops kept at run time">,
    Statistic<"numKept", "kept-loops",
              "Loops with known iterations that stay loops">,
    Statistic<"numExchangesLoaded", "exchanges-loaded",
              "Exchanges that are loads of a panel">,
    Statistic<"numRunTimeSubscripts", "run-time-subscripts",
              "Subscripts of private arrays known only at run time">,
    Statistic<"numInMemory", "variables-in-memory",
              "Variables that lie in memory">,
    Statistic<"numGuarded", "guarded-kernels",
              "Kernels formed for the groups that meet their guards">
  ];
  let dependentDialects = ["::pirch::PirchDialect", "::mlir::scf::SCFDialect"];
}

def FindPanels : Pass<"pirch-find-panels", "::mlir::ModuleOp"> {
  let summary = "Find loops that are not worth unrolling, as they change a panel";
  let description = [{
    A *panel* is a private array of which a loop writes elements and exchanges
    elements between work items, as an elimination does with the rows of a matrix:

    ```c
    for (int k = 0; k < N; ++k)
      for (int j = 0; j < N; ++j)
        row[j] = fmin(row[j], row[k] + shuffle(row[j], k));
    ```

    Each iteration needs all that the one before it wrote. Unrolled code can
    therefore not compute a part of the array with all iterations before the next
    part, as it can for a product of matrices; what registers cannot hold, it
    spills in each iteration.

    On kernels in the work-item form this pass gives such loops the attribute
    `panel_limit`, from which `pirch-vectorize-work-items` takes how many
    instructions unrolling may make. That is `limit`, or `partial-limit` if the loop
    writes elements only for work items that are known at compile time, as under
    `if (get_local_id(0) > k)`: unrolled code computes nothing for the other work
    items, whereas a loop computes their elements and drops the results. Kernels for targets whose work items are
    threads, which have no arrays in memory that others read, are left alone.
  }];
  let options = [
    Option<"limit", "limit", "int64_t", "600",
           "estimated instructions up to which such a loop is unrolled">,
    Option<"partialLimit", "partial-limit", "int64_t", "16000",
           "the same where the loop leaves out work items known at compile time">
  ];
  let statistics = [
    Statistic<"numPanelLoops", "panel-loops", "Loops that change a panel">
  ];
}

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

def PadRows : Pass<"pirch-pad-rows", "::mlir::ModuleOp"> {
  let summary = "Let rows begin at a register's first lane";
  let description = [{
    Arrays whose elements fill more than half of a register of the kernel's
    target, but not whole registers, get more elements until they do. Nobody reads
    the new elements, and they touch no memory. With the lane order `wg-wi-ix` every row
    then begins at the first lane of a register, so that a row times an element of
    another row takes one broadcast, and rows of different work items are combined
    without rotations. The price is operations on lanes that nobody reads, so that
    packing
    (`pirch-pack-work-groups`) does it only where the cost model says so; this
    pass does it wherever it can. A kernel that votes or computes a place in
    memory over such an array is left alone.

    Example, three of four lanes:

    ```mlir
    %r = pirch.load %a[%c0 + wg * %c9] [0, 1, 2, 3, 4, 5, 6, 7, 8]
           : memref<?xf64> -> !pirch.infreg<?x3x3xf64>
    // becomes
    %r = pirch.load %a[%c0 + wg * %c9] [0, 1, 2, _, 3, 4, 5, _, 6, 7, 8, _]
           : memref<?xf64> -> !pirch.infreg<?x3x4xf64>
    ```
  }];
  let statistics = [
    Statistic<"numPadded", "padded-infregs", "Infregs with longer rows">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def PackWorkGroups : Pass<"pirch-pack-work-groups", "::mlir::ModuleOp"> {
  let summary = "Make infregs finite: several work groups side by side";
  let description = [{
    Replaces the infinite group extent by `wg-pack` groups that share a program
    counter (WG_PACK, section 4 of the PIRCH paper). Where the pack is larger
    than one, a second kernel, packed with one group, is left for the groups that
    do not fill a pack: a kernel of role `remainder`, which the attribute
    `remainder` of the kernel names. A kernel of role `single_group` takes the
    place of the kernel that names it where `wg-pack` is 1 or where it costs less,
    and otherwise becomes the remainder.

    If several groups would be chosen but for the cost of memory accesses, and the
    distances between groups are known when the kernel is called, then the kernel is
    packed for calls whose data fit into the caches of a core, and its remainder
    kernel computes all groups of other calls.

    With `wg-pack=0` the cost model of the kernel's target chooses; without a
    target the pack is one. Where rows that begin at a register's first lane
    cost less, they are padded (`pirch-pad-rows`). Leaves the attributes
    `lane_order`, for `pirch-assign-lanes`, and `estimated_cost`, for reports.
    Kernels that are packed already are left alone. Where the kernel's `schedule`
    has packs, these are taken, and nothing is chosen.
  }];
  let options = [
    Option<"wgPack", "wg-pack", "int64_t", "0",
           "work groups of a pack; 0 lets the cost model choose">,
    Option<"laneOrder", "lane-order", "std::string", "\"auto\"",
           "lane order to choose the pack for: auto, or as in wg-wi-ix">,
    Option<"recordSchedule", "record-schedule", "bool", "false",
           "leave in the kernel's schedule what was chosen">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def AssignLanes : Pass<"pirch-assign-lanes", "::mlir::ModuleOp"> {
  let summary = "Fix the order of groups, items and elements along the lanes";
  let description = [{
    Gives every packed infreg its `#pirch.lanes`. `wg-wi-ix` keeps each WI's
    array contiguous; `ix-wi-wg` puts the same element of neighbouring groups
    side by side, so that shuffles and reorders only rename chunks. A kernel
    that has a `lane_order` attribute (left by the packing) keeps it under
    `lane-order=auto`; one whose lanes have an order keeps that in any case.
  }];
  let options = [
    Option<"laneOrder", "lane-order", "std::string", "\"auto\"",
           "auto, or the axes from slowest to fastest, as in wg-wi-ix">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def CompactLanes : Pass<"pirch-compact-lanes", "::mlir::ModuleOp"> {
  let summary = "Bring the lanes of expensive operations together";
  let description = [{
    Where few lanes of each of many chunks of a division, a square root or a
    library function are read, this pass copies the operands' lanes into as few
    chunks as hold them, computes there, and spreads the result, if that is
    cheaper by the target's costs. Where work items are threads, lanes of few
    items are dealt out to all items: a row of quotients is one division of each
    thread instead of several of one thread. Lanes must be assigned.
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false",
           "emit a remark for each operation that is compacted">
  ];
  let statistics = [
    Statistic<"numCompacted", "compacted-ops", "Operations compacted">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def ReportSlowOperations : Pass<"pirch-report-slow-operations", "::mlir::ModuleOp"> {
  let summary = "Tell the author of a kernel which operations are slow, and why";
  let description = [{
    Looks for operations of packed kernels that take long because of how the
    kernel is written: gathers and scatters, lookups of registers at run-time
    subscripts, stores under masks, loops that work items leave one after the
    other, values that are brought together through memory, calls of the C
    library, and divisions of 64-bit integers. Each place in the source gets one
    missed-optimization remark of MLIR's remark engine, of the category `pirch`,
    with what is done, its cost, what in the source made it so, and what could be
    written instead. docs/Remarks.md lists the kinds. The pass changes nothing.

    On targets whose work items are threads the remarks are about loops alone.
  }];
  let statistics = [
    Statistic<"numReported", "reported", "Places in the source with a remark">
  ];
}

def SelectReorders : Pass<"pirch-select-reorders", "::mlir::ModuleOp"> {
  let summary = "Choose how each chunk of a lane map is brought together";
  let description = [{
    Splits every lane map into the chunks of the kernel's target, and attaches
    to it the cheapest pattern for each (`#pirch.reorders`), by the target's
    table of costs: reuse, scalar, segmented and other broadcasts, rotations,
    one- and two-source permutes, blends of several of these, and store and
    gather last (section 4.2 of the PIRCH paper). Lanes must be assigned.

    Where lanes are chosen at run time (`pirch.wg_shuffle`, `pirch.extract`), the
    pattern of each chunk is `lookup`, `cover` or `gather`.

    With `remarks` it says, for each line of the source, which patterns were
    taken, and for a gather what the next best would have cost.
  }];
  let options = [
    ListOption<"disable", "disable", "std::string",
               "patterns that must not be chosen, to measure what they are worth">,
    Option<"emitRemarks", "remarks", "bool", "false",
           "emit a remark for each lane map">
  ];
  let statistics = [
    Statistic<"numReused", "reused-chunks", "Chunks that were there already">,
    Statistic<"numMoved", "moved-chunks", "Chunks brought together in registers">,
    Statistic<"numGathered", "gathered-chunks", "Chunks stored and gathered">,
    Statistic<"numLookups", "lookups",
              "Chunks whose lanes are looked up in registers at run time">
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
    are elements of one infreg, one value, or again results of operations that are
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

#endif // PIRCH_TRANSFORMS_PASSES_TD
