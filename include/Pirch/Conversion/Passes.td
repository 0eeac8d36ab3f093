//===- Passes.td - Conversions out of the PIRCH dialect --------*- tablegen -*-===//

#ifndef PIRCH_CONVERSION_PASSES_TD
#define PIRCH_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertPirchToVector : Pass<"convert-pirch-to-vector", "::mlir::ModuleOp"> {
  let summary = "Split packed infregs into chunks of native vector width";
  let description = [{
    Every kernel becomes an `llvm.func` over a range of groups: parameters, the
    first group, the number of groups. Infregs with assigned lanes become lists
    of `vector<LxT>` chunks, where L is the number of lanes that the target's
    register has for the kernel's widest data type; lane maps become renamings,
    broadcasts, one- and two-source shuffles and blends; memory accesses become
    contiguous (masked) loads and stores where the lanes of a chunk, or the
    chunks of a block that is then transposed, are contiguous, and gathers and
    scatters otherwise.
  }];
  let statistics = [
    Statistic<"numChunks", "chunks", "Chunk values made">,
    Statistic<"numShuffles", "shuffles", "Vector shuffles emitted">,
    Statistic<"numGathers", "gathers", "Gathers and scatters emitted">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::func::FuncDialect",
    "::mlir::vector::VectorDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::arith::ArithDialect", "::mlir::math::MathDialect"
  ];
}

def LimitCode : Pass<"pirch-limit-code", "::mlir::ModuleOp"> {
  let summary = "Refuse kernels that would take too long to compile";
  let description = [{
    What follows takes time and memory for each operation on native vectors, or
    on a thread's scalars; LLVM's code generator most of it. An error at the
    function with which the module has more of them than there is time for.
    A gather or scatter counts as eight operations, a shuffle of two vectors as
    two, an operation that no machine does on vectors as four for each lane, a
    constant as none, all loops of a function together as half the square of
    their number. A computed value with more than 512 uses adds the square of
    their number over 256. Where the code generator cannot spill, everything
    counts twice.
  }];
  let options = [
    Option<"maxOps", "max-ops", "int64_t", /*default=*/"1 << 17",
           "Operations that a module may have">
  ];
}

def LoadBroadcasts : Pass<"pirch-load-broadcasts", "::mlir::func::FuncOp"> {
  let summary = "Load single lanes for all lanes";
  let description = [{
    One lane of a vector that was loaded, spread over all lanes, becomes an
    element that is loaded and spread: processors do that as part of the
    instruction that uses it, and the vector takes no register. A load whose
    lanes are all used that way is gone. The element is loaded where the vector
    was; a lane that a mask leaves out is none. Nothing is done where the
    target's cost of a load is beyond that of a broadcast.

    Example: `vector.shuffle %row, %row [1, 1, 1, 1]` of a `%row` loaded from `%p`
    becomes

    ```mlir
    %place = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f64
    %element = llvm.load %place {alignment = 8 : i64} : !llvm.ptr -> f64
    %spread = vector.broadcast %element : f64 to vector<4xf64>
    ```
  }];
  let statistics = [
    Statistic<"numBroadcasts", "loaded-broadcasts",
              "Lanes that are loaded for all lanes">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect"
  ];
}

def SplitLoops : Pass<"pirch-split-loops", "::mlir::func::FuncOp"> {
  let summary = "Make loops that carry no more than registers hold";
  let description = [{
    A loop over several chunks of work items hands on all their values from round
    to round, and uses as many from outside; where these are more than there are
    registers, every round stores and loads them. Chunks that have nothing to do
    with each other can each have a loop of their own. So the loop is split into
    loops over as many such parts as fit; each repeats what decides how many
    rounds there are, and what the parts share (loads, mostly).

    Loops stay as they are which write memory, or whose number of rounds depends
    on vectors; and no arithmetic is done twice.

    Example: a loop that carries 84 vectors and uses as many from outside becomes
    14 loops that carry 6.
  }];
  let options = [
    Option<"registers", "registers", "int64_t", "0",
           "vectors that a loop may carry and use from outside; 0 takes three "
           "eighths of the target's registers, as the rest is for what it computes">
  ];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops made of others by splitting">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def ScheduleChunks : Pass<"pirch-schedule-chunks", "::mlir::func::FuncOp"> {
  let summary = "Order chunk operations so that few are live at once";
  let description = [{
    Chunked code lists, for each statement, all of its chunks, and so keeps whole
    infregs alive. This pass takes every block depth first from its effects: what
    a store needs is computed as late as its first use allows. A factorization
    thus computes one element after the other instead of updating all of them in
    every step. Several such walks take turns, so that chains which share
    operands proceed side by side: a product of matrices is computed tile by
    tile. In a loop's body the order of the source is one more candidate: what
    finishes one step before the next one keeps little. Of all these orders the
    one with the fewest reloads is taken, for as many registers as the function's
    target has (`pirch.target`; 32 where it has none).

    Loads stay before the stores that may change what they read: two accesses of
    one parameter, at offsets from one pointer, are compared; two parameters
    overlap unless one is `restrict` (`llvm.noalias`).
  }];
  let options = [
    Option<"walks", "walks", "int64_t", "0",
           "chains that proceed side by side; 0 chooses the number">
  ];
  let statistics = [
    Statistic<"numMoved", "moved-ops", "Operations that changed their place">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def ReloadChunks : Pass<"pirch-reload-chunks", "::mlir::func::FuncOp"> {
  let summary = "Load again what registers cannot keep";
  let description = [{
    A vector that was loaded, or one element that was loaded for all lanes, and
    that registers have dropped since, is loaded once more right before its next
    use, unless something may have been written there: LLVM would store it to the
    stack and load it from there. Which values are dropped says a model that
    keeps those used last, of those still to be used, in three quarters of the
    target's registers (`pirch.target`; 32 where there is none; seven eighths
    where PIRCH spills by itself). Of a product of matrices, the
    operand that every tile of the result needs thus stays where it is in memory.

    The pointer of a repeated load passes through an empty `llvm.inline_asm`:
    LLVM, which would merge the loads, does not know that it is the same.

    Example:

    ```mlir
    %hidden = llvm.inline_asm "", "=r,0" %pointer : (!llvm.ptr) -> !llvm.ptr
    %again = llvm.load %hidden : !llvm.ptr -> vector<8xf64>
    ```
  }];
  let options = [
    Option<"registers", "registers", "int64_t", "0",
           "registers that hold vectors; 0 asks the target">
  ];
  let statistics = [
    Statistic<"numReloads", "reloads", "Loads made once more">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect"
  ];
}

def PrefetchChunks : Pass<"pirch-prefetch-chunks", "::mlir::func::FuncOp"> {
  let summary = "Ask early for what the next pass loads and stores";
  let description = [{
    A pass over several groups whose lanes lie side by side reads every group's
    part of a buffer at once. Hardware follows few such streams by itself, and
    out-of-order execution does not reach past the pass. So each cache line that
    a pass loads or stores of a buffer with more than `streams` streams (lines
    accessed one after the other that are at most two lines apart) is prefetched
    one pass ahead, the prefetches spread evenly over the operations of the pass.
    In a loop within a pass more than one stream is too many, as each of them ends
    with its group; what a round accesses is what the same round of the next pass
    will. So are a few lines in each round, where rounds are far from each other by
    a stride that only the run knows.

    A pass over one group reads in order, which hardware follows; but where it
    loads more than `lines` lines and computes much with each, it does so in a
    burst, after which memory is idle, so that these are asked for ahead as well.
    How long a line is, and what needs no help, says the function's target
    (`getCacheModel` of `pirch.target`).

    Example: `llvm.intr.prefetch %ahead, 0, 3, 1 : !llvm.ptr`
  }];
  let options = [
    Option<"streams", "streams", "int64_t", "-1",
           "streams of one buffer that need no help; by default the target's">,
    Option<"lines", "lines", "int64_t", "-1",
           "lines of a pass over one group that need no help; by default the "
           "target's">
  ];
  let statistics = [
    Statistic<"numPrefetches", "prefetches", "Prefetches made">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect"
  ];
}

def StreamStores : Pass<"pirch-stream-stores", "::mlir::func::FuncOp"> {
  let summary = "Write past the caches what they cannot hold";
  let description = [{
    A store to a line that is not in the cache reads the line first, so that a
    kernel that only writes a buffer moves it twice. Stores past the caches
    (non-temporal ones) do not, but take what was written out of them, which is
    wrong for data that fits. So the loop over packs is there twice: calls that
    touch at least `bytes` bytes, and whose buffers start at a cache line, take
    the one that writes past the caches.

    Only buffers that a pass does not read are written so, and of which it writes
    whole lines, each byte once and by plain stores; and only in loops that compute
    little for each line, and of which nothing is prefetched: long passes store
    in bursts, which they would have to wait for. How much the caches hold, and how long
    a line is, says the function's target (`pirch.target`). A fence after the
    loop keeps the promise of ordinary stores to other threads.

    Example: `llvm.store %x, %p {alignment = 64 : i64, nontemporal} :
    vector<8xf64>, !llvm.ptr`
  }];
  let options = [
    Option<"bytes", "bytes", "int64_t", "-1",
           "bytes that a call must touch; 0 never streams, -1 asks the target">,
    Option<"emitRemarks", "remarks", "bool", "false",
           "say which stores are written past the caches">
  ];
  let statistics = [
    Statistic<"numStreamed", "streamed-stores",
              "Stores that large calls write past the caches">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def Distribute : Pass<"pirch-distribute", "::mlir::ModuleOp"> {
  let summary = "Make work items the threads of a GPU";
  let description = [{
    Every kernel becomes a `gpu.func`, the program of one thread, in a
    `gpu.module`: `32 / WG_SIZE` groups share a warp, whatever the size, and an
    infreg is one scalar for each group of the pack and array element. The
    patterns of lane maps are those that `pirch-select-reorders` chose: `reuse`
    is a renaming, a permutation of one register a `gpu.shuffle`, whose source is
    a constant where all items read the same; merges select by a bit of a
    constant that the item's index picks; loops go on while any thread of the
    warp votes so (`gpu.subgroup_reduce or`).

    No exchange stands in a branch that depends on the thread: those left over in
    a warp, and those past the last group, do what the last group does, and store
    nothing. All 32 are thus members of every exchange. Stores are followed by a
    barrier of the warp (`pirch.subgroup_barrier`) before the next access.

    How a load or store reaches memory is chosen by cost (`getWarpMemory` of the
    target): each thread its own elements; several of them by one vector, where
    the thread's address turns out to be aligned; or the warp together what is
    contiguous, from where each thread takes its own through workgroup memory, rows
    apart by an element so that they fall on different banks.

    An element at a run-time subscript is selected from all of the array's, or
    the array is stored to local memory once and elements loaded from there,
    whichever costs less.

    Groups of more than 32 work items, up to 1024, take all warps of a block:
    exchanges that no shuffle reaches go through workgroup memory, and barriers
    and votes are the block's (`gpu.barrier`, `gpu.all_reduce or`).

    Needs packed kernels (`pirch-pack-work-groups`) whose patterns of lane maps
    are selected, for a target whose work items are threads
    (`distributesWorkItems`).
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false",
           "say how each access reaches memory">
  ];
  let statistics = [
    Statistic<"numDirect", "direct", "Accesses by each thread on its own">,
    Statistic<"numVectors", "vectors", "Accesses by vectors of each thread">,
    Statistic<"numTransposed", "transposed",
              "Accesses through shared memory">,
    Statistic<"numLocalArrays", "local-arrays", "Arrays in local memory">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::gpu::GPUDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::arith::ArithDialect"
  ];
}

def PairChunks : Pass<"pirch-pair-chunks", "::mlir::func::FuncOp"> {
  let summary = "Compute two chunks in one operation where the target can";
  let description = [{
    A register may hold two lanes of a short type where an operation has a packed
    form (`computesPairs` of the function's target, `pirch.target`). Two chunks of
    one operation of the source, of which the second does not need the first, are
    then computed as one vector of twice the lanes. Operands that are no pair
    themselves are joined, results that are used alone are sliced out; chains of
    pairs for which this costs as much as it saves are left alone.

    Example:

    ```mlir
    %xy = vector.shuffle %x, %y [0, 1, ..., 511] : vector<256xf32>, vector<256xf32>
    %s = arith.addf %xy, %ab : vector<512xf32>
    ```
  }];
  let statistics = [
    Statistic<"numPairs", "pairs", "Pairs of operations that became one">
  ];
  let dependentDialects = ["::mlir::vector::VectorDialect"];
}

def LimitRegisters : Pass<"pirch-limit-registers", "::mlir::func::FuncOp"> {
  let summary = "Keep no more vectors alive than there are registers";
  let description = [{
    Walks every block in its order and, where one more vector would be alive than
    the function's target has registers (`pirch.target`, less an eighth that
    the code generator copies to), takes the register of the one whose next use
    is farthest away. What is made from scalars (`pirch.cheap`) is made again;
    all else is stored to scratch memory, once, and loaded before its next use.
    What lives through a loop stays in its register if those inside suffice.

    Where LLVM's code generator spills by itself this pass does nothing: it knows
    its registers better. It cannot on every machine. Loads are volatile, and the
    scalars of what is made again pass through an empty `llvm.inline_asm`, as
    LLVM would otherwise merge what was just taken apart.
  }];
  let options = [
    Option<"registers", "registers", "int64_t", "0",
           "registers that hold vectors; 0 asks the target">,
    Option<"emitRemarks", "remarks", "bool", "false",
           "say how much was stored, loaded and made again">
  ];
  let statistics = [
    Statistic<"numStores", "stores", "Vectors stored to scratch memory">,
    Statistic<"numLoads", "loads", "Vectors loaded from scratch memory">,
    Statistic<"numRemade", "remade", "Vectors made again">,
    Statistic<"numSlots", "places", "Places in scratch memory">
  ];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def AccurateMathToLibm : Pass<"pirch-accurate-math-to-libm", "::mlir::ModuleOp"> {
  let summary = "Call the library for functions that MLIR expands inaccurately";
  let description = [{
    `math.expm1` and `math.log1p` become calls of the C library, lane by lane;
    the conversion to LLVM would make them `exp(x) - 1` and `log(1 + x)`.
  }];
  let dependentDialects = [
    "::mlir::func::FuncDialect", "::mlir::vector::VectorDialect",
    "::mlir::arith::ArithDialect"
  ];
}

#endif // PIRCH_CONVERSION_PASSES_TD
