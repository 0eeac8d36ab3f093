//===- Passes.td - Optimizations of code on chunks --------*- tablegen -*-===//

#ifndef PIRCH_CODEGEN_PASSES_TD
#define PIRCH_CODEGEN_PASSES_TD

include "mlir/Pass/PassBase.td"

def LimitOperations : Pass<"pirch-limit-operations", "::mlir::ModuleOp"> {
  let summary = "Refuse kernels that would take too long to compile";
  let description = [{
    The passes that follow, and LLVM's code generator most of all, take time and
    memory for each operation on native vectors, or on a thread's scalars. This
    pass reports an error at the function with which the module has more of these
    operations than `max-ops`.
    A gather or scatter counts as eight operations, a shuffle of two vectors as
    two, a mathematical function as 64, a division of integers that the machine
    does not do on vectors as four for each lane, a constant as none, all loops of
    a function together as half the square of their number. A computed value with more than 512 uses adds the square of
    their number over 256. Where the code generator cannot spill, everything
    counts twice.
  }];
  let options = [
    Option<"maxOps", "max-ops", "int64_t", /*default=*/"1 << 17",
           "Operations that a module may have">
  ];
  let dependentDialects = ["::pirch::PirchDialect"];
}

def ScalarizeBroadcastLoads : Pass<"pirch-scalarize-broadcast-loads", "::mlir::func::FuncOp"> {
  let summary = "Turn broadcasts of loaded lanes into scalar loads";
  let description = [{
    A broadcast of one lane of a loaded vector becomes a broadcast of a loaded
    scalar: processors do that as part of the instruction that uses it, and the
    vector takes no register. A vector load whose lanes are all used that way is
    erased. The scalar is loaded where the vector was loaded; a lane that a mask
    leaves out is not loaded. The pass does nothing where the target's cost of a
    load is above that of a broadcast.

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
              "Broadcasts that became loads of a scalar">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect"
  ];
}

def MultiplyByReciprocals : Pass<"pirch-multiply-by-reciprocals", "::mlir::func::FuncOp"> {
  let summary = "Divide vectors by a divisor that quotients share with its reciprocal";
  let description = [{
    A machine divides one register after the other, each in many cycles, and
    multiplies and adds meanwhile. Where the divisions of a block take longer than
    the block's other operations, this pass replaces those whose divisor is a
    constant, is computed outside of the block's loop, or belongs to several
    quotients of the block. The quotient `x / y` has the same bits. With `r`, the
    rounded reciprocal of `y`, and `s`, the rounded rest `(1 - y * r) * r`, it is

    ```
    q = fma(x, r, x * s)      // right, or the number beside it
    x / y = fma(x - q * y, r, q)
    ```

    The rest `x - q * y` has no rounding error. Let `p` be the number of bits of a
    mantissa and `Y` the mantissa of `y` as an integer of `p` bits. `q` is one of
    the two numbers next to the exact quotient, and the relative error of `r` is
    less than `1 / (Y + 1)`. A quotient is at least `1 / (2 * Y)` units of its last
    place away from the middle of two numbers, so that the last operation rounds
    to the right side (P. Markstein, Computation of elementary functions on the
    IBM RISC System/6000 processor, 1990). Where `y` is a constant whose mantissa
    ends with six zeros or more, such as 3 or 255, that distance is at least 64
    times as large, and `q` is the quotient (N. Brisebarre, J.-M. Muller, S. Raina,
    Accelerating correctly rounded floating-point division when the divisor is
    known in advance, 2004).

    This holds where no operation overflows or loses bits to denormal numbers.
    Where an element of a vector is outside of that range, a branch of its own
    divides the vector: for a constant that ends with zeros, where a dividend is
    tiny but not zero; for other divisors, where a dividend or the divisor is
    tiny, zero, huge or infinite. Dividends that were converted from integers are
    not tested where the divisor is a constant that ends with zeros.

    Targets without a fused multiplication and addition are left alone.

    Example: `arith.divf %x, %three : vector<8xf64>` becomes

    ```mlir
    %t = arith.mulf %x, %s : vector<8xf64>
    %q = math.fma %x, %r, %t : vector<8xf64>
    %is_small = arith.andi %is_below, %is_not_zero : vector<8xi1>
    %any = vector.reduction <or>, %is_small : vector<8xi1> into i1
    %result = scf.if %any -> (vector<8xf64>) {
      %d = arith.divf %x, %three : vector<8xf64>
      scf.yield %d : vector<8xf64>
    } else {
      scf.yield %q : vector<8xf64>
    }
    ```
  }];
  let statistics = [
    Statistic<"numMultiplied", "multiplied-quotients",
              "Quotients computed by multiplications">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ExpandIntegerDivision : Pass<"pirch-expand-integer-division", "::mlir::func::FuncOp"> {
  let summary = "Divide vectors of integers in floating point";
  let description = [{
    Most machines divide integers one at a time, and LLVM takes vectors apart
    for it. This pass divides vectors of integers of up to 32 bits in
    floating-point numbers that hold them exactly and whose quotient, cut off, is
    the integers' quotient: `f64` for 32 bits, `f32` for 8 and 16. Where all lanes
    have the same divisor, they are multiplied by its reciprocal instead, which is
    computed once outside of loops. Integers of 64 bits
    and constant divisors, for which LLVM multiplies, are left to LLVM, and
    everything where the target's machine divides integers itself.

    Example: `arith.divsi %a, %b : vector<8xi32>` becomes

    ```mlir
    %x = arith.sitofp %a : vector<8xi32> to vector<8xf64>
    %y = arith.sitofp %b : vector<8xi32> to vector<8xf64>
    %q = arith.divf %x, %y : vector<8xf64>
    %r = arith.fptosi %q : vector<8xf64> to vector<8xi32>
    ```
  }];
  let statistics = [
    Statistic<"numExpanded", "expanded-divisions",
              "Quotients and remainders expanded">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

def LoopFission : Pass<"pirch-loop-fission", "::mlir::func::FuncOp"> {
  let summary = "Distribute loops that carry more vectors than registers hold";
  let description = [{
    A loop over several chunks of work items carries the values of all of them
    from iteration to iteration, and uses as many from outside. Where these are
    more vectors than there are registers, every iteration stores and loads them.
    Chunks that do not depend on each other can each have a loop of their own. So
    this pass distributes the loop over several loops, each with as many chunks as
    registers hold; each loop repeats the computation of the number of iterations,
    and what the chunks share (loads, mostly).

    The pass leaves loops alone that write memory, or whose number of iterations
    depends on vectors, and it repeats no arithmetic.

    Example: a loop that carries 84 vectors and uses as many from outside becomes
    14 loops that carry 6.
  }];
  let options = [
    Option<"registers", "registers", "int64_t", "0",
           "vectors that a loop may carry and use from outside; 0 takes three "
           "eighths of the target's registers, as the rest is for what it computes">
  ];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops into which other loops were split">
  ];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def ScheduleOperations : Pass<"pirch-schedule-operations", "::mlir::func::FuncOp"> {
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

def RematerializeLoads : Pass<"pirch-rematerialize-loads", "::mlir::func::FuncOp"> {
  let summary = "Repeat loads whose values registers do not keep";
  let description = [{
    Repeats the load of a vector, or of a scalar for all lanes, right before a use
    before which registers have dropped it, unless something may have been written
    there: LLVM would store the value to the stack and load it from there. A model
    says which values are dropped: of the values still to be used it keeps those
    used last in three quarters of the target's registers (`pirch.target`; 32
    where there is none; seven eighths where PIRCH spills by itself). In a product
    of matrices, the operand that every tile of the result needs thus stays where
    it is in memory.

    The pointer of a repeated load goes through an empty `llvm.inline_asm`, so
    that LLVM does not merge the two loads.

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

def InsertPrefetches : Pass<"pirch-insert-prefetches", "::mlir::func::FuncOp"> {
  let summary = "Prefetch what the next pack loads and stores";
  let description = [{
    An iteration of the loop over packs whose groups lie side by side in the lanes
    reads every group's part of a buffer at once. The hardware prefetcher follows
    few such streams, and out-of-order execution does not reach past the
    iteration. So this pass prefetches each cache line that an iteration loads or
    stores of a buffer with more than `streams` streams (lines accessed one after
    the other that are at most two lines apart) one pack ahead, and spreads the
    prefetches evenly over the operations of the iteration. Of a buffer
    that an inner loop accesses, two streams are enough for prefetches, since each
    stream ends with its group: an iteration of the inner loop prefetches what the
    same iteration accesses for the next pack. Where that is so far away that the
    first-level cache would lose it before the next pack begins, it prefetches what
    the same stream accesses some lines later. An inner loop whose iterations access
    a few lines each, at a distance known only at run time, has prefetches, too.

    An iteration over one group reads in order, which the hardware prefetcher
    follows; but where it loads more than `lines` lines and computes much with
    each, it does so in a burst, after which memory is idle, so that these lines
    are prefetched as well. The function's target says how long a line is, and
    which accesses need no prefetches (`getCacheModel` of `pirch.target`).

    Example: `llvm.intr.prefetch %ahead, 0, 3, 1 : !llvm.ptr`
  }];
  let options = [
    Option<"streams", "streams", "int64_t", "-1",
           "streams of one buffer that need no prefetches; by default the "
           "target's">,
    Option<"lines", "lines", "int64_t", "-1",
           "lines that an iteration over one group loads without prefetches; by "
           "default the target's">
  ];
  let statistics = [
    Statistic<"numPrefetches", "prefetches", "Prefetches made">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect"
  ];
}

def NontemporalStores : Pass<"pirch-nontemporal-stores", "::mlir::func::FuncOp"> {
  let summary = "Store past the caches what they cannot hold";
  let description = [{
    A store to a line that is not in the cache reads the line first, so that a
    kernel that only writes a buffer moves it twice. Non-temporal stores do not
    read it, but evict the line, which costs more where the data fit into the
    caches. So this pass makes a second loop over packs with non-temporal stores,
    which calls take that touch at least `bytes` bytes and whose buffers start at a
    cache line.

    Non-temporal stores are made to buffers that an iteration does not read, and of
    which it writes whole lines, each byte once and by plain stores; and only in
    loops that compute little for each line and prefetch nothing: long iterations
    store in bursts, which they would have to wait for. The function's target says
    how much the caches hold and how long a line is (`pirch.target`). A fence after
    the loop orders the stores for other threads as ordinary stores are.

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

def ExpandWideProducts : Pass<"pirch-expand-wide-products", "::mlir::func::FuncOp"> {
  let summary = "Take upper halves of products without conversions";
  let description = [{
    `mul_hi` and `(ulong)x * y >> 32` on numbers of 32 bits are products of 64 bits.
    Vectors of 64-bit products take twice as many registers as the factors, so that
    extending the factors and truncating the upper halves would each move lanes
    between registers. Machines have an instruction that multiplies the lower halves
    of lanes of 64 bits. So this pass takes two neighbouring factors for one number
    of 64 bits, which costs nothing, computes the products of the lower halves and
    those of the upper halves apart, and blends them. It does so for vectors of 32-bit integers that
    fill whole registers of the function's target (`pirch.target`), with and without
    signs.

    Example:

    ```mlir
    %low, %high = arith.mului_extended %x, %y : vector<16xi32>
    // becomes
    %a = vector.bitcast %x : vector<16xi32> to vector<8xi64>
    %b = vector.bitcast %y : vector<16xi32> to vector<8xi64>
    // %even is the product of the lower halves of %a and %b, %odd of the upper ones
    %up = arith.shrui %even, %32 : vector<8xi64>
    %down = arith.andi %odd, %high_bits : vector<8xi64>
    %both = arith.ori %up, %down : vector<8xi64>
    %high = vector.bitcast %both : vector<8xi64> to vector<16xi32>
    %low = arith.muli %x, %y : vector<16xi32>
    ```
  }];
  let statistics = [
    Statistic<"numProducts", "wide-products", "Products of which halves are taken">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def SimplifyBitFields : Pass<"pirch-simplify-bit-fields", "::mlir::func::FuncOp"> {
  let summary = "Take fields of words from the parts that the words were made of";
  let description = [{
    Codes put words together from bytes, and take fields out of them that lie
    otherwise: `((a << 16) | (b << 8) | c) >> 12 & 63`. All of that has as many bits as
    the word. Where a vector of words is made by `or` or `xor` of parts shifted by
    constants, and only low bits of the word shifted to the right are used, at
    most half of its bits, this pass shifts the parts instead, and leaves out those
    that have no bits in the field. What is left needs as few bits as the parts and the
    field have, in which `pirch-narrow-integers` computes it.

    Example: of the field above, whose mask uses six bits,

    ```mlir
    %w = arith.ori %a16, %bc : vector<64xi32>
    %f = arith.shrui %w, %twelve : vector<64xi32>
    // becomes
    %a4 = arith.shli %a, %four : vector<64xi32>
    %b4 = arith.shrui %b, %four : vector<64xi32>
    %f = arith.ori %a4, %b4 : vector<64xi32>
    ```
  }];
  let statistics = [
    Statistic<"numFields", "bit-fields", "Fields taken from parts of their words">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def NarrowIntegers : Pass<"pirch-narrow-integers", "::mlir::func::FuncOp"> {
  let summary = "Compute integers in as few bits as anyone looks at";
  let description = [{
    C computes with bytes in 32 bits, and a chunk of 64 bytes becomes four registers
    of 32-bit integers, though few of these bits matter: `(77 * r + 150 * g) >> 8`
    of bytes fits in 16 bits. This pass computes vectors of integers that fill several
    registers of the function's target (`pirch.target`) in 8, 16 or 32 bits, as many as
    fill one register at least, where the result is the same: the lowest bits of sums,
    products and bitwise operations depend on the lowest bits of their operands only;
    shifts to the right, comparisons, minima and maxima need operands that fit.
    Ranges come from MLIR's integer range analysis, and which low bits are used
    from a walk from the users back. Operations that use each other are left
    alone where conversions would cost as much as is saved.

    Example, where only 8 bits of the result are stored:

    ```mlir
    %w = arith.extui %x : vector<64xi8> to vector<64xi32>
    %p = arith.muli %w, %w : vector<64xi32>
    %s = arith.shrui %p, %eight : vector<64xi32>
    %b = arith.trunci %s : vector<64xi32> to vector<64xi8>
    // becomes
    %w = arith.extui %x : vector<64xi8> to vector<64xi16>
    %p = arith.muli %w, %w : vector<64xi16>
    %s = arith.shrui %p, %eight : vector<64xi16>
    %b = arith.trunci %s : vector<64xi16> to vector<64xi8>
    ```

    With `remarks` the pass says for each place of the source in how many bits it is
    computed.
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false", "say what was narrowed">
  ];
  let statistics = [
    Statistic<"numNarrowed", "narrowed-ops",
              "Operations that are computed in fewer bits">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def ContiguousGathers : Pass<"pirch-contiguous-gathers", "::mlir::func::FuncOp"> {
  let summary = "Load what gathers read in one piece";
  let description = [{
    Rows of a table that groups choose at run time, as in `table[index[group] * n +
    item]`, begin at a place that is the same for all lanes of a group, but not
    known when the kernel is compiled. This pass finds gathers whose subscripts
    are one number plus 0, 1, 2 ... in all lanes, or in each half, quarter and so on
    of at least 128 bits, and loads these pieces. Where all lanes read one element, it
    loads that element once. What lanes hold is followed through arithmetic and
    through what loops carry; sums that might wrap around before they are extended
    are left alone.

    Targets that cannot put pieces together by shuffles within a register keep the
    gathers that are not one piece (`getShuffleBlockBits`).

    Example:

    ```mlir
    %i = vector.broadcast %row : i64 to vector<8xi64>
    %at = arith.addi %i, %iota : vector<8xi64> // 0, 1, ... 7
    %p = llvm.getelementptr %table[%at] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
    %x = llvm.intr.masked.gather %p, %all, %any {alignment = 8 : i32} : (...) -> vector<8xf64>
    // becomes
    %first = vector.extract %at[0] : i64 from vector<8xi64>
    %q = llvm.getelementptr %table[%first] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %x = llvm.load %q {alignment = 8 : i64} : !llvm.ptr -> vector<8xf64>
    ```
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false", "say which gathers became loads">
  ];
  let statistics = [
    Statistic<"numLoads", "loaded-gathers", "Gathers that became loads">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect",
    "::mlir::arith::ArithDialect"
  ];
}

def ScalarizeEqualLanes : Pass<"pirch-scalarize-equal-lanes", "::mlir::func::FuncOp"> {
  let summary = "Let loops carry scalars for vectors whose lanes are all the same";
  let description = [{
    The bounds of a loop may be the same for all work items of a group, but not for all
    groups, as in `for (i = offset[group]; i < offset[group + 1]; ++i)`. With one group
    in a pack, the counter and the mask of such a loop are vectors with one value in all
    lanes. This pass has loops carry scalars in their place. Operations on
    broadcasts become broadcasts of operations on scalars, a mask
    with one condition in all lanes becomes the condition, and as this is the
    loop's own, the body is no longer masked.

    Example:

    ```mlir
    %r = scf.while (%i = %from) : (vector<8xi32>) -> vector<8xi32> {
      %m = arith.cmpi slt, %i, %to : vector<8xi32>
      %go = vector.reduction <or>, %m : vector<8xi1> into i1
      scf.condition(%go) %i : vector<8xi32>
    }
    // becomes, where %s and %t are what %from and %to are broadcasts of
    %r = scf.while (%i = %s) : (i32) -> i32 {
      %go = arith.cmpi slt, %i, %t : i32
      scf.condition(%go) %i : i32
    }
    ```
  }];
  let statistics = [
    Statistic<"numCarried", "carried-scalars", "Vectors that became scalars">
  ];
  let dependentDialects = [
    "::mlir::vector::VectorDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
}

def NarrowVectors : Pass<"pirch-narrow-vectors", "::mlir::func::FuncOp"> {
  let summary = "Compute vectors of no more lanes than are read";
  let description = [{
    A row of eight `f32` fills half of a register of 512 bits, and what is computed
    of it is computed in whole registers, though nobody reads the other half. Where
    only the first half, quarter or so of a vector's lanes are read, this pass
    computes that part alone: a CPU may execute twice as many operations on half
    registers (Zen 4), or has another unit for them (Intel's cores, but for
    multiplications and additions), and divides in half of the time. A walk from
    the users back finds how many leading lanes of each vector are read, through
    shuffles and through what loops carry; other operations read all lanes.

    Example:

    ```mlir
    %x = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %w = vector.shuffle %x, %x [0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1]
    %y = arith.mulf %w, %w : vector<16xf32>
    %z = vector.shuffle %y, %y [0, 1, 2, 3, 4, 5, 6, 7]
    // becomes
    %x = llvm.load %p : !llvm.ptr -> vector<8xf32>
    %y = arith.mulf %x, %x : vector<8xf32>
    ```

    No vector becomes shorter than the blocks in which the function's target
    (`pirch.target`) shuffles lanes. With `remarks` the pass says how many
    operations it changed.
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false", "say how many were narrowed">
  ];
  let statistics = [
    Statistic<"numNarrowed", "narrowed-vectors",
              "Operations that compute shorter vectors">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::vector::VectorDialect"];
}

def PairOperations : Pass<"pirch-pair-operations", "::mlir::func::FuncOp"> {
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

def SpillRegisters : Pass<"pirch-spill-registers", "::mlir::func::FuncOp"> {
  let summary = "Spill vectors so that no more are alive than there are registers";
  let description = [{
    Walks every block in its order and, where one more vector would be alive than
    the function's target has registers (`pirch.target`, less an eighth that
    the code generator copies to), takes the register of the vector whose next use
    is farthest away. A vector made from scalars (`pirch.cheap`) is rematerialized;
    any other one is stored to scratch memory, once, and loaded before its next
    use. A vector that lives through a loop keeps its register if the others
    suffice inside.

    Where LLVM's code generator spills by itself this pass does nothing, as LLVM
    knows the registers better. Loads are volatile, and the scalars of
    rematerialized vectors go through an empty `llvm.inline_asm`, so that LLVM does
    not merge them with those before.
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

def ExpandMath : Pass<"pirch-expand-math"> {
  let summary = "Replace mathematical functions by arithmetic";
  let description = [{
    Functions of the math dialect on scalars and vectors of f32 and f64 become
    the operations that compute them: additions, multiplications, `math.fma`,
    divisions, comparisons, selections, and arithmetic on the bits. They are those
    of the templates in `include/Pirch/Math`, which the oracle and the interpreter
    call with plain numbers, so that results have the same bits everywhere.
    `docs/Math.md` has the functions and their accuracy. Functions that have no
    template stay. Those with the flag `afn` may be wrong by up to 4 units in
    the last place, others by 1.

    What seldom happens, such as an argument of `math.sin` that is too large for
    the quick reduction, stands in an `scf.if` on whether it happens in any lane.

    Example: of `%y = math.exp %x : vector<16xf32>`, the first operations are

    ```mlir
    %0 = math.fma %x, %log2_of_e, %rounder : vector<16xf32>
    %n = arith.subf %0, %rounder : vector<16xf32>
    %1 = math.fma %n, %minus_ln2_high, %x : vector<16xf32>
    %r = math.fma %n, %minus_ln2_low, %1 : vector<16xf32>
    ```
  }];
  let options = [
    Option<"complete", "complete", "bool", /*default=*/"false",
           "report an error for each function that stays">
  ];
  let statistics = [
    Statistic<"numExpanded", "expanded", "Functions replaced by arithmetic">
  ];
  let dependentDialects = [
    "::pirch::PirchDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // PIRCH_CODEGEN_PASSES_TD
