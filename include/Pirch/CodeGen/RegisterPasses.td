//===- RegisterPasses.td - Registers and order ----------*- tablegen -*-===//
//
// Passes on functions over chunks that decide how many operations there are, how
// many lanes each vector has, in which order they run, and what registers hold.
//
//===----------------------------------------------------------------------===//

#ifndef PIRCH_CODEGEN_REGISTERPASSES_TD
#define PIRCH_CODEGEN_REGISTERPASSES_TD

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

def ScalarizeEqualLanes : Pass<"pirch-scalarize-equal-lanes", "::mlir::func::FuncOp"> {
  let summary = "Compute with scalars for vectors whose lanes are all the same";
  let description = [{
    The bounds of a loop may be the same for all work items of a group, but not for all
    groups, as in `for (i = offset[group]; i < offset[group + 1]; ++i)`. With one group
    in a pack, the counter and the mask of such a loop are vectors with one value in all
    lanes. This pass has loops carry scalars in their place. Operations on
    broadcasts become broadcasts of operations on scalars, a mask
    with one condition in all lanes becomes the condition, and as this is the
    loop's own, the body is no longer masked. A gather of one element for all lanes
    becomes a load of a scalar, and quotients and remainders of such integers are
    computed of scalars, as that of the row of an image in which a group lies.

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
    Statistic<"numCarried", "carried-scalars", "Vectors that became scalars">,
    Statistic<"numSingle", "single-operations",
              "Gathers and divisions of vectors that became those of scalars">
  ];
  let dependentDialects = [
    "::mlir::vector::VectorDialect", "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
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

def HoistInvariants : Pass<"pirch-hoist-invariants", "::mlir::func::FuncOp"> {
  let summary = "Move mathematical functions out of loops that do not change them";
  let description = [{
    A kernel may compute a mathematical function of its parameters, or of a counter
    whose loop is unrolled: `cos(frequency * k)`. All work items of all groups
    compute the same, in each iteration of the loop over groups. This pass moves
    such functions, and the scalars that they are computed of, before the loop,
    while each function is one operation. LLVM would move arithmetic, but leaves in
    the loop what has a branch, as the reduction of large arguments.

    A function of a vector is moved as well; other operations on vectors are left to
    LLVM. Only `scf.for` loops are looked at: a branch that all work items take alike
    is an `scf.while` that runs once or not at all, and its functions are computed
    only where it is taken.

    Example:

    ```mlir
    scf.for %g = %from to %to step %pack : i64 {
      %c = math.cos %frequency : f32
      ...
    }
    // becomes
    %c = math.cos %frequency : f32
    scf.for %g = %from to %to step %pack : i64 {
      ...
    }
    ```
  }];
  let statistics = [
    Statistic<"numFunctions", "functions", "Functions that were moved out of a loop">
  ];
  // It says which operations are functions.
  let dependentDialects = ["::pirch::PirchDialect"];
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
    and what the chunks share (loads, mostly). Sums of the same loaded vectors come
    into one loop, so that these are loaded once.

    The pass leaves loops alone that write memory, or whose number of iterations
    depends on vectors, and it repeats no arithmetic. It also leaves a loop whole
    where that takes clearly less time by the model of the target's pipeline:
    chunks whose operations wait for each other, as divisions do, fill each
    other's gaps, and vectors are stored and loaded beside them.

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
    tile. The order of the source is one more candidate: what finishes one step
    before the next one keeps little, as where a count takes what a chain of random
    numbers gives. Of the orders that take the least time by the model of the
    target's pipeline, the one with the fewest reloads is taken, for as many
    registers as the function's target has (`pirch.target`; 32 where it has none).
    A function whose schedule says `keepOrder` is left as it is.

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

#endif // PIRCH_CODEGEN_REGISTERPASSES_TD
