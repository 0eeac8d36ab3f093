//===- PackingPasses.td - Groups and lanes ---------------*- tablegen -*-===//
//
// Passes that give infregs a number of groups and an order of lanes, and what
// then depends on both. They ask the kernel's target for costs.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_TRANSFORMS_PACKINGPASSES_TD
#define PIRCH_TRANSFORMS_PACKINGPASSES_TD

include "mlir/Pass/PassBase.td"

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

def ChooseChunkType : Pass<"pirch-choose-chunk-type", "::mlir::ModuleOp"> {
  let summary = "Choose how many lanes a chunk of integers has";
  let description = [{
    A chunk has as many lanes as a register of the kernel's target holds elements
    of one type; values of wider types take several registers for a chunk, and
    values of narrower ones a part of a register. In a kernel that computes with integers
    alone this type may be any of those that its infregs have. The pass estimates
    the cost of a group for each of them, with the pack and lane order that suit
    it best, and leaves the cheapest in the attribute `chunk_type` if it costs clearly
    less than the default, the widest integer that the kernel keeps in memory.
    Kernels that compute bytes in few bits and store wide results
    (`pirch-narrow-integers`) get chunks of bytes, and kernels that compute in 32
    bits what they store as bytes get shorter chunks, which need fewer registers.

    Kernels with floats, without a target, or with a `chunk_type` are left alone,
    and so are those that are packed already. `wg-pack` and `lane-order` are those
    of `pirch-pack-work-groups`.
  }];
  let options = [
    Option<"wgPack", "wg-pack", "int64_t", "0",
           "work groups of a pack; 0 lets the cost model choose">,
    Option<"laneOrder", "lane-order", "std::string", "\"auto\"",
           "lane order: auto, or as in wg-wi-ix">
  ];
  let statistics = [
    Statistic<"numChosen", "chosen-types", "Kernels with a chunk type of their own">
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
    and otherwise becomes the remainder. A kernel of role `fallback`, which
    computes calls whose arguments are not as the main kernel assumes, is packed
    as a main kernel is. It also computes the groups that do not fill a pack of
    the main kernel.

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

#endif // PIRCH_TRANSFORMS_PACKINGPASSES_TD
