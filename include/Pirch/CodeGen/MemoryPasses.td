//===- MemoryPasses.td - Accesses of chunks -------------*- tablegen -*-===//
//
// Passes on functions over chunks that change how and when memory is accessed.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_CODEGEN_MEMORYPASSES_TD
#define PIRCH_CODEGEN_MEMORYPASSES_TD

include "mlir/Pass/PassBase.td"

def ContiguousAccesses : Pass<"pirch-contiguous-accesses", "::mlir::func::FuncOp"> {
  let summary = "Load and store what gathers and scatters access in one piece";
  let description = [{
    Rows of a table that groups choose at run time, as in `table[index[group] * n +
    item]`, begin at a place that is the same for all lanes of a group, but not
    known when the kernel is compiled. This pass finds gathers whose subscripts
    are one number plus 0, 1, 2 ... in all lanes, or in each half, quarter and so on
    of at least 128 bits, or of at least four elements of less than 32 bits, and loads
    these pieces. Scatters become stores of pieces in the same way. Where all lanes
    read one element, it is loaded once. What lanes hold is followed through arithmetic and
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
    Option<"emitRemarks", "remarks", "bool", "false",
           "say which gathers became loads, and which scatters stores">
  ];
  let statistics = [
    Statistic<"numLoads", "loaded-gathers", "Gathers that became loads">,
    Statistic<"numStores", "stored-scatters", "Scatters that became stores">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect",
    "::mlir::arith::ArithDialect"
  ];
}

def CoalesceAccesses : Pass<"pirch-coalesce-accesses", "::mlir::func::FuncOp"> {
  let summary = "Test at run time whether gathers and scatters are loads and stores";
  let description = [{
    The subscripts of a stencil whose coordinates are limited, as in
    `in[y * width + max(x - 1, 0)]`, follow each other in all groups but those at
    the edges; so do those of a ring buffer, `in[(x + k) % n]`, and sums of numbers
    without signs, which may wrap around. A GPU coalesces such accesses when it makes
    them. This pass guesses which subscripts are of that kind: those that
    count up where limits, remainders and wraps around are not reached, and in which no
    lane has data of its own. For these it makes a test whether the
    subscripts of the lanes that take part follow each other, in all lanes or in each half,
    quarter and so on, and where they do, loads or stores (`pirch-contiguous-accesses`).
    One test decides on several gathers of a block, as long as no gather's
    subscript depends on another gather, nothing is written between them,
    and their results fill at most half of the registers.

    The pass leaves alone what the target's costs say would not get faster. On targets without
    registers for masks, accesses of elements of less than 32 bits are loads and stores
    only where all lanes take part, as masked ones would be branches.

    Example:

    ```mlir
    %p = llvm.getelementptr %in[%at] : (!llvm.ptr, vector<8xi64>) -> vector<8x!llvm.ptr>, f64
    %x = llvm.intr.masked.gather %p, %all, %any {alignment = 8 : i32} : (...) -> vector<8xf64>
    // becomes
    %first = vector.shuffle %at, %at [0, 0, 0, 0, 0, 0, 0, 0] : vector<8xi64>, vector<8xi64>
    %wanted = arith.addi %first, %iota : vector<8xi64> // 0, 1, ... 7
    %follow = arith.cmpi eq, %at, %wanted : vector<8xi64>
    %do = vector.reduction <and>, %follow : vector<8xi1> into i1
    %x = scf.if %do -> (vector<8xf64>) {
      // a load from the first lane's place
    } else {
      // the gather
    }
    ```
  }];
  let options = [
    Option<"emitRemarks", "remarks", "bool", "false",
           "say which accesses are tested">
  ];
  let statistics = [
    Statistic<"numGathers", "tested-gathers", "Gathers that a test decides on">,
    Statistic<"numScatters", "tested-scatters", "Scatters that a test decides on">,
    Statistic<"numTests", "tests", "Tests made">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::vector::VectorDialect",
    "::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"
  ];
}

def WidenGathers : Pass<"pirch-widen-gathers", "::mlir::func::FuncOp"> {
  let summary = "Gather bytes as parts of wider numbers";
  let description = [{
    Where the target's smallest gather is of more bits (`getLeastGatherBits`), a gather
    of bytes or shorts is made lane by lane, by a branch for each lane if a mask
    says at run time which take part. This pass gathers the aligned wider
    numbers in which the elements lie instead, and shifts them; gathers whose mask is
    known at compile time need no branches and are left alone. An aligned number lies in
    one page, so that it can be loaded where one of its bytes can. Elements that may
    lie in two such numbers, for lack of alignment, are left alone.

    Example: with a buffer `%p` that begins `%s` bytes behind a multiple of four,
    `%q`, the byte at the subscript `i` is in the number `(i >> 2) + (((i & 3) + %s) >> 2)`
    from `%q` on, `((i & 3) + %s) & 3` bytes from its lowest byte.
  }];
  let statistics = [
    Statistic<"numGathers", "widened-gathers", "Gathers of wider numbers">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def ExpandMaskedAccesses : Pass<"pirch-expand-masked-accesses", "::mlir::func::FuncOp"> {
  let summary = "Access contiguous elements under a mask without a branch for each lane";
  let description = [{
    Where the target has no instruction that loads or stores the elements of a type
    that a mask names (`hasMaskedLoads`), LLVM accesses lane by lane, by a branch for
    each lane. This pass loads the whole vector where all of it lies in one page, of
    which a lane is read, and stores the whole vector where the mask is true in all
    lanes. Otherwise it copies each run of neighbouring lanes in pieces of 2^n elements
    between memory and a slot of the stack, by a loop. Accesses whose mask is known at
    compile time need no branches and are left alone.

    Example: of the lanes 3 to 9 of a vector of 16 bytes, four bytes are stored from
    lane 3 on, two from lane 7 on, and one from lane 9 on.
  }];
  let statistics = [
    Statistic<"numLoads", "expanded-masked-loads", "Masked loads that were expanded">,
    Statistic<"numStores", "expanded-masked-stores", "Masked stores that were expanded">
  ];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
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
    An iteration of the loop over packs that computes much loads its lines in a
    burst, after which memory is idle: out-of-order execution does not reach past
    the iteration, and hardware does not follow lines that are touched in another
    order than they lie in. So this pass prefetches each cache line that an
    iteration loads or stores one pack ahead, and spreads the prefetches evenly
    over the operations of the iteration. It does so where the iteration has at
    least `operations` operations for each line, or half as many if it computes
    several groups and loads more than `lines` lines; a shorter one has the loads of
    the next pack under way by itself. Packs of one group read in order, which
    hardware follows: they have prefetches where they load more than `lines` lines,
    or compute three times as much with each, and none for what they store.

    Of a buffer that an inner loop accesses in two streams or more (lines that are
    more than two lines apart), each stream ends with its group: an iteration of
    the inner loop prefetches what the same iteration accesses for the next pack.
    Where that is so far away that the caches of the core would lose it before the
    next pack begins, it prefetches what the same stream accesses some lines later.
    An inner loop whose iterations lie apart from each other, by a distance known
    only at run time, has prefetches, too, and so has one in packs of one group,
    which each group enters and leaves anew, and in which an iteration reads a line
    or more, or part of one under a mask: there they reach at least some lines
    ahead, as the next group begins soon. The function's target says how long a
    line is, and how many operations are much (`getCacheModel` of `pirch.target`).

    Example: `llvm.intr.prefetch %ahead, 0, 3, 1 : !llvm.ptr`
  }];
  let options = [
    Option<"operations", "operations", "int64_t", "-1",
           "operations for each line that an iteration with prefetches has at "
           "least; by default the target's">,
    Option<"lines", "lines", "int64_t", "-1",
           "lines that an iteration loads without prefetches, unless it is long; by "
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
    which calls take that touch at least `bytes` bytes and whose first pack starts
    at a cache line in each buffer; all other packs then do.

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

#endif // PIRCH_CODEGEN_MEMORYPASSES_TD
